//! Connections and transactions of SQLite, with as few round trips to a connection's thread as possible.
//!
//! A connection of sqlx lives on a thread of its own: every statement is a round trip to it, and so is each ping,
//! BEGIN and COMMIT of its pool, the latter two with an acknowledgement on top. A code exchange took eleven round
//! trips. Here a connection is not checked when it is lent or returned (nothing in this process breaks one), BEGIN is
//! sent with the first statement, and COMMIT with a last statement that was deferred: that leaves two or three. A
//! transaction of nothing but deferred statements is one text, and is [committed together](grouped) with others.

mod grouped;
mod lender;
mod transaction;

use std::time::Duration;

use sqlx::sqlite::SqliteConnectOptions;

use super::bounds::Connections;
use super::trouble::Health;
use super::watching::Watching;
use grouped::Group;
use lender::{Connection, Lender};
use transaction::State;

pub use transaction::Transaction;

/// A pool of connections to one file.
#[derive(Clone, Debug)]
pub struct Pool {
    group: Group,
    watching: Watching,
}

impl Pool {
    /// Opens a pool of at most `connections`, and the first of them; a caller waits up to `wait` for one.
    pub async fn open(
        options: SqliteConnectOptions,
        connections: u32,
        wait: Duration,
        health: Health,
        watching: Watching,
    ) -> sqlx::Result<Self> {
        let lender = Lender::open(options, connections, wait, health).await?;
        Ok(Self { group: Group::of(lender), watching })
    }

    /// The connections of the pool.
    pub fn connections(&self) -> Connections {
        self.group.lender.connections()
    }

    /// A connection, lent until it is dropped.
    pub async fn lend(&self) -> sqlx::Result<Connection> {
        self.group.lender.lend().await
    }

    /// A transaction that writes. It begins with its first statement, and is lent its connection then.
    pub fn begin_write(&self) -> Transaction {
        Transaction::new(self.group.clone(), State::Guard(grouped::BEGIN), &self.watching)
    }

    /// As [`Self::begin_write`], for one that reads.
    pub fn begin_read(&self) -> Transaction {
        Transaction::new(self.group.clone(), State::Guard("BEGIN"), &self.watching)
    }

    /// No transaction: each statement stands alone.
    pub fn autocommit(&self) -> Transaction {
        Transaction::new(self.group.clone(), State::Over, &self.watching)
    }

    /// As [`Lending::close_unused`].
    ///
    /// [`Lending::close_unused`]: super::lending::Lending::close_unused
    pub async fn close_unused(&self, since: Duration) {
        self.group.lender.close_unused(since).await;
    }

    /// Closes every connection, once those that are lent have come back: everything committed is in the file then.
    pub async fn close(&self) {
        self.group.lender.close().await;
    }
}
