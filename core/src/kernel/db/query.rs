//! Statements, built from trusted text and placeholders.

use std::marker::PhantomData;
use std::mem;

use sqlx::Arguments as _;
use sqlx::postgres::PgArguments;
use sqlx::sqlite::SqliteArguments;

use super::values::{Bind, Row, Touched};
use super::{postgres, sqlite};

#[cfg(test)]
tokio::task_local! {
    /// The statements of a task, for tests that collect them.
    pub static STATEMENTS: std::cell::RefCell<Vec<String>>;
}

pub(super) enum Conn<'c> {
    Sqlite(&'c mut sqlite::Transaction, SqliteArguments),
    Postgres(&'c mut postgres::Transaction, PgArguments),
}

/// What a statement may do.
pub trait Mode {
    /// Whether it may write, and lock.
    const WRITES: bool;
}

/// A statement that only reads.
#[derive(Debug)]
pub enum Read {}

/// A statement that writes, or locks what it reads.
#[derive(Debug)]
pub enum Write {}

impl Mode for Read {
    const WRITES: bool = false;
}

impl Mode for Write {
    const WRITES: bool = true;
}

/// A statement under construction. What [reads](Read) has rows alone; what [writes](Write) is executed too, or answers
/// with the rows that it wrote (`RETURNING`).
pub struct Query<'c, M = Read> {
    pub(super) sql: String,
    pub(super) conn: Conn<'c>,
    binds: usize,
    error: Option<sqlx::Error>,
    /// The statements to run before this one, where the engine does not take them in one text.
    pub(super) before: Vec<(String, PgArguments)>,
    /// Whether PostgreSQL keeps the statement prepared, with its plan.
    kept: bool,
    /// Whether there are a few thousand rows at most, such as [among](Query::among) ids.
    pub few: bool,
    /// Whether the statement counts rows instead of reading them.
    pub counts: bool,
    mode: PhantomData<M>,
}

impl<'a, M: Mode> Query<'a, M> {
    pub(super) fn new(conn: Conn<'a>, sql: &str) -> Self {
        Self {
            sql: sql.into(),
            conn,
            binds: 0,
            error: None,
            before: Vec::new(),
            kept: true,
            few: false,
            counts: false,
            mode: PhantomData,
        }
    }

    /// Binds the next placeholder.
    #[must_use]
    pub fn bind<T: Bind>(mut self, value: T) -> Self {
        let added = match &mut self.conn {
            Conn::Sqlite(_, a) => a.add(value),
            Conn::Postgres(_, a) => a.add(value),
        };
        if let Err(e) = added {
            self.error.get_or_insert(sqlx::Error::Encode(e));
        }
        self.binds += 1;
        self
    }

    /// The text so far.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.sql
    }

    /// Adds trusted SQL text.
    #[must_use]
    pub fn sql(mut self, sql: &'static str) -> Self {
        self.sql.push_str(sql);
        self
    }

    /// Runs the statements that go before, and returns this one with its connection.
    async fn ready(self) -> sqlx::Result<(String, Conn<'a>)> {
        if let Some(e) = self.error {
            return Err(e);
        }
        debug_assert!(M::WRITES || !writes(&self.sql), "begun as one that reads: {}", self.sql);
        #[cfg(test)]
        let _ = STATEMENTS.try_with(|all| all.borrow_mut().push(self.sql.clone()));
        let mut conn = self.conn;
        if let Conn::Postgres(c, _) = &mut conn {
            for (sql, arguments) in self.before {
                c.execute(sql, arguments, true).await?;
            }
        }
        Ok((self.sql, conn))
    }

    /// Makes PostgreSQL plan this statement for its own values. A statement that runs often gets one plan for any
    /// values, which takes a tenant of a million for one of ten. SQLite does not plan by values.
    #[must_use]
    pub fn planned_anew(mut self) -> Self {
        self.kept = false;
        self
    }

    /// Adds `column IN (…)` with the subquery that `ids` adds, which returns a few thousand rows at most. PostgreSQL
    /// gets them as an array and looks each up; otherwise it would read the whole table, as if all its rows were
    /// among them.
    #[must_use]
    pub fn among(mut self, column: &'static str, ids: impl FnOnce(Self) -> Self) -> Self {
        self.few = true;
        let (open, close) = match self.conn {
            Conn::Sqlite(..) => (" IN (", ")"),
            Conn::Postgres(..) => (" = ANY (ARRAY(", "))"),
        };
        ids(self.sql(column).sql(open)).sql(close)
    }

    /// Says that it finds a few thousand rows at most, so that they are sought and counted at once.
    #[must_use]
    pub fn a_few(mut self) -> Self {
        self.few = true;
        self
    }

    /// Adds trusted SQL text if `yes`.
    #[must_use]
    pub fn sql_if(self, yes: bool, sql: &'static str) -> Self {
        if yes { self.sql(sql) } else { self }
    }

    /// Adds trusted SQL text, then one placeholder with `value`.
    #[must_use]
    pub fn push<T: Bind>(mut self, sql: &'static str, value: T) -> Self {
        self.sql.push_str(sql);
        self.sql.push('$');
        self.sql.push_str(&(self.binds + 1).to_string());
        self.bind(value)
    }

    /// As [`Self::push`], if there is a value.
    #[must_use]
    pub fn push_if<T: Bind>(self, sql: &'static str, value: Option<T>) -> Self {
        match value {
            Some(v) => self.push(sql, v),
            None => self,
        }
    }

    /// Adds `before`, then `($n, $m, …)`. An empty list matches nothing.
    #[must_use]
    pub fn push_in<T: Bind>(mut self, before: &'static str, values: impl IntoIterator<Item = T>) -> Self {
        self.sql.push_str(before);
        self.sql.push_str(" IN (");
        let mut any = false;
        for value in values {
            self = self.push(if any { ", " } else { "" }, value);
            any = true;
        }
        self.sql.push_str(if any { ")" } else { "NULL)" });
        self
    }

    /// All rows.
    pub async fn all<T: Row>(self) -> sqlx::Result<Vec<T>> {
        let kept = self.kept;
        match self.ready().await? {
            (sql, Conn::Sqlite(t, a)) => t.all(sql, a).await,
            (sql, Conn::Postgres(c, a)) => c.all(sql, a, kept).await,
        }
    }

    /// The row, if there is one.
    pub async fn optional<T: Row>(self) -> sqlx::Result<Option<T>> {
        let kept = self.kept;
        match self.ready().await? {
            (sql, Conn::Sqlite(t, a)) => t.optional(sql, a).await,
            (sql, Conn::Postgres(c, a)) => c.optional(sql, a, kept).await,
        }
    }

    /// The row; an error if there is none.
    pub async fn one<T: Row>(self) -> sqlx::Result<T> {
        self.optional().await?.ok_or(sqlx::Error::RowNotFound)
    }
}

impl Query<'_, Write> {
    /// Ends a statement and begins the next; rows and counts returned are those of the last. Both are sent in one go
    /// where the engine takes that; give their placeholders with [`Self::push`].
    #[must_use]
    pub fn then(mut self, sql: &'static str) -> Self {
        match &mut self.conn {
            // The placeholders of one text are numbered throughout.
            Conn::Sqlite(..) => self.sql.push_str("; "),
            Conn::Postgres(_, arguments) => {
                self.before.push((mem::take(&mut self.sql), mem::take(arguments)));
                self.binds = 0;
            }
        }
        self.sql(sql)
    }

    /// Ends a statement whose rows of `table` nobody changes or removes until the transaction ends. SQLite has one
    /// writer, and needs no lock for it.
    #[must_use]
    pub fn kept(self, table: &'static str) -> Self {
        match self.conn {
            Conn::Sqlite(..) => self,
            Conn::Postgres(..) => self.sql(" FOR SHARE OF ").sql(table),
        }
    }

    /// Runs the statement, and returns the number of rows that it changed.
    pub async fn execute(self) -> sqlx::Result<u64> {
        match self.ready().await? {
            (sql, Conn::Sqlite(t, a)) => t.execute(sql, a).await,
            (sql, Conn::Postgres(c, a)) => c.execute(sql, a, true).await,
        }
    }

    /// Runs a statement without waiting for it: before the next statement of its transaction, or on SQLite together
    /// with COMMIT, which saves a round trip to the connection's thread. The next statement, or the commit, returns
    /// its error; the number of rows that it changed is known after that, too.
    pub async fn execute_later(self) -> sqlx::Result<Touched> {
        match self.ready().await? {
            (sql, Conn::Sqlite(t, a)) => t.execute_later(sql, a).await,
            (sql, Conn::Postgres(c, a)) => {
                let touched = Touched::default();
                touched.tell(c.execute(sql, a, true).await?);
                Ok(touched)
            }
        }
    }
}

/// Whether a statement writes or locks: what types do not show, because it is text.
fn writes(sql: &str) -> bool {
    const WRITING: &[&str] = &["INSERT", "UPDATE", "DELETE", "SHARE", "CREATE", "ALTER", "DROP"];
    sql.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').any(|word| WRITING.contains(&word))
}
