//! Reading the rows of a file.

use proptest::prelude::*;
use rust_xlsxwriter::{ExcelDateTime, Format, Workbook};

use super::super::read::read;
use crate::bombs::{RELATIONSHIPS, SHARED, SHEET, STYLES, WORKBOOK, book, packed, shared, sheet};
use crate::kernel::error::Code;

/// The rows of a file: their numbers and cells.
fn rows(octets: &[u8]) -> Vec<(usize, Vec<String>)> {
    read(octets).unwrap().into_iter().map(|line| (line.row, line.cells)).collect()
}

fn cells(of: &[&str]) -> Vec<String> {
    of.iter().map(ToString::to_string).collect()
}

fn refused(octets: &[u8]) -> (Code, String) {
    let error = read(octets).unwrap_err();
    let text = error.fields.first().map(|(_, text)| text.en.to_string());
    (error.code, text.unwrap_or_default())
}

#[test]
fn a_sheet_that_a_program_wrote_is_read_as_it_shows_it() {
    let mut book = Workbook::new();
    let (day, own) = (Format::new().set_num_format_index(14), Format::new().set_num_format("yyyy\"年\"m\"月\"d\"日\""));
    let amount = Format::new().set_num_format("#,##0.00 \"days\"");
    let sheet = book.add_worksheet();
    for (column, text) in (0..).zip(["Name", "Phone", "Born", "Since", "Amount", "Yes", "Sum"]) {
        sheet.write_string(0, column, text).unwrap();
    }
    sheet.write_string(2, 0, " 王芳 & <Söhne> ").unwrap();
    sheet.write_number(2, 1, 13_800_000_000.0).unwrap();
    sheet.write_with_format(2, 2, ExcelDateTime::from_ymd(1990, 2, 28).unwrap(), &day).unwrap();
    sheet.write_with_format(2, 3, ExcelDateTime::from_ymd(2026, 1, 5).unwrap(), &own).unwrap();
    sheet.write_number_with_format(2, 4, 1.5, &amount).unwrap();
    sheet.write_boolean(2, 5, true).unwrap();
    sheet.write_formula(2, 6, rust_xlsxwriter::Formula::new("1+1").set_result("2")).unwrap();
    sheet.write_string(3, 0, "'=1+1").unwrap();
    sheet.write_string(4, 49, "beyond the header").unwrap();
    sheet.write_string(5, 6, "last").unwrap();
    book.add_worksheet().write_string(0, 0, "another sheet").unwrap();
    let header = cells(&["Name", "Phone", "Born", "Since", "Amount", "Yes", "Sum"]);
    let second = cells(&["王芳 & <Söhne>", "13800000000", "1990-02-28", "2026-01-05", "1.5", "true", "2"]);
    let third = cells(&["=1+1", "", "", "", "", "", ""]);
    let empty = vec![String::new(); 7];
    let last = cells(&["", "", "", "", "", "", "last"]);
    let read = rows(&book.save_to_buffer().unwrap());
    assert_eq!(read, [(1, header), (3, second), (4, third), (5, empty), (6, last)]);
}

#[test]
fn texts_in_all_their_forms_are_read() {
    let texts = "<sst><si><t>a&amp;b</t></si><si><r><t xml:space=\"preserve\">one </t></r><r><t>two</t></r>\
                 <rPh><t>aside</t></rPh></si><si><t>&#x738B;<![CDATA[<x>]]></t></si></sst>";
    let inside = "<row><c t=\"s\"><v>0</v></c><c t=\"s\"><v>1</v></c><c r=\"d1\" t=\"s\"><v>2</v></c>\
                  <c t=\"inlineStr\"><is><r><t>in</t></r><r><t>line</t></r></is></c><c t=\"str\"><f>x</f><v>said</v></c>\
                  <c t=\"e\"><v>#N/A</v></c><c t=\"d\"><v>2026-01-05</v></c></row>";
    let file = book(&[(SHARED, texts), (SHEET, &sheet(inside))]);
    assert_eq!(rows(&file), [(1, cells(&["a&b", "one two", "", "王<x>", "inline", "said", "", "2026-01-05"]))]);
}

#[test]
fn days_are_counted_from_where_the_book_says() {
    let styles = "<styleSheet><numFmts><numFmt numFmtId=\"170\" formatCode=\"[Red]dd/mm\"/>\
                  <numFmt numFmtId=\"171\" formatCode=\"0 &quot;d&quot;;yy\"/></numFmts>\
                  <cellStyleXfs><xf numFmtId=\"14\"/></cellStyleXfs>\
                  <cellXfs><xf/><xf numFmtId=\"170\"/><xf numFmtId=\"171\"/></cellXfs></styleSheet>";
    let inside =
        "<row><c s=\"1\"><v>0</v></c><c s=\"2\"><v>1</v></c><c s=\"0\"><v>2</v></c><c s=\"9\"><v>3</v></c></row>";
    let since_1904 = r#"<workbook><workbookPr date1904="1"/><sheets><sheet r:id="rId1"/></sheets></workbook>"#;
    let parts = [(STYLES, styles), (SHEET, &sheet(inside))];
    assert_eq!(rows(&book(&parts))[0].1, ["1899-12-30", "1", "2", "3"]);
    assert_eq!(rows(&book(&[parts[0], parts[1], (WORKBOOK, since_1904)]))[0].1, ["1904-01-01", "1", "2", "3"]);
}

#[test]
fn files_that_are_none_are_refused() {
    let broken = book(&[(SHEET, "<worksheet><sheetData><row><c><v>1")]);
    let no_text = book(&[(SHEET, &sheet("<row><c t=\"s\"><v>7</v></c></row>"))]);
    let back = book(&[(SHEET, &sheet("<row r=\"2\"><c><v>1</v></c></row><row r=\"1\"><c><v>1</v></c></row>"))]);
    for (file, code) in [
        (b"PK\x03\x04".to_vec(), Code::Invalid),
        (packed([("x", "y")]), Code::Invalid),
        (packed([(WORKBOOK, "<workbook/>")]), Code::Invalid),
        (book(&[]), Code::Invalid),
        (book(&[(RELATIONSHIPS, "<Relationships/>")]), Code::Invalid),
        (book(&[(SHEET, &sheet(""))]), Code::Invalid),
        (broken, Code::Invalid),
        (no_text, Code::Invalid),
        (back, Code::Invalid),
        (Vec::new(), Code::Invalid),
        (b"\xff\xfe".to_vec(), Code::Invalid),
    ] {
        assert_eq!(refused(&file).0, code, "{:?}", String::from_utf8_lossy(&file[..file.len().min(40)]));
    }
    let long = format!("Name\n{}", "王".repeat(4_001));
    assert_eq!(refused(long.as_bytes()), (Code::Invalid, "row 2 has a cell of more than 4000 characters".into()));
    assert_eq!(rows(format!("Name\n{}", "王".repeat(4_000)).as_bytes()).len(), 2);
}

#[test]
fn as_many_rows_as_may_be_are_read_with_every_field_filled() {
    let file = |rows: usize| {
        let line = vec!["王小明 13800000000 example.org"; 13].join(",");
        format!("{}\n{}", vec!["Name"; 13].join(","), format!("{line}\n").repeat(rows))
    };
    assert_eq!(rows(file(10_000).as_bytes()).len(), 10_001);
    assert_eq!(refused(file(10_001).as_bytes()), (Code::Invalid, "at most 10000 rows".into()));
}

proptest! {
    #[test]
    fn whatever_comes_is_read_or_refused(octets: Vec<u8>) {
        let _ = read(&octets);
        let _ = read(&[b"PK\x03\x04".as_slice(), &octets].concat());
    }

    #[test]
    fn whatever_a_part_holds_is_read_or_refused(inside in "[<>/a-c=\"rst v0-9&;!\\[\\]-]{0,80}") {
        let _ = read(&book(&[(SHEET, &sheet(&inside))]));
        let _ = read(&book(&[(SHARED, &inside), (STYLES, &inside), (SHEET, &inside)]));
    }

    #[test]
    fn texts_come_back(text in "[a-z王&<>\"' ]{0,40}") {
        let plain = text.trim();
        prop_assume!(!plain.is_empty() && !plain.starts_with('\''));
        let escaped = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        let file = book(&[(SHARED, &shared([escaped])), (SHEET, &sheet("<row><c t=\"s\"><v>0</v></c></row>"))]);
        prop_assert_eq!(&rows(&file)[0].1[0], plain);
    }
}
