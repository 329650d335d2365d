//! The database, and its transactions: those that read, and those that write too.

use std::ops::{Deref, DerefMut};
use std::str::FromStr as _;
use std::time::Duration;

use futures::future::BoxFuture;
use sqlx::postgres::PgArguments;
use sqlx::sqlite::{SqliteArguments, SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};

use super::bounds::{Bounds, Connections};
use super::query::{Conn, Query, Write};
use super::schema::migrations;
use super::trouble::Health;
use super::watching::{Rows, Watch, Watching};
use super::{postgres, sqlite};

/// The database. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Db {
    engine: Engine,
    health: Health,
    watching: Watching,
}

#[derive(Clone, Debug)]
enum Engine {
    /// Embedded: one writer, many readers.
    Sqlite {
        /// One connection: SQLite has one writer, and the queue for it here is fair, which SQLite's busy handler is
        /// not.
        write: sqlite::Pool,
        /// Connections that cannot write.
        read: sqlite::Pool,
    },
    /// A PostgreSQL server, for more than one node.
    Postgres(postgres::Pool),
}

/// What reads: a transaction, or statements that each stand alone. It has no statement that writes, and none that keeps
/// others waiting; a [`Tx`] is one with these on top.
///
/// ```compile_fail,E0599
/// # async fn shown(db: &cardea::kernel::db::Db) -> sqlx::Result<()> {
/// db.begin_read().await?.write("DELETE FROM settings").execute().await?;
/// # Ok(())
/// # }
/// ```
///
/// ```compile_fail,E0599
/// # async fn shown(db: &cardea::kernel::db::Db) -> sqlx::Result<()> {
/// db.begin().await?.query("SELECT name FROM settings").execute().await?;
/// # Ok(())
/// # }
/// ```
///
/// ```compile_fail,E0599
/// # async fn shown(db: &cardea::kernel::db::Db) -> sqlx::Result<()> {
/// db.begin_read().await?.commit().await?;
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct ReadTx {
    pub(super) on: On,
}

/// Where a transaction is.
#[derive(Debug)]
pub(super) enum On {
    Sqlite(sqlite::Transaction),
    Postgres(postgres::Transaction),
}

/// A transaction that may write. Dropped without [`Tx::commit`], it undoes everything.
///
/// ```
/// # async fn shown(db: &cardea::kernel::db::Db) -> sqlx::Result<()> {
/// let mut tx = db.begin().await?;
/// tx.write("DELETE FROM settings").execute().await?;
/// tx.commit().await?;
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Tx(ReadTx);

impl Db {
    /// Opens `sqlite:///path/x.db` or `postgres://…`. `connections` bounds the pool (of readers, on SQLite).
    pub async fn open(url: &str, connections: u32) -> sqlx::Result<Self> {
        Self::open_within(url, Bounds::of(connections)).await
    }

    /// As [`Self::open`], with other bounds.
    pub async fn open_within(url: &str, bounds: Bounds) -> sqlx::Result<Self> {
        let (health, watching) = (Health::default(), Watching::default());
        if url.starts_with("postgres://") || url.starts_with("postgresql://") {
            let pool = postgres::Pool::open(url, bounds, health.clone(), watching.clone()).await?;
            return Ok(Self { engine: Engine::Postgres(pool), health, watching });
        }
        let file = SqliteConnectOptions::from_str(url)?
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            // A consumed code must stay consumed after a power cut.
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            // 16 MiB for each connection instead of two keep the upper levels of large indexes in memory.
            .pragma("cache_size", "-16384")
            .busy_timeout(bounds.acquire);
        let write = sqlite::Pool::open(file.clone(), 1, bounds.acquire, health.clone(), watching.clone()).await?;
        let reading = file.pragma("query_only", "true");
        let read =
            sqlite::Pool::open(reading, bounds.connections, bounds.acquire, health.clone(), watching.clone()).await?;
        Ok(Self { engine: Engine::Sqlite { write, read }, health, watching })
    }

    /// Brings the schema up to date.
    pub async fn migrate(&self) -> Result<(), sqlx::migrate::MigrateError> {
        match &self.engine {
            Engine::Sqlite { write, .. } => {
                let mut connection = write.lend().await?;
                migrations().run(&mut *connection).await?;
                Ok(super::schema::prepare_sqlite(&mut connection).await?)
            }
            Engine::Postgres(pool) => pool.migrate().await,
        }
    }

    /// Brings the schema to the version of an older server.
    #[cfg(test)]
    pub async fn migrate_to(&self, version: i64) -> Result<(), sqlx::migrate::MigrateError> {
        match &self.engine {
            Engine::Sqlite { write, .. } => migrations().run_to(version, &mut *write.lend().await?).await,
            Engine::Postgres(pool) => pool.migrate_to(version).await,
        }
    }

    /// A transaction that may write.
    pub async fn begin(&self) -> sqlx::Result<Tx> {
        let on = match &self.engine {
            Engine::Sqlite { write, .. } => On::Sqlite(write.begin_write()),
            Engine::Postgres(pool) => On::Postgres(pool.begin("BEGIN").await?),
        };
        Ok(Tx(ReadTx { on }))
    }

    /// A transaction that only reads: it waits for no writer, and sees one state until it ends. The engine itself refuses
    /// to write in it.
    pub async fn begin_read(&self) -> sqlx::Result<ReadTx> {
        let on = match &self.engine {
            Engine::Sqlite { read, .. } => On::Sqlite(read.begin_read()),
            Engine::Postgres(pool) => {
                On::Postgres(pool.begin("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await?)
            }
        };
        Ok(ReadTx { on })
    }

    /// No transaction, for reading: each statement sees the state of its own moment. A read of one statement then
    /// costs one round trip; a transaction around it costs three.
    pub async fn autocommit(&self) -> sqlx::Result<ReadTx> {
        let on = match &self.engine {
            Engine::Sqlite { read, .. } => On::Sqlite(read.autocommit()),
            Engine::Postgres(pool) => On::Postgres(pool.autocommit().await?),
        };
        Ok(ReadTx { on })
    }

    /// As [`Self::autocommit`], for a list, whose statements are [planned anew](Query::planned_anew): they cross to the
    /// database once each, not twice.
    pub async fn listing(&self) -> sqlx::Result<ReadTx> {
        match &self.engine {
            Engine::Sqlite { .. } => self.autocommit().await,
            Engine::Postgres(pool) => Ok(ReadTx { on: On::Postgres(pool.listing().await?) }),
        }
    }

    /// Whether the database may be a network away, where one statement costs less than two that do the same.
    #[must_use]
    pub const fn may_be_far(&self) -> bool {
        matches!(self.engine, Engine::Postgres(_))
    }

    /// How often PostgreSQL was asked and its answer awaited, since the database was opened; `None` on SQLite.
    #[must_use]
    pub fn crossings(&self) -> Option<u64> {
        match &self.engine {
            Engine::Sqlite { .. } => None,
            Engine::Postgres(pool) => Some(pool.crossings()),
        }
    }

    /// Counts the changes of rows by this process.
    #[must_use]
    pub fn watch(&self, rows: &[Rows]) -> Watch {
        self.watching.watch(rows)
    }

    /// The connections of each pool.
    #[must_use]
    pub fn connections(&self) -> Vec<(&'static str, Connections)> {
        match &self.engine {
            Engine::Sqlite { write, read } => vec![("write", write.connections()), ("read", read.connections())],
            Engine::Postgres(pool) => pool.connections(),
        }
    }

    /// Whether a pooler in front of the database lends its connections by transaction.
    #[must_use]
    pub fn is_lent_by_transaction(&self) -> bool {
        matches!(&self.engine, Engine::Postgres(pool) if pool.is_by_transaction())
    }

    /// Whether a write failed for lack of space since the last call of this.
    #[must_use]
    pub fn was_full(&self) -> bool {
        self.health.take_full()
    }

    /// Closes the connections that nobody has used for so long: a crowd leaves one for each that asked at once, with caches of
    /// what it read. The writer of a file stays open.
    pub async fn close_unused(&self, since: Duration) {
        match &self.engine {
            Engine::Sqlite { read, .. } => read.close_unused(since).await,
            Engine::Postgres(pool) => pool.close_unused(since).await,
        }
    }

    /// Closes every connection; those in use have their time to come back.
    pub async fn close(&self) {
        match &self.engine {
            Engine::Sqlite { write, read } => {
                read.close().await;
                write.close().await;
            }
            Engine::Postgres(pool) => pool.close().await,
        }
    }
}

impl ReadTx {
    /// Begins a statement that reads.
    pub fn query(&mut self, sql: &'static str) -> Query<'_> {
        Query::new(self.conn(), sql)
    }

    /// Ends it. Dropped it would end too, in a task of its own, which gives its connection back later.
    pub fn end(self) -> BoxFuture<'static, sqlx::Result<()>> {
        match self.on {
            On::Sqlite(t) => Box::pin(t.commit()),
            On::Postgres(t) => Box::pin(t.commit()),
        }
    }

    /// As [`Tx::write`], where a test wants the engine to refuse it.
    #[cfg(test)]
    pub(in crate::kernel) fn write_anyway(&mut self, sql: &'static str) -> Query<'_, Write> {
        Query::new(self.conn(), sql)
    }

    fn conn(&mut self) -> Conn<'_> {
        match &mut self.on {
            On::Sqlite(t) => Conn::Sqlite(t, SqliteArguments::default()),
            On::Postgres(t) => Conn::Postgres(t, PgArguments::default()),
        }
    }

    /// Whether the database may be a network away, where one statement costs less than two that do the same.
    pub(in crate::kernel) fn may_be_far(&self) -> bool {
        !self.is_sqlite()
    }

    /// Whether this is SQLite, which has one writer.
    pub(super) fn is_sqlite(&self) -> bool {
        matches!(self.on, On::Sqlite(_))
    }
}

impl Tx {
    /// Begins a statement that writes, or one that locks what it reads.
    pub fn write(&mut self, sql: &'static str) -> Query<'_, Write> {
        Query::new(self.conn(), sql)
    }

    /// Begins a statement that is sent with the deferred one, if there is one; neither may read what the other writes.
    /// It is to be deferred itself, as dropping it drops the other too.
    pub(in crate::kernel) fn also(&mut self, sql: &'static str) -> Query<'_, Write> {
        match &mut self.0.on {
            On::Sqlite(t) => Query::beside(t.take_later(), sql, |arguments| Conn::Sqlite(t, arguments)),
            On::Postgres(t) => Query::beside(t.take_later(), sql, |arguments| Conn::Postgres(t, arguments)),
        }
    }

    /// Commits the transaction.
    pub async fn commit(self) -> sqlx::Result<()> {
        self.0.end().await
    }
}

impl Deref for Tx {
    type Target = ReadTx;

    fn deref(&self) -> &ReadTx {
        &self.0
    }
}

impl DerefMut for Tx {
    fn deref_mut(&mut self) -> &mut ReadTx {
        &mut self.0
    }
}
