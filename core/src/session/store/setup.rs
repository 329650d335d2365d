//! SQL of the first set-up.

use crate::kernel::clock::Time;
use crate::kernel::db::Tx;
use crate::kernel::fold::fold;
use crate::kernel::id::Id;

/// Whether somebody holds an administrator's role of the platform. A locked one counts: locking the last
/// administrator must not open the set-up again.
pub async fn has_administrator(tx: &mut Tx) -> sqlx::Result<bool> {
    let found: Option<(Id,)> = tx
        .query(
            "SELECT u.id FROM roles r JOIN users u ON u.role_id = r.id \
             WHERE r.role_type = 1 AND r.super_admin = $1 AND u.deleted_at IS NULL LIMIT 1",
        )
        .bind(true)
        .optional()
        .await?;
    Ok(found.is_some())
}

/// Whether a spent key is noted.
pub async fn is_consumed(tx: &mut Tx, purpose: &'static str, key_hash: &str) -> sqlx::Result<bool> {
    let found: Option<(i64,)> = tx
        .query("SELECT expires_at FROM consumed WHERE purpose = $1 AND key_hash = $2")
        .bind(purpose)
        .bind(key_hash.to_owned())
        .optional()
        .await?;
    Ok(found.is_some())
}

/// The open administrator's role of the platform, if there is one.
pub async fn administrator_role(tx: &mut Tx) -> sqlx::Result<Option<Id>> {
    let found: Option<(Id,)> = tx
        .query(
            "SELECT id FROM roles WHERE role_type = 1 AND super_admin = $1 AND status = 0 AND deleted_at IS NULL \
             ORDER BY created_at, id LIMIT 1",
        )
        .bind(true)
        .optional()
        .await?;
    Ok(found.map(|(id,)| id))
}

pub async fn insert_administrator_role(tx: &mut Tx, id: &Id, now: Time) -> sqlx::Result<u64> {
    tx.query(
        "INSERT INTO roles (id, version, name, description, status, role_type, super_admin, created_at, updated_at) \
         VALUES ($1, 1, '超级管理员', '', 0, 1, $2, $3, $3)",
    )
    .bind(id.clone())
    .bind(true)
    .bind(now)
    .execute()
    .await
}

/// Which of the two that are never shared somebody else has or had.
pub async fn taken(tx: &mut Tx, user_name: &str, email: &str) -> sqlx::Result<(bool, bool)> {
    let rows: Vec<(String, String)> = tx
        .query("SELECT user_name_key, email_key FROM users WHERE user_name_key = $1 OR email_key = $2")
        .bind(fold(user_name))
        .bind(fold(email))
        .all()
        .await?;
    Ok((rows.iter().any(|(n, _)| *n == fold(user_name)), rows.iter().any(|(_, e)| *e == fold(email))))
}

/// The first administrator, already valid.
#[derive(Debug)]
pub struct FirstUser<'a> {
    pub id: &'a Id,
    pub user_name: &'a str,
    pub full_name: &'a str,
    pub email: &'a str,
    pub phone: &'a str,
    pub password_hash: String,
    pub role_id: &'a Id,
    pub language: &'static str,
    pub now: Time,
}

pub async fn insert_user(tx: &mut Tx, u: FirstUser<'_>) -> sqlx::Result<u64> {
    tx.query(
        "INSERT INTO users (id, version, user_name, user_name_key, full_name, full_name_key, email, email_key, \
         email_valid, phone, phone_valid, password_hash, password_changed_at, password_reset, role_id, status, \
         user_type, remark, language, org, created_at, updated_at) \
         VALUES ($1, 1, $2, $3, $4, $5, $6, $7, $8, $9, $8, $10, $11, $8, $12, 0, 0, '', $13, 'local', $11, $11)",
    )
    .bind(u.id.clone())
    .bind(u.user_name.to_owned())
    .bind(fold(u.user_name))
    .bind(u.full_name.to_owned())
    .bind(fold(u.full_name))
    .bind(u.email.to_owned())
    .bind(fold(u.email))
    .bind(false)
    .bind(u.phone.to_owned())
    .bind(u.password_hash)
    .bind(u.now)
    .bind(u.role_id.clone())
    .bind(u.language)
    .execute()
    .await
}
