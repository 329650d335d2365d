//! SQL of PINs.

use crate::kernel::clock::Time;
use crate::kernel::db::{ReadTx, Tx};
use crate::kernel::id::Id;

/// A person's PIN in a tenant.
#[derive(Debug, sqlx::FromRow)]
pub struct OwnRow {
    pub tenant_id: Id,
    pub tenant_name: String,
    /// Wrong tries; `None` where there is no PIN.
    pub failures: Option<i64>,
    pub set_at: Option<Time>,
}

/// A person's tenants with their PINs.
pub async fn own(tx: &mut ReadTx, user: &Id) -> sqlx::Result<Vec<OwnRow>> {
    tx.query(
        "SELECT t.id AS tenant_id, t.tenant_name, p.failures, p.set_at FROM memberships m \
         JOIN tenants t ON t.id = m.tenant_id \
         LEFT JOIN user_pins p ON p.tenant_id = m.tenant_id AND p.user_id = m.user_id \
         WHERE m.user_id = $1 AND m.enabled = 0 AND t.deleted_at IS NULL AND t.archived_at IS NULL ORDER BY t.name_key, t.id LIMIT 1000",
    )
    .bind(user.clone())
    .all()
    .await
}

/// Stores a new PIN, unlocked.
pub async fn put(tx: &mut Tx, tenant: &Id, user: &Id, hash: String, now: Time) -> sqlx::Result<u64> {
    tx.write(
        "INSERT INTO user_pins (tenant_id, user_id, pin_hash, failures, set_at) VALUES ($1, $2, $3, 0, $4) \
         ON CONFLICT (tenant_id, user_id) DO UPDATE SET pin_hash = excluded.pin_hash, failures = 0, \
         set_at = excluded.set_at",
    )
    .bind(tenant.clone())
    .bind(user.clone())
    .bind(hash)
    .bind(now)
    .execute()
    .await
}

/// A person who may sign in a tenant.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct SignerRow {
    pub user_id: Id,
    pub user_name: String,
    pub full_name: String,
    pub tenant_name: String,
    /// Whether they have set a PIN.
    pub has_pin: bool,
}

/// The person of a login name, if they are an enabled member of the tenant and may sign in.
pub async fn signer(tx: &mut ReadTx, name_key: &str, tenant: &Id) -> sqlx::Result<Option<SignerRow>> {
    tx.query(
        "SELECT u.id AS user_id, u.user_name, u.full_name, t.tenant_name, p.user_id IS NOT NULL AS has_pin FROM users u \
         JOIN memberships m ON m.user_id = u.id JOIN tenants t ON t.id = m.tenant_id \
         LEFT JOIN user_pins p ON p.tenant_id = m.tenant_id AND p.user_id = u.id \
         WHERE u.user_name_key = $1 AND m.tenant_id = $2 AND u.deleted_at IS NULL AND u.status = 0 \
         AND m.enabled = 0 AND t.deleted_at IS NULL AND t.archived_at IS NULL",
    )
    .bind(name_key.to_owned())
    .bind(tenant.clone())
    .optional()
    .await
}

/// A try at a PIN.
#[derive(Debug, sqlx::FromRow)]
pub struct Tried {
    pub pin_hash: String,
    /// Tries in a row, including this one.
    pub failures: i64,
}

/// Counts a try at a PIN that has tries left; the next try waits until this transaction ends.
pub async fn try_once(tx: &mut Tx, tenant: &Id, user: &Id, tries: i64) -> sqlx::Result<Option<Tried>> {
    let query = tx.write("UPDATE user_pins SET failures = failures + 1").push(" WHERE tenant_id = ", tenant.clone());
    let query = query.push(" AND user_id = ", user.clone()).push(" AND failures < ", tries);
    query.sql(" RETURNING pin_hash, failures").optional().await
}

/// Clears the tries of a PIN after a right one.
pub async fn forgive(tx: &mut Tx, tenant: &Id, user: &Id, hash: String) -> sqlx::Result<u64> {
    let query = tx.write("UPDATE user_pins SET failures = 0").push(" WHERE tenant_id = ", tenant.clone());
    query.push(" AND user_id = ", user.clone()).push(" AND pin_hash = ", hash).execute().await
}
