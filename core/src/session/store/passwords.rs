//! SQL of passwords: their change, and those that were before.

use crate::kernel::clock::Time;
use crate::kernel::db::Tx;
use crate::kernel::id::Id;

/// Puts a new password in the place of `old`; `None`: there was none. False if somebody else was first, or the
/// account does not stand any more.
pub async fn replace(tx: &mut Tx, user: &Id, old: Option<&str>, new: &str, now: Time) -> sqlx::Result<bool> {
    let query = tx.query("UPDATE users SET version = version + 1").push(", password_hash = ", new.to_owned());
    let query = query.push(", password_changed_at = ", now).push(", updated_at = ", now);
    let query = query.push(", password_reset = ", false).push(" WHERE deleted_at IS NULL AND id = ", user.clone());
    let query = match old {
        Some(old) => query.push(" AND password_hash = ", old.to_owned()),
        None => query.sql(" AND password_hash IS NULL"),
    };
    Ok(query.execute().await? == 1)
}

/// Takes the password `old` away; false if somebody else was first.
pub async fn clear(tx: &mut Tx, user: &Id, old: &str, now: Time) -> sqlx::Result<bool> {
    let query = tx.query("UPDATE users SET version = version + 1, password_hash = NULL").push(", updated_at = ", now);
    let query = query.push(" WHERE deleted_at IS NULL AND id = ", user.clone());
    Ok(query.push(" AND password_hash = ", old.to_owned()).execute().await? == 1)
}

/// Notes that somebody else chose the password: it is to be changed at the next sign-in.
pub async fn is_to_be_changed(tx: &mut Tx, user: &Id) -> sqlx::Result<u64> {
    let query = tx.query("UPDATE users SET").push(" password_reset = ", true);
    query.push(" WHERE id = ", user.clone()).execute().await
}

/// Notes since when there is the password that somebody has.
pub async fn is_from(tx: &mut Tx, user: &Id, begun: Time) -> sqlx::Result<u64> {
    let query = tx.query("UPDATE users SET version = version + 1").push(", password_changed_at = ", begun);
    query.push(" WHERE deleted_at IS NULL AND id = ", user.clone()).execute().await
}

/// Keeps the hash of a password that was replaced.
pub async fn remember(tx: &mut Tx, id: Id, user: &Id, hash: &str, now: Time) -> sqlx::Result<u64> {
    tx.query("INSERT INTO password_history (id, user_id, password_hash, replaced_at) VALUES ($1, $2, $3, $4)")
        .bind(id)
        .bind(user.clone())
        .bind(hash.to_owned())
        .bind(now)
        .execute()
        .await
}

/// The hashes of the latest `most` passwords before the present one.
pub async fn before(tx: &mut Tx, user: &Id, most: i64) -> sqlx::Result<Vec<String>> {
    let query = tx.query("SELECT password_hash FROM password_history").push(" WHERE user_id = ", user.clone());
    let rows: Vec<(String,)> = query.push(" ORDER BY id DESC LIMIT ", most).all().await?;
    Ok(rows.into_iter().map(|(hash,)| hash).collect())
}

/// Forgets all but the latest `most`.
pub async fn forget_older(tx: &mut Tx, user: &Id, most: i64) -> sqlx::Result<u64> {
    let query = tx.query("DELETE FROM password_history").push(" WHERE user_id = ", user.clone());
    let query = query.push(" AND id NOT IN (SELECT id FROM password_history WHERE user_id = ", user.clone());
    query.push(" ORDER BY id DESC LIMIT ", most).sql(")").execute().await
}
