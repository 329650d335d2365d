//! SQL of the first set-up.

use crate::kernel::db::Tx;
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
