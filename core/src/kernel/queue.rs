//! Things to be carried out until they succeed or are given up: messages, sign-outs.
//!
//! Each is a row that was written in the transaction that gave rise to it, so that neither is without the
//! other. Any node carries it out: an attempt is claimed with a lease, and when its node dies, another begins
//! after the lease. What fails is tried again, at longer and longer intervals.

use std::future::Future;

use futures::StreamExt as _;
use futures::stream;

use super::clock::Time;
use super::ctx::{Ctx, ReadCtx};
use super::db::Row;
use super::error::Error;
use super::id::Id;
use super::state::Kernel;

/// Seconds until the second attempt; doubles each time.
const FIRST_PAUSE: i64 = 5;
/// The longest pause, in seconds.
const LONGEST_PAUSE: i64 = 3600;
/// Seconds after which nobody waits for an attempt any more; longer than one can take.
const LEASE: i64 = 60;
/// Rows taken up in one go.
const BATCH: i64 = 64;
/// Rows counted at most.
const COUNTED: i64 = 10_000;
/// Rows forgotten in one go.
const FORGOTTEN: i64 = 1000;

/// A table of such things. It has the columns `id`, `state` (`waiting` until the row is settled), `attempts`,
/// `next_attempt_at` (during an attempt: the end of its lease), `created_at` and `updated_at`.
#[derive(Clone, Copy, Debug)]
pub struct Queue {
    /// Its name.
    pub table: &'static str,
    /// The columns that an attempt needs, after `RETURNING`.
    pub columns: &'static str,
    /// Attempts made at once by one node: whoever hangs holds one place.
    pub at_once: usize,
}

/// A row that is due, as it was seen.
#[derive(Debug, sqlx::FromRow)]
pub struct Due {
    id: Id,
    next_attempt_at: Time,
}

/// Seconds between an attempt, counted from 1, and the next.
#[must_use]
pub fn pause(attempts: i64) -> i64 {
    let doublings = u32::try_from(attempts - 1).unwrap_or_default().min(20);
    FIRST_PAUSE.saturating_mul(1 << doublings).min(LONGEST_PAUSE)
}

impl Queue {
    /// Makes an attempt at some of what is due; how many were taken up. To be called again and again, on every
    /// node. `attempt` answers false where somebody else has it.
    ///
    /// # Errors
    /// Where the database cannot be asked for what is due. An attempt that fails is logged: its lease runs out,
    /// and then there is another.
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

    /// How many rows wait, those whose time has not come included; counted to a bound, so that asking stays cheap.
    pub async fn waiting(&self, cx: &mut ReadCtx) -> Result<i64, Error> {
        let query = cx.db().await?.query("SELECT COUNT(*) FROM (SELECT 1 FROM ").sql(self.table);
        let query = query.push(" WHERE state = 'waiting' LIMIT ", COUNTED).sql(") AS counted");
        let (count,): (i64,) = query.one().await?;
        Ok(count)
    }

    /// What is due, the longest due first.
    pub async fn due(&self, cx: &mut ReadCtx) -> Result<Vec<Due>, Error> {
        let now = cx.now();
        let query = cx.db().await?.query("SELECT id, next_attempt_at FROM ").sql(self.table);
        let query = query.push(" WHERE state = 'waiting' AND next_attempt_at <= ", now);
        Ok(query.push(" ORDER BY next_attempt_at, id LIMIT ", BATCH).all().await?)
    }

    /// Takes a row up, unless somebody else has since it was seen.
    pub async fn claim<A: Row>(&self, cx: &mut Ctx, due: &Due) -> Result<Option<A>, Error> {
        let now = cx.now();
        let query = cx.db().await?.write("UPDATE ").sql(self.table).sql(" SET attempts = attempts + 1,");
        let query = query.push(" next_attempt_at = ", now.plus_seconds(LEASE)).push(", updated_at = ", now);
        let query = query.push(" WHERE state = 'waiting' AND id = ", due.id.clone());
        let query = query.push(" AND next_attempt_at = ", due.next_attempt_at);
        Ok(query.sql(" RETURNING ").sql(self.columns).optional().await?)
    }

    /// Forgets some of what was settled more than `kept` seconds ago; how many.
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
