//! Connections and transactions of PostgreSQL. Every statement ends within its time: it is answered, or it is given
//! up together with its connection. A server that lost its power closes no connection; without the limit, a caller
//! would wait for it as long as the network stack does, and so would every caller that waits for the connection.

use std::io;
use std::str::FromStr as _;
use std::time::Duration;

use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgArguments, PgConnectOptions, PgPoolOptions, PgRow};
use sqlx::{AssertSqlSafe, Connection as _, Executor as _, FromRow, PgConnection, PgPool, Postgres};
use tokio::runtime::Handle;
use tokio::time::error::Elapsed;
use tokio::time::timeout;
use url::Url;

use super::bounds::{Bounds, Connections};
use super::schema::migrations;
use super::trouble::Health;
use crate::kernel::secret::OPEN;

/// How long an idle connection is trusted without a ping.
const TRUSTED: Duration = Duration::from_secs(5);
/// How long a caller waits for a connection when the server was away at the last attempt; it does not wait in line.
const GLANCE: Duration = Duration::from_millis(500);
/// The key of the advisory lock that keeps nodes from migrating at once, behind a pooler that lends by transaction.
const MIGRATING: i64 = 0x0063_6172_6465_6131;
/// The options of a database URL that are known beside the open ones; `sqlx` would log any other option with its value.
const SECRET: &[&str] = &["password", "sslkey", "ssl-key", "options"];

/// A pool of connections to a server, or to a pooler in front of it. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Pool {
    connections: PgPool,
    statement: Duration,
    /// Whether each transaction may be on another connection of the server: then no statement is kept prepared, and
    /// none is sent outside a transaction.
    by_transaction: bool,
    health: Health,
}

/// The URL without the options that `sqlx` does not know, and whether it turns the statement cache off.
fn understood(url: &str) -> sqlx::Result<(PgConnectOptions, bool)> {
    let mut url = Url::parse(url).map_err(|error| sqlx::Error::Configuration(error.into()))?;
    let given: Vec<(String, String)> = url.query_pairs().into_owned().collect();
    let known = |name: &str| OPEN.contains(&name) || SECRET.contains(&name) || name.starts_with("options[");
    for (name, _) in given.iter().filter(|(name, _)| !known(name)) {
        tracing::warn!(name, "database.url has an option that is not known; it is ignored");
    }
    let uncached = given.iter().any(|(name, value)| name == "statement-cache-capacity" && value == "0");
    url.query_pairs_mut().clear().extend_pairs(given.iter().filter(|(name, _)| known(name)));
    // PostgreSQL 12 and later write floating-point numbers exactly by default, and poolers refuse this parameter.
    Ok((PgConnectOptions::from_str(url.as_str())?.extra_float_digits(None), uncached))
}

fn unreachable() -> sqlx::Error {
    sqlx::Error::Io(io::Error::new(io::ErrorKind::NotConnected, "the database cannot be reached"))
}

/// How often [`shares`] asks: the pooler's connection that has the statement may be lent to another node at that moment.
const ASKED: u32 = 4;

/// Whether a pooler lends one connection of the server to several of ours by turns: then a statement that one of them
/// prepared is seen by the other, or not by the one. A server, and a pooler that lends by session, keep them apart.
async fn shares(pool: &PgPool, connections: u32, options: &PgConnectOptions) -> sqlx::Result<bool> {
    let mut one = pool.acquire().await?;
    if connections > 1 {
        return is_shared(&mut one, &mut *pool.acquire().await?).await;
    }
    let mut other = PgConnection::connect_with(options).await?;
    let found = is_shared(&mut one, &mut other).await?;
    other.close().await?;
    Ok(found)
}

async fn is_shared(one: &mut PgConnection, other: &mut PgConnection) -> sqlx::Result<bool> {
    // In one text, which a pooler does not divide.
    one.execute("DEALLOCATE ALL; PREPARE cardea_shares AS SELECT 1").await?;
    let mut shared = false;
    for _ in 0..ASKED {
        shared = finds(other).await? || !finds(one).await?;
        if shared {
            break;
        }
    }
    // Where the pooler has lent the connection to another by now, this removes that one's prepared statements too.
    one.execute("DEALLOCATE ALL").await?;
    if shared {
        other.execute("DEALLOCATE ALL").await?;
    }
    Ok(shared)
}

async fn finds(connection: &mut PgConnection) -> sqlx::Result<bool> {
    let found = connection.fetch_optional("SELECT 1 FROM pg_prepared_statements WHERE name = 'cardea_shares'").await?;
    Ok(found.is_some())
}

impl Pool {
    /// Opens a pool of connections to the server.
    pub async fn open(url: &str, bounds: Bounds, health: Health) -> sqlx::Result<Self> {
        let (options, uncached) = understood(url)?;
        let lately = health.clone();
        let connections = PgPoolOptions::new()
            .max_connections(bounds.connections)
            .acquire_timeout(bounds.acquire)
            // A connection that was in use a moment ago is trusted, unless the server was away since.
            .test_before_acquire(false)
            .before_acquire(move |connection, about| {
                let doubted = about.idle_for > TRUSTED || lately.is_away();
                Box::pin(async move {
                    if doubted {
                        connection.ping().await?;
                    }
                    Ok(true)
                })
            })
            .after_connect(|connection, _| {
                Box::pin(async move {
                    // Compiling a statement takes longer than running any of ours.
                    connection.execute("SET jit = off").await.map(drop)
                })
            })
            .connect_with(options.clone())
            .await?;
        let by_transaction = uncached || shares(&connections, bounds.connections, &options).await?;
        Ok(Self { connections, statement: bounds.statement, by_transaction, health })
    }

    /// Brings the schema up to date.
    pub async fn migrate(&self) -> Result<(), sqlx::migrate::MigrateError> {
        if !self.by_transaction {
            migrations().run(&self.connections).await?;
            let mut connection = self.connections.acquire().await?;
            super::schema::prepare_postgres(&mut connection).await?;
            return Ok(compare_keys_by_octets(&mut connection).await?);
        }
        // One transaction, so that it stays on one connection of the server; statements that it left prepared there
        // would be in the way of the connection's next user.
        let mut tx = self.connections.begin().await?;
        tx.execute("DEALLOCATE ALL").await?;
        sqlx::query("SELECT pg_advisory_xact_lock($1)").bind(MIGRATING).execute(&mut *tx).await?;
        let mut migrations = migrations();
        migrations.set_locking(false);
        migrations.run(&mut *tx).await?;
        super::schema::prepare_postgres(&mut tx).await?;
        compare_keys_by_octets(&mut tx).await?;
        tx.execute("DEALLOCATE ALL").await?;
        Ok(tx.commit().await?)
    }

    /// Brings the schema to the version of an older server.
    #[cfg(test)]
    pub async fn migrate_to(&self, version: i64) -> Result<(), sqlx::migrate::MigrateError> {
        migrations().run_to(version, &self.connections).await
    }

    /// Begins a transaction by the statement `begin`.
    pub async fn begin(&self, begin: &'static str) -> sqlx::Result<Transaction> {
        let mut transaction = self.lend().await?;
        transaction.open = true;
        let (within, connection) = transaction.asks()?;
        let done = timeout(within, connection.execute(begin)).await;
        transaction.heard(done)?;
        Ok(transaction)
    }

    /// No transaction: each statement stands alone. Behind a pooler that lends connections by transaction this opens
    /// one all the same, because a statement is sent in two parts.
    pub async fn autocommit(&self) -> sqlx::Result<Transaction> {
        if self.by_transaction { self.begin("BEGIN READ ONLY").await } else { self.lend().await }
    }

    /// Whether each transaction may be on another connection of the server.
    pub fn is_by_transaction(&self) -> bool {
        self.by_transaction
    }

    async fn lend(&self) -> sqlx::Result<Transaction> {
        let connection = self.acquire().await?;
        let (statement, kept) = (self.statement, !self.by_transaction);
        Ok(Transaction {
            connection: Some(connection),
            open: false,
            under_way: false,
            statement,
            kept,
            health: self.health.clone(),
        })
    }

    /// The connections of the pool.
    pub fn connections(&self) -> Connections {
        let (size, idle) = (usize::try_from(self.connections.size()).unwrap_or_default(), self.connections.num_idle());
        let max = usize::try_from(self.connections.options().get_max_connections()).unwrap_or_default();
        Connections { used: size.saturating_sub(idle), idle, max }
    }

    async fn acquire(&self) -> sqlx::Result<PoolConnection<Postgres>> {
        let acquired = if self.health.is_away() {
            timeout(GLANCE, self.connections.acquire()).await.unwrap_or_else(|_| Err(unreachable()))
        } else {
            self.connections.acquire().await
        };
        match acquired {
            // The pool is empty, and no connection could be opened.
            Err(sqlx::Error::PoolTimedOut) if self.connections.size() == 0 => self.health.noted(Err(unreachable())),
            // A pooled connection shows only that the server was there when it was opened.
            Ok(connection) => Ok(connection),
            Err(error) => self.health.noted(Err(error)),
        }
    }

    /// Closes every connection, once those in use have come back.
    pub async fn close(&self) {
        self.connections.close().await;
    }
}

/// A transaction. Dropped without [`Self::commit`], it rolls back.
#[derive(Debug)]
pub struct Transaction {
    /// Taken when this is dropped, or when the connection is given up.
    connection: Option<PoolConnection<Postgres>>,
    /// Whether BEGIN was sent, and neither COMMIT nor ROLLBACK.
    open: bool,
    /// Whether a statement was sent whose answer was not read to the end.
    under_way: bool,
    /// How long a statement may take.
    statement: Duration,
    /// Whether prepared statements are kept.
    kept: bool,
    health: Health,
}

impl Transaction {
    /// The rows of a statement.
    pub async fn all<T>(&mut self, sql: String, arguments: PgArguments, kept: bool) -> sqlx::Result<Vec<T>>
    where
        T: for<'r> FromRow<'r, PgRow> + Send + Unpin,
    {
        let kept = kept && self.kept;
        // Only 'static fragments and placeholders were pushed.
        let query = sqlx::query_as_with(AssertSqlSafe(sql), arguments).persistent(kept);
        let (within, connection) = self.asks()?;
        let done = timeout(within, query.fetch_all(connection)).await;
        self.heard(done)
    }

    /// The first row of a statement, if there is one.
    pub async fn optional<T>(&mut self, sql: String, arguments: PgArguments, kept: bool) -> sqlx::Result<Option<T>>
    where
        T: for<'r> FromRow<'r, PgRow> + Send + Unpin,
    {
        let kept = kept && self.kept;
        let query = sqlx::query_as_with(AssertSqlSafe(sql), arguments).persistent(kept);
        let (within, connection) = self.asks()?;
        let done = timeout(within, query.fetch_optional(connection)).await;
        self.heard(done)
    }

    /// Runs a statement, and returns the number of rows that it changed.
    pub async fn execute(&mut self, sql: String, arguments: PgArguments, kept: bool) -> sqlx::Result<u64> {
        let kept = kept && self.kept;
        let query = sqlx::query_with(AssertSqlSafe(sql), arguments).persistent(kept);
        let (within, connection) = self.asks()?;
        let done = timeout(within, query.execute(connection)).await;
        Ok(self.heard(done)?.rows_affected())
    }

    /// Commits the transaction.
    pub async fn commit(mut self) -> sqlx::Result<()> {
        // A transaction whose connection was given up has nothing to commit: this fails.
        let open = self.open;
        let (within, connection) = self.asks()?;
        if open {
            let done = timeout(within, connection.execute("COMMIT")).await;
            self.heard(done)?;
            self.open = false;
        }
        self.under_way = false;
        Ok(())
    }

    /// The connection to send a statement on, and how long to wait for the answer.
    fn asks(&mut self) -> sqlx::Result<(Duration, &mut PgConnection)> {
        let connection = self.connection.as_mut().ok_or_else(unreachable)?;
        self.under_way = true;
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
        self.open = false;
        drop(self.connection.take().map(PoolConnection::detach));
    }
}

impl Drop for Transaction {
    fn drop(&mut self) {
        if !self.open && !self.under_way {
            return;
        }
        let Some(connection) = self.connection.take() else { return };
        match Handle::try_current() {
            Ok(runtime) => drop(runtime.spawn(roll_back(connection, self.statement))),
            // Without a runtime no task can send ROLLBACK; closing the connection rolls back too.
            Err(_) => drop(connection.detach()),
        }
    }
}

/// Rolls back, after any statement that is under way, and returns the connection to the pool.
async fn roll_back(mut connection: PoolConnection<Postgres>, within: Duration) {
    if !matches!(timeout(within, connection.execute("ROLLBACK")).await, Ok(Ok(_))) {
        drop(connection.detach());
    }
}

/// Makes the columns of folded keys compare by their octets, as they do on SQLite. The collation of a language
/// ignores some marks: the range of a prefix would then hold other keys too, and an index built under one version of
/// the collation would not fit the next. The one DDL file cannot express it for both engines.
async fn compare_keys_by_octets(connection: &mut PgConnection) -> sqlx::Result<()> {
    let columns: Vec<(String, String)> = sqlx::query_as(
        "SELECT table_name::text, column_name::text FROM information_schema.columns \
         WHERE table_schema = current_schema() AND data_type = 'text' AND column_name LIKE '%\\_key' \
         AND collation_name IS DISTINCT FROM 'C'",
    )
    .fetch_all(&mut *connection)
    .await?;
    for (table, column) in columns {
        let sql = format!("ALTER TABLE \"{table}\" ALTER COLUMN \"{column}\" TYPE TEXT COLLATE \"C\"");
        sqlx::query(AssertSqlSafe(sql)).execute(&mut *connection).await?; // names from our own schema
    }
    Ok(())
}
