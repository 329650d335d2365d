//! Tasks that are attempted until they succeed or are given up: messages, sign-out notices.
//!
//! A task is a row, written in the transaction that causes it, so that neither exists without the other. Any node
//! attempts it: the node claims it with a lease, and if the node dies, another attempts it after the lease. A failed
//! attempt is repeated, at longer and longer intervals.

use std::future::Future;

use futures::StreamExt as _;
use futures::stream;

use super::clock::Time;
use super::ctx::{Ctx, ReadCtx};
use super::db::Row;
use super::error::Error;
use super::id::Id;
use super::scheduler::Next;
use super::state::Kernel;

/// The seconds until the second attempt; doubled after each further one.
const FIRST_PAUSE: i64 = 5;
/// The longest interval, in seconds.
const LONGEST_PAUSE: i64 = 3600;
/// The seconds after which another node may take over an attempt; longer than an attempt can take.
const LEASE: i64 = 60;
/// The rows that one run attempts.
const BATCH: i64 = 64;
/// The most rows that are counted.
const COUNTED: i64 = 10_000;
/// The rows that one run deletes.
const FORGOTTEN: i64 = 1000;

/// A table of tasks. It has the columns `id`, `state` (`waiting` until the task is settled), `attempts`,
/// `next_attempt_at` (during an attempt: the end of its lease), `created_at` and `updated_at`.
#[derive(Clone, Copy, Debug)]
pub struct Queue {
    /// The table.
    pub table: &'static str,
    /// The columns that an attempt needs, after `RETURNING`.
    pub columns: &'static str,
    /// The attempts that one node makes at once: a receiver that hangs holds up one of them.
    pub at_once: usize,
}

/// A row that was due when it was read.
#[derive(Debug, sqlx::FromRow)]
pub struct Due {
    id: Id,
    next_attempt_at: Time,
}

/// The seconds between an attempt, counted from 1, and the next.
#[must_use]
pub fn pause(attempts: i64) -> i64 {
    let doublings = u32::try_from(attempts - 1).unwrap_or_default().min(20);
    FIRST_PAUSE.saturating_mul(1 << doublings).min(LONGEST_PAUSE)
}

/// When a queue is looked at again after a run that claimed so many rows: at once, where as many were due as one run takes.
#[must_use]
pub fn next(claimed: usize) -> Next {
    if i64::try_from(claimed).is_ok_and(|claimed| claimed < BATCH) { Next::Again } else { Next::Soon }
}

impl Queue {
    /// Attempts some of the due tasks, and returns how many this node claimed. To be called again and again, on every
    /// node. `attempt` returns false if another node has claimed the task.
    ///
    /// # Errors
    /// If the database cannot be asked for the due tasks. A failed attempt is logged: its lease runs out, and then
    /// there is another.
    pub async fn run_due<F>(&self, kernel: &Kernel, attempt: impl Fn(Due) -> F) -> Result<usize, Error>
    where
        F: Future<Output = Result<bool, Error>>,
    {
        let due = self.due(&mut ReadCtx::system(kernel)).await?;
        let mut attempts = stream::iter(due.into_iter().map(attempt)).buffer_unordered(self.at_once);
        let mut taken = 0;
        while let Some(attempted) = attempts.next().await {
            match attempted {
                Ok(mine) => taken += usize::from(mine),
                Err(error) => {
                    tracing::error!(%error, source = ?error.source, queue = self.table, "an attempt could not be kept track of");
                }
            }
        }
        Ok(taken)
    }

    /// The number of waiting rows, including those whose time has not come; counted up to a bound, so that it stays
    /// cheap.
    pub async fn waiting(&self, cx: &mut ReadCtx) -> Result<i64, Error> {
        let query = cx.db().await?.query("SELECT COUNT(*) FROM (SELECT 1 FROM ").sql(self.table);
        let query = query.push(" WHERE state = 'waiting' LIMIT ", COUNTED).sql(") AS counted");
        let (count,): (i64,) = query.one().await?;
        Ok(count)
    }

    /// The due rows, the longest due first.
    pub async fn due(&self, cx: &mut ReadCtx) -> Result<Vec<Due>, Error> {
        let now = cx.now();
        let query = cx.db().await?.query("SELECT id, next_attempt_at FROM ").sql(self.table);
        let query = query.push(" WHERE state = 'waiting' AND next_attempt_at <= ", now);
        Ok(query.push(" ORDER BY next_attempt_at, id LIMIT ", BATCH).all().await?)
    }

    /// Claims a row, unless another node has claimed it since it was read.
    pub async fn claim<A: Row>(&self, cx: &mut Ctx, due: &Due) -> Result<Option<A>, Error> {
        let now = cx.now();
        let query = cx.db().await?.write("UPDATE ").sql(self.table).sql(" SET attempts = attempts + 1,");
        let query = query.push(" next_attempt_at = ", now.plus_seconds(LEASE)).push(", updated_at = ", now);
        let query = query.push(" WHERE state = 'waiting' AND id = ", due.id.clone());
        let query = query.push(" AND next_attempt_at = ", due.next_attempt_at);
        Ok(query.sql(" RETURNING ").sql(self.columns).optional().await?)
    }

    /// Deletes some of the rows that are settled and older than `kept` seconds, and returns how many.
    pub async fn forget(&self, cx: &mut Ctx, kept: i64) -> Result<u64, Error> {
        let before = cx.now().plus_seconds(-kept);
        let query = cx.db().await?.write("DELETE FROM ").sql(self.table);
        let query = query.sql(" WHERE state <> 'waiting' AND id IN (SELECT id FROM ").sql(self.table);
        let query = query.push(" WHERE state <> 'waiting' AND created_at < ", before);
        Ok(query.push(" ORDER BY created_at, id LIMIT ", FORGOTTEN).sql(")").execute().await?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_an_hour() {
        let pauses: Vec<_> = [1, 2, 3, 10, 11, 21, 1000].map(pause).into();
        assert_eq!(pauses, [5, 10, 20, 2560, 3600, 3600, 3600]);
    }
}
