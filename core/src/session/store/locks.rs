//! SQL of the locks of too many failures, as administrators see them.

use crate::kernel::clock::Time;
use crate::kernel::db::Tx;

/// The names among these, by their hashes, that are locked at a moment, with the end of each lock.
pub async fn locked(tx: &mut Tx, name_hashes: Vec<String>, now: Time) -> sqlx::Result<Vec<(String, Time)>> {
    let query = tx.query("SELECT name_hash, locked_until FROM login_attempts").push(" WHERE locked_until > ", now);
    query.push_in(" AND name_hash", name_hashes).all().await
}
