//! Connections and transactions of PostgreSQL. Every statement ends within its time: it is answered, or it is given
//! up together with its connection. A server that lost its power closes no connection; without the limit, a caller
//! would wait for it as long as the network stack does, and so would every caller that waits for the connection.
//!
//! The server may be a network away, so statements are few: BEGIN is sent before the first statement and not when a
//! transaction is asked for, and a transaction of nothing but deferred statements is sent as one statement, without BEGIN
//! and COMMIT.

use std::io;
use std::str::FromStr as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use deadpool::managed::{Manager, Metrics, Object, RecycleError, RecycleResult};
use sqlx::postgres::{PgArguments, PgConnectOptions, PgRow};
use sqlx::{AssertSqlSafe, Connection as _, Executor as _, FromRow, PgConnection};
use tokio::runtime::Handle;
use tokio::time::error::Elapsed;
use tokio::time::{sleep, timeout};
use url::Url;

use super::bounds::{Bounds, Connections};
use super::lending::Lending;
use super::schema::migrations;
use super::statements::{Later, Statements};
use super::trouble::{Health, Trouble, trouble};
use super::values::Touched;
use crate::kernel::secret::OPEN;

/// How long an idle connection is trusted without a ping.
const TRUSTED: Duration = Duration::from_secs(5);
/// How long a connection is used: what the server caches for it grows.
const LIFE: Duration = Duration::from_mins(30);
/// The pauses between attempts to reach a server that is away, from the first to the longest.
const FIRST_PAUSE: Duration = Duration::from_millis(50);
const LAST_PAUSE: Duration = Duration::from_secs(1);
/// How long a caller waits for a connection when the server was away at the last attempt; it does not wait in line.
const GLANCE: Duration = Duration::from_millis(500);
/// The key of the advisory lock that keeps nodes from migrating at once, behind a pooler that lends by transaction.
const MIGRATING: i64 = 0x0063_6172_6465_6131;
/// The options of a database URL that are known beside the open ones; `sqlx` would log any other option with its value.
const SECRET: &[&str] = &["password", "sslkey", "ssl-key", "options"];

/// Opens connections while there are too few, and looks after those that come back.
#[derive(Debug)]
struct Opener {
    options: PgConnectOptions,
    health: Health,
}

/// A lent connection.
type Lent = Object<Opener>;

impl Manager for Opener {
    type Type = PgConnection;
    type Error = sqlx::Error;

    async fn create(&self) -> sqlx::Result<PgConnection> {
        // Boxed, as connections are seldom opened: the futures of all statements stay small.
        Box::pin(connect(&self.options)).await
    }

    /// A connection that was in use a moment ago is trusted, unless the server was away since.
    async fn recycle(&self, connection: &mut PgConnection, about: &Metrics) -> RecycleResult<sqlx::Error> {
        if about.age() > LIFE {
            return Err(RecycleError::message("a connection that is old"));
        }
        if about.last_used() > TRUSTED || self.health.is_away() {
            Box::pin(connection.ping()).await?;
        }
        Ok(())
    }
}

/// Opens a connection. A server that starts again is waited for, as long as the pool allows.
async fn connect(options: &PgConnectOptions) -> sqlx::Result<PgConnection> {
    let mut pause = FIRST_PAUSE;
    loop {
        match PgConnection::connect_with(options).await {
            Ok(mut connection) => {
                // Compiling a statement takes longer than running any of ours.
                connection.execute("SET jit = off").await?;
                return Ok(connection);
            }
            Err(error) if trouble(&error) == Some(Trouble::Away) => sleep(pause).await,
            Err(error) => return Err(error),
        }
        pause = (pause * 2).min(LAST_PAUSE);
    }
}

/// A pool of connections to a server, or to a pooler in front of it. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Pool {
    connections: Lending<Opener>,
    statement: Duration,
    /// Whether each transaction may be on another connection of the server: then no statement is kept prepared, and
    /// none is sent outside a transaction.
    by_transaction: bool,
    /// How often the server was asked.
    crossings: Arc<AtomicU64>,
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
async fn shares(pool: &Lending<Opener>, connections: u32, options: &PgConnectOptions) -> sqlx::Result<bool> {
    let mut one = pool.lend().await?;
    if connections > 1 {
        return is_shared(&mut one, &mut *pool.lend().await?).await;
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
        let opener = Opener { options: options.clone(), health: health.clone() };
        let connections = Lending::new(opener, bounds.connections, bounds.acquire)?;
        let by_transaction = uncached || shares(&connections, bounds.connections, &options).await?;
        Ok(Self { connections, statement: bounds.statement, by_transaction, crossings: Arc::default(), health })
    }

    /// Brings the schema up to date.
    pub async fn migrate(&self) -> Result<(), sqlx::migrate::MigrateError> {
        if !self.by_transaction {
            let mut connection = self.connections.lend().await?;
            migrations().run(&mut *connection).await?;
            super::schema::prepare_postgres(&mut connection).await?;
            return Ok(compare_keys_by_octets(&mut connection).await?);
        }
        // One transaction, so that it stays on one connection of the server; statements that it left prepared there
        // would be in the way of the connection's next user.
        let mut connection = self.connections.lend().await?;
        let mut tx = connection.begin().await?;
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
        migrations().run_to(version, &mut *self.connections.lend().await?).await
    }

    /// A transaction that begins before its first statement, by `begin`.
    pub async fn begin(&self, begin: &'static str) -> sqlx::Result<Transaction> {
        self.lend(State::Guard(begin)).await
    }

    /// No transaction: each statement stands alone. Behind a pooler that lends connections by transaction this opens
    /// one all the same, because a statement is sent in two parts.
    pub async fn autocommit(&self) -> sqlx::Result<Transaction> {
        self.lend(if self.by_transaction { State::Guard("BEGIN READ ONLY") } else { State::Over }).await
    }

    /// How often the server was asked and its answer awaited.
    pub fn crossings(&self) -> u64 {
        self.crossings.load(Ordering::Relaxed)
    }

    /// Whether each transaction may be on another connection of the server.
    pub fn is_by_transaction(&self) -> bool {
        self.by_transaction
    }

    async fn lend(&self, state: State) -> sqlx::Result<Transaction> {
        Ok(Transaction {
            connection: Some(self.acquire().await?),
            state,
            under_way: false,
            later: None,
            statement: self.statement,
            kept: !self.by_transaction,
            crossings: Arc::clone(&self.crossings),
            health: self.health.clone(),
        })
    }

    /// The connections of the pool.
    pub fn connections(&self) -> Connections {
        self.connections.connections()
    }

    async fn acquire(&self) -> sqlx::Result<Lent> {
        let acquired = if self.health.is_away() {
            timeout(GLANCE, self.connections.lend()).await.unwrap_or_else(|_| Err(unreachable()))
        } else {
            self.connections.lend().await
        };
        match acquired {
            // The pool is empty, and no connection could be opened.
            Err(sqlx::Error::PoolTimedOut) if self.is_empty() => self.health.noted(Err(unreachable())),
            // A pooled connection shows only that the server was there when it was opened.
            Ok(connection) => Ok(connection),
            Err(error) => self.health.noted(Err(error)),
        }
    }

    fn is_empty(&self) -> bool {
        let Connections { used, idle, .. } = self.connections.connections();
        used + idle == 0
    }

    /// Closes every connection, once those in use have come back.
    pub async fn close(&self) {
        self.connections.close().await;
    }
}

/// The state of a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// This is sent before the next statement.
    Guard(&'static str),
    /// It was sent, and neither COMMIT nor ROLLBACK.
    Open,
    /// There is no transaction: each statement stands alone.
    Over,
}

/// A transaction. Dropped without [`Self::commit`], it rolls back.
#[derive(Debug)]
pub struct Transaction {
    /// Taken when this is dropped, or when the connection is given up.
    connection: Option<Lent>,
    state: State,
    /// Whether a statement was sent whose answer was not read to the end.
    under_way: bool,
    later: Option<Later<PgArguments>>,
    /// How long a statement may take.
    statement: Duration,
    /// Whether prepared statements are kept.
    kept: bool,
    crossings: Arc<AtomicU64>,
    health: Health,
}

impl Transaction {
    /// The rows of a statement.
    pub async fn all<T>(&mut self, sql: String, arguments: PgArguments, kept: bool) -> sqlx::Result<Vec<T>>
    where
        T: for<'r> FromRow<'r, PgRow> + Send + Unpin,
    {
        self.catch_up().await?;
        self.enter().await?;
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
        self.catch_up().await?;
        self.enter().await?;
        self.first(sql, arguments, kept).await
    }

    async fn first<T>(&mut self, sql: String, arguments: PgArguments, kept: bool) -> sqlx::Result<Option<T>>
    where
        T: for<'r> FromRow<'r, PgRow> + Send + Unpin,
    {
        let kept = kept && self.kept;
        let query = sqlx::query_as_with(AssertSqlSafe(sql), arguments).persistent(kept);
        let (within, connection) = self.asks()?;
        let done = timeout(within, query.fetch_optional(connection)).await;
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
        let (within, connection) = self.asks()?;
        let done = timeout(within, connection.execute(AssertSqlSafe(commands))).await;
        self.heard(done)?;
        self.state = State::Open;
        Ok(())
    }

    async fn run(&mut self, statements: Statements, arguments: PgArguments, kept: bool) -> sqlx::Result<u64> {
        let text = statements.into_one();
        if text.returns_count {
            let counted: Option<(i64,)> = self.first(text.sql, arguments, kept).await?;
            return Ok(counted.map_or(0, |(rows,)| rows.unsigned_abs()));
        }
        let query = sqlx::query_with(AssertSqlSafe(text.sql), arguments).persistent(kept && self.kept);
        let (within, connection) = self.asks()?;
        let done = timeout(within, query.execute(connection)).await;
        Ok(self.heard(done)?.rows_affected())
    }

    /// Commits the transaction.
    pub async fn commit(mut self) -> sqlx::Result<()> {
        if let Some(later) = self.later.take() {
            // One statement is a transaction by itself, but for a pooler that may divide its two parts.
            if !self.kept {
                self.enter().await?;
            }
            later.touched.tell(self.run(later.statements, later.arguments, later.kept).await?);
        }
        if self.state == State::Open {
            let (within, connection) = self.asks()?;
            let done = timeout(within, connection.execute("COMMIT")).await;
            self.heard(done)?;
            self.state = State::Over;
        }
        // A transaction whose connection was given up has nothing to commit.
        self.connection.as_ref().map(drop).ok_or_else(unreachable)
    }

    /// The connection to send a statement on, and how long to wait for the answer.
    fn asks(&mut self) -> sqlx::Result<(Duration, &mut PgConnection)> {
        let connection = self.connection.as_mut().ok_or_else(unreachable)?;
        self.under_way = true;
        self.crossings.fetch_add(1, Ordering::Relaxed);
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
