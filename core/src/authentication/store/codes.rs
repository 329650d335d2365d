//! SQL of codes.

use crate::kernel::clock::Time;
use crate::kernel::db::Tx;
use crate::kernel::id::Id;

/// The key of a code: purpose, target, browser.
#[derive(Clone, Debug)]
pub struct Place {
    pub purpose: &'static str,
    pub target_hash: String,
    pub browser_hash: String,
}

/// Stores a new code under its key; it replaces the previous one, if any.
pub async fn put(tx: &mut Tx, at: &Place, id: Id, code_hash: String, expires_at: Time) -> sqlx::Result<u64> {
    tx.write(
        "INSERT INTO codes (purpose, target_hash, browser_hash, id, code_hash, tries, expires_at) \
         VALUES ($1, $2, $3, $4, $5, 0, $6) ON CONFLICT (purpose, target_hash, browser_hash) DO UPDATE SET \
         id = excluded.id, code_hash = excluded.code_hash, tries = 0, expires_at = excluded.expires_at, used_at = NULL",
    )
    .bind(at.purpose)
    .bind(at.target_hash.clone())
    .bind(at.browser_hash.clone())
    .bind(id)
    .bind(code_hash)
    .bind(expires_at)
    .execute()
    .await
}

/// A code that still allows tries.
#[derive(Debug, sqlx::FromRow)]
pub struct Live {
    pub id: Id,
    pub code_hash: String,
}

/// Counts a try at the code of a key, if it has tries left; the next try waits until this transaction ends.
pub async fn try_once(tx: &mut Tx, at: &Place, tries: i64, now: Time) -> sqlx::Result<Option<Live>> {
    let query = tx.write("UPDATE codes SET tries = tries + 1 WHERE used_at IS NULL").push(" AND tries < ", tries);
    let query = query.push(" AND expires_at > ", now).push(" AND purpose = ", at.purpose);
    let query = query.push(" AND target_hash = ", at.target_hash.clone());
    query.push(" AND browser_hash = ", at.browser_hash.clone()).sql(" RETURNING id, code_hash").optional().await
}

/// Spends a code; false if another request was first, or a new code has replaced it.
pub async fn spend(tx: &mut Tx, id: &Id, now: Time) -> sqlx::Result<bool> {
    let query = tx.write("UPDATE codes SET").push(" used_at = ", now).push(" WHERE id = ", id.clone());
    Ok(query.push(" AND used_at IS NULL AND expires_at > ", now).execute().await? == 1)
}

/// Deletes the codes of a target.
pub async fn withdraw(tx: &mut Tx, purpose: &'static str, target_hash: String) -> sqlx::Result<u64> {
    let query = tx.write("DELETE FROM codes").push(" WHERE purpose = ", purpose);
    query.push(" AND target_hash = ", target_hash).execute().await
}

/// Deletes expired codes, about `most` of them.
pub async fn sweep(tx: &mut Tx, now: Time, most: i64) -> sqlx::Result<u64> {
    let sql = "DELETE FROM codes WHERE expires_at < $1 AND expires_at <= COALESCE((SELECT expires_at FROM codes \
               WHERE expires_at < $1 ORDER BY expires_at LIMIT 1 OFFSET $2), $1)";
    tx.write(sql).bind(now).bind(most).execute().await
}
