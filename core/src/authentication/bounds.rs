//! Rate limits: by phone or account, by block of numbers, by address, and in total.
//!
//! Reading a count locks its row, so that each of many concurrent requests sees the count that the one before left.
//! Counts are locked in one order everywhere, from the narrow to the wide, so that two requests never deadlock.

use super::state::Sessions;
use super::store::bounds as sql;
use crate::kernel::Kernel;
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::db::{ReadTx, Tx};
use crate::kernel::error::{Code, Error, Text};
use crate::kernel::origin::Origin;

pub(crate) const HOUR: i64 = 3600;
pub(crate) const DAY: i64 = 24 * HOUR;

/// One limit.
#[derive(Debug)]
pub(crate) struct Bound {
    scope: &'static str,
    key_hash: String,
    seconds: i64,
    most: i64,
}

/// The state of a limit before this request counts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    /// The count within the window.
    pub total: i64,
    /// Seconds since the latest; `None` where there was none.
    pub since_last: Option<i64>,
    /// Seconds until the window ends.
    pub left: i64,
    count: sql::Count,
}

impl Bound {
    /// At most `most` of `key` within a window of `seconds`, which begins with the first.
    pub fn new(kernel: &Kernel, scope: &'static str, key: &str, seconds: i64, most: i64) -> Self {
        Self { scope, key_hash: kernel.hash(scope, key), seconds, most }
    }

    /// Whether the limit is reached.
    pub fn is_full(&self, found: Found) -> bool {
        found.total >= self.most
    }

    /// Reads the count and locks it: the next request waits until this transaction ends.
    pub async fn look(&self, tx: &mut Tx, kernel: &Kernel) -> sqlx::Result<Found> {
        let now = kernel.now();
        let kept = sql::held(tx, self.scope, &self.key_hash, now).await?;
        let over = kept.since.plus_seconds(self.seconds) <= now;
        let count = if over { sql::Count { since: now, last_at: kept.last_at, total: 0 } } else { kept };
        let since_last = (count.last_at.0 > 0).then(|| (now.0 - count.last_at.0).div_euclid(1000));
        let left = (count.since.plus_seconds(self.seconds).0 - now.0).div_euclid(1000).max(1);
        Ok(Found { total: count.total, since_last, left, count })
    }

    /// Seconds until the limit allows more; `None` where it does now. Locks nothing.
    pub async fn wait(&self, tx: &mut ReadTx, kernel: &Kernel) -> sqlx::Result<Option<i64>> {
        let now = kernel.now();
        let kept = sql::seen(tx, self.scope, &self.key_hash).await?;
        let full = kept.map(|kept| (kept.total, kept.since.plus_seconds(self.seconds)));
        let full = full.filter(|(total, ends_at)| *total >= self.most && *ends_at > now);
        Ok(full.map(|(_, ends_at)| (ends_at.0 - now.0).div_euclid(1000).max(1)))
    }

    /// Counts one more, even beyond the limit.
    pub async fn add(&self, tx: &mut Tx, kernel: &Kernel) -> sqlx::Result<()> {
        let found = self.look(tx, kernel).await?;
        self.raise(tx, kernel, found).await
    }

    /// Counts one more.
    pub async fn raise(&self, tx: &mut Tx, kernel: &Kernel, found: Found) -> sqlx::Result<()> {
        self.raise_by(tx, kernel, found, 1).await
    }

    /// Counts `more`.
    pub async fn raise_by(&self, tx: &mut Tx, kernel: &Kernel, found: Found, more: i64) -> sqlx::Result<()> {
        let count = sql::Count { total: found.total + more, last_at: kernel.now(), ..found.count };
        let ends_at = count.since.plus_seconds(self.seconds);
        sql::keep(tx, self.scope, &self.key_hash, count, ends_at).await.map(|_| ())
    }

    /// Whether the limit is reached, without waiting for a transaction that counts at the moment.
    pub async fn is_spent(&self, tx: &mut ReadTx, kernel: &Kernel) -> sqlx::Result<bool> {
        Ok(self.wait(tx, kernel).await?.is_some())
    }

    /// Counts one more if the limit allows it; false otherwise.
    pub async fn take(&self, tx: &mut Tx, kernel: &Kernel) -> sqlx::Result<bool> {
        let found = self.look(tx, kernel).await?;
        if self.is_full(found) {
            return Ok(false);
        }
        self.raise(tx, kernel, found).await.map(|()| true)
    }
}

/// The key of a client: its address; of IPv6, the network of one connection (RFC 6177).
pub(crate) fn client(cx: &ReadCtx) -> String {
    Origin::of_request(&cx.request).map(|origin| origin.address.to_string()).unwrap_or_default()
}

impl Sessions {
    /// Counts one more of `key`, in the caller's transaction: a limit for each person's own calls. `(seconds, most)` is
    /// the window, which begins with the first call, and its limit.
    ///
    /// Errors: [`Code::TooMany`] when the limit is reached.
    pub async fn spend(
        &self,
        cx: &mut Ctx,
        scope: &'static str,
        key: &str,
        (seconds, most): (i64, i64),
    ) -> Result<(), Error> {
        let bound = Bound::new(self.kernel(), scope, key, seconds, most);
        let kernel = self.kernel().clone();
        let tx = cx.db().await?;
        let found = bound.look(tx, &kernel).await?;
        if bound.is_full(found) {
            return Err(too_many(found));
        }
        Ok(bound.raise(tx, &kernel, found).await?)
    }
}

/// How many login names an administrator of a tenant may check for existence in a day: without a recent proof, and with
/// one.
const NAMES: i64 = 100;
const NAMES_PROVEN: i64 = 20_000;

impl Sessions {
    /// Counts login names whose existence the caller is about to learn, in a transaction of its own.
    ///
    /// Errors: [`Code::RecentProof`] beyond the limit without a proof; [`Code::TooMany`] beyond the limit of a day.
    pub async fn ask_names(&self, cx: &mut ReadCtx, names: usize) -> Result<(), Error> {
        let kernel = self.kernel();
        let person = cx.person()?.id.clone();
        let more = i64::try_from(names).unwrap_or(i64::MAX);
        let bound = Bound::new(kernel, "names-asked", person.as_str(), DAY, NAMES_PROVEN);
        let mut separate = cx.new_transaction();
        let found = bound.look(separate.db().await?, kernel).await?;
        let total = found.total.saturating_add(more);
        if total > NAMES_PROVEN {
            return Err(too_many(found));
        }
        if total > NAMES {
            self.require_recent(&mut separate).await?;
        }
        bound.raise_by(separate.db().await?, kernel, found, more).await?;
        separate.commit().await
    }
}

/// The error of a limit that is wider than one phone or account.
pub(crate) fn too_many(found: Found) -> Error {
    Error::new(Code::TooMany).retry_after(u32::try_from(found.left).unwrap_or(u32::MAX))
}

/// The error of asking for the next code too soon.
pub(crate) fn too_soon(seconds: i64) -> Error {
    let text =
        Text::made(format!("请{seconds}秒后再获取"), format!("Please wait {seconds} seconds before asking again"));
    Error::new(Code::TooMany).message(text).retry_after(u32::try_from(seconds).unwrap_or(u32::MAX))
}

/// The error of more codes than a day allows (specification, portal, section 8).
pub(crate) fn daily(most: i64, found: Found) -> Error {
    let text = Text::made(
        format!("您获取的验证码已超过当日上限（{most}次），请明天再试"),
        format!(
            "The number of verification codes you obtained exceeds the limit of the day ({most} times). Please try again \
             tomorrow"
        ),
    );
    Error::new(Code::TooMany).message(text).retry_after(u32::try_from(found.left).unwrap_or(u32::MAX))
}
