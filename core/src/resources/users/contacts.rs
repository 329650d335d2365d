//! SQL of people's contacts, and whether they are verified.

use super::finding;
use crate::kernel::clock::Time;
use crate::kernel::db::{ReadTx, Tx, is_duplicate};
use crate::kernel::id::Id;

/// A user's contacts.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Reachable {
    /// Id.
    pub id: Id,
    /// Login name.
    pub user_name: String,
    /// Login name, folded for comparison.
    pub user_name_key: String,
    /// E-mail address.
    pub email: String,
    /// Phone number.
    pub phone: String,
    /// Phone number, in the form for comparison.
    pub phone_key: String,
    /// Whether the owner has verified the phone.
    pub phone_valid: bool,
    /// Whether the owner has verified the mailbox.
    pub email_valid: bool,
    /// `zh` or `en`.
    pub language: String,
    /// The password as an argon2id PHC string, if this server has one.
    pub password_hash: Option<String>,
    /// 0 open, 1 locked.
    pub status: i64,
    /// The system with the password: `local`, or another one.
    pub org: String,
}

const REACHABLE: &str = "SELECT id, user_name, user_name_key, email, phone, phone_key, phone_valid, \
     email_valid, language, password_hash, status, org FROM users WHERE deleted_at IS NULL AND ";

/// The account of a login name.
pub async fn by_name(tx: &mut ReadTx, name_key: &str) -> sqlx::Result<Option<Reachable>> {
    tx.query(REACHABLE).push("user_name_key = ", name_key.to_owned()).optional().await
}

/// The account of a mailbox.
pub async fn by_email(tx: &mut ReadTx, email_key: &str) -> sqlx::Result<Option<Reachable>> {
    tx.query(REACHABLE).push("email_key = ", email_key.to_owned()).optional().await
}

/// The account of an id.
pub async fn by_id(tx: &mut ReadTx, id: &Id) -> sqlx::Result<Option<Reachable>> {
    tx.query(REACHABLE).push("id = ", id.clone()).optional().await
}

/// The account whose owner has verified this phone. A unique index allows only one; unverified numbers do not count.
pub async fn by_phone(tx: &mut ReadTx, phone_key: &str) -> sqlx::Result<Option<Reachable>> {
    tx.query(REACHABLE).push("phone_valid AND phone_key = ", phone_key.to_owned()).optional().await
}

/// The account whose owner has verified this phone, by its id alone. The database answers with a row either way, so that the
/// time of the answer does not tell whether there is one.
pub async fn id_by_phone(tx: &mut ReadTx, phone_key: &str) -> sqlx::Result<Option<Id>> {
    const ID: &str = "SELECT (SELECT id FROM users WHERE deleted_at IS NULL AND phone_valid AND phone_key = ";
    let (id,): (Option<Id>,) = tx.query(ID).push("", phone_key.to_owned()).sql(") AS id").one().await?;
    Ok(id)
}

/// Marks the phone as verified, if the person still has it and no other account has verified it.
pub async fn phone_is_theirs(tx: &mut Tx, user: &Id, phone_key: &str, now: Time) -> sqlx::Result<bool> {
    // A removed account must not block the number for its present owner.
    let gone = tx.write("UPDATE users SET phone_valid = FALSE WHERE phone_valid AND deleted_at IS NOT NULL");
    gone.push(" AND phone_key = ", phone_key.to_owned()).execute().await?;
    let query = tx.write("UPDATE users SET version = version + 1, phone_valid = TRUE").push(", updated_at = ", now);
    let query = query.push(" WHERE deleted_at IS NULL AND id = ", user.clone());
    let query = query.push(" AND phone_key = ", phone_key.to_owned());
    let query = query
        .push(" AND NOT EXISTS (SELECT 1 FROM users o WHERE o.phone_valid AND o.phone_key = ", phone_key.to_owned());
    match query.push(" AND o.id <> ", user.clone()).sql(")").execute().await {
        Ok(rows) => Ok(rows == 1),
        // Another account verified it at the same time; the transaction is unusable, and nothing of it is kept.
        Err(error) if is_duplicate(&error) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Marks the mailbox as verified.
pub async fn email_is_theirs(tx: &mut Tx, user: &Id) -> sqlx::Result<u64> {
    let query = tx.write("UPDATE users SET").push(" email_valid = ", true).push(" WHERE id = ", user.clone());
    let verified = query.push(" AND email_valid = ", false).execute().await?;
    if verified == 1 {
        finding::file(tx, user).await?;
    }
    Ok(verified)
}

/// The account of an address.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct AddressOwner {
    /// Id.
    pub id: Id,
    /// Login name.
    pub user_name: String,
    /// Full name.
    pub full_name: String,
    /// Phone number, in the form for comparison.
    pub phone_key: String,
    /// Role.
    pub role_id: Option<Id>,
    /// 0 open, 1 locked.
    pub status: i64,
    /// When it was removed, if it was.
    pub deleted_at: Option<Time>,
}

const ADDRESS_OWNER: &str = "SELECT id, user_name, full_name, phone_key, role_id, status, deleted_at FROM users WHERE ";

/// The account of a mailbox, removed or not: an address is never given to another account.
pub async fn owner_of_email(tx: &mut ReadTx, email_key: &str) -> sqlx::Result<Option<AddressOwner>> {
    tx.query(ADDRESS_OWNER).push("email_key = ", email_key.to_owned()).optional().await
}

/// The account of an id, removed or not.
pub async fn owner_by_id(tx: &mut ReadTx, id: &Id) -> sqlx::Result<Option<AddressOwner>> {
    tx.query(ADDRESS_OWNER).push("id = ", id.clone()).optional().await
}

/// Marks an address as verified if the account still has it; false where it was verified already, or the account has
/// another.
pub async fn verify_email(tx: &mut Tx, user: &Id, email_key: &str, now: Time) -> sqlx::Result<bool> {
    let query = tx.write("UPDATE users SET version = version + 1").push(", email_valid = ", true);
    let query = query.push(", updated_at = ", now).push(" WHERE deleted_at IS NULL AND id = ", user.clone());
    let query = query.push(" AND email_key = ", email_key.to_owned()).push(" AND email_valid = ", false);
    let verified = query.execute().await? == 1;
    if verified {
        finding::file(tx, user).await?;
    }
    Ok(verified)
}

/// A mailbox to verify.
#[derive(Debug, sqlx::FromRow)]
pub struct Mailbox {
    /// Login name.
    pub user_name: String,
    /// E-mail address.
    pub email: String,
    /// E-mail address, in the form for comparison.
    pub email_key: String,
    /// Whether the owner has verified the mailbox.
    pub email_valid: bool,
}

/// The mailbox of an account that exists and is not locked.
pub async fn mailbox(tx: &mut ReadTx, user: &Id) -> sqlx::Result<Option<Mailbox>> {
    let query = tx.query("SELECT user_name, email, email_key, email_valid FROM users WHERE deleted_at IS NULL");
    query.push(" AND status = 0 AND id = ", user.clone()).optional().await
}

/// A user's own data.
#[derive(Debug, sqlx::FromRow)]
pub struct Profile {
    /// Login name.
    pub user_name: String,
    /// Full name.
    pub full_name: String,
    /// E-mail address.
    pub email: String,
    /// Phone number.
    pub phone: String,
    /// Remark.
    pub remark: String,
    /// `zh` or `en`.
    pub language: String,
}

/// The user's own data.
pub async fn profile(tx: &mut ReadTx, user: &Id) -> sqlx::Result<Option<Profile>> {
    tx.query(
        "SELECT user_name, full_name, email, phone, remark, language FROM users WHERE id = $1 AND deleted_at IS NULL",
    )
    .bind(user.clone())
    .optional()
    .await
}
