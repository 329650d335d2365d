//! A transaction of SQLite, or statements that each stand alone.

use std::mem;

use deadpool::managed::Object;
use futures::TryStreamExt as _;
use sqlx::AssertSqlSafe;
use sqlx::sqlite::{SqliteArguments, SqliteConnection};
use tokio::runtime::Handle;

use super::grouped::Group;
use super::lender::{Connection, roll_back, run_all};
use crate::kernel::db::statements::{Later, Statements};
use crate::kernel::db::values::{RowSink, Touched};
use crate::kernel::db::watching::{Watching, Written};

/// The state of a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Its next statement begins it, by this text.
    Guard(&'static str),
    /// Its first statement is under way, or failed without showing whether BEGIN ran: no further statement is sent.
    Unsure,
    /// It has begun.
    Open,
    /// It has ended, or there is none (autocommit).
    Over,
}

/// A transaction. Dropped without [`Self::commit`], it rolls back.
#[derive(Debug)]
pub struct Transaction {
    group: Group,
    /// Lent with the first statement, and taken when this is dropped.
    connection: Option<Connection>,
    state: State,
    later: Option<Later<SqliteArguments>>,
    /// The watched rows that it has written.
    pub written: Written,
}

impl Transaction {
    /// One in that state, whose connection is lent with its first statement.
    pub fn new(group: Group, state: State, watching: &Watching) -> Self {
        Self { group, connection: None, state, later: None, written: Written::to(watching) }
    }

    /// Puts the rows of a statement into `sink`.
    pub async fn rows(&mut self, sql: String, arguments: SqliteArguments, sink: &mut dyn RowSink) -> sqlx::Result<()> {
        self.catch_up().await?;
        let (connection, sql, first) = self.on(sql).await?;
        let done = rows(connection, sql, arguments, sink).await;
        self.note(first, done)
    }

    /// Runs statements, and returns the number of rows that the counted one changed.
    pub async fn execute(&mut self, statements: &Statements, arguments: SqliteArguments) -> sqlx::Result<u64> {
        self.catch_up().await?;
        self.run(statements, arguments).await
    }

    /// Runs the only statements of a transaction and commits them, together with others that wait. The row that they return
    /// goes into `sink`.
    pub async fn alone(
        &mut self,
        statements: &Statements,
        arguments: SqliteArguments,
        sink: &mut dyn RowSink,
    ) -> sqlx::Result<()> {
        debug_assert!(matches!(self.state, State::Guard(_)) && self.later.is_none(), "not alone: {statements:?}");
        let work = (statements.sequence(), arguments, statements.counted);
        let done = self.group.commit(work, mem::take(&mut self.written)).await?;
        self.state = State::Over;
        done.row.map_or(Ok(()), |row| sink.sqlite(&row))
    }

    /// Defers statements until just before the next one, or until COMMIT, with which they are sent.
    pub async fn execute_later(&mut self, later: Later<SqliteArguments>) -> sqlx::Result<Touched> {
        self.catch_up().await?;
        let touched = later.touched.clone();
        if self.state == State::Over {
            // No transaction will be committed: the statements run alone.
            touched.tell(self.run(&later.statements, later.arguments).await?);
        } else {
            self.later = Some(later);
        }
        Ok(touched)
    }

    /// The deferred statements, for another to join them.
    pub fn take_later(&mut self) -> Option<Later<SqliteArguments>> {
        self.later.take()
    }

    /// Runs the deferred statements.
    async fn catch_up(&mut self) -> sqlx::Result<()> {
        if let Some(later) = self.later.take() {
            later.touched.tell(self.run(&later.statements, later.arguments).await?);
        }
        Ok(())
    }

    async fn run(&mut self, statements: &Statements, arguments: SqliteArguments) -> sqlx::Result<u64> {
        let (connection, sql, first) = self.on(statements.sequence()).await?;
        let done = run_all(connection, sql, arguments, statements.counted + usize::from(first)).await;
        Ok(self.note(first, done)?.touched)
    }

    /// The connection, the text to send, and whether the text contains BEGIN.
    async fn on(&mut self, sql: String) -> sqlx::Result<(&mut SqliteConnection, String, bool)> {
        let (sql, first) = match self.state {
            State::Guard(begin) => (format!("{begin}; {sql}"), true),
            State::Unsure => return Err(sqlx::Error::BeginFailed),
            State::Open | State::Over => (sql, false),
        };
        let connection = match &mut self.connection {
            Some(connection) => connection,
            // Boxed, so that the futures of all statements stay small.
            none => none.insert(Box::pin(self.group.lender.lend()).await?),
        };
        if first {
            self.state = State::Unsure;
        }
        Ok((connection, sql, first))
    }

    /// Notes whether the transaction has begun, as the result of its first statement shows.
    fn note<T>(&mut self, first: bool, done: sqlx::Result<T>) -> sqlx::Result<T> {
        // An error of a constraint shows that BEGIN ran: constraints are only checked inside the transaction.
        let inside =
            |e: &sqlx::Error| e.as_database_error().is_some_and(|e| !matches!(e.kind(), sqlx::error::ErrorKind::Other));
        if first && done.as_ref().map_or_else(inside, |_| true) {
            self.state = State::Open;
        }
        self.group.lender.health.noted(done)
    }

    /// Commits the transaction.
    pub async fn commit(mut self) -> sqlx::Result<()> {
        let later = match (self.state, self.later.take()) {
            (State::Guard(_) | State::Over, None) => return Ok(()),
            (State::Unsure, _) => return Err(sqlx::Error::BeginFailed),
            (State::Guard(_), Some(later)) => {
                let work = (later.statements.sequence(), later.arguments, later.statements.counted);
                let written = mem::take(&mut self.written);
                later.touched.tell(self.group.commit(work, written).await?.touched);
                return Ok(());
            }
            (State::Open | State::Over, later) => later,
        };
        let sequence = later.as_ref().map(|later| later.statements.sequence());
        let counted = later.as_ref().map_or(0, |later| later.statements.counted);
        let sql = [sequence.as_deref(), Some("COMMIT")].into_iter().flatten().collect::<Vec<_>>().join("; ");
        // With arguments, even empty ones, the statements are kept prepared.
        let (arguments, touched) = later.map(|later| (later.arguments, later.touched)).unwrap_or_default();
        self.state = State::Unsure;
        let connection = self.connection.as_mut().ok_or(sqlx::Error::PoolClosed)?;
        let done = run_all(connection, sql, arguments, counted).await;
        touched.tell(self.group.lender.health.noted(done)?.touched);
        self.state = State::Over;
        Ok(())
    }
}

async fn rows(
    connection: &mut SqliteConnection,
    sql: String,
    arguments: SqliteArguments,
    sink: &mut dyn RowSink,
) -> sqlx::Result<()> {
    let query = sqlx::query_with(AssertSqlSafe(sql), arguments);
    if sink.is_for_one() {
        return query.fetch_optional(connection).await?.map_or(Ok(()), |row| sink.sqlite(&row));
    }
    let mut found = query.fetch(connection);
    while let Some(row) = found.try_next().await? {
        sink.sqlite(&row)?;
    }
    Ok(())
}

impl Drop for Transaction {
    fn drop(&mut self) {
        let Some(connection) = self.connection.take() else { return };
        if !matches!(mem::replace(&mut self.state, State::Over), State::Open | State::Unsure) {
            return;
        }
        match Handle::try_current() {
            Ok(runtime) => drop(runtime.spawn(roll_back(connection))),
            // Without a runtime no task can send ROLLBACK; closing the connection rolls back too.
            Err(_) => drop(Object::take(connection)),
        }
    }
}
