//! Spreadsheets: written as a zip of CSV and XLSX while the rows come from the database, and read from either format.

mod import;
mod read;
mod refusal;
mod rows;
mod write;
mod xlsx;
mod xml;

#[cfg(test)]
mod tests;

pub use import::{Columns, Field, ImportRequest, ImportResult, ImportState, MAX_BODY, RowError};
pub use rows::Line;
pub use write::{Cells, Exports, Table, respond, walk};
