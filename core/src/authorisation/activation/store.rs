//! SQL of the activation.

use std::collections::BTreeSet;

use super::model::{PluginReach, PluginTenant, PluginTenantFilter};
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::db::Query;
use crate::kernel::error::{Code, Error};
use crate::kernel::id::Id;
use crate::kernel::page::{List, Page, Sorts};

const SORTS: Sorts = &[("tenantName", " ORDER BY t.name_key, t.id", " ORDER BY t.name_key DESC, t.id DESC")];

const COLUMNS: &str = "SELECT t.id, t.tenant_name, COALESCE(p.version, 0) AS version, \
     COALESCE(p.active, r.everywhere, TRUE) AS active, p.active IS NOT NULL AS own";

/// Adds the tenants, each with what is said of it.
fn from<'q>(query: Query<'q>, web_code: &str) -> Query<'q> {
    let query = query.sql(" FROM tenants t LEFT JOIN plugin_reach r");
    let query = query.push(" ON r.web_code = ", web_code.to_owned()).sql(" LEFT JOIN plugin_tenants p");
    let query = query.push(" ON p.tenant_id = t.id AND p.web_code = ", web_code.to_owned());
    query.sql(" WHERE t.deleted_at IS NULL")
}

/// The systems, by web code, whose plugin does not serve a tenant.
pub async fn withheld(cx: &mut ReadCtx, tenant: &Id) -> Result<BTreeSet<String>, Error> {
    let query = cx.db().await?.query("SELECT r.web_code FROM plugin_reach r LEFT JOIN plugin_tenants p");
    let query = query.push(" ON p.web_code = r.web_code AND p.tenant_id = ", tenant.clone());
    let rows: Vec<(String,)> = query.sql(" WHERE NOT COALESCE(p.active, r.everywhere) LIMIT 1000").all().await?;
    Ok(rows.into_iter().map(|(web_code,)| web_code).collect())
}

/// Passes where the plugin of a system serves a tenant.
///
/// Errors: [`Code::PluginInactive`].
pub async fn require(cx: &mut ReadCtx, web_code: &str, tenant: &Id) -> Result<(), Error> {
    let query = cx.db().await?.query("SELECT COALESCE(p.active, r.everywhere) FROM plugin_reach r");
    let query = query.push(" LEFT JOIN plugin_tenants p ON p.web_code = r.web_code AND p.tenant_id = ", tenant.clone());
    let served: Option<(bool,)> = query.push(" WHERE r.web_code = ", web_code.to_owned()).optional().await?;
    if served.is_none_or(|(active,)| active) { Ok(()) } else { Err(Error::new(Code::PluginInactive)) }
}

/// Whether a plugin was ever installed for a system.
pub async fn is_known(cx: &mut ReadCtx, web_code: &str) -> Result<bool, Error> {
    let query = cx.db().await?.query("SELECT 1 FROM plugins").push(" WHERE web_code = ", web_code.to_owned());
    Ok(query.sql(" LIMIT 1").optional::<(i32,)>().await?.is_some())
}

/// Whom the plugin of a system serves.
pub async fn reach(cx: &mut ReadCtx, web_code: &str) -> Result<PluginReach, Error> {
    let query = cx.db().await?.query("SELECT version, everywhere FROM plugin_reach");
    let found: Option<(i64, bool)> = query.push(" WHERE web_code = ", web_code.to_owned()).optional().await?;
    let (version, everywhere) = found.unwrap_or((0, true));
    Ok(PluginReach { id: web_code.to_owned(), version, everywhere })
}

/// Stores whom the plugin of a system serves, as the next version of `before`. False: somebody else was faster.
pub async fn put_reach(cx: &mut Ctx, before: &PluginReach, everywhere: bool) -> Result<bool, Error> {
    let now = cx.now();
    let query = cx.db().await?.write(
        "INSERT INTO plugin_reach (web_code, version, everywhere, updated_at) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (web_code) DO UPDATE SET version = excluded.version, everywhere = excluded.everywhere, \
         updated_at = excluded.updated_at WHERE plugin_reach.version = excluded.version - 1",
    );
    let query = query.bind(before.id.clone()).bind(before.version + 1).bind(everywhere).bind(now);
    Ok(query.execute().await? == 1)
}

/// A page of the tenants.
pub async fn tenants(
    cx: &mut ReadCtx,
    web_code: &str,
    list: &List<PluginTenantFilter>,
) -> Result<Page<PluginTenant>, Error> {
    list.run(cx.db().await?, SORTS, COLUMNS, |query, filter| {
        let query = from(query, web_code);
        let query = match filter.q.as_ref().filter(|term| !term.is_empty()) {
            Some(term) => {
                query.among(" AND t.id", |query| term.found(query, "tenants", &["name_key", "abbr_key"], |query| query))
            }
            None => query,
        };
        query
            .push_if(" AND COALESCE(p.active, r.everywhere, TRUE) = ", filter.active)
            .push_if(" AND (p.active IS NOT NULL) = ", filter.own)
    })
    .await
}

/// A tenant, and whether the plugin of a system serves it.
pub async fn tenant(cx: &mut ReadCtx, web_code: &str, id: &Id) -> Result<Option<PluginTenant>, Error> {
    let query = from(cx.db().await?.query(COLUMNS), web_code);
    Ok(query.push(" AND t.id = ", id.clone()).optional().await?)
}

/// Switches a tenant, as the next version of `before`. False: somebody else was faster.
pub async fn put_tenant(
    cx: &mut Ctx,
    web_code: &str,
    before: &PluginTenant,
    active: Option<bool>,
) -> Result<bool, Error> {
    let now = cx.now();
    let query = cx.db().await?.write(
        "INSERT INTO plugin_reach (web_code, version, everywhere, updated_at) VALUES ($1, 0, TRUE, $2) \
         ON CONFLICT (web_code) DO NOTHING",
    );
    query.bind(web_code.to_owned()).bind(now).execute().await?;
    let query = cx.db().await?.write(
        "INSERT INTO plugin_tenants (web_code, tenant_id, version, active, updated_at) VALUES ($1, $2, $3, $4, $5) \
         ON CONFLICT (tenant_id, web_code) DO UPDATE SET version = excluded.version, active = excluded.active, \
         updated_at = excluded.updated_at WHERE plugin_tenants.version = excluded.version - 1",
    );
    let query = query.bind(web_code.to_owned()).bind(before.id.clone()).bind(before.version + 1).bind(active).bind(now);
    Ok(query.execute().await? == 1)
}
