//! SQL of what the portal shows of a person and their surroundings.

use crate::kernel::db::Tx;
use crate::kernel::id::Id;

/// A user as they see themselves.
#[derive(Debug, sqlx::FromRow)]
pub struct Profile {
    pub user_name: String,
    pub full_name: String,
    pub email: String,
    pub phone: String,
    pub remark: String,
    pub language: String,
}

pub async fn profile(tx: &mut Tx, user: &Id) -> sqlx::Result<Option<Profile>> {
    tx.query(
        "SELECT user_name, full_name, email, phone, remark, language FROM users WHERE id = $1 AND deleted_at IS NULL",
    )
    .bind(user.clone())
    .optional()
    .await
}

/// A tenant to choose.
#[derive(Debug, sqlx::FromRow)]
pub struct TenantRow {
    pub id: Id,
    pub tenant_name: String,
}

/// The first tenants by name: all, or those among `only`.
pub async fn tenants(tx: &mut Tx, only: Option<Vec<Id>>, limit: i64) -> sqlx::Result<Vec<TenantRow>> {
    let query = tx.query("SELECT id, tenant_name FROM tenants WHERE deleted_at IS NULL");
    let query = match only {
        Some(ids) => query.push_in(" AND id", ids),
        None => query,
    };
    query.sql(" ORDER BY name_key, id").push(" LIMIT ", limit).all().await
}
