//! SQL of codes, and of the accounts that phones, names and mailboxes belong to.

use crate::kernel::clock::Time;
use crate::kernel::db::{Tx, is_duplicate};
use crate::kernel::id::Id;

/// Under which a code is kept: purpose, target, browser.
#[derive(Clone, Debug)]
pub struct Place {
    pub purpose: &'static str,
    pub target_hash: String,
    pub browser_hash: String,
}

/// Puts a new code in its place; the one before, if any, is dead.
pub async fn put(tx: &mut Tx, at: &Place, id: Id, code_hash: String, expires_at: Time) -> sqlx::Result<u64> {
    tx.query(
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

/// A code that can still be tried.
#[derive(Debug, sqlx::FromRow)]
pub struct Live {
    pub id: Id,
    pub code_hash: String,
}

/// Counts a try at the code of a place, if it has tries left; whoever tries next waits until this transaction
/// ends.
pub async fn try_once(tx: &mut Tx, at: &Place, tries: i64, now: Time) -> sqlx::Result<Option<Live>> {
    let query = tx.query("UPDATE codes SET tries = tries + 1 WHERE used_at IS NULL").push(" AND tries < ", tries);
    let query = query.push(" AND expires_at > ", now).push(" AND purpose = ", at.purpose);
    let query = query.push(" AND target_hash = ", at.target_hash.clone());
    query.push(" AND browser_hash = ", at.browser_hash.clone()).sql(" RETURNING id, code_hash").optional().await
}

/// Uses a code up; false if somebody else was first, or another has taken its place.
pub async fn spend(tx: &mut Tx, id: &Id, now: Time) -> sqlx::Result<bool> {
    let query = tx.query("UPDATE codes SET").push(" used_at = ", now).push(" WHERE id = ", id.clone());
    Ok(query.push(" AND used_at IS NULL AND expires_at > ", now).execute().await? == 1)
}

/// Forgets the codes of a target.
pub async fn withdraw(tx: &mut Tx, purpose: &'static str, target_hash: String) -> sqlx::Result<u64> {
    let query = tx.query("DELETE FROM codes").push(" WHERE purpose = ", purpose);
    query.push(" AND target_hash = ", target_hash).execute().await
}

/// Forgets codes that are over, about `most` of them.
pub async fn sweep(tx: &mut Tx, now: Time, most: i64) -> sqlx::Result<u64> {
    let sql = "DELETE FROM codes WHERE expires_at < $1 AND expires_at <= COALESCE((SELECT expires_at FROM codes \
               WHERE expires_at < $1 ORDER BY expires_at LIMIT 1 OFFSET $2), $1)";
    tx.query(sql).bind(now).bind(most).execute().await
}

/// Where somebody can be reached.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Reachable {
    pub id: Id,
    pub user_name: String,
    pub user_name_key: String,
    pub email: String,
    pub phone: String,
    pub phone_key: String,
    /// Whether the owner has shown that the phone is theirs.
    pub phone_valid: bool,
    /// Whether they have shown that the mailbox is.
    pub email_valid: bool,
    pub language: String,
    pub password_hash: Option<String>,
    pub status: i64,
    pub org: String,
}

const REACHABLE: &str = "SELECT id, user_name, user_name_key, email, phone, phone_key, phone_valid, \
     email_valid, language, password_hash, status, org FROM users WHERE deleted_at IS NULL AND ";

/// The account of a login name.
pub async fn by_name(tx: &mut Tx, name_key: &str) -> sqlx::Result<Option<Reachable>> {
    tx.query(REACHABLE).push("user_name_key = ", name_key.to_owned()).optional().await
}

/// The account of a mailbox.
pub async fn by_email(tx: &mut Tx, email_key: &str) -> sqlx::Result<Option<Reachable>> {
    tx.query(REACHABLE).push("email_key = ", email_key.to_owned()).optional().await
}

/// The account of an id.
pub async fn by_id(tx: &mut Tx, id: &Id) -> sqlx::Result<Option<Reachable>> {
    tx.query(REACHABLE).push("id = ", id.clone()).optional().await
}

/// The account whose owner has shown that this phone is theirs. A unique index leaves one at most; accounts that only
/// name the number do not count.
pub async fn by_phone(tx: &mut Tx, phone_key: &str) -> sqlx::Result<Option<Reachable>> {
    tx.query(REACHABLE).push("phone_valid AND phone_key = ", phone_key.to_owned()).optional().await
}

/// Notes that the person showed that the phone is theirs, where they still have it and nobody else showed the same.
pub async fn phone_is_theirs(tx: &mut Tx, user: &Id, phone_key: &str, now: Time) -> sqlx::Result<bool> {
    // What is gone keeps no number from whoever has it now.
    let gone = tx.query("UPDATE users SET phone_valid = FALSE WHERE phone_valid AND deleted_at IS NOT NULL");
    gone.push(" AND phone_key = ", phone_key.to_owned()).execute().await?;
    let query = tx.query("UPDATE users SET version = version + 1, phone_valid = TRUE").push(", updated_at = ", now);
    let query = query.push(" WHERE deleted_at IS NULL AND id = ", user.clone());
    let query = query.push(" AND phone_key = ", phone_key.to_owned());
    let query = query
        .push(" AND NOT EXISTS (SELECT 1 FROM users o WHERE o.phone_valid AND o.phone_key = ", phone_key.to_owned());
    match query.push(" AND o.id <> ", user.clone()).sql(")").execute().await {
        Ok(rows) => Ok(rows == 1),
        // Somebody else showed it in the same moment; the transaction is of no more use, and nothing is kept of it.
        Err(error) if is_duplicate(&error) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Notes that the person showed that the mailbox is theirs.
pub async fn email_is_theirs(tx: &mut Tx, user: &Id) -> sqlx::Result<u64> {
    let query = tx.query("UPDATE users SET").push(" email_valid = ", true).push(" WHERE id = ", user.clone());
    query.push(" AND email_valid = ", false).execute().await
}
