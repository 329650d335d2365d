//! SQL of the global sites.

use super::model::Site;
use crate::kernel::ctx::Ctx;
use crate::kernel::db::Query;
use crate::kernel::error::Error;
use crate::kernel::fold::fold;
use crate::kernel::id::Id;
use crate::kernel::page::{Ids, List, Page, Sorts, Term, one_by_one};
use crate::kernel::resource::{one_row, refuse_if_held, tombstone, used};
use crate::resources::areas::{self, Place, PlaceNames};
use crate::resources::dictionaries;

const COLUMNS: &str = "SELECT id, version, site_name, country_id, province_id, city_id, level_id, type_id, address, \
     remark, is_user_add, created_at, updated_at";

const ROWS: (&[&str], &str) = (&[COLUMNS, " FROM sites WHERE "], "id");

const SORTS: Sorts = &[
    ("siteName", " ORDER BY name_key, id", " ORDER BY name_key DESC, id DESC"),
    ("createdAt", " ORDER BY created_at, id", " ORDER BY created_at DESC, id DESC"),
    ("id", " ORDER BY id", " ORDER BY id DESC"),
];

/// What a list of sites is narrowed by.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Filter {
    /// What the name has in it.
    #[schema(value_type = Option<String>)]
    pub q: Option<Term>,
    /// These.
    #[schema(value_type = Option<Vec<String>>)]
    pub id: Option<Ids>,
}

/// Narrowed as asked for, to those that `left` leaves.
fn narrowed<'q>(query: Query<'q>, f: &Filter, left: impl Fn(Query<'q>) -> Query<'q>) -> Query<'q> {
    let query = query.sql(" FROM sites WHERE ");
    let query = match f.q.as_ref().filter(|q| !q.is_empty()) {
        None => left(query.sql("deleted_at IS NULL")),
        Some(term) => {
            // Left within each part: what is cut there would otherwise be cut before the others are left out.
            query.among("id", |query| term.found(query, "sites", &["name_key"], &left))
        }
    };
    match &f.id {
        Some(Ids(ids)) => query.push_in(" AND id", ids.iter().cloned()),
        None => query,
    }
}

/// A page of sites.
pub async fn page(cx: &mut Ctx, list: &List<Filter>) -> Result<Page<Site>, Error> {
    let mut page: Page<Site> =
        list.keys_first(cx.db().await?, SORTS, ROWS, |query, f| narrowed(query, f, |query| query)).await?;
    describe(cx, &mut page.rows).await?;
    Ok(page)
}

/// A page of the sites that a tenant has not taken.
pub async fn not_of(cx: &mut Ctx, tenant: &Id, list: &List<Filter>) -> Result<Page<Site>, Error> {
    let mut page: Page<Site> = list
        .keys_first(cx.db().await?, SORTS, ROWS, |query, f| {
            narrowed(query, f, |query| {
                let query = query
                    .push(" AND NOT EXISTS (SELECT 1 FROM tenant_sites ts WHERE ts.tenant_id = ", tenant.clone())
                    .sql(" AND ts.site_id = sites.id AND ts.deleted_at IS NULL");
                one_by_one(query)
            })
        })
        .await?;
    describe(cx, &mut page.rows).await?;
    Ok(page)
}

/// Names regions, levels and types in the caller's language.
pub async fn describe(cx: &mut Ctx, sites: &mut [Site]) -> Result<(), Error> {
    let items: Vec<_> = sites.iter().flat_map(|s| [&s.level_id, &s.type_id]).flatten().cloned().collect();
    let items = dictionaries::names(cx, items).await?;
    let places = areas::describe(cx, sites.iter().map(|site| site.place.clone())).await?;
    let item = |id: &Option<Id>| id.as_ref().and_then(|id| items.get(id)).cloned().unwrap_or_default();
    for site in sites {
        site.level_desc = item(&site.level_id);
        site.type_desc = item(&site.type_id);
        site.place_names = places.of(&site.place);
        site.area_name = joined(&site.place_names);
    }
    Ok(())
}

/// The names of the regions that are there, with `-` between them.
pub fn joined(names: &PlaceNames) -> String {
    let all = [&names.country_name, &names.province_name, &names.city_name].map(String::as_str);
    all.into_iter().filter(|name| !name.is_empty()).collect::<Vec<_>>().join("-")
}

/// A global site that is not deleted.
pub async fn get(cx: &mut Ctx, id: &Id) -> Result<Option<Site>, Error> {
    let query = cx.db().await?.query(COLUMNS).sql(" FROM sites WHERE deleted_at IS NULL");
    let mut found: Vec<Site> = query.push(" AND id = ", id.clone()).all().await?;
    describe(cx, &mut found).await?;
    Ok(found.pop())
}

/// Adds a site.
pub async fn insert(cx: &mut Ctx, site: &Site) -> Result<(), Error> {
    cx.db()
        .await?
        .query(
            "INSERT INTO sites (id, version, site_name, name_key, country_id, province_id, city_id, level_id, type_id, \
             address, remark, is_user_add, created_at, updated_at) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)",
        )
        .bind(site.id.clone())
        .bind(site.version)
        .bind(site.site_name.clone())
        .bind(fold(&site.site_name))
        .bind(site.place.country.clone())
        .bind(site.place.province.clone())
        .bind(site.place.city.clone())
        .bind(site.level_id.clone())
        .bind(site.type_id.clone())
        .bind(site.address.clone())
        .bind(site.remark.clone())
        .bind(site.is_user_add)
        .bind(site.created_at)
        .bind(site.updated_at)
        .execute()
        .await?;
    Ok(())
}

/// Changes the row that still has the record's version; the record then has the next.
pub async fn update(cx: &mut Ctx, site: &mut Site) -> Result<(), Error> {
    let changed = cx
        .db()
        .await?
        .query("UPDATE sites SET version = version + 1")
        .push(", site_name = ", site.site_name.clone())
        .push(", name_key = ", fold(&site.site_name))
        .push(", country_id = ", site.place.country.clone())
        .push(", province_id = ", site.place.province.clone())
        .push(", city_id = ", site.place.city.clone())
        .push(", level_id = ", site.level_id.clone())
        .push(", type_id = ", site.type_id.clone())
        .push(", address = ", site.address.clone())
        .push(", remark = ", site.remark.clone())
        .push(", updated_at = ", site.updated_at)
        .push(" WHERE deleted_at IS NULL AND id = ", site.id.clone())
        .push(" AND version = ", site.version)
        .execute()
        .await?;
    one_row(changed)?;
    // What tenants have of it is found by its name, too.
    let query = cx.db().await?.query("UPDATE tenant_sites SET").push(" site_name_key = ", fold(&site.site_name));
    query.push(" WHERE site_id = ", site.id.clone()).execute().await?;
    site.version += 1;
    Ok(())
}

/// Refuses with [`Code::InUse`] where a tenant has the site.
///
/// [`Code::InUse`]: crate::kernel::error::Code::InUse
pub async fn refuse_if_used(cx: &mut Ctx, id: &Id) -> Result<(), Error> {
    refuse_if_held(cx, "sites", id, used("中心", "site")).await
}

/// What tells whether a row of a file is a site that is there already.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Kept {
    pub name_key: String,
    /// Where it is.
    #[sqlx(flatten)]
    pub place: Place,
    level_id: Option<Id>,
    type_id: Option<Id>,
    address: String,
    remark: String,
}

impl Kept {
    /// Whether it is this site, just so.
    pub fn is(&self, site: &Site) -> bool {
        let same = self.level_id == site.level_id && self.type_id == site.type_id;
        same && self.place == site.place && self.address == site.address && self.remark == site.remark
    }
}

/// The sites that have one of the names, by their folded keys; the first ten thousand.
pub async fn kept(cx: &mut Ctx, names: Vec<String>) -> Result<Vec<Kept>, Error> {
    let query = cx.db().await?.query(
        "SELECT name_key, country_id, province_id, city_id, level_id, type_id, address, remark FROM sites \
         WHERE deleted_at IS NULL",
    );
    Ok(query.push_in(" AND name_key", names).sql(" ORDER BY name_key, id LIMIT 10000").all().await?)
}

/// Whether another site has the name and is in the same region.
pub async fn has_namesake(cx: &mut Ctx, site: &Site) -> Result<bool, Error> {
    const REGION: [(&str, &str); 3] = [
        (" AND country_id = ", " AND country_id IS NULL"),
        (" AND province_id = ", " AND province_id IS NULL"),
        (" AND city_id = ", " AND city_id IS NULL"),
    ];
    let query = cx.db().await?.query("SELECT 1 FROM sites WHERE deleted_at IS NULL");
    let query = query.push(" AND name_key = ", fold(&site.site_name)).push(" AND id <> ", site.id.clone());
    let parts = [&site.place.country, &site.place.province, &site.place.city];
    let query = REGION.iter().zip(parts).fold(query, |query, ((is, none), part)| match part {
        Some(id) => query.push(is, id.clone()),
        None => query.sql(none),
    });
    Ok(query.sql(" LIMIT 1").optional::<(i32,)>().await?.is_some())
}

/// Leaves a tombstone: histories still refer to it.
pub async fn delete(cx: &mut Ctx, site: &Site) -> Result<(), Error> {
    tombstone(cx, "UPDATE sites SET", &site.id, site.version).await
}
