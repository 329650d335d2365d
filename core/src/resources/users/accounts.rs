//! SQL of accounts for authentication: by login name, and with their password.

use crate::kernel::clock::Time;
use crate::kernel::db::{ReadTx, Tx};
use crate::kernel::id::Id;

/// A user's account, as sign-in needs it.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Account {
    /// Id.
    pub id: Id,
    /// Login name.
    pub user_name: String,
    /// Full name.
    pub full_name: String,
    /// The password as an argon2id PHC string, if this server has one.
    pub password_hash: Option<String>,
    /// When the password was set, or else when the account was made.
    pub password_changed_at: Time,
    /// Whether somebody else set the password.
    pub password_reset: bool,
    /// 0 open, 1 locked.
    pub status: i64,
}

/// Why an account is barred: it may not sign in, and its sessions are not valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Barred {
    /// It was removed.
    Removed,
    /// An administrator locked it.
    Locked,
}

/// Why an account of this status is barred, if it is.
#[must_use]
pub const fn barred(status: i64, deleted_at: Option<Time>) -> Option<Barred> {
    match (deleted_at, status) {
        (Some(_), _) => Some(Barred::Removed),
        (None, 0) => None,
        (None, _) => Some(Barred::Locked),
    }
}

const ACCOUNT: &str = "SELECT id, user_name, full_name, password_hash, \
     COALESCE(password_changed_at, created_at) AS password_changed_at, password_reset, status \
     FROM users WHERE deleted_at IS NULL AND ";

/// The account of a login name.
pub async fn by_name(tx: &mut ReadTx, name_key: &str) -> sqlx::Result<Option<Account>> {
    tx.query(ACCOUNT).push("user_name_key = ", name_key.to_owned()).optional().await
}

/// The account of an id.
pub async fn by_id(tx: &mut ReadTx, id: &Id) -> sqlx::Result<Option<Account>> {
    tx.query(ACCOUNT).push("id = ", id.clone()).optional().await
}

/// Somebody whose password gets old.
#[derive(Debug, sqlx::FromRow)]
pub struct Ageing {
    /// Id.
    pub id: Id,
    /// Login name.
    pub user_name: String,
    /// The mailbox, which they have verified.
    pub email: String,
    /// `zh` or `en`.
    pub language: String,
    /// From when the password's age counts.
    pub password_changed_at: Time,
}

/// The people with a password of between two moments and a verified mailbox, by its age, after one of them.
pub async fn ageing(
    tx: &mut ReadTx,
    (after, until): (Time, Time),
    behind: Option<(Time, Id)>,
    most: i64,
) -> sqlx::Result<Vec<Ageing>> {
    const AGEING: &str = "SELECT id, user_name, email, language, \
         COALESCE(password_changed_at, created_at) AS password_changed_at FROM users WHERE deleted_at IS NULL \
         AND status = 0 AND email_valid AND password_hash IS NOT NULL";
    let query = tx.query(AGEING).push(" AND COALESCE(password_changed_at, created_at) > ", after);
    let query = query.push(" AND COALESCE(password_changed_at, created_at) <= ", until);
    let query = match behind {
        Some((at, id)) => {
            query.push(" AND (COALESCE(password_changed_at, created_at), id) > (", at).push(", ", id).sql(")")
        }
        None => query,
    };
    query.push(" ORDER BY COALESCE(password_changed_at, created_at), id LIMIT ", most).all().await
}

/// The id of whoever has or had a login name, which nobody else ever gets.
pub async fn id_ever_named(tx: &mut ReadTx, name_key: &str) -> sqlx::Result<Option<Id>> {
    let query = tx.query("SELECT id FROM users WHERE user_name_key = $1").bind(name_key.to_owned());
    Ok(query.optional::<(Id,)>().await?.map(|(id,)| id))
}

/// Replaces `old` by `new`, unless another request was first; where both are the same, it only checks that the password
/// has not changed since the comparison.
pub async fn swap_hash(tx: &mut Tx, user: &Id, old: &str, new: &str) -> sqlx::Result<bool> {
    let sql = "UPDATE users SET password_hash = $3 WHERE id = $1 AND password_hash = $2 AND deleted_at IS NULL";
    Ok(tx.write(sql).bind(user.clone()).bind(old.to_owned()).bind(new.to_owned()).execute().await? == 1)
}

/// Replaces the password `old`, or sets one where `old` is `None`. False if another request was first, or the account
/// no longer exists.
pub async fn replace_password(tx: &mut Tx, user: &Id, old: Option<&str>, new: &str, now: Time) -> sqlx::Result<bool> {
    let query = tx.write("UPDATE users SET version = version + 1").push(", password_hash = ", new.to_owned());
    let query = query.push(", password_changed_at = ", now).push(", updated_at = ", now);
    let query = query.push(", password_reset = ", false).push(" WHERE deleted_at IS NULL AND id = ", user.clone());
    let query = match old {
        Some(old) => query.push(" AND password_hash = ", old.to_owned()),
        None => query.sql(" AND password_hash IS NULL"),
    };
    Ok(query.execute().await? == 1)
}

/// Removes the password `old`; false if another request was first.
pub async fn clear_password(tx: &mut Tx, user: &Id, old: &str, now: Time) -> sqlx::Result<bool> {
    let query = tx.write("UPDATE users SET version = version + 1, password_hash = NULL").push(", updated_at = ", now);
    let query = query.push(" WHERE deleted_at IS NULL AND id = ", user.clone());
    Ok(query.push(" AND password_hash = ", old.to_owned()).execute().await? == 1)
}

/// Requires a password change at the next sign-in, because somebody else chose the password.
pub async fn require_password_change(tx: &mut Tx, user: &Id) -> sqlx::Result<u64> {
    let query = tx.write("UPDATE users SET").push(" password_reset = ", true);
    query.push(" WHERE id = ", user.clone()).execute().await
}

/// Sets the time from which the password's age counts.
pub async fn date_password(tx: &mut Tx, user: &Id, begun: Time) -> sqlx::Result<u64> {
    let query = tx.write("UPDATE users SET version = version + 1").push(", password_changed_at = ", begun);
    query.push(" WHERE deleted_at IS NULL AND id = ", user.clone()).execute().await
}

/// Locks the account until the transaction ends: concurrent changes of its factors wait.
pub async fn hold(tx: &mut Tx, user: &Id) -> sqlx::Result<u64> {
    tx.write("UPDATE users SET version = version WHERE id = $1").bind(user.clone()).execute().await
}

/// Whether a user has an administrator's role of the platform. A locked user counts: locking the last administrator
/// must not allow the set-up again.
pub async fn has_administrator(tx: &mut ReadTx) -> sqlx::Result<bool> {
    // Joined with the roles, PostgreSQL reads everybody until it finds one.
    let query = tx
        .query("SELECT id FROM users WHERE deleted_at IS NULL AND ")
        .among("role_id", |query| query.push("SELECT id FROM roles WHERE role_type = 1 AND super_admin = ", true));
    Ok(query.sql(" LIMIT 1").optional::<(Id,)>().await?.is_some())
}
