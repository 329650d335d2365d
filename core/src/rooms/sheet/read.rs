//! Reading: a CSV in UTF-8, or the first sheet of an XLSX. Whatever somebody uploads is bounded before it is
//! believed: a small file can unpack into a large one, and one cell far away makes a table of what lies between.

use std::collections::BTreeMap;
use std::io::{self, Cursor, Read as _};

use calamine::{DataRef, Reader as _, Xlsx};
use chrono::{Days, NaiveDate};
use zip::ZipArchive;

use super::write::Cells;
use crate::kernel::error::{Code, Error, Text};

/// Rows that a file may have below its header.
pub const MAX_ROWS: usize = 10_000;
/// Columns that are looked at.
const COLUMNS: u32 = 50;
/// Octets that a file may unpack into.
const UNPACKED: u64 = 64 * 1024 * 1024;
/// Parts that an XLSX may have.
const PARTS: usize = 1000;

/// A row of a file, with its number as an office program counts them: the header is 1.
#[derive(Debug, PartialEq, Eq)]
pub struct Line {
    /// Its number.
    pub row: usize,
    /// Its cells, trimmed.
    pub cells: Cells,
}

fn wrong(zh: &'static str, en: &'static str) -> Error {
    Error::field("content", Text::new(zh, en))
}

fn unreadable(source: impl std::error::Error + Send + Sync + 'static) -> Error {
    wrong("文件无法读取，须为UTF-8编码的CSV或XLSX", "the file cannot be read: it must be CSV in UTF-8, or XLSX")
        .source(source)
}

fn too_many() -> Error {
    wrong("最多导入10000行", "at most 10000 rows")
}

/// The rows of a file that are not empty, the header first. Takes its time: not for the async threads.
///
/// Errors: [`Code::Invalid`] on `content`.
pub fn read(octets: Vec<u8>) -> Result<Vec<Line>, Error> {
    let lines = if octets.starts_with(b"PK") { xlsx(octets)? } else { csv(&octets)? };
    let mut lines: Vec<Line> =
        lines.into_iter().filter(|line| line.cells.iter().any(|cell| !cell.is_empty())).collect();
    if lines.is_empty() {
        return Err(wrong("文件为空", "the file is empty"));
    }
    if lines.len() > MAX_ROWS + 1 {
        return Err(too_many());
    }
    lines.sort_by_key(|line| line.row);
    Ok(lines)
}

/// What a cell says, without the apostrophe that an export of ours puts in front of what begins like a formula.
fn plain(cell: &str) -> String {
    let cell = cell.trim();
    let formula = |rest: &str| super::write::harmless(rest) != rest;
    cell.strip_prefix('\'').filter(|rest| formula(rest)).unwrap_or(cell).to_owned()
}

fn csv(octets: &[u8]) -> Result<Vec<Line>, Error> {
    let text = std::str::from_utf8(octets).map_err(unreadable)?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut records = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text.as_bytes());
    let mut lines = Vec::new();
    for (at, record) in records.records().enumerate() {
        let record = record.map_err(unreadable)?;
        if lines.len() > MAX_ROWS + 1 {
            return Err(too_many());
        }
        let cells = record.iter().take(COLUMNS as usize).map(plain).collect();
        lines.push(Line { row: at + 1, cells });
    }
    Ok(lines)
}

/// Unpacks every part into nothing, to know that the whole is of a size that can be read.
fn check_size(octets: &[u8]) -> Result<(), Error> {
    let mut zip = ZipArchive::new(Cursor::new(octets)).map_err(unreadable)?;
    let large = || Error::new(Code::TooLarge);
    if zip.len() > PARTS {
        return Err(large());
    }
    let mut left = UNPACKED;
    for at in 0..zip.len() {
        let part = zip.by_index(at).map_err(unreadable)?;
        let size = io::copy(&mut part.take(left + 1), &mut io::sink()).map_err(unreadable)?;
        left = left.checked_sub(size).ok_or_else(large)?;
    }
    Ok(())
}

fn xlsx(octets: Vec<u8>) -> Result<Vec<Line>, Error> {
    check_size(&octets)?;
    let mut book: Xlsx<_> = Xlsx::new(Cursor::new(octets)).map_err(unreadable)?;
    let name = book.sheet_names().first().cloned().ok_or_else(|| wrong("文件为空", "the file is empty"))?;
    let mut cells = book.worksheet_cells_reader(&name).map_err(unreadable)?;
    let mut rows: BTreeMap<u32, Cells> = BTreeMap::new();
    while let Some(cell) = cells.next_cell().map_err(unreadable)? {
        let (row, column) = cell.get_position();
        let text = text_of(cell.get_value());
        if column >= COLUMNS || text.is_empty() {
            continue;
        }
        if rows.len() > MAX_ROWS + 1 {
            return Err(too_many());
        }
        let line = rows.entry(row).or_default();
        let at = column as usize;
        if line.len() <= at {
            line.resize(at + 1, String::new());
        }
        line[at] = plain(&text);
    }
    Ok(rows.into_iter().map(|(row, cells)| Line { row: row as usize + 1, cells }).collect())
}

fn text_of(value: &DataRef<'_>) -> String {
    match value {
        DataRef::String(text) | DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => text.clone(),
        DataRef::SharedString(text) => (*text).to_owned(),
        DataRef::Int(number) => number.to_string(),
        // Shown without a fraction where there is none: a phone number that was typed as a number.
        DataRef::Float(number) => number.to_string(),
        DataRef::Bool(yes) => yes.to_string(),
        DataRef::DateTime(moment) => day(moment.as_f64()),
        _ => String::new(),
    }
}

/// A day as office programs count them: from 1899-12-30.
fn day(days: f64) -> String {
    let first = NaiveDate::from_ymd_opt(1899, 12, 30).unwrap_or_default();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a number of days; others saturate")]
    let later = first.checked_add_days(Days::new(days.floor().max(0.0) as u64));
    later.map(|day| day.format("%Y-%m-%d").to_string()).unwrap_or_default()
}
