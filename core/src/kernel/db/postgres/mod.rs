//! Connections to PostgreSQL, and their transactions. Every statement ends within its time: it is answered, or it is given
//! up together with its connection. A server that lost its power closes no connection; without the limit, a caller
//! would wait for it as long as the network stack does, and so would every caller that waits for the connection.

mod opener;
mod transaction;

use std::str::FromStr as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use futures::future::{BoxFuture, join};
use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, Connection as _, Executor as _, PgConnection};
use tokio::time::timeout;
use url::Url;

use super::bounds::{Bounds, Connections};
use super::lending::Lending;
use super::schema::migrations;
use super::trouble::Health;
use super::watching::{Watching, Written};
use crate::kernel::secret::OPEN;
use opener::{Lent, Opener, Plans, unreachable};
use transaction::{Keeping, State};

pub use transaction::Transaction;

/// How long a caller waits for a connection when the server was away at the last attempt; it does not wait in line.
const GLANCE: Duration = Duration::from_millis(500);
/// One of so many connections is for lists.
const LISTING: u32 = 5;
/// The key of the advisory lock that keeps nodes from migrating at once, behind a pooler that lends by transaction.
const MIGRATING: i64 = 0x0063_6172_6465_6131;
/// The options of a database URL that are known beside the open ones; `sqlx` would log any other option with its value.
const SECRET: &[&str] = &["password", "sslkey", "ssl-key", "options"];

/// A pool of connections to a server, or to a pooler in front of it. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Pool {
    connections: Lending<Opener>,
    /// Those that plan each statement anew: for lists. None where there are few connections in all.
    listing: Option<Lending<Opener>>,
    statement: Duration,
    /// Whether each transaction may be on another connection of the server: then no statement is kept prepared, and
    /// none is sent outside a transaction.
    by_transaction: bool,
    /// How often the server was asked.
    crossings: Arc<AtomicU64>,
    health: Health,
    watching: Watching,
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
    pub async fn open(url: &str, bounds: Bounds, health: Health, watching: Watching) -> sqlx::Result<Self> {
        let (options, uncached) = understood(url)?;
        let connections =
            Lending::new(Opener::new(&options, Plans::Kept, &health), bounds.connections, bounds.acquire)?;
        let by_transaction = uncached || shares(&connections, bounds.connections, &options).await?;
        let of_lists = bounds.connections / LISTING;
        // Behind such a pooler a setting of one connection would be another's too.
        let listing = if by_transaction || of_lists == 0 {
            None
        } else {
            connections.resize(bounds.connections - of_lists);
            Some(Lending::new(Opener::new(&options, Plans::Anew, &health), of_lists, bounds.acquire)?)
        };
        Ok(Self {
            connections,
            listing,
            statement: bounds.statement,
            by_transaction,
            crossings: Arc::default(),
            health,
            watching,
        })
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
        self.lend(&self.connections, State::Guard(begin), self.keeping(Keeping::OnePlan)).await
    }

    /// No transaction: each statement stands alone. Behind a pooler that lends connections by transaction this opens
    /// one all the same, because a statement is sent in two parts.
    pub async fn autocommit(&self) -> sqlx::Result<Transaction> {
        self.lend(&self.connections, self.alone(), self.keeping(Keeping::OnePlan)).await
    }

    /// As [`Self::autocommit`], for statements that are [planned anew](crate::kernel::db::Query::planned_anew): they cross once, as
    /// the connection keeps them prepared and plans them anew all the same.
    pub async fn listing(&self) -> sqlx::Result<Transaction> {
        match &self.listing {
            Some(connections) => self.lend(connections, self.alone(), Keeping::Everything).await,
            None => self.autocommit().await,
        }
    }

    fn alone(&self) -> State {
        if self.by_transaction { State::Guard("BEGIN READ ONLY") } else { State::Over }
    }

    fn keeping(&self, otherwise: Keeping) -> Keeping {
        if self.by_transaction { Keeping::Nothing } else { otherwise }
    }

    /// How often the server was asked and its answer awaited.
    pub fn crossings(&self) -> u64 {
        self.crossings.load(Ordering::Relaxed)
    }

    /// Whether each transaction may be on another connection of the server.
    pub fn is_by_transaction(&self) -> bool {
        self.by_transaction
    }

    fn lend<'p>(
        &'p self,
        of: &'p Lending<Opener>,
        state: State,
        keeping: Keeping,
    ) -> BoxFuture<'p, sqlx::Result<Transaction>> {
        Box::pin(async move {
            Ok(Transaction {
                connection: Some(self.acquire(of).await?),
                state,
                under_way: false,
                later: None,
                statement: self.statement,
                keeping,
                crossings: Arc::clone(&self.crossings),
                health: self.health.clone(),
                written: Written::to(&self.watching),
            })
        })
    }

    /// The connections of each pool.
    pub fn connections(&self) -> Vec<(&'static str, Connections)> {
        let Some(listing) = &self.listing else { return vec![("all", self.connections.connections())] };
        vec![("all", self.connections.connections()), ("lists", listing.connections())]
    }

    async fn acquire(&self, of: &Lending<Opener>) -> sqlx::Result<Lent> {
        let acquired = if self.health.is_away() {
            timeout(GLANCE, of.lend()).await.unwrap_or_else(|_| Err(unreachable()))
        } else {
            of.lend().await
        };
        match acquired {
            // The pool is empty, and no connection could be opened.
            Err(sqlx::Error::PoolTimedOut) if of.is_empty() => self.health.noted(Err(unreachable())),
            // A pooled connection shows only that the server was there when it was opened.
            Ok(connection) => Ok(connection),
            Err(error) => self.health.noted(Err(error)),
        }
    }

    /// As [`Lending::close_unused`].
    pub async fn close_unused(&self, since: Duration) {
        for connections in self.listing.iter().chain([&self.connections]) {
            connections.close_unused(since).await;
        }
    }

    /// Closes every connection, as [`Lending::close`] does.
    pub async fn close(&self) {
        let listing = async {
            if let Some(listing) = &self.listing {
                listing.close().await;
            }
        };
        join(listing, self.connections.close()).await;
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
