//! Tables for office programs: written as a zip of CSV and XLSX while the rows come from the database, and read
//! back from either.

mod write;

#[cfg(test)]
mod tests;

pub use write::{Cells, Exports, Table, respond};
