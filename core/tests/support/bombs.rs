//! XLSX and CSV files: built from parts, and small ones that expand into something large.

use std::fmt::Write as _;
use std::io::{Cursor, Write as _};

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// Relationships of the package and of the book: one sheet, shared texts, styles.
const PACKAGE: &str = r#"<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>"#;
const BOOK: &str = r#"<workbook xmlns:r="x"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>"#;
const RELATED: &str = r#"<Relationships><Relationship Id="rId3" Type="x/styles" Target="styles.xml"/><Relationship Id="rId2" Type="x/sharedStrings" Target="/xl/sharedStrings.xml"/><Relationship Id="rId1" Type="x/worksheet" Target="worksheets/sheet1.xml"/></Relationships>"#;

/// The names of the parts.
pub const SHEET: &str = "xl/worksheets/sheet1.xml";
pub const SHARED: &str = "xl/sharedStrings.xml";
pub const STYLES: &str = "xl/styles.xml";
pub const RELATIONSHIPS: &str = "xl/_rels/workbook.xml.rels";
pub const WORKBOOK: &str = "xl/workbook.xml";

/// A zip file of these parts.
pub fn packed<'a>(parts: impl IntoIterator<Item = (&'a str, &'a str)>) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in parts {
        zip.start_file(name, SimpleFileOptions::default()).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// A workbook, with these parts in place of its own.
pub fn book(parts: &[(&str, &str)]) -> Vec<u8> {
    let own = [("_rels/.rels", PACKAGE), (WORKBOOK, BOOK), (RELATIONSHIPS, RELATED)];
    let own = own.into_iter().filter(|(name, _)| parts.iter().all(|(given, _)| given != name));
    packed(own.chain(parts.iter().copied()))
}

/// A sheet with these rows.
pub fn sheet(rows: &str) -> String {
    format!("<worksheet><sheetData>{rows}</sheetData></worksheet>")
}

/// Rows of cells that all refer to the first shared text, `columns` in a row, from a row on.
pub fn naming(from: usize, rows: usize, columns: usize) -> String {
    let mut text = String::new();
    for row in from..from + rows {
        write!(text, "<row r=\"{row}\">").unwrap();
        text.push_str(&"<c t=\"s\"><v>0</v></c>".repeat(columns));
        text.push_str("</row>");
    }
    text
}

/// The shared texts.
pub fn shared(texts: impl IntoIterator<Item = String>) -> String {
    let mut items = String::new();
    for text in texts {
        write!(items, "<si><t>{text}</t></si>").unwrap();
    }
    format!("<sst>{items}</sst>")
}

/// One long text to which many cells refer.
pub fn named_often(length: usize, rows: usize, columns: usize) -> Vec<u8> {
    let (texts, rows) = (shared(["x".repeat(length)]), sheet(&naming(1, rows, columns)));
    book(&[(SHARED, &texts), (SHEET, &rows)])
}

/// A zip whose directory has this many empty entries.
pub fn directory(entries: u16) -> Vec<u8> {
    let mut all = Vec::new();
    for _ in 0..entries {
        all.extend(b"PK\x01\x02");
        all.extend([0; 42]);
    }
    let size = u32::try_from(all.len()).unwrap();
    all.extend(b"PK\x05\x06\0\0\0\0");
    all.extend(entries.to_le_bytes());
    all.extend(entries.to_le_bytes());
    all.extend(size.to_le_bytes());
    all.extend([0; 6]);
    // It begins like every zip.
    [b"PK\x03\x04".as_slice(), &all].concat()
}

/// Every known way to make a small file a large one: its name, and the file.
pub fn all() -> Vec<(&'static str, Vec<u8>)> {
    let sheet_of = |rows: &str| book(&[(SHEET, &sheet(rows))]);
    let with = |part: &str, text: &str| book(&[(part, text), (SHEET, &sheet(&naming(1, 2, 2)))]);
    let inline = |text: &str| format!("<c t=\"inlineStr\"><is><t>{text}</t></is></c>");
    let deep = "<a>".repeat(100_000);
    vec![
        ("a text of 32,767 characters in 25,000 cells", named_often(32_767, 500, 50)),
        ("a text of 4,000 characters in 500,000 cells", named_often(4_000, 10_000, 50)),
        ("a text of 4,000 characters in rows that come twice", {
            let (texts, once) = (shared(["x".repeat(4_000)]), naming(1, 200, 50));
            book(&[(SHARED, &texts), (SHEET, &sheet(&once.repeat(2)))])
        }),
        ("a cell that comes a hundred thousand times", {
            let (texts, cell) = (shared(["x".repeat(4_000)]), "<c r=\"A1\" t=\"s\"><v>0</v></c>".repeat(100_000));
            book(&[(SHARED, &texts), (SHEET, &sheet(&format!("<row r=\"1\">{cell}</row>")))])
        }),
        ("shared texts of ten million octets", with(SHARED, &shared((0..2_500).map(|_| "x".repeat(4_000))))),
        ("half a million shared texts of nothing", with(SHARED, &format!("<sst>{}</sst>", "<si/>".repeat(500_000)))),
        ("a shared text of a million octets", with(SHARED, &shared(["x".repeat(1_000_000)]))),
        ("a text in a thousand runs", {
            let runs = format!("<r><t>{}</t></r>", "x".repeat(1_000)).repeat(1_000);
            with(SHARED, &format!("<sst><si>{runs}</si></sst>"))
        }),
        ("an inline text of a million octets", sheet_of(&format!("<row>{}</row>", inline(&"x".repeat(1_000_000))))),
        ("inline texts of 4,000 characters in 10,000 cells", {
            sheet_of(&format!("<row>{}</row>", inline(&"x".repeat(4_000)).repeat(50)).repeat(200))
        }),
        ("a tag with a million octets of attributes", {
            sheet_of(&format!("<row {}></row>", "a=\"x\" ".repeat(200_000)))
        }),
        ("a comment of a million octets", sheet_of(&format!("<!--{}-->", "x".repeat(1_000_000)))),
        ("elements a hundred thousand deep", sheet_of(&deep)),
        ("elements as deep in the shared texts", with(SHARED, &format!("<sst>{deep}"))),
        ("elements as deep in the styles", with(STYLES, &deep)),
        ("a hundred thousand rows", sheet_of(&format!("<row>{}</row>", inline("x")).repeat(100_000))),
        ("two hundred thousand cell formats", {
            with(
                STYLES,
                &format!("<styleSheet><cellXfs>{}</cellXfs></styleSheet>", "<xf numFmtId=\"14\"/>".repeat(200_000)),
            )
        }),
        ("a relationship of a million octets", {
            with(
                RELATIONSHIPS,
                &format!("<Relationships><Relationship Id=\"{}\"/></Relationships>", "x".repeat(1_000_000)),
            )
        }),
        ("entities of entities", {
            let laughs = "<!DOCTYPE a [<!ENTITY a \"xxxxxxxxxx\"><!ENTITY b \"&a;&a;&a;&a;\">]>";
            book(&[(SHEET, &format!("{laughs}{}", sheet(&format!("<row>{}</row>", inline(&"&b;".repeat(80_000))))))])
        }),
        ("a directory of 60,000 parts", directory(60_000)),
        ("a CSV of two million fields", ",".repeat(2_000_000).into_bytes()),
        ("a CSV of 500,000 cells of one character", format!("{}\n", ["x"; 50].join(",")).repeat(10_001).into_bytes()),
        ("a CSV with a cell of a million octets", format!("Name\n{}", "x".repeat(1_000_000)).into_bytes()),
        ("a CSV of a hundred thousand rows", "x\n".repeat(100_000).into_bytes()),
    ]
}
