//! SQL of the sites of tenants.

use super::model::TenantSite;
use super::store::joined;
use crate::kernel::ctx::{Ctx, Scope};
use crate::kernel::db::Query;
use crate::kernel::error::{Error, Text};
use crate::kernel::fold::fold;
use crate::kernel::id::Id;
use crate::kernel::page::{Ids, List, Page, Sorts, Term};
use crate::kernel::resource::{one_row, taken, tombstone};
use crate::kernel::resource::{refuse_if_held, used};
use crate::resources::areas;
use crate::resources::dictionaries;

const COLUMNS: &str = "SELECT ts.id, ts.version, ts.tenant_id, t.tenant_name, ts.site_id, ts.nick_name, s.site_name, \
     s.country_id, s.province_id, s.city_id, s.level_id, s.address, s.remark";
/// Both are always there. LEFT JOIN lets what is counted do without them.
const FROM: &str = " FROM tenant_sites ts LEFT JOIN sites s ON s.id = ts.site_id \
     LEFT JOIN tenants t ON t.id = ts.tenant_id \
     WHERE ts.deleted_at IS NULL";

const SORTS: Sorts = &[
    ("nickName", " ORDER BY ts.name_key, ts.id", " ORDER BY ts.name_key DESC, ts.id DESC"),
    ("id", " ORDER BY ts.id", " ORDER BY ts.id DESC"),
];

/// What a list of tenants' sites is narrowed by.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Filter {
    /// Of this tenant. Without it: of all that the caller administers.
    pub tenant_id: Option<Id>,
    /// What the nickname or the name on the platform has in it.
    #[schema(value_type = Option<String>)]
    pub q: Option<Term>,
    /// What the nickname has in it.
    #[schema(value_type = Option<String>)]
    pub nick_name: Option<Term>,
    /// These.
    #[schema(value_type = Option<Vec<String>>)]
    pub id: Option<Ids>,
}

/// The nickname, and what the platform calls it.
const CALLED: &[&str] = &["name_key", "site_name_key"];

/// A term that is there.
fn typed(term: Option<&Term>) -> Option<&Term> {
    term.filter(|term| !term.is_empty())
}

/// Narrowed by what was typed. Of certain tenants all sites are looked at.
fn narrowed<'q>(query: Query<'q>, f: &Filter, everywhere: bool) -> Query<'q> {
    let mut query = query;
    match typed(f.nick_name.as_ref()) {
        None => {}
        Some(nick) if everywhere => {
            query =
                query.sql(" AND ").among("id", |query| nick.found(query, "tenant_sites", &CALLED[..1], |query| query));
        }
        Some(nick) => query = nick.in_any(query, &CALLED[..1]),
    }
    match typed(f.q.as_ref()) {
        None => query,
        Some(q) if everywhere => {
            query.sql(" AND ").among("id", |query| q.found(query, "tenant_sites", CALLED, |query| query))
        }
        Some(q) => q.in_any(query, CALLED),
    }
}

/// A page of the sites of tenants in `scope`.
pub async fn page(cx: &mut Ctx, list: &List<Filter>, scope: &Scope) -> Result<Page<TenantSite>, Error> {
    let mut page: Page<TenantSite> = list
        .keys_first(cx.db().await?, SORTS, (&[COLUMNS, FROM, " AND "], "ts.id"), |query, f| {
            let everywhere = f.tenant_id.is_none() && matches!(scope, Scope::All);
            let query = query.sql(" FROM tenant_sites ts WHERE deleted_at IS NULL");
            let query = query.push_if(" AND ts.tenant_id = ", f.tenant_id.clone());
            let mut query = narrowed(query, f, everywhere);
            if let Some(Ids(ids)) = &f.id {
                query = query.push_in(" AND ts.id", ids.iter().cloned());
            }
            match scope {
                Scope::All => query,
                Scope::Only(tenants) => query.push_in(" AND ts.tenant_id", tenants.iter().cloned()),
            }
        })
        .await?;
    describe(cx, &mut page.rows).await?;
    Ok(page)
}

/// Names regions and levels in the caller's language.
async fn describe(cx: &mut Ctx, sites: &mut [TenantSite]) -> Result<(), Error> {
    let levels: Vec<_> = sites.iter().filter_map(|s| s.level_id.clone()).collect();
    let levels = dictionaries::names(cx, levels).await?;
    let places = areas::describe(cx, sites.iter().map(|site| site.place.clone())).await?;
    for site in sites {
        site.level_desc = site.level_id.as_ref().and_then(|id| levels.get(id)).cloned().unwrap_or_default();
        site.area_name = joined(&places.of(&site.place));
    }
    Ok(())
}

/// A tenant's site that is not deleted.
pub async fn get(cx: &mut Ctx, id: &Id) -> Result<Option<TenantSite>, Error> {
    let query = cx.db().await?.query(COLUMNS).sql(FROM);
    let mut found: Vec<TenantSite> = query.push(" AND ts.id = ", id.clone()).all().await?;
    describe(cx, &mut found).await?;
    Ok(found.pop())
}

/// Gives a tenant a site. One that it had before and gave back is the same again, under its new nickname. The id
/// of what the tenant has now.
pub async fn insert(cx: &mut Ctx, tenant: &Id, site: &Id, nick_name: &str) -> Result<Id, Error> {
    let (id, now) = (cx.new_id(), cx.now());
    let had: Option<(Id,)> = cx
        .db()
        .await?
        .query("UPDATE tenant_sites SET version = version + 1, deleted_at = NULL")
        .push(", nick_name = ", nick_name.to_owned())
        .push(", name_key = ", fold(nick_name))
        .push(", updated_at = ", now)
        .push(" WHERE deleted_at IS NOT NULL AND tenant_id = ", tenant.clone())
        .push(" AND site_id = ", site.clone())
        .sql(" RETURNING id")
        .optional()
        .await?;
    if let Some((id,)) = had {
        return Ok(id);
    }
    cx.db()
        .await?
        .query(
            "INSERT INTO tenant_sites (id, version, tenant_id, site_id, nick_name, name_key, site_name_key, created_at, \
             updated_at) SELECT $1, 1, $2, id, $4, $5, name_key, $6, $7 FROM sites WHERE id = $3",
        )
        .bind(id.clone())
        .bind(tenant.clone())
        .bind(site.clone())
        .bind(nick_name.to_owned())
        .bind(fold(nick_name))
        .bind(now)
        .bind(now)
        .execute()
        .await
        .map_err(|e| taken(e, "siteId", Text::new("该租户已有此中心", "the tenant has this site already")))?;
    Ok(id)
}

/// Calls a tenant's site something else, in its studies too, if its version is still the one it was read at.
pub async fn rename(cx: &mut Ctx, site: &mut TenantSite) -> Result<(), Error> {
    let (now, key) = (cx.now(), fold(&site.nick_name));
    let changed = cx
        .db()
        .await?
        .query("UPDATE tenant_sites SET version = version + 1")
        .push(", nick_name = ", site.nick_name.clone())
        .push(", name_key = ", key.clone())
        .push(", updated_at = ", now)
        .push(" WHERE deleted_at IS NULL AND id = ", site.id.clone())
        .push(" AND version = ", site.version)
        .execute()
        .await?;
    one_row(changed)?;
    // Studies keep the folded name, to be searched and sorted by it.
    let query = cx.db().await?.query("UPDATE study_sites SET").push(" name_key = ", key);
    query.push(" WHERE tenant_site_id = ", site.id.clone()).execute().await?;
    site.version += 1;
    Ok(())
}

/// Refuses with [`Code::InUse`] where a study has the site.
///
/// [`Code::InUse`]: crate::kernel::error::Code::InUse
pub async fn refuse_if_used(cx: &mut Ctx, id: &Id) -> Result<(), Error> {
    refuse_if_held(cx, "tenant_sites", id, used("中心", "site")).await
}

/// Leaves a tombstone.
pub async fn delete(cx: &mut Ctx, site: &TenantSite) -> Result<(), Error> {
    tombstone(cx, "UPDATE tenant_sites SET", &site.id, site.version).await
}
