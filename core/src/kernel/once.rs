//! What works once: captcha answers, nonces, the `jti` of assertions and proofs.

use super::clock::Time;
use super::db::Tx;

/// Marks a key as used until a moment after which it is refused anyway; false if it was used already. Of two
/// at once, on whatever nodes, one waits for the other and loses.
pub async fn first(tx: &mut Tx, purpose: &'static str, key_hash: &str, until: Time) -> sqlx::Result<bool> {
    let sql = "INSERT INTO consumed (purpose, key_hash, expires_at) VALUES ($1, $2, $3) \
               ON CONFLICT (purpose, key_hash) DO NOTHING";
    Ok(tx.query(sql).bind(purpose).bind(key_hash.to_owned()).bind(until).execute().await? == 1)
}
