//! SQL of the password history.

use crate::kernel::clock::Time;
use crate::kernel::db::{ReadTx, Tx};
use crate::kernel::id::Id;

/// Stores the hash of a replaced password.
pub async fn remember(tx: &mut Tx, id: Id, user: &Id, hash: &str, now: Time) -> sqlx::Result<u64> {
    tx.write("INSERT INTO password_history (id, user_id, password_hash, replaced_at) VALUES ($1, $2, $3, $4)")
        .bind(id)
        .bind(user.clone())
        .bind(hash.to_owned())
        .bind(now)
        .execute()
        .await
}

/// The hashes of the latest `most` passwords before the present one.
pub async fn before(tx: &mut ReadTx, user: &Id, most: i64) -> sqlx::Result<Vec<String>> {
    let query = tx.query("SELECT password_hash FROM password_history").push(" WHERE user_id = ", user.clone());
    let rows: Vec<(String,)> = query.push(" ORDER BY id DESC LIMIT ", most).all().await?;
    Ok(rows.into_iter().map(|(hash,)| hash).collect())
}

/// Deletes all but the latest `most`.
pub async fn forget_older(tx: &mut Tx, user: &Id, most: i64) -> sqlx::Result<u64> {
    let query = tx.write("DELETE FROM password_history").push(" WHERE user_id = ", user.clone());
    let query = query.push(" AND id NOT IN (SELECT id FROM password_history WHERE user_id = ", user.clone());
    query.push(" ORDER BY id DESC LIMIT ", most).sql(")").execute().await
}
