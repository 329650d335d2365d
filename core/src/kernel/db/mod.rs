//! One SQL text for two engines. Only this module names both drivers.
//!
//! Placeholders are `$1`, `$2`, … on both. SQL is a `'static` text, or `'static` fragments that are appended to each
//! other; values are always bound.

mod bounds;
mod database;
mod lending;
mod postgres;
mod query;
mod schema;
mod sqlite;
mod statements;
#[cfg(test)]
mod tests;
mod trouble;
mod values;
mod watching;
mod words;

pub use bounds::{Bounds, Connections};
pub use database::{Db, ReadTx, Tx};
#[cfg(test)]
pub use query::STATEMENTS;
pub use query::{Mode, Query, Read, Write};
pub use trouble::{Trouble, is_duplicate, is_without_value, trouble};
pub use values::{Bind, Operand, Row, Touched};
pub use watching::{Rows, Watch};
pub use words::Words;
