//! Reading: a CSV in UTF-8, or the first sheet of an XLSX. Whatever somebody uploads is bounded before it is copied: a
//! small file can unpack into a large one, name one text a million times, and put one cell far away.

use super::write::Cells;
use super::xlsx;
use crate::kernel::error::{Code, Error, Text};

/// Rows that a file may have below its header.
pub const MAX_ROWS: usize = 10_000;
/// Columns that are looked at.
const COLUMNS: usize = 50;
/// Octets that may be kept of a file, the places of its cells among them: three times what ten thousand rows take whose
/// every field is filled.
const KEPT: usize = 16 * 1024 * 1024;
/// Characters of a cell. No field takes as many.
const CELL: usize = 4000;
/// Fields of a CSV, those of empty rows and of columns that are not looked at among them.
const FIELDS: usize = (MAX_ROWS + 1) * COLUMNS + 100_000;

/// A row of a file, with its number as an office program counts them: the header is 1.
#[derive(Debug, PartialEq, Eq)]
pub struct Line {
    /// Its number.
    pub row: usize,
    /// Its cells, trimmed; as many as the header has.
    pub cells: Cells,
}

pub(super) fn wrong(zh: &'static str, en: &'static str) -> Error {
    Error::field("content", Text::new(zh, en))
}

pub(super) fn unreadable(source: impl std::error::Error + Send + Sync + 'static) -> Error {
    wrong("文件无法读取，须为UTF-8编码的CSV或XLSX", "the file cannot be read: it must be CSV in UTF-8, or XLSX")
        .source(source)
}

pub(super) fn too_large() -> Error {
    Error::new(Code::TooLarge)
}

/// The rows of a file that are not empty, the header first. Takes its time: not for the async threads.
///
/// Errors: [`Code::Invalid`] on `content`; [`Code::TooLarge`] where it would take more than a file may.
pub fn read(octets: &[u8]) -> Result<Vec<Line>, Error> {
    let mut rows = Rows::default();
    if octets.starts_with(b"PK") {
        xlsx::read(octets, &mut rows)?;
    } else {
        csv(octets, &mut rows)?;
    }
    if rows.lines.is_empty() {
        return Err(wrong("文件为空", "the file is empty"));
    }
    Ok(rows.lines)
}

/// What a cell says, without the apostrophe that an export of ours puts in front of what begins like a formula.
fn plain(cell: &str) -> &str {
    let cell = cell.trim();
    cell.strip_prefix('\'').filter(|rest| super::write::is_formula(rest)).unwrap_or(cell)
}

/// The rows that are kept, and what they take.
pub(super) struct Rows {
    lines: Vec<Line>,
    left: usize,
}

impl Default for Rows {
    fn default() -> Self {
        Self { lines: Vec::new(), left: KEPT }
    }
}

impl Rows {
    /// Keeps a cell. Rows come in their order; a cell that is empty, or beyond the header, is passed over.
    pub fn put(&mut self, row: usize, column: usize, cell: &str) -> Result<(), Error> {
        let cell = plain(cell);
        if cell.is_empty() || column >= COLUMNS {
            return Ok(());
        }
        if cell.len() > CELL && cell.chars().nth(CELL).is_some() {
            return Err(Error::field(
                "content",
                Text::made(
                    format!("第{row}行有超过{CELL}个字符的单元格"),
                    format!("row {row} has a cell of more than {CELL} characters"),
                ),
            ));
        }
        match self.lines.last().map(|line| line.row) {
            Some(last) if last == row => {}
            Some(last) if last > row => {
                return Err(wrong("文件的行未按顺序排列", "the rows of the file are not in their order"));
            }
            _ => self.begin(row)?,
        }
        let header = self.lines.len() == 1;
        let Some(line) = self.lines.last_mut() else { return Ok(()) };
        if header && line.cells.len() <= column {
            line.cells.resize(column + 1, String::new());
        }
        let Some(slot) = line.cells.get_mut(column) else { return Ok(()) };
        take(&mut self.left, cell.len().next_multiple_of(16))?;
        // Of the size that it has, and no more.
        *slot = String::from(cell);
        Ok(())
    }

    fn begin(&mut self, row: usize) -> Result<(), Error> {
        if self.lines.len() > MAX_ROWS {
            return Err(wrong("最多导入10000行", "at most 10000 rows"));
        }
        let width = self.lines.first().map_or(0, |header| header.cells.len());
        take(&mut self.left, size_of::<Line>() + width * size_of::<String>())?;
        self.lines.push(Line { row, cells: vec![String::new(); width] });
        Ok(())
    }
}

fn take(left: &mut usize, octets: usize) -> Result<(), Error> {
    *left = left.checked_sub(octets).ok_or_else(too_large)?;
    Ok(())
}

fn csv(octets: &[u8], rows: &mut Rows) -> Result<(), Error> {
    let text = std::str::from_utf8(octets).map_err(unreadable)?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    // A record keeps eight octets for each of its fields, of which one takes a comma.
    if text.bytes().filter(|octet| *octet == b',').take(FIELDS + 1).count() > FIELDS {
        return Err(too_large());
    }
    let mut records = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text.as_bytes());
    let mut record = csv::StringRecord::new();
    let mut row = 0;
    while records.read_record(&mut record).map_err(unreadable)? {
        row += 1;
        for (column, cell) in record.iter().enumerate().take(COLUMNS) {
            rows.put(row, column, cell)?;
        }
    }
    Ok(())
}
