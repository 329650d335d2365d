//! Statements, built from trusted text and placeholders.
//!
//! What runs one is boxed: the compiler puts the code of an `async fn` into each part of the program that waits for it, and
//! what waits for it holds all of its state.

mod writing;

use std::fmt::Write as _;
use std::marker::PhantomData;

use futures::future::BoxFuture;
use sqlx::Arguments as _;
use sqlx::postgres::PgArguments;
use sqlx::sqlite::SqliteArguments;

use super::statements::Statements;
use super::values::{Bind, Operand, Row, RowSink, Touched};
use super::{postgres, sqlite};

#[cfg(test)]
tokio::task_local! {
    /// The statements of a task, for tests that collect them.
    pub static STATEMENTS: std::cell::RefCell<Vec<String>>;
}

/// Octets that most statements find room in.
const TEXT: usize = 768;

pub(super) enum Conn<'c> {
    Sqlite(&'c mut sqlite::Transaction, SqliteArguments),
    Postgres(&'c mut postgres::Transaction, PgArguments),
}

/// A deferred statement that another joins.
#[derive(Debug)]
pub(super) struct Beside {
    /// Which of its statements is the counted one.
    pub counted: usize,
    /// Where the count goes.
    pub touched: Touched,
}

/// What becomes of what is known of the rows that a statement writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    /// It is read again.
    Outdated,
    /// It stays right.
    Right,
}

/// What a statement may do.
pub trait Mode: Send + 'static {
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
    /// The statements that are sent with this one, and go before it.
    before: Vec<String>,
    /// The deferred statement that this one is sent with.
    beside: Option<Beside>,
    /// A setting of PostgreSQL for the rest of the transaction.
    pub(super) locally: Option<&'static str>,
    /// Whether PostgreSQL keeps the statement prepared, with its plan.
    kept: bool,
    /// What becomes of what is known of the rows that it writes.
    known: Known,
    /// Whether there are a few thousand rows at most, such as [among](Query::among) ids.
    pub few: bool,
    /// Whether the statement counts rows instead of reading them.
    pub counts: bool,
    mode: PhantomData<M>,
}

impl<'a, M: Mode> Query<'a, M> {
    pub(super) fn new(conn: Conn<'a>, sql: &str) -> Self {
        let mut text = String::with_capacity(TEXT);
        text.push_str(sql);
        Self {
            sql: text,
            conn,
            binds: 0,
            error: None,
            before: Vec::new(),
            beside: None,
            locally: None,
            kept: true,
            known: Known::Outdated,
            few: false,
            counts: false,
            mode: PhantomData,
        }
    }

    /// The same statement, as one of another mode.
    fn into_mode<N: Mode>(self) -> Query<'a, N> {
        Query {
            sql: self.sql,
            conn: self.conn,
            binds: self.binds,
            error: self.error,
            before: self.before,
            beside: self.beside,
            locally: self.locally,
            kept: self.kept,
            known: self.known,
            few: self.few,
            counts: self.counts,
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

    /// The statement, if it is the only one of its text, with its connection.
    async fn single(self) -> sqlx::Result<(String, Conn<'a>)> {
        debug_assert!(self.before.is_empty(), "rows of one of several statements: {}", self.sql);
        let locally = self.locally;
        let (statements, mut conn) = self.ready()?;
        let sql = match &mut conn {
            Conn::Sqlite(..) => statements.sequence(),
            Conn::Postgres(c, _) => {
                if let Some(setting) = locally {
                    c.set_locally(setting).await?;
                }
                statements.into_one().sql
            }
        };
        Ok((sql, conn))
    }

    /// The statements, with their connection. The last of them is the counted one, but for a deferred one's.
    fn ready(mut self) -> sqlx::Result<(Statements, Conn<'a>)> {
        if let Some(e) = self.error {
            return Err(e);
        }
        debug_assert!(M::WRITES || !writes(&self.sql), "begun as one that reads: {}", self.sql);
        #[cfg(test)]
        let _ = STATEMENTS.try_with(|all| all.borrow_mut().push(self.sql.clone()));
        if M::WRITES && self.known == Known::Outdated {
            let written = match &mut self.conn {
                Conn::Sqlite(t, _) => &mut t.written,
                Conn::Postgres(t, _) => &mut t.written,
            };
            self.before.iter().chain([&self.sql]).for_each(|sql| written.note(sql));
        }
        let counted = self.beside.as_ref().map_or(self.before.len(), |beside| beside.counted);
        self.before.push(self.sql);
        Ok((Statements { texts: self.before, counted }, self.conn))
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

    /// Adds the statement that `select` adds, all of whose rows are found in its order, and of which the caller takes some.
    /// PostgreSQL would plan it for the first rows alone, although they are counted.
    #[must_use]
    pub fn whole(self, select: impl FnOnce(Self) -> Self) -> Self {
        match self.conn {
            Conn::Sqlite(..) => select(self),
            Conn::Postgres(..) => select(self.sql("WITH found AS MATERIALIZED (")).sql(") SELECT * FROM found"),
        }
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
        // A text takes everything.
        let _ = write!(self.sql, "${}", self.binds + 1);
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

    /// Adds trusted SQL text, then the operand.
    #[must_use]
    pub fn push_operand(self, sql: &'static str, operand: Operand<'_>) -> Self {
        match operand {
            Operand::Sql(text) => self.sql(sql).sql(text),
            Operand::Id(id) => self.push(sql, id.clone()),
        }
    }

    /// Adds a subquery that makes one text of its rows: a JSON array of an array of `columns` for each, in any order. NULL
    /// or an empty array if there are none. `from` adds what follows the columns.
    #[must_use]
    pub fn json_rows(self, columns: &'static str, from: impl FnOnce(Self) -> Self) -> Self {
        let (rows, row) = match self.conn {
            Conn::Sqlite(..) => ("json_group_array(", "json_array("),
            Conn::Postgres(..) => ("json_agg(", "json_build_array("),
        };
        from(self.sql("(SELECT CAST(").sql(rows).sql(row).sql(columns).sql(")) AS TEXT)")).sql(")")
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

    /// As [`Self::push_in`], if there is a list.
    #[must_use]
    pub fn push_in_if<T: Bind>(self, before: &'static str, values: Option<impl IntoIterator<Item = T>>) -> Self {
        match values {
            Some(values) => self.push_in(before, values),
            None => self,
        }
    }

    /// All rows.
    pub async fn all<T: Row>(self) -> sqlx::Result<Vec<T>> {
        let mut rows = Vec::new();
        self.into_sink(&mut rows).await?;
        Ok(rows)
    }

    /// The row, if there is one.
    pub async fn optional<T: Row>(self) -> sqlx::Result<Option<T>> {
        let mut row = None;
        self.into_sink(&mut row).await?;
        Ok(row)
    }

    fn into_sink<'f>(self, sink: &'f mut dyn RowSink) -> BoxFuture<'f, sqlx::Result<()>>
    where
        'a: 'f,
    {
        Box::pin(async {
            let kept = self.kept;
            match self.single().await? {
                (sql, Conn::Sqlite(t, a)) => t.rows(sql, a, sink).await,
                (sql, Conn::Postgres(c, a)) => c.rows(sql, a, kept, sink).await,
            }
        })
    }

    /// The row; an error if there is none.
    pub async fn one<T: Row>(self) -> sqlx::Result<T> {
        self.optional().await?.ok_or(sqlx::Error::RowNotFound)
    }
}

/// Whether a statement writes or locks: what types do not show, because it is text.
fn writes(sql: &str) -> bool {
    const WRITING: &[&str] = &["INSERT", "UPDATE", "DELETE", "SHARE", "CREATE", "ALTER", "DROP"];
    sql.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').any(|word| WRITING.contains(&word))
}
