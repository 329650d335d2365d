//! SQL of the counts of clients and addresses.

use crate::kernel::clock::Time;
use crate::kernel::ctx::Ctx;
use crate::kernel::error::Error;

/// The count of one client and address.
#[derive(Debug, sqlx::FromRow)]
pub struct Count {
    /// Number of requests, this one included.
    pub times: i64,
    /// When the count starts again.
    pub ends_at: Time,
}

/// Counts a request. `ends_at` is the end of a window that begins now; a running window keeps its own end.
pub async fn count(cx: &mut Ctx, key_hash: &str, ends_at: Time) -> Result<Count, Error> {
    let now = cx.now();
    Ok(cx
        .db()
        .await?
        .write(
            "INSERT INTO client_counts (key_hash, times, ends_at) VALUES ($1, 1, $2) \
             ON CONFLICT (key_hash) DO UPDATE SET \
             times = CASE WHEN client_counts.ends_at <= $3 THEN 1 ELSE client_counts.times + 1 END, \
             ends_at = CASE WHEN client_counts.ends_at <= $3 THEN excluded.ends_at ELSE client_counts.ends_at END \
             RETURNING times, ends_at",
        )
        .bind(key_hash.to_owned())
        .bind(ends_at)
        .bind(now)
        .one()
        .await?)
}

/// Removes expired counts.
pub async fn sweep(cx: &mut Ctx) -> Result<u64, Error> {
    let now = cx.now();
    Ok(cx.db().await?.write("DELETE FROM client_counts WHERE ends_at <= $1").bind(now).execute().await?)
}
