//! SQL of the locks after too many failures, for administrators.

use crate::kernel::clock::Time;
use crate::kernel::db::{ReadTx, Tx};

/// Of these names, given by their hashes, those with a locked place at `now`, each with the end of its last lock.
pub async fn locked(tx: &mut ReadTx, name_hashes: Vec<String>, now: Time) -> sqlx::Result<Vec<(String, Time)>> {
    let query = tx.query("SELECT of_name, MAX(locked_until) FROM login_attempts").push(" WHERE locked_until > ", now);
    query.push_in(" AND of_name", name_hashes).sql(" GROUP BY of_name").all().await
}

/// Forgets all failures of a name; returns how many places were locked.
pub async fn lift(tx: &mut Tx, name: &str, now: Time) -> sqlx::Result<i64> {
    let locked = locks(tx, name, now).await?.places;
    tx.write("DELETE FROM login_attempts").push(" WHERE of_name = ", name.to_owned()).execute().await?;
    Ok(locked)
}

/// The present locks of a name.
#[derive(Clone, Copy, Debug, sqlx::FromRow)]
pub struct Locks {
    pub places: i64,
    pub until: Time,
}

/// How many places of a name are locked, and when the last lock ends.
pub async fn locks(tx: &mut ReadTx, name: &str, now: Time) -> sqlx::Result<Locks> {
    let query = tx.query("SELECT COUNT(*) AS places, COALESCE(MAX(locked_until), 0) AS until FROM login_attempts");
    query.push(" WHERE of_name = ", name.to_owned()).push(" AND locked_until > ", now).one().await
}
