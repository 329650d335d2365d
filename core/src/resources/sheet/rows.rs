//! The rows that are kept of a file, within bounds.

use super::refusal::{too_large, wrong};
use super::write::Cells;
use crate::kernel::error::{Error, Text};

/// Rows that a file may have below its header.
pub const MAX_ROWS: usize = 10_000;
/// Columns that are looked at.
pub(super) const COLUMNS: usize = 50;
/// Octets that may be kept of a file, the places of its cells among them: three times what ten thousand rows take whose
/// every field is filled.
const KEPT: usize = 16 * 1024 * 1024;
/// Characters of a cell. No field takes as many.
const CELL: usize = 4000;
/// Fields of a CSV, those of empty rows and of columns that are not looked at among them.
pub(super) const FIELDS: usize = (MAX_ROWS + 1) * COLUMNS + 100_000;

/// A row of a file, with its number as an office program counts them: the header is 1.
#[derive(Debug, PartialEq, Eq)]
pub struct Line {
    /// Its number.
    pub row: usize,
    /// Its cells, trimmed; as many as the header has.
    pub cells: Cells,
}

/// What a cell says, without the apostrophe that an export of ours puts in front of what begins like a formula.
fn plain(cell: &str) -> &str {
    let cell = cell.trim();
    cell.strip_prefix('\'').filter(|rest| super::write::is_formula(rest)).unwrap_or(cell)
}

/// The rows that are kept, and what they take.
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
