//! Connections and transactions of SQLite, with as few round trips to a connection's thread as possible.
//!
//! A connection of sqlx lives on a thread of its own: every statement is a round trip to it, and so is each ping,
//! BEGIN and COMMIT of its pool, the latter two with an acknowledgement on top. A code exchange took eleven round
//! trips. Here a connection is not checked when it is lent or returned (nothing in this process breaks one), BEGIN is
//! sent with the first statement, and COMMIT with a last statement that was deferred: that leaves two or three.

use std::mem;
use std::time::Duration;

use deadpool::managed::{Manager, Metrics, Object, RecycleResult};
use futures::TryStreamExt as _;
use sqlx::sqlite::{SqliteArguments, SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, Connection as _, Either, Executor as _};
use tokio::runtime::Handle;

use super::bounds::Connections;
use super::lending::Lending;
use super::statements::{Later, Statements};
use super::trouble::Health;
use super::values::{Row, Touched};
use super::watching::{Watching, Written};

/// A pool of connections to one file.
#[derive(Clone, Debug)]
pub struct Pool {
    connections: Lending<Opener>,
    health: Health,
    watching: Watching,
}

/// Opens connections while there are too few.
#[derive(Debug)]
pub struct Opener(SqliteConnectOptions);

impl Manager for Opener {
    type Type = SqliteConnection;
    type Error = sqlx::Error;

    async fn create(&self) -> Result<SqliteConnection, sqlx::Error> {
        SqliteConnection::connect_with(&self.0).await
    }

    async fn recycle(&self, _: &mut SqliteConnection, _: &Metrics) -> RecycleResult<sqlx::Error> {
        Ok(())
    }
}

type Connection = Object<Opener>;

impl Pool {
    /// Opens a pool of at most `connections`, and the first of them; a caller waits up to `wait` for one.
    pub async fn open(
        options: SqliteConnectOptions,
        connections: u32,
        wait: Duration,
        health: Health,
        watching: Watching,
    ) -> sqlx::Result<Self> {
        let pool = Self { connections: Lending::new(Opener(options), connections, wait)?, health, watching };
        drop(pool.lend().await?);
        Ok(pool)
    }

    /// The connections of the pool.
    pub fn connections(&self) -> Connections {
        self.connections.connections()
    }

    /// A connection, lent until it is dropped.
    pub async fn lend(&self) -> sqlx::Result<Connection> {
        self.connections.lend().await
    }

    /// A transaction that begins with its first statement, by `begin`.
    pub async fn begin(&self, begin: &'static str) -> sqlx::Result<Transaction> {
        Ok(self.transaction(self.lend().await?, State::Guard(begin)))
    }

    /// No transaction: each statement stands alone.
    pub async fn autocommit(&self) -> sqlx::Result<Transaction> {
        Ok(self.transaction(self.lend().await?, State::Over))
    }

    fn transaction(&self, connection: Connection, state: State) -> Transaction {
        Transaction {
            connection: Some(connection),
            state,
            later: None,
            health: self.health.clone(),
            written: Written::to(&self.watching),
        }
    }

    /// Closes every connection, once those that are lent have come back: everything committed is in the file then.
    pub async fn close(&self) {
        self.connections.close().await;
    }
}

/// The state of a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
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
    /// Taken when this is dropped.
    connection: Option<Connection>,
    state: State,
    later: Option<Later<SqliteArguments>>,
    health: Health,
    /// The watched rows that it has written.
    pub written: Written,
}

impl Transaction {
    /// The rows of a statement.
    pub async fn all<T: Row>(&mut self, sql: String, arguments: SqliteArguments) -> sqlx::Result<Vec<T>> {
        self.catch_up().await?;
        let (connection, sql, first) = self.on(sql)?;
        let done = sqlx::query_as_with(AssertSqlSafe(sql), arguments).fetch_all(connection).await;
        self.note(first, done)
    }

    /// The first row of a statement, if there is one.
    pub async fn optional<T: Row>(&mut self, sql: String, arguments: SqliteArguments) -> sqlx::Result<Option<T>> {
        self.catch_up().await?;
        let (connection, sql, first) = self.on(sql)?;
        let done = sqlx::query_as_with(AssertSqlSafe(sql), arguments).fetch_optional(connection).await;
        self.note(first, done)
    }

    /// Runs statements, and returns the number of rows that the counted one changed.
    pub async fn execute(&mut self, statements: &Statements, arguments: SqliteArguments) -> sqlx::Result<u64> {
        self.catch_up().await?;
        self.run(statements, arguments).await
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
        let (connection, sql, first) = self.on(statements.sequence())?;
        let done = run_all(connection, sql, arguments, statements.counted + usize::from(first)).await;
        self.note(first, done)
    }

    /// The connection, the text to send, and whether the text contains BEGIN.
    fn on(&mut self, sql: String) -> sqlx::Result<(&mut SqliteConnection, String, bool)> {
        let (sql, first) = match self.state {
            State::Guard(begin) => {
                self.state = State::Unsure;
                (format!("{begin}; {sql}"), true)
            }
            State::Unsure => return Err(sqlx::Error::BeginFailed),
            State::Open | State::Over => (sql, false),
        };
        let connection = self.connection.as_mut().ok_or(sqlx::Error::PoolClosed)?;
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
        self.health.noted(done)
    }

    /// Commits the transaction.
    pub async fn commit(mut self) -> sqlx::Result<()> {
        let (begin, later) = match (self.state, self.later.take()) {
            (State::Guard(_) | State::Over, None) => return Ok(()),
            (State::Unsure, _) => return Err(sqlx::Error::BeginFailed),
            (State::Guard(begin), later) => (Some(begin), later),
            (State::Open | State::Over, later) => (None, later),
        };
        let sequence = later.as_ref().map(|later| later.statements.sequence());
        let counted = later.as_ref().map_or(0, |later| later.statements.counted) + usize::from(begin.is_some());
        let sql = [begin, sequence.as_deref(), Some("COMMIT")].into_iter().flatten().collect::<Vec<_>>().join("; ");
        // With arguments, even empty ones, the statements are kept prepared.
        let (arguments, touched) = later.map(|later| (later.arguments, later.touched)).unwrap_or_default();
        self.state = State::Unsure;
        let connection = self.connection.as_mut().ok_or(sqlx::Error::PoolClosed)?;
        let done = run_all(connection, sql, arguments, counted).await;
        touched.tell(self.health.noted(done)?);
        self.state = State::Over;
        Ok(())
    }
}

/// Runs the statements of a text, and returns the number of rows that the counted one changed.
async fn run_all(
    connection: &mut SqliteConnection,
    sql: String,
    arguments: SqliteArguments,
    counted: usize,
) -> sqlx::Result<u64> {
    let mut results = connection.fetch_many(sqlx::query_with(AssertSqlSafe(sql), arguments));
    let (mut at, mut touched) = (0, 0);
    while let Some(result) = results.try_next().await? {
        if let Either::Left(result) = result {
            if at == counted {
                touched = result.rows_affected();
            }
            at += 1;
        }
    }
    Ok(touched)
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

/// Rolls back and returns the connection to the pool. It runs after any statement that was under way when the
/// transaction was dropped.
async fn roll_back(mut connection: Connection) {
    let done = sqlx::query_with("ROLLBACK", SqliteArguments::default()).execute(&mut *connection).await;
    if let Err(error) = done {
        // BEGIN itself had failed, or SQLite has rolled back already, as it does when the disk is full.
        let nothing = error.as_database_error().is_some_and(|e| e.message().contains("no transaction is active"));
        if !nothing {
            tracing::warn!(%error, "a transaction could not be undone; its connection is closed");
            drop(Object::take(connection));
        }
    }
}
