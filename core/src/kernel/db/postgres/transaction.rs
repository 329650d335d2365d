//! A transaction of PostgreSQL, or statements that each stand alone.
//!
//! The server may be a network away, so statements are few: BEGIN is sent before the first statement and not when a
//! transaction is asked for, and a transaction of nothing but deferred statements is sent as one statement, without BEGIN
//! and COMMIT.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use deadpool::managed::Object;
use futures::TryStreamExt as _;
use sqlx::postgres::PgArguments;
use sqlx::{AssertSqlSafe, Executor as _, PgConnection};
use tokio::runtime::Handle;
use tokio::time::error::Elapsed;
use tokio::time::timeout;

use super::opener::{Lent, unreachable};
use crate::kernel::db::statements::{Later, Statements};
use crate::kernel::db::trouble::Health;
use crate::kernel::db::values::{RowSink, Touched};
use crate::kernel::db::watching::Written;

/// The state of a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// This is sent before the next statement.
    Guard(&'static str),
    /// It was sent, and neither COMMIT nor ROLLBACK.
    Open,
    /// There is no transaction: each statement stands alone.
    Over,
}

/// Which statements a connection keeps prepared. One that is not kept crosses twice: to be prepared, and to be run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keeping {
    /// None: the connection of the server may be another one each time.
    Nothing,
    /// Those that one plan serves for any values.
    OnePlan,
    /// All, as each run is planned anew.
    Everything,
}

impl Keeping {
    /// Whether a statement is kept, of which one plan serves for any values or not.
    const fn holds(self, one_plan: bool) -> bool {
        match self {
            Self::Nothing => false,
            Self::OnePlan => one_plan,
            Self::Everything => true,
        }
    }
}

/// A transaction. Dropped without [`Self::commit`], it rolls back.
#[derive(Debug)]
pub struct Transaction {
    /// Taken when this is dropped, or when the connection is given up.
    pub(super) connection: Option<Lent>,
    pub(super) state: State,
    /// Whether a statement was sent whose answer was not read to the end.
    pub(super) under_way: bool,
    pub(super) later: Option<Later<PgArguments>>,
    /// How long a statement may take.
    pub(super) statement: Duration,
    /// Which statements the connection keeps prepared.
    pub(super) keeping: Keeping,
    pub(super) crossings: Arc<AtomicU64>,
    pub(super) health: Health,
    /// The watched rows that it has written.
    pub written: Written,
}

impl Transaction {
    /// Puts the rows of a statement into `sink`.
    pub async fn rows(
        &mut self,
        sql: String,
        arguments: PgArguments,
        kept: bool,
        sink: &mut dyn RowSink,
    ) -> sqlx::Result<()> {
        self.catch_up().await?;
        self.enter().await?;
        self.fetch(sql, arguments, kept, sink).await
    }

    /// As [`Self::rows`], of the only statement of a transaction, which needs no BEGIN and no COMMIT, but for a pooler that may
    /// divide its two parts.
    pub async fn alone(
        &mut self,
        sql: String,
        arguments: PgArguments,
        kept: bool,
        sink: &mut dyn RowSink,
    ) -> sqlx::Result<()> {
        debug_assert!(matches!(self.state, State::Guard(_)) && self.later.is_none(), "not alone: {sql}");
        if self.keeping == Keeping::Nothing {
            self.enter().await?;
        } else {
            self.state = State::Over;
        }
        self.fetch(sql, arguments, kept, sink).await
    }

    async fn fetch(
        &mut self,
        sql: String,
        arguments: PgArguments,
        kept: bool,
        sink: &mut dyn RowSink,
    ) -> sqlx::Result<()> {
        let kept = self.keeping.holds(kept);
        // Only 'static fragments and placeholders were pushed.
        let query = sqlx::query_with(AssertSqlSafe(sql), arguments).persistent(kept);
        let (within, connection) = self.asks(kept)?;
        let done = timeout(within, async {
            if sink.is_for_one() {
                return query.fetch_optional(connection).await?.map_or(Ok(()), |row| sink.postgres(&row));
            }
            let mut found = query.fetch(connection);
            while let Some(row) = found.try_next().await? {
                sink.postgres(&row)?;
            }
            Ok(())
        })
        .await;
        self.heard(done)
    }

    /// Runs statements, and returns the number of rows that the counted one changed.
    pub async fn execute(&mut self, statements: Statements, arguments: PgArguments, kept: bool) -> sqlx::Result<u64> {
        self.catch_up().await?;
        self.enter().await?;
        self.run(statements, arguments, kept).await
    }

    /// Defers statements until just before the next one, or until COMMIT.
    pub async fn execute_later(&mut self, later: Later<PgArguments>) -> sqlx::Result<Touched> {
        self.catch_up().await?;
        let touched = later.touched.clone();
        self.later = Some(later);
        Ok(touched)
    }

    /// The deferred statements, for another to join them.
    pub fn take_later(&mut self) -> Option<Later<PgArguments>> {
        self.later.take()
    }

    /// Runs the deferred statements.
    async fn catch_up(&mut self) -> sqlx::Result<()> {
        if let Some(later) = self.later.take() {
            self.enter().await?;
            later.touched.tell(self.run(later.statements, later.arguments, later.kept).await?);
        }
        Ok(())
    }

    /// Sends BEGIN, if it was not sent yet.
    async fn enter(&mut self) -> sqlx::Result<()> {
        match self.state {
            State::Guard(begin) => self.command(begin.into()).await,
            State::Open | State::Over => Ok(()),
        }
    }

    /// Makes a setting for the rest of the transaction. Where there is none yet, one begins with it.
    pub async fn set_locally(&mut self, setting: &'static str) -> sqlx::Result<()> {
        self.catch_up().await?;
        match self.state {
            State::Guard(begin) => self.command(format!("{begin}; {setting}")).await,
            State::Over => self.command(format!("BEGIN READ ONLY; {setting}")).await,
            State::Open => self.command(setting.into()).await,
        }
    }

    /// Sends commands, the first of which is BEGIN unless the transaction is open.
    async fn command(&mut self, commands: String) -> sqlx::Result<()> {
        let (within, connection) = self.asks(true)?;
        let done = timeout(within, connection.execute(AssertSqlSafe(commands))).await;
        self.heard(done)?;
        self.state = State::Open;
        Ok(())
    }

    async fn run(&mut self, statements: Statements, arguments: PgArguments, kept: bool) -> sqlx::Result<u64> {
        let text = statements.into_one();
        if text.returns_count {
            let mut counted: Option<(i64,)> = None;
            self.fetch(text.sql, arguments, kept, &mut counted).await?;
            return Ok(counted.map_or(0, |(rows,)| rows.unsigned_abs()));
        }
        let kept = self.keeping.holds(kept);
        let query = sqlx::query_with(AssertSqlSafe(text.sql), arguments).persistent(kept);
        let (within, connection) = self.asks(kept)?;
        let done = timeout(within, query.execute(connection)).await;
        Ok(self.heard(done)?.rows_affected())
    }

    /// Commits the transaction.
    pub async fn commit(mut self) -> sqlx::Result<()> {
        if let Some(later) = self.later.take() {
            // One statement is a transaction by itself, but for a pooler that may divide its two parts.
            if self.keeping == Keeping::Nothing {
                self.enter().await?;
            }
            later.touched.tell(self.run(later.statements, later.arguments, later.kept).await?);
        }
        if self.state == State::Open {
            let (within, connection) = self.asks(true)?;
            let done = timeout(within, connection.execute("COMMIT")).await;
            self.heard(done)?;
            self.state = State::Over;
        }
        // A transaction whose connection was given up has nothing to commit.
        self.connection.as_ref().map(drop).ok_or_else(unreachable)
    }

    /// The connection to send a statement on, and how long to wait for the answer. A statement that is not kept prepared
    /// is prepared first, which is a crossing of its own.
    fn asks(&mut self, kept: bool) -> sqlx::Result<(Duration, &mut PgConnection)> {
        let connection = self.connection.as_mut().ok_or_else(unreachable)?;
        self.under_way = true;
        self.crossings.fetch_add(if kept { 1 } else { 2 }, Ordering::Relaxed);
        Ok((self.statement, connection))
    }

    /// Takes an answer. The connection is given up where no answer came in time, and where it broke.
    fn heard<T>(&mut self, answer: Result<sqlx::Result<T>, Elapsed>) -> sqlx::Result<T> {
        let late = || io::Error::new(io::ErrorKind::TimedOut, "the database did not answer in its time");
        let done = answer.unwrap_or_else(|_| Err(sqlx::Error::Io(late())));
        if matches!(done, Err(sqlx::Error::Io(_) | sqlx::Error::Tls(_) | sqlx::Error::Protocol(_))) {
            self.give_up();
        }
        self.under_way = false;
        self.health.noted(done)
    }

    /// Closes the connection without a message, since the server may be gone. The server rolls back the open
    /// transaction.
    fn give_up(&mut self) {
        drop(self.connection.take().map(Object::take));
    }
}

impl Drop for Transaction {
    fn drop(&mut self) {
        if self.state != State::Open && !self.under_way {
            return;
        }
        let Some(connection) = self.connection.take() else { return };
        match Handle::try_current() {
            Ok(runtime) => drop(runtime.spawn(roll_back(connection, self.statement))),
            // Without a runtime no task can send ROLLBACK; closing the connection rolls back too.
            Err(_) => drop(Object::take(connection)),
        }
    }
}

/// Rolls back, after any statement that is under way, and returns the connection to the pool.
async fn roll_back(mut connection: Lent, within: Duration) {
    if !matches!(timeout(within, connection.execute("ROLLBACK")).await, Ok(Ok(_))) {
        drop(Object::take(connection));
    }
}
