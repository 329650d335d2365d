//! SQL of the tenants, for other modules.

use std::collections::BTreeMap;

use super::model::Tenant;
use crate::kernel::ctx::ReadCtx;
use crate::kernel::db::ReadTx;
use crate::kernel::error::Error;
use crate::kernel::id::Id;
use crate::kernel::resource::{Record as _, operations};

/// A tenant that is not deleted.
pub async fn get(cx: &mut ReadCtx, id: &Id) -> Result<Option<Tenant>, Error> {
    operations::get(cx, id).await
}

/// Whether there is such a tenant.
pub async fn exists(cx: &mut ReadCtx, id: &Id) -> Result<bool, Error> {
    let query = cx.db().await?.query("SELECT 1 FROM tenants WHERE deleted_at IS NULL");
    Ok(query.push(" AND id = ", id.clone()).optional::<(i32,)>().await?.is_some())
}

/// The tenant with this code that is not deleted.
pub async fn by_code(cx: &mut ReadCtx, code: &str) -> Result<Option<Tenant>, Error> {
    let query = cx.db().await?.query(Tenant::SELECT).sql(Tenant::FROM).sql(Tenant::THERE);
    Ok(query.push("tenant_code = ", code.to_owned()).optional().await?)
}

/// The names of tenants; deleted tenants too, because histories still refer to them.
pub async fn names(cx: &mut ReadCtx, ids: impl IntoIterator<Item = Id>) -> Result<BTreeMap<Id, String>, Error> {
    let query = cx.db().await?.query("SELECT id, tenant_name");
    let rows: Vec<(Id, String)> = query.push_in(" FROM tenants WHERE id", ids).all().await?;
    Ok(rows.into_iter().collect())
}

/// The first tenants by name that are in use: all, or those among `only`.
pub async fn choices(tx: &mut ReadTx, only: Option<Vec<Id>>, limit: i64) -> sqlx::Result<Vec<(Id, String)>> {
    let query = tx.query("SELECT id, tenant_name FROM tenants WHERE deleted_at IS NULL AND archived_at IS NULL");
    query.push_in_if(" AND id", only).sql(" ORDER BY name_key, id").push(" LIMIT ", limit).all().await
}
