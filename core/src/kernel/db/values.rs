//! The values that statements bind and the rows that they return, on either engine.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use sqlx::{Encode, FromRow, Postgres, Sqlite, Type};

use crate::kernel::id::Id;

/// A value that either engine can store.
pub trait Bind: for<'q> Encode<'q, Sqlite> + Type<Sqlite> + for<'q> Encode<'q, Postgres> + Type<Postgres> {}
impl<T> Bind for T where T: for<'q> Encode<'q, Sqlite> + Type<Sqlite> + for<'q> Encode<'q, Postgres> + Type<Postgres> {}

/// A row that either engine can return.
pub trait Row: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin {}
impl<T> Row for T where T: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin {}

/// Where the rows of a statement go. It is not generic, so that statements are run by the same code for every type of row: each
/// had 12 kB of its own.
pub trait RowSink: Send {
    /// Whether it has place for the first row alone.
    fn is_for_one(&self) -> bool;
    /// Takes a row of SQLite.
    fn sqlite(&mut self, row: &SqliteRow) -> sqlx::Result<()>;
    /// Takes a row of PostgreSQL.
    fn postgres(&mut self, row: &PgRow) -> sqlx::Result<()>;
}

impl<T: Row> RowSink for Vec<T> {
    fn is_for_one(&self) -> bool {
        false
    }

    fn sqlite(&mut self, row: &SqliteRow) -> sqlx::Result<()> {
        self.push(T::from_row(row)?);
        Ok(())
    }

    fn postgres(&mut self, row: &PgRow) -> sqlx::Result<()> {
        self.push(T::from_row(row)?);
        Ok(())
    }
}

impl<T: Row> RowSink for Option<T> {
    fn is_for_one(&self) -> bool {
        true
    }

    fn sqlite(&mut self, row: &SqliteRow) -> sqlx::Result<()> {
        *self = Some(T::from_row(row)?);
        Ok(())
    }

    fn postgres(&mut self, row: &PgRow) -> sqlx::Result<()> {
        *self = Some(T::from_row(row)?);
        Ok(())
    }
}

/// What a statement compares with.
#[derive(Clone, Copy, Debug)]
pub enum Operand<'a> {
    /// Trusted SQL text, such as a column of an outer query.
    Sql(&'static str),
    /// An id, which is bound.
    Id(&'a Id),
}

/// The number of rows that a deferred statement changed.
#[derive(Clone, Debug, Default)]
pub struct Touched(Arc<AtomicU64>);

impl Touched {
    /// The number; known once the transaction was committed.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    pub(super) fn tell(&self, rows: u64) {
        self.0.store(rows, Ordering::Relaxed);
    }
}
