//! Several statements in one text, on either engine.

use super::values::Touched;

/// The condition that the statement before wrote a row, in SQLite.
pub const TOUCHED_ON_SQLITE: &str = "changes() > 0";

/// The condition that a statement of the same text wrote a row, in PostgreSQL.
pub fn touched_on_postgres(statement: usize) -> String {
    format!("EXISTS (SELECT 1 FROM s{statement})")
}

/// Statements that are sent in one go. Their placeholders are numbered throughout.
#[derive(Debug)]
pub struct Statements {
    /// At least one.
    pub texts: Vec<String>,
    /// The one whose rows are counted.
    pub counted: usize,
}

impl Statements {
    /// SQLite runs them one after the other.
    pub fn sequence(&self) -> String {
        self.texts.join("; ")
    }

    /// PostgreSQL takes one statement of those with values. Several are the parts of one, which is atomic by itself: each
    /// runs once, on the same state of the database, and one that looks at [`touched_on_postgres`] runs after that one.
    /// The text returns a row with the count; that of a single statement returns none.
    pub fn into_one(mut self) -> Text {
        if self.texts.len() < 2 {
            return Text { sql: self.texts.pop().unwrap_or_default(), returns_count: false };
        }
        let parts = self.texts.iter().enumerate().map(|(at, text)| format!("s{at} AS ({text} RETURNING 1)"));
        let parts = parts.collect::<Vec<_>>().join(", ");
        Text { sql: format!("WITH {parts} SELECT COUNT(*) FROM s{}", self.counted), returns_count: true }
    }
}

/// One statement of PostgreSQL.
#[derive(Debug)]
pub struct Text {
    pub sql: String,
    /// Whether the number of rows is in the row that it returns.
    pub returns_count: bool,
}

/// A deferred statement, with its values.
#[derive(Debug)]
pub struct Later<A> {
    pub statements: Statements,
    pub arguments: A,
    /// How many values there are.
    pub binds: usize,
    /// Whether PostgreSQL keeps it prepared.
    pub kept: bool,
    /// Where the count goes.
    pub touched: Touched,
}
