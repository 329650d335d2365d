//! How many members there are, for reports: each from an index, and counted no further than needed.

use crate::kernel::clock::Time;
use crate::kernel::ctx::{ReadCtx, Scope};
use crate::kernel::error::Error;
use crate::kernel::id::Id;

/// Whether a tenant of the scope has a member who may work there.
pub async fn any(cx: &mut ReadCtx, scope: &Scope) -> Result<bool, Error> {
    let query = cx.db().await?.query("SELECT 1 FROM memberships WHERE enabled = 0 AND shown < 2");
    Ok(query.push_in_if(" AND tenant_id", scope.only()).sql(" LIMIT 1").optional::<(i32,)>().await?.is_some())
}

/// How many people joined these tenants since a moment, counted up to `most`.
pub async fn joined(cx: &mut ReadCtx, tenants: &[Id], since: Time, most: i64) -> Result<i64, Error> {
    let query = cx.db().await?.query("SELECT count(*) FROM (SELECT 1 FROM memberships WHERE");
    let query = query.push(" join_date >= ", since).push_in(" AND tenant_id", tenants.iter().cloned());
    Ok(query.push(" LIMIT ", most).sql(") AS those").one::<(i64,)>().await?.0)
}

/// The tenants of each of these users, as `(user, tenant)`.
pub async fn tenants_of(cx: &mut ReadCtx, users: Vec<Id>) -> Result<Vec<(Id, Id)>, Error> {
    let query = cx.db().await?.query("SELECT user_id, tenant_id");
    Ok(query.push_in(" FROM memberships WHERE user_id", users).all().await?)
}
