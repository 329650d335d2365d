//! What membership means elsewhere: to claims, and to second factors.

use crate::kernel::ctx::ReadCtx;
use crate::kernel::error::Error;
use crate::kernel::id::Id;

/// A tenant that somebody belongs to.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct MemberTenant {
    /// Its id.
    pub id: Id,
    /// Its code.
    pub code: String,
    /// Its name.
    pub name: String,
    /// Its street address, as one text.
    pub address: String,
    /// Its postal code.
    pub postcode: String,
}

impl MemberTenant {
    /// Its columns, of tenants as `t`.
    pub const COLUMNS: &str = "t.id, t.tenant_code AS code, t.tenant_name AS name, t.address, t.postcode";
    /// The condition that a membership `m` of it is enabled.
    pub const THERE: &str = " WHERE m.enabled = 0 AND t.deleted_at IS NULL AND t.archived_at IS NULL";
}

/// The tenant, if the person is an enabled member of it.
pub async fn tenant_of(cx: &mut ReadCtx, user: &Id, tenant: &Id) -> Result<Option<MemberTenant>, Error> {
    let query = cx.db().await?.query("SELECT ").sql(MemberTenant::COLUMNS);
    let query = query.sql(" FROM memberships m JOIN tenants t ON t.id = m.tenant_id").sql(MemberTenant::THERE);
    let query = query.push(" AND m.user_id = ", user.clone()).push(" AND m.tenant_id = ", tenant.clone());
    Ok(query.optional().await?)
}

/// A part of a statement: how many of the roles and tenants of the person `$1` require a second factor; `$2` is true.
/// Closed roles and disabled memberships require nothing, and a tenant requires nothing of whoever may do something on
/// the platform: their own role says what they need.
pub const FACTORS_REQUIRED: &str = "(SELECT COUNT(*) FROM users u JOIN roles r ON r.id = u.role_id \
     WHERE u.id = $1 AND r.mfa_required = $2 AND r.status = 0 AND r.deleted_at IS NULL) \
     + (SELECT COUNT(*) FROM memberships m JOIN tenants t ON t.id = m.tenant_id \
     LEFT JOIN roles r ON r.id = m.role_id AND r.status = 0 AND r.deleted_at IS NULL \
     WHERE m.user_id = $1 AND m.enabled = 0 AND t.deleted_at IS NULL \
     AND (r.mfa_required = $2 OR (t.mfa_required = $2 \
     AND NOT EXISTS (SELECT 1 FROM users pu JOIN roles p ON p.id = pu.role_id \
     WHERE pu.id = $1 AND p.status = 0 AND p.deleted_at IS NULL \
     AND (p.super_admin OR EXISTS (SELECT 1 FROM role_menus rm WHERE rm.role_id = p.id))))))";
