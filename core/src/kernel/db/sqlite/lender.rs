//! Connections to one file, and what is sent on them.

use std::time::Duration;

use deadpool::managed::{Manager, Metrics, Object, RecycleResult};
use futures::TryStreamExt as _;
use sqlx::sqlite::{SqliteArguments, SqliteConnectOptions, SqliteConnection, SqliteRow};
use sqlx::{AssertSqlSafe, Connection as _, Either, Executor as _};

use crate::kernel::db::bounds::Connections;
use crate::kernel::db::lending::Lending;
use crate::kernel::db::trouble::Health;

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

/// A lent connection.
pub type Connection = Object<Opener>;

/// Lends the connections to one file. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Lender {
    connections: Lending<Opener>,
    pub health: Health,
}

impl Lender {
    /// At most `connections`, of which the first is opened; a caller waits up to `wait` for one.
    pub async fn open(
        options: SqliteConnectOptions,
        connections: u32,
        wait: Duration,
        health: Health,
    ) -> sqlx::Result<Self> {
        let lender = Self { connections: Lending::new(Opener(options), connections, wait)?, health };
        drop(lender.lend().await?);
        Ok(lender)
    }

    /// The connections of the pool.
    pub fn connections(&self) -> Connections {
        self.connections.connections()
    }

    /// A connection, lent until it is dropped.
    pub async fn lend(&self) -> sqlx::Result<Connection> {
        self.connections.lend().await
    }

    /// As [`Lending::close_unused`].
    pub async fn close_unused(&self, since: Duration) {
        self.connections.close_unused(since).await;
    }

    /// Closes every connection, once those that are lent have come back: everything committed is in the file then.
    pub async fn close(&self) {
        self.connections.close().await;
    }
}

/// What came of the statements of a text.
#[derive(Debug, Default)]
pub struct Done {
    /// The number of rows that the counted one changed.
    pub touched: u64,
    /// The last row that any of them returned.
    pub row: Option<SqliteRow>,
}

/// Runs the statements of a text, of which the one at `counted` is the counted one.
pub async fn run_all(
    connection: &mut SqliteConnection,
    sql: String,
    arguments: SqliteArguments,
    counted: usize,
) -> sqlx::Result<Done> {
    let mut results = connection.fetch_many(sqlx::query_with(AssertSqlSafe(sql), arguments));
    let (mut at, mut done) = (0, Done::default());
    while let Some(result) = results.try_next().await? {
        match result {
            Either::Left(result) => {
                if at == counted {
                    done.touched = result.rows_affected();
                }
                at += 1;
            }
            Either::Right(row) => done.row = Some(row),
        }
    }
    Ok(done)
}

/// Rolls back and returns the connection to the pool. It runs after any statement that was under way when the
/// transaction was dropped.
pub async fn roll_back(mut connection: Connection) {
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
