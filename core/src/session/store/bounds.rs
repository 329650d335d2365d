//! SQL of how much was asked for.

use crate::kernel::clock::Time;
use crate::kernel::db::Tx;

/// What is counted under a key.
#[derive(Clone, Copy, Debug, sqlx::FromRow)]
pub struct Count {
    /// When the window began.
    pub since: Time,
    /// When the latest was; 0: never.
    pub last_at: Time,
    pub total: i64,
}

/// The count, made where there is none; its row is locked until the transaction ends.
pub async fn held(tx: &mut Tx, scope: &'static str, key_hash: &str, now: Time) -> sqlx::Result<Count> {
    tx.query(
        "INSERT INTO request_counts (scope, key_hash, since, last_at, total, ends_at) VALUES ($1, $2, $3, 0, 0, $3) \
         ON CONFLICT (scope, key_hash) DO UPDATE SET total = request_counts.total RETURNING since, last_at, total",
    )
    .bind(scope)
    .bind(key_hash.to_owned())
    .bind(now)
    .one()
    .await
}

/// How many were counted in a window that is not over; nothing is locked by looking.
pub async fn seen(tx: &mut Tx, scope: &'static str, key_hash: &str, now: Time) -> sqlx::Result<i64> {
    let query = tx.query("SELECT total FROM request_counts").push(" WHERE scope = ", scope);
    let query = query.push(" AND key_hash = ", key_hash.to_owned()).push(" AND ends_at > ", now);
    Ok(query.optional::<(i64,)>().await?.map_or(0, |(total,)| total))
}

/// Puts a count in the place of the one before.
pub async fn keep(tx: &mut Tx, scope: &'static str, key_hash: &str, count: Count, ends_at: Time) -> sqlx::Result<u64> {
    tx.query(
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

/// Forgets counts whose window is over.
pub async fn sweep(tx: &mut Tx, now: Time) -> sqlx::Result<u64> {
    tx.query("DELETE FROM request_counts WHERE ends_at < $1").bind(now).execute().await
}
