//! Values that work once: captcha answers, nonces, the `jti` of assertions and proofs.

use super::clock::Time;
use super::db::{Db, ReadTx, Touched, Tx};

const USE: &str = "INSERT INTO consumed (purpose, key_hash, expires_at) VALUES ($1, $2, $3) \
    ON CONFLICT (purpose, key_hash) DO NOTHING";

/// Marks a key as used until `until`, after which it is refused anyway; false if it was used already. Of two attempts
/// at once, on any nodes, one waits for the other and loses.
pub async fn first(tx: &mut Tx, purpose: &'static str, key_hash: &str, until: Time) -> sqlx::Result<bool> {
    Ok(tx.write(USE).bind(purpose).bind(key_hash.to_owned()).bind(until).execute().await? == 1)
}

/// As [`first`], in a transaction of its own, which is one crossing to the database.
pub async fn first_alone(db: &Db, purpose: &'static str, key_hash: &str, until: Time) -> sqlx::Result<bool> {
    let mut tx = db.begin().await?;
    let used: Touched = tx.write(USE).bind(purpose).bind(key_hash.to_owned()).bind(until).execute_later().await?;
    tx.commit().await?;
    Ok(used.rows() == 1)
}

/// Whether a key was used already.
pub async fn is_spent(tx: &mut ReadTx, purpose: &'static str, key_hash: &str) -> sqlx::Result<bool> {
    let found: Option<(i64,)> = tx
        .query("SELECT expires_at FROM consumed WHERE purpose = $1 AND key_hash = $2")
        .bind(purpose)
        .bind(key_hash.to_owned())
        .optional()
        .await?;
    Ok(found.is_some())
}

/// Deletes about `most` used keys that have expired, and returns how many.
pub async fn sweep(tx: &mut Tx, now: Time, most: i64) -> sqlx::Result<u64> {
    let sql = "DELETE FROM consumed WHERE expires_at < $1 AND expires_at <= COALESCE((SELECT expires_at FROM consumed \
               WHERE expires_at < $1 ORDER BY expires_at LIMIT 1 OFFSET $2), $1)";
    tx.write(sql).bind(now).bind(most).execute().await
}
