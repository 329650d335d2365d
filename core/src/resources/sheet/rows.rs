//! The rows of a file in memory, within limits.

use super::refusal::{too_large, wrong};
use super::write::Cells;
use crate::kernel::error::{Error, Text};

/// The most rows of a file below its header.
pub const MAX_ROWS: usize = 10_000;
/// Further columns are ignored.
pub(super) const COLUMNS: usize = 50;
/// The most octets in memory for a file, including the places of its cells: three times the need of ten thousand rows
/// with every field filled.
const KEPT: usize = 16 * 1024 * 1024;
/// The most characters of a cell. Every field is shorter.
const CELL: usize = 4000;
/// The most fields of a CSV, including those of empty rows and of ignored columns.
pub(super) const FIELDS: usize = (MAX_ROWS + 1) * COLUMNS + 100_000;

/// A row of a file, numbered as in a spreadsheet program: the header is 1.
#[derive(Debug, PartialEq, Eq)]
pub struct Line {
    /// Its number.
    pub row: usize,
    /// Its cells, trimmed; as many as the header has.
    pub cells: Cells,
}

/// The text of a cell, without the apostrophe that this server's exports put in front of a text that begins like a
/// formula.
fn plain(cell: &str) -> &str {
    let cell = cell.trim();
    cell.strip_prefix('\'').filter(|rest| super::write::is_formula(rest)).unwrap_or(cell)
}

/// The rows in memory, and the octets that remain of the limit.
pub(super) struct Rows {
    pub(super) lines: Vec<Line>,
    left: usize,
}

impl Default for Rows {
    fn default() -> Self {
        Self { lines: Vec::new(), left: KEPT }
    }
}

impl Rows {
    /// Stores a cell. Rows must come in order; an empty cell, or one beyond the header, is skipped.
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
        // Allocated with exactly its own size.
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
