//! One SQL text, two engines. The only file that names both drivers.
//!
//! Placeholders are `$1`, `$2`, … on both. SQL is a `'static` text, or `'static` fragments pushed one
//! after the other; values are always bound.

mod sqlite;
#[cfg(test)]
mod tests;

use std::mem;
use std::str::FromStr as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use sqlx::migrate::Migrator;
use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgArguments, PgConnection, PgPoolOptions, PgRow};
use sqlx::sqlite::{SqliteArguments, SqliteConnectOptions, SqliteJournalMode, SqliteRow, SqliteSynchronous};
use sqlx::{
    Arguments as _, AssertSqlSafe, Connection as _, Encode, Executor as _, FromRow, PgPool, Postgres, Sqlite, Type,
};

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

enum Conn<'c> {
    Sqlite(&'c mut sqlite::Transaction, SqliteArguments),
    Postgres(&'c mut PgConnection, PgArguments),
}

/// A statement being put together.
pub struct Query<'c> {
    sql: String,
    conn: Conn<'c>,
    binds: usize,
    error: Option<sqlx::Error>,
    /// The statements before this one, where they cannot go in one text.
    before: Vec<(String, PgArguments)>,
    /// Whether PostgreSQL keeps how it is run.
    kept: bool,
    /// Whether the rows asked for are [among](Query::among) a few thousand at most.
    pub few: bool,
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
            Self::Sqlite { write, .. } => MIGRATIONS.run(&mut *write.lend().await?).await,
            Self::Postgres(pool) => {
                MIGRATIONS.run(pool).await?;
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
        let conn = match self {
            Self::Sqlite(t) => Conn::Sqlite(t, SqliteArguments::default()),
            Self::Postgres(t) => Conn::Postgres(&mut *t, PgArguments::default()),
            Self::Alone(c) => Conn::Postgres(&mut *c, PgArguments::default()),
        };
        Query { sql: sql.into(), conn, binds: 0, error: None, before: Vec::new(), kept: true, few: false }
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

impl<'a> Query<'a> {
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

    /// Adds trusted SQL text.
    #[must_use]
    pub fn sql(mut self, sql: &'static str) -> Self {
        self.sql.push_str(sql);
        self
    }

    /// Ends a statement and begins the next, of which rows and touched rows are told. Both are sent in one go where the
    /// engine takes that; placeholders are to be pushed.
    #[must_use]
    pub fn then(mut self, sql: &'static str) -> Self {
        match &mut self.conn {
            // Placeholders of one text are counted through.
            Conn::Sqlite(..) => self.sql.push_str("; "),
            Conn::Postgres(_, arguments) => {
                self.before.push((mem::take(&mut self.sql), mem::take(arguments)));
                self.binds = 0;
            }
        }
        self.sql(sql)
    }

    /// The statement and where to run it; what is to run before has run.
    async fn ready(self) -> sqlx::Result<(String, Conn<'a>)> {
        if let Some(e) = self.error {
            return Err(e);
        }
        let mut conn = self.conn;
        if let Conn::Postgres(c, _) = &mut conn {
            for (sql, arguments) in self.before {
                // Only 'static fragments and placeholders were pushed.
                sqlx::query_with(AssertSqlSafe(sql), arguments).execute(&mut **c).await?;
            }
        }
        Ok((self.sql, conn))
    }

    /// Has PostgreSQL plan this statement for the values that it has. One that is run often it plans for any, once,
    /// and takes a tenant of a million for one of ten. SQLite plans nothing by values.
    #[must_use]
    pub fn planned_anew(mut self) -> Self {
        self.kept = false;
        self
    }

    /// Adds `column IN (…)` with the statement that `ids` adds, which answers a few thousand at most. PostgreSQL hears
    /// them as an array, and looks them up; it would read the whole table otherwise, as if all were among them.
    #[must_use]
    pub fn among(mut self, column: &'static str, ids: impl FnOnce(Self) -> Self) -> Self {
        self.few = true;
        let (open, close) = match self.conn {
            Conn::Sqlite(..) => (" IN (", ")"),
            Conn::Postgres(..) => (" = ANY (ARRAY(", "))"),
        };
        ids(self.sql(column).sql(open)).sql(close)
    }

    /// Adds trusted SQL text where `yes`.
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

    /// As [`Self::push`], where there is a value.
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
            (sql, Conn::Postgres(c, a)) => {
                sqlx::query_as_with(AssertSqlSafe(sql), a).persistent(kept).fetch_all(c).await
            }
        }
    }

    /// The row, if there is one.
    pub async fn optional<T: Row>(self) -> sqlx::Result<Option<T>> {
        let kept = self.kept;
        match self.ready().await? {
            (sql, Conn::Sqlite(t, a)) => t.optional(sql, a).await,
            (sql, Conn::Postgres(c, a)) => {
                sqlx::query_as_with(AssertSqlSafe(sql), a).persistent(kept).fetch_optional(c).await
            }
        }
    }

    /// The row there must be.
    pub async fn one<T: Row>(self) -> sqlx::Result<T> {
        self.optional().await?.ok_or(sqlx::Error::RowNotFound)
    }

    /// Runs the statement; the number of rows it touched.
    pub async fn execute(self) -> sqlx::Result<u64> {
        match self.ready().await? {
            (sql, Conn::Sqlite(t, a)) => t.execute(sql, a).await,
            (sql, Conn::Postgres(c, a)) => {
                Ok(sqlx::query_with(AssertSqlSafe(sql), a).execute(c).await?.rows_affected())
            }
        }
    }

    /// Runs a statement that nobody waits for: before the next one of its transaction, or on SQLite together
    /// with COMMIT, which spares a way to its thread and back. Whoever asks next, or commits, hears of its
    /// failure; what it touched is known after that, too.
    pub async fn execute_later(self) -> sqlx::Result<Touched> {
        match self.ready().await? {
            (sql, Conn::Sqlite(t, a)) => t.execute_later(sql, a).await,
            (sql, Conn::Postgres(c, a)) => {
                let touched = Touched::default();
                touched.tell(sqlx::query_with(AssertSqlSafe(sql), a).execute(c).await?.rows_affected());
                Ok(touched)
            }
        }
    }
}

/// Whether the statement failed because such a row is there already. Constraint names differ between
/// engines, the kind does not.
#[must_use]
pub fn is_duplicate(error: &sqlx::Error) -> bool {
    error.as_database_error().is_some_and(sqlx::error::DatabaseError::is_unique_violation)
}
