//! The database, and a transaction of it.

use std::str::FromStr as _;

use sqlx::postgres::PgArguments;
use sqlx::sqlite::{SqliteArguments, SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};

use super::bounds::{Bounds, Connections};
use super::query::{Conn, Query};
use super::schema::migrations;
use super::trouble::Health;
use super::{postgres, sqlite};

/// The database. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Db {
    engine: Engine,
    health: Health,
}

#[derive(Clone, Debug)]
enum Engine {
    /// Embedded: one writer, many readers.
    Sqlite {
        /// One connection: SQLite has one writer, and waiting in line here is fair where its busy handler is not.
        write: sqlite::Pool,
        /// Connections that cannot write.
        read: sqlite::Pool,
    },
    /// A server, for more than one node.
    Postgres(postgres::Pool),
}

/// A transaction. Dropped without [`Tx::commit`], it undoes everything.
#[derive(Debug)]
pub enum Tx {
    /// On SQLite.
    Sqlite(sqlite::Transaction),
    /// On PostgreSQL.
    Postgres(postgres::Transaction),
}

impl Db {
    /// Opens `sqlite:///path/x.db` or `postgres://…`. `connections` bounds the pool (the readers' on SQLite).
    pub async fn open(url: &str, connections: u32) -> sqlx::Result<Self> {
        Self::open_within(url, Bounds::of(connections)).await
    }

    /// The same with other bounds.
    pub async fn open_within(url: &str, bounds: Bounds) -> sqlx::Result<Self> {
        let health = Health::default();
        if url.starts_with("postgres://") || url.starts_with("postgresql://") {
            let pool = postgres::Pool::open(url, bounds, health.clone()).await?;
            return Ok(Self { engine: Engine::Postgres(pool), health });
        }
        let file = SqliteConnectOptions::from_str(url)?
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            // A consumed code must stay consumed after a power cut.
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(bounds.acquire);
        let write = sqlite::Pool::open(file.clone(), 1, bounds.acquire, health.clone()).await?;
        // 16 MiB of pages to each reader instead of two: the upper floors of large indexes stay.
        let reading = file.pragma("query_only", "true").pragma("cache_size", "-16384");
        let read = sqlite::Pool::open(reading, bounds.connections, bounds.acquire, health.clone()).await?;
        Ok(Self { engine: Engine::Sqlite { write, read }, health })
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

    /// Brings the schema to where an older server left it.
    #[cfg(test)]
    pub async fn migrate_to(&self, version: i64) -> Result<(), sqlx::migrate::MigrateError> {
        match &self.engine {
            Engine::Sqlite { write, .. } => migrations().run_to(version, &mut *write.lend().await?).await,
            Engine::Postgres(pool) => pool.migrate_to(version).await,
        }
    }

    /// A transaction that may write.
    pub async fn begin(&self) -> sqlx::Result<Tx> {
        Ok(match &self.engine {
            // The write lock is taken up front: a read that upgrades fails at once, whatever busy_timeout says.
            Engine::Sqlite { write, .. } => Tx::Sqlite(write.begin("BEGIN IMMEDIATE").await?),
            Engine::Postgres(pool) => Tx::Postgres(pool.begin("BEGIN").await?),
        })
    }

    /// A transaction that only reads: it waits for no writer, and sees one state throughout.
    pub async fn begin_read(&self) -> sqlx::Result<Tx> {
        Ok(match &self.engine {
            Engine::Sqlite { read, .. } => Tx::Sqlite(read.begin("BEGIN").await?),
            Engine::Postgres(pool) => {
                Tx::Postgres(pool.begin("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await?)
            }
        })
    }

    /// No transaction, for reading: each statement sees the state of its own moment. What one statement finds
    /// out costs one question then, where a transaction around it asks three.
    pub async fn autocommit(&self) -> sqlx::Result<Tx> {
        Ok(match &self.engine {
            Engine::Sqlite { read, .. } => Tx::Sqlite(read.autocommit().await?),
            Engine::Postgres(pool) => Tx::Postgres(pool.autocommit().await?),
        })
    }

    /// Connections of each pool.
    #[must_use]
    pub fn connections(&self) -> Vec<(&'static str, Connections)> {
        match &self.engine {
            Engine::Sqlite { write, read } => vec![("write", write.connections()), ("read", read.connections())],
            Engine::Postgres(pool) => vec![("all", pool.connections())],
        }
    }

    /// Whether a pooler stands before the database that lends connections by transaction.
    #[must_use]
    pub fn is_lent_by_transaction(&self) -> bool {
        matches!(&self.engine, Engine::Postgres(pool) if pool.is_by_transaction())
    }

    /// Whether a write met a lack of space since this was last asked.
    #[must_use]
    pub fn was_full(&self) -> bool {
        self.health.take_full()
    }

    /// Closes every connection, after those in use come back.
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

impl Tx {
    /// Begins a statement.
    pub fn query(&mut self, sql: &'static str) -> Query<'_> {
        Query::new(
            match self {
                Self::Sqlite(t) => Conn::Sqlite(t, SqliteArguments::default()),
                Self::Postgres(t) => Conn::Postgres(t, PgArguments::default()),
            },
            sql,
        )
    }

    /// Keeps what was done.
    pub async fn commit(self) -> sqlx::Result<()> {
        match self {
            Self::Sqlite(t) => t.commit().await,
            Self::Postgres(t) => t.commit().await,
        }
    }
}
