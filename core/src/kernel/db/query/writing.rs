//! What a statement that writes has beside: others that are sent with it, locks, and ways to run it.

use std::mem;

use futures::future::BoxFuture;

use super::{Beside, Conn, Known, Query, TEXT, Write};
use crate::kernel::db::statements::{Later, TOUCHED_ON_SQLITE, touched_on_postgres};
use crate::kernel::db::values::{Bind, Row, RowSink, Touched};

impl<'c> Query<'c, Write> {
    /// A statement that joins a deferred one, if there is one. `on` makes the connection with the values.
    pub(in crate::kernel::db) fn beside<A: Default>(
        later: Option<Later<A>>,
        sql: &str,
        on: impl FnOnce(A) -> Conn<'c>,
    ) -> Self {
        let Some(later) = later else { return Self::new(on(A::default()), sql) };
        let mut query = Self::new(on(later.arguments), sql);
        query.binds = later.binds;
        query.kept = later.kept;
        query.beside = Some(Beside { counted: later.statements.counted, touched: later.touched });
        query.before = later.statements.texts;
        query
    }

    /// Ends a statement and begins the next, which is sent with it; the count returned is that of the last. Neither may
    /// read what the other writes, as PostgreSQL runs both on one state of the database: a statement that depends on
    /// the one before says so by [`Self::touched`]. Give their placeholders with [`Self::push`].
    #[must_use]
    pub fn then(mut self, sql: &'static str) -> Self {
        self.before.push(mem::replace(&mut self.sql, String::with_capacity(TEXT)));
        self.sql(sql)
    }

    /// Adds the condition that the statement before this one wrote a row.
    #[must_use]
    pub fn touched(mut self) -> Self {
        let condition = self.has_touched();
        self.sql.push_str(&condition);
        self
    }

    /// Adds trusted SQL text, then `value`, or NULL where the statement before this one wrote no row. For a column that
    /// must have a value: all that is sent together fails then, which [`is_without_value`] tells.
    ///
    /// [`is_without_value`]: crate::kernel::db::trouble::is_without_value
    #[must_use]
    pub fn push_if_touched<T: Bind>(self, sql: &'static str, value: T) -> Self {
        let mut query = self.sql(sql).sql("CASE WHEN ").touched().push(" THEN ", value);
        query.sql.push_str(" END");
        query
    }

    fn has_touched(&self) -> String {
        match self.conn {
            Conn::Sqlite(..) => TOUCHED_ON_SQLITE.to_owned(),
            Conn::Postgres(..) => touched_on_postgres(self.before.len().saturating_sub(1)),
        }
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

    /// Ends a query whose rows nobody else changes until the transaction ends, and which passes over rows that somebody
    /// else has locked. SQLite has one writer, and needs no lock for it.
    #[must_use]
    pub fn skip_locked(self) -> Self {
        match self.conn {
            Conn::Sqlite(..) => self,
            Conn::Postgres(..) => self.sql(" FOR UPDATE SKIP LOCKED"),
        }
    }

    /// Says that what is known of the rows that it writes stays right (see [`Db::watch`]).
    ///
    /// [`Db::watch`]: crate::kernel::db::database::Db::watch
    #[must_use]
    pub fn unnoticed(mut self) -> Self {
        self.known = Known::Right;
        self
    }

    /// Runs the statement, and returns the number of rows that it changed.
    pub fn execute(self) -> BoxFuture<'c, sqlx::Result<u64>> {
        Box::pin(async {
            let kept = self.kept;
            match self.ready()? {
                (statements, Conn::Sqlite(t, a)) => t.execute(&statements, a).await,
                (statements, Conn::Postgres(c, a)) => c.execute(statements, a, kept).await,
            }
        })
    }

    /// Adds what is made for a statement that only reads.
    #[must_use]
    pub fn reading(self, add: impl FnOnce(Query<'c>) -> Query<'c>) -> Self {
        add(self.into_mode()).into_mode()
    }

    /// Runs the only statements of a transaction, and returns the row that the last of them returns, which may be one that
    /// reads what those before leave as it is. They are sent at once and committed when this returns: on PostgreSQL as one statement, without BEGIN and COMMIT;
    /// on SQLite with others that wait for the writer. Only where a pooler may divide its parts, [`Tx::commit`] commits it.
    ///
    /// [`Tx::commit`]: crate::kernel::db::database::Tx::commit
    pub async fn alone<T: Row>(self) -> sqlx::Result<Option<T>> {
        let mut row = None;
        self.alone_into_sink(&mut row).await?;
        Ok(row)
    }

    fn alone_into_sink<'f>(self, sink: &'f mut dyn RowSink) -> BoxFuture<'f, sqlx::Result<()>>
    where
        'c: 'f,
    {
        Box::pin(async {
            let kept = self.kept;
            match self.ready()? {
                (statements, Conn::Sqlite(t, a)) => t.alone(&statements, a, sink).await,
                (statements, Conn::Postgres(c, a)) => c.alone(statements.into_answer(), a, kept, sink).await,
            }
        })
    }

    /// Runs a statement without waiting for it: before the next statement of its transaction, or together with COMMIT.
    /// The next statement, or the commit, returns its error; the number of rows that it changed is known after that,
    /// too. On PostgreSQL a transaction of nothing else is this one statement, and needs no BEGIN and no COMMIT.
    pub fn execute_later(self) -> BoxFuture<'c, sqlx::Result<Touched>> {
        Box::pin(async {
            let (binds, kept) = (self.binds, self.kept);
            let touched = self.beside.as_ref().map(|beside| beside.touched.clone()).unwrap_or_default();
            match self.ready()? {
                (statements, Conn::Sqlite(t, arguments)) => {
                    t.execute_later(Later { statements, arguments, binds, kept, touched }).await
                }
                (statements, Conn::Postgres(c, arguments)) => {
                    c.execute_later(Later { statements, arguments, binds, kept, touched }).await
                }
            }
        })
    }
}
