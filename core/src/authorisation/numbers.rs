//! What there is of grants and plugins, for reports.

use crate::kernel::ctx::{ReadCtx, Scope};
use crate::kernel::error::Error;

/// Whether somebody is authorised in a tenant of the scope.
pub async fn any_grant(cx: &mut ReadCtx, scope: &Scope) -> Result<bool, Error> {
    let query = cx.db().await?.query("SELECT 1 FROM grants WHERE revoked_at IS NULL AND suspended_at IS NULL");
    let query = query.push_in_if(" AND tenant_id", scope.only());
    Ok(query.sql(" LIMIT 1").optional::<(i32,)>().await?.is_some())
}

/// The systems, by web code, that have an installed plugin.
pub async fn installed_systems(cx: &mut ReadCtx) -> Result<Vec<String>, Error> {
    let query = cx.db().await?.query("SELECT web_code FROM plugins WHERE state = 'active' ORDER BY web_code");
    Ok(query.all::<(String,)>().await?.into_iter().map(|(code,)| code).collect())
}
