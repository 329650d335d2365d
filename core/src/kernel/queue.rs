//! Tasks that are attempted until they succeed or are given up: messages, sign-out notices.
//!
//! A task is a row, written in the transaction that causes it, so that neither exists without the other. Any node
//! attempts it: the node claims it with a lease, and if the node dies, another attempts it after the lease. A failed
//! attempt is repeated, at longer and longer intervals.

use std::future::Future;
use std::sync::atomic::{AtomicUsize, Ordering};

use futures::stream::FuturesUnordered;
use futures::{FutureExt as _, StreamExt as _};

use super::ctx::{Ctx, ReadCtx};
use super::db::Row;
use super::error::Error;
use super::scheduler::Next;
use super::state::Kernel;

/// The seconds until the second attempt; doubled after each further one.
const FIRST_PAUSE: i64 = 5;
/// The longest interval, in seconds.
const LONGEST_PAUSE: i64 = 3600;
/// The seconds after which another node may take over an attempt; longer than an attempt can take.
const LEASE: i64 = 60;
/// The rows that one run attempts.
const BATCH: usize = 64;
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

/// What a run waits for.
enum Step<A> {
    Claimed(Result<Vec<A>, Error>),
    Attempted(Result<(), Error>),
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
    if claimed < BATCH { Next::Again } else { Next::Soon }
}

impl Queue {
    /// Attempts some of the due tasks as `who`, and returns how many this node claimed. To be called again and again, on
    /// every node.
    ///
    /// # Errors
    /// If the database cannot be asked for the due tasks. A failed attempt is logged: its lease runs out, and then
    /// there is another.
    pub async fn run_due<A, F>(
        &self,
        kernel: &Kernel,
        who: &'static str,
        attempt: impl Fn(A) -> F,
    ) -> Result<usize, Error>
    where
        A: Row,
        F: Future<Output = Result<(), Error>>,
    {
        if !self.is_due(&mut ReadCtx::system(kernel).autocommit()).await? {
            return Ok(0);
        }
        // Rows are claimed for the places that are free, as an attempt lasts as long as its lease at most. Several are
        // claimed in one commit: it costs as much as the commit of an outcome.
        let (places, running) = (self.at_once, &AtomicUsize::new(0));
        let few = (places / 4).max(1);
        let claim = |most: usize| {
            let free = move || places.saturating_sub(running.load(Ordering::Relaxed)).min(most);
            async move {
                let mut cx = Ctx::system(kernel, who);
                let rows = self.claim(&mut cx, free).await?;
                cx.commit().await?;
                Ok(rows)
            }
            .map(Step::Claimed)
            .left_future()
        };
        let mut steps = FuturesUnordered::from_iter([claim(BATCH)]);
        let (mut claimed, mut claiming, mut more, mut failure) = (0, true, true, None);
        while let Some(step) = steps.next().await {
            match step {
                Step::Claimed(Err(error)) => {
                    more = false;
                    failure = Some(error);
                }
                Step::Claimed(Ok(rows)) => {
                    claiming = false;
                    claimed += rows.len();
                    more = !rows.is_empty() && claimed < BATCH;
                    running.fetch_add(rows.len(), Ordering::Relaxed);
                    steps.extend(rows.into_iter().map(|row| attempt(row).map(Step::Attempted).right_future()));
                }
                Step::Attempted(outcome) => {
                    running.fetch_sub(1, Ordering::Relaxed);
                    if let Err(error) = outcome {
                        tracing::error!(%error, source = ?error.source, queue = self.table, "an attempt could not be kept track of");
                    }
                }
            }
            if more && !claiming && places - running.load(Ordering::Relaxed) >= few {
                claiming = true;
                steps.push(claim(BATCH - claimed));
            }
        }
        failure.map_or(Ok(claimed), Err)
    }

    /// The number of waiting rows, including those whose time has not come; counted up to a bound, so that it stays
    /// cheap.
    pub async fn waiting(&self, cx: &mut ReadCtx) -> Result<i64, Error> {
        let query = cx.db().await?.query("SELECT COUNT(*) FROM (SELECT 1 FROM ").sql(self.table);
        let query = query.push(" WHERE state = 'waiting' LIMIT ", COUNTED).sql(") AS counted");
        let (count,): (i64,) = query.one().await?;
        Ok(count)
    }

    /// Whether a row is due.
    async fn is_due(&self, cx: &mut ReadCtx) -> Result<bool, Error> {
        let now = cx.now();
        let query = cx.db().await?.query("SELECT 1 FROM ").sql(self.table);
        let query = query.push(" WHERE state = 'waiting' AND next_attempt_at <= ", now).sql(" LIMIT 1");
        Ok(query.optional::<(i32,)>().await?.is_some())
    }

    /// Claims due rows, the longest due first, which no other node is claiming. `free` says how many, when the database
    /// is about to be asked.
    pub async fn claim<A: Row>(&self, cx: &mut Ctx, free: impl Fn() -> usize) -> Result<Vec<A>, Error> {
        let now = cx.now();
        let query = cx.db().await?.write("WITH due AS MATERIALIZED (SELECT id FROM ").sql(self.table);
        let query = query.push(" WHERE state = 'waiting' AND next_attempt_at <= ", now);
        let most = i64::try_from(free()).unwrap_or(i64::MAX);
        let query = query.push(" ORDER BY next_attempt_at, id LIMIT ", most).skip_locked();
        let query = query.sql(") UPDATE ").sql(self.table).sql(" SET attempts = attempts + 1,");
        let query = query.push(" next_attempt_at = ", now.plus_seconds(LEASE)).push(", updated_at = ", now);
        Ok(query.sql(" WHERE id IN (SELECT id FROM due) RETURNING ").sql(self.columns).all().await?)
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
