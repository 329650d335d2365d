//! One SQL text, two engines. The only room that names both drivers.
//!
//! Placeholders are `$1`, `$2`, … on both. SQL is a `'static` text, or `'static` fragments pushed one
//! after the other; values are always bound.

mod query;
mod sqlite;
#[cfg(test)]
mod tests;
mod words;

use std::str::FromStr as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use sqlx::migrate::Migrator;
use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgArguments, PgPoolOptions, PgRow};
use sqlx::sqlite::{SqliteArguments, SqliteConnectOptions, SqliteJournalMode, SqliteRow, SqliteSynchronous};
use sqlx::{AssertSqlSafe, Connection as _, Encode, Executor as _, FromRow, PgPool, Postgres, Sqlite, Type};

use query::Conn;
pub use query::Query;
pub use words::Words;

static MIGRATIONS: Migrator = sqlx::migrate!("../migrations");

/// A value either engine can store.
pub trait Bind: for<'q> Encode<'q, Sqlite> + Type<Sqlite> + for<'q> Encode<'q, Postgres> + Type<Postgres> {}
impl<T> Bind for T where T: for<'q> Encode<'q, Sqlite> + Type<Sqlite> + for<'q> Encode<'q, Postgres> + Type<Postgres> {}

/// A row either engine can return.
pub trait Row: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin {}
impl<T> Row for T where T: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin {}

/// The database. Cheap to clone.
#[derive(Clone, Debug)]
pub enum Db {
    /// Embedded: one writer, many readers.
    Sqlite {
        /// One connection: SQLite has one writer, and waiting in line here is fair where its busy handler is not.
        write: sqlite::Pool,
        /// Connections that cannot write.
        read: sqlite::Pool,
    },
    /// A server, for more than one node.
    Postgres(PgPool),
}

/// A transaction. Dropped without [`Tx::commit`], it undoes everything.
#[derive(Debug)]
pub enum Tx {
    /// On SQLite.
    Sqlite(sqlite::Transaction),
    /// On PostgreSQL.
    Postgres(sqlx::Transaction<'static, Postgres>),
    /// On PostgreSQL, without a transaction: see [`Db::alone`].
    Alone(PoolConnection<Postgres>),
}

/// Rows that a statement touched for which nobody waited.
#[derive(Clone, Debug, Default)]
pub struct Touched(Arc<AtomicU64>);

impl Touched {
    /// How many; known once its transaction was kept.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    fn tell(&self, rows: u64) {
        self.0.store(rows, Ordering::Relaxed);
    }
}

/// How long a caller waits for a connection before the answer is 503.
const ACQUIRE: Duration = Duration::from_secs(5);
/// For how long a connection to a server is believed to stand without a question.
const TRUSTED: Duration = Duration::from_secs(5);

impl Db {
    /// Opens `sqlite:///path/x.db` or `postgres://…`. `connections` bounds the pool (the readers' on SQLite).
    pub async fn open(url: &str, connections: u32) -> sqlx::Result<Self> {
        if url.starts_with("postgres://") || url.starts_with("postgresql://") {
            let pool = PgPoolOptions::new()
                .max_connections(connections)
                .acquire_timeout(ACQUIRE)
                // One that was in use a moment ago stands.
                .test_before_acquire(false)
                .before_acquire(|connection, about| {
                    Box::pin(async move {
                        if about.idle_for > TRUSTED {
                            connection.ping().await?;
                        }
                        Ok(true)
                    })
                })
                .after_connect(|connection, _| {
                    Box::pin(async move {
                        // Compiling a statement takes longer than any of ours runs.
                        connection.execute("SET jit = off").await.map(drop)
                    })
                })
                .connect(url)
                .await?;
            return Ok(Self::Postgres(pool));
        }
        let file = SqliteConnectOptions::from_str(url)?
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            // A consumed code must stay consumed after a power cut.
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(ACQUIRE);
        let write = sqlite::Pool::open(file.clone(), 1).await?;
        // 16 MiB of pages to each reader instead of two: the upper floors of large indexes stay.
        let reading = file.pragma("query_only", "true").pragma("cache_size", "-16384");
        let read = sqlite::Pool::open(reading, connections).await?;
        Ok(Self::Sqlite { write, read })
    }

    /// Brings the schema up to date.
    pub async fn migrate(&self) -> Result<(), sqlx::migrate::MigrateError> {
        match self {
            Self::Sqlite { write, .. } => {
                let mut connection = write.lend().await?;
                MIGRATIONS.run(&mut *connection).await?;
                Ok(words::prepare_sqlite(&mut connection).await?)
            }
            Self::Postgres(pool) => {
                MIGRATIONS.run(pool).await?;
                words::prepare_postgres(pool).await?;
                Ok(compare_keys_by_octets(pool).await?)
            }
        }
    }

    /// A transaction that may write.
    pub async fn begin(&self) -> sqlx::Result<Tx> {
        Ok(match self {
            // The write lock is taken up front: a read that upgrades fails at once, whatever busy_timeout says.
            Self::Sqlite { write, .. } => Tx::Sqlite(write.begin("BEGIN IMMEDIATE").await?),
            Self::Postgres(pool) => Tx::Postgres(pool.begin().await?),
        })
    }

    /// A transaction that only reads: it waits for no writer, and sees one state throughout.
    pub async fn begin_read(&self) -> sqlx::Result<Tx> {
        Ok(match self {
            Self::Sqlite { read, .. } => Tx::Sqlite(read.begin("BEGIN").await?),
            Self::Postgres(pool) => {
                Tx::Postgres(pool.begin_with("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await?)
            }
        })
    }

    /// No transaction, for reading: each statement sees the state of its own moment. What one statement finds
    /// out costs one question then, where a transaction around it asks three.
    pub async fn alone(&self) -> sqlx::Result<Tx> {
        Ok(match self {
            Self::Sqlite { read, .. } => Tx::Sqlite(read.alone().await?),
            Self::Postgres(pool) => Tx::Alone(pool.acquire().await?),
        })
    }

    /// Closes every connection, after those in use come back.
    pub async fn close(&self) {
        match self {
            Self::Sqlite { write, read } => {
                read.close().await;
                write.close().await;
            }
            Self::Postgres(pool) => pool.close().await,
        }
    }
}

/// Folded keys compare by their octets, as they do on SQLite. In the order of a language some marks count
/// for nothing: the range of a prefix would then hold other keys too, and an index built under one version
/// of the language's rules would not fit the next. The one DDL file cannot say so for both engines.
async fn compare_keys_by_octets(pool: &PgPool) -> sqlx::Result<()> {
    let columns: Vec<(String, String)> = sqlx::query_as(
        "SELECT table_name::text, column_name::text FROM information_schema.columns \
         WHERE table_schema = current_schema() AND data_type = 'text' AND column_name LIKE '%\\_key' \
         AND collation_name IS DISTINCT FROM 'C'",
    )
    .fetch_all(pool)
    .await?;
    for (table, column) in columns {
        let sql = format!("ALTER TABLE \"{table}\" ALTER COLUMN \"{column}\" TYPE TEXT COLLATE \"C\"");
        sqlx::query(AssertSqlSafe(sql)).execute(pool).await?; // names from our own schema
    }
    Ok(())
}

impl Tx {
    /// Begins a statement.
    pub fn query(&mut self, sql: &'static str) -> Query<'_> {
        Query::new(
            match self {
                Self::Sqlite(t) => Conn::Sqlite(t, SqliteArguments::default()),
                Self::Postgres(t) => Conn::Postgres(&mut *t, PgArguments::default()),
                Self::Alone(c) => Conn::Postgres(&mut *c, PgArguments::default()),
            },
            sql,
        )
    }

    /// Keeps what was done.
    pub async fn commit(self) -> sqlx::Result<()> {
        match self {
            Self::Sqlite(t) => t.commit().await,
            Self::Postgres(t) => t.commit().await,
            Self::Alone(_) => Ok(()),
        }
    }
}

/// Whether the statement failed because such a row is there already. Constraint names differ between
/// engines, the kind does not.
#[must_use]
pub fn is_duplicate(error: &sqlx::Error) -> bool {
    error.as_database_error().is_some_and(sqlx::error::DatabaseError::is_unique_violation)
}
