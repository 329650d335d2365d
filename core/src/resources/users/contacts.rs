//! SQL of how people are reached, and whether they have shown that the address is theirs.

use crate::kernel::clock::Time;
use crate::kernel::db::{ReadTx, Tx, is_duplicate};
use crate::kernel::id::Id;

/// Where somebody can be reached.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Reachable {
    /// Id.
    pub id: Id,
    /// Login name.
    pub user_name: String,
    /// Login name, as it is compared.
    pub user_name_key: String,
    /// E-mail address.
    pub email: String,
    /// Phone number.
    pub phone: String,
    /// Phone number, as it is compared.
    pub phone_key: String,
    /// Whether the owner has shown that the phone is theirs.
    pub phone_valid: bool,
    /// Whether they have shown that the mailbox is.
    pub email_valid: bool,
    /// `zh` or `en`.
    pub language: String,
    /// The password as an argon2id PHC string, where there is one here.
    pub password_hash: Option<String>,
    /// 0 open, 1 locked.
    pub status: i64,
    /// Who keeps the password: `local`, or another system.
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

/// The account whose owner has shown that this phone is theirs. A unique index leaves one at most; accounts that only
/// name the number do not count.
pub async fn by_phone(tx: &mut ReadTx, phone_key: &str) -> sqlx::Result<Option<Reachable>> {
    tx.query(REACHABLE).push("phone_valid AND phone_key = ", phone_key.to_owned()).optional().await
}

/// Notes that the person showed that the phone is theirs, where they still have it and nobody else showed the same.
pub async fn phone_is_theirs(tx: &mut Tx, user: &Id, phone_key: &str, now: Time) -> sqlx::Result<bool> {
    // What is gone keeps no number from whoever has it now.
    let gone = tx.write("UPDATE users SET phone_valid = FALSE WHERE phone_valid AND deleted_at IS NOT NULL");
    gone.push(" AND phone_key = ", phone_key.to_owned()).execute().await?;
    let query = tx.write("UPDATE users SET version = version + 1, phone_valid = TRUE").push(", updated_at = ", now);
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
    let query = tx.write("UPDATE users SET").push(" email_valid = ", true).push(" WHERE id = ", user.clone());
    query.push(" AND email_valid = ", false).execute().await
}

/// Whose an address is.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct AddressOwner {
    /// Id.
    pub id: Id,
    /// Login name.
    pub user_name: String,
    /// Full name.
    pub full_name: String,
    /// Phone number, as it is compared.
    pub phone_key: String,
    /// Role.
    pub role_id: Option<Id>,
    /// 0 open, 1 locked.
    pub status: i64,
    /// Since when it is removed.
    pub deleted_at: Option<Time>,
}

const ADDRESS_OWNER: &str = "SELECT id, user_name, full_name, phone_key, role_id, status, deleted_at FROM users WHERE ";

/// The account of a mailbox, removed or not: an address is never handed to somebody else.
pub async fn owner_of_email(tx: &mut ReadTx, email_key: &str) -> sqlx::Result<Option<AddressOwner>> {
    tx.query(ADDRESS_OWNER).push("email_key = ", email_key.to_owned()).optional().await
}

/// The account of an id, removed or not.
pub async fn owner_by_id(tx: &mut ReadTx, id: &Id) -> sqlx::Result<Option<AddressOwner>> {
    tx.query(ADDRESS_OWNER).push("id = ", id.clone()).optional().await
}

/// Marks an address as verified where the account still has it; false where it was already, or has another.
pub async fn verify_email(tx: &mut Tx, user: &Id, email_key: &str, now: Time) -> sqlx::Result<bool> {
    let query = tx.write("UPDATE users SET version = version + 1").push(", email_valid = ", true);
    let query = query.push(", updated_at = ", now).push(" WHERE deleted_at IS NULL AND id = ", user.clone());
    let query = query.push(" AND email_key = ", email_key.to_owned()).push(" AND email_valid = ", false);
    Ok(query.execute().await? == 1)
}

/// Whose address is to be verified.
#[derive(Debug, sqlx::FromRow)]
pub struct Mailbox {
    /// Login name.
    pub user_name: String,
    /// E-mail address.
    pub email: String,
    /// E-mail address, as it is compared.
    pub email_key: String,
    /// Whether the owner has shown that the mailbox is theirs.
    pub email_valid: bool,
}

/// The mailbox of an account that stands.
pub async fn mailbox(tx: &mut ReadTx, user: &Id) -> sqlx::Result<Option<Mailbox>> {
    let query = tx.query("SELECT user_name, email, email_key, email_valid FROM users WHERE deleted_at IS NULL");
    query.push(" AND status = 0 AND id = ", user.clone()).optional().await
}

/// A user as they see themselves.
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

/// What somebody sees of themselves.
pub async fn profile(tx: &mut ReadTx, user: &Id) -> sqlx::Result<Option<Profile>> {
    tx.query(
        "SELECT user_name, full_name, email, phone, remark, language FROM users WHERE id = $1 AND deleted_at IS NULL",
    )
    .bind(user.clone())
    .optional()
    .await
}
