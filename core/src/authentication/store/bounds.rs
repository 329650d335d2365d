//! SQL of rate-limit counts.

use crate::kernel::clock::Time;
use crate::kernel::db::{ReadTx, Tx};

/// The count of a key.
#[derive(Clone, Copy, Debug, sqlx::FromRow)]
pub struct Count {
    /// When the window began.
    pub since: Time,
    /// The time of the latest; 0: never.
    pub last_at: Time,
    pub total: i64,
}

/// The count, inserted where there is none; its row is locked until the transaction ends.
pub async fn held(tx: &mut Tx, scope: &'static str, key_hash: &str, now: Time) -> sqlx::Result<Count> {
    tx.write(
        "INSERT INTO request_counts (scope, key_hash, since, last_at, total, ends_at) VALUES ($1, $2, $3, 0, 0, $3) \
         ON CONFLICT (scope, key_hash) DO UPDATE SET total = request_counts.total RETURNING since, last_at, total",
    )
    .bind(scope)
    .bind(key_hash.to_owned())
    .bind(now)
    .one()
    .await
}

/// The present count, if there is one; locks nothing.
pub async fn seen(tx: &mut ReadTx, scope: &'static str, key_hash: &str) -> sqlx::Result<Option<Count>> {
    let query = tx.query("SELECT since, last_at, total FROM request_counts").push(" WHERE scope = ", scope);
    query.push(" AND key_hash = ", key_hash.to_owned()).optional().await
}

/// Stores a count.
pub async fn keep(tx: &mut Tx, scope: &'static str, key_hash: &str, count: Count, ends_at: Time) -> sqlx::Result<u64> {
    tx.write(
        "UPDATE request_counts SET since = $3, last_at = $4, total = $5, ends_at = $6 WHERE scope = $1 AND key_hash = $2",
    )
    .bind(scope)
    .bind(key_hash.to_owned())
    .bind(count.since)
    .bind(count.last_at)
    .bind(count.total)
    .bind(ends_at)
    .execute()
    .await
}

/// Removes counts whose window is over, about `most` of them.
pub async fn sweep(tx: &mut Tx, now: Time, most: i64) -> sqlx::Result<u64> {
    let sql = "DELETE FROM request_counts WHERE ends_at < $1 AND ends_at <= COALESCE((SELECT ends_at FROM request_counts \
               WHERE ends_at < $1 ORDER BY ends_at LIMIT 1 OFFSET $2), $1)";
    tx.write(sql).bind(now).bind(most).execute().await
}
