//! SQL of the global sites.

use std::collections::BTreeMap;

use super::model::Site;
use crate::kernel::ctx::{Ctx, ReadCtx, Scope};
use crate::kernel::error::Error;
use crate::kernel::fold::fold;
use crate::kernel::id::Id;
use crate::kernel::page::{List, Page, one_by_one};
use crate::kernel::resource::{ByName, operations};
use crate::resources::areas::{self, Place, PlaceNames};
use crate::resources::dictionaries;

/// A page of the global sites that are not among a tenant's sites.
pub async fn not_of(cx: &mut ReadCtx, tenant: &Id, list: &List<ByName>) -> Result<Page<Site>, Error> {
    let mut page: Page<Site> = operations::rows(cx, list, &Scope::All, |query| {
        let query = query
            .push(" AND NOT EXISTS (SELECT 1 FROM tenant_sites ts WHERE ts.tenant_id = ", tenant.clone())
            .sql(" AND ts.site_id = sites.id AND ts.deleted_at IS NULL");
        one_by_one(query)
    })
    .await?;
    describe(cx, &mut page.rows).await?;
    Ok(page)
}

/// The names of the dictionary items and regions of some sites, in the caller's language.
pub struct Names {
    items: BTreeMap<Id, String>,
    places: areas::Names,
}

impl Names {
    /// Reads the names of what these sites refer to.
    pub async fn of<'s>(
        cx: &mut ReadCtx,
        sites: impl Iterator<Item = (&'s Place, Vec<&'s Option<Id>>)> + Clone,
    ) -> Result<Self, Error> {
        let items: Vec<Id> = sites.clone().flat_map(|(_, items)| items).flatten().cloned().collect();
        let items = dictionaries::names(cx, items).await?;
        Ok(Self { items, places: areas::describe(cx, sites.map(|(place, _)| place.clone())).await? })
    }

    /// The name of a level or type.
    pub fn item(&self, id: Option<&Id>) -> String {
        id.and_then(|id| self.items.get(id)).cloned().unwrap_or_default()
    }

    /// The names of the regions of a place: each by itself, and joined by `-`.
    pub fn place(&self, place: &Place) -> (PlaceNames, String) {
        let names = self.places.of(place);
        let all = [&names.country_name, &names.province_name, &names.city_name].map(String::as_str);
        let joined = all.into_iter().filter(|name| !name.is_empty()).collect::<Vec<_>>().join("-");
        (names, joined)
    }
}

/// Sets the names of regions, levels and types in the caller's language.
pub async fn describe(cx: &mut ReadCtx, sites: &mut [Site]) -> Result<(), Error> {
    let names = Names::of(cx, sites.iter().map(|site| (&site.place, vec![&site.level_id, &site.type_id]))).await?;
    for site in sites {
        site.level_desc = names.item(site.level_id.as_ref());
        site.type_desc = names.item(site.type_id.as_ref());
        (site.place_names, site.area_name) = names.place(&site.place);
    }
    Ok(())
}

/// A global site that is not deleted.
pub async fn get(cx: &mut ReadCtx, id: &Id) -> Result<Option<Site>, Error> {
    operations::get(cx, id).await
}

/// Updates the name in tenants' sites: they are searched by it, too.
pub async fn rename_at_tenants(cx: &mut Ctx, site: &Site) -> Result<(), Error> {
    let query = cx.db().await?.write("UPDATE tenant_sites SET").push(" site_name_key = ", fold(&site.site_name));
    query.push(" WHERE site_id = ", site.id.clone()).execute().await?;
    Ok(())
}

/// An existing site, for comparison with a row of a file.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Kept {
    pub name_key: String,
    /// Its country, province and city.
    #[sqlx(flatten)]
    pub place: Place,
    level_id: Option<Id>,
    type_id: Option<Id>,
    address: String,
    remark: String,
}

impl Kept {
    /// Whether it equals this site.
    pub fn is(&self, site: &Site) -> bool {
        let same = self.level_id == site.level_id && self.type_id == site.type_id;
        same && self.place == site.place && self.address == site.address && self.remark == site.remark
    }
}

/// The sites with one of the names, by folded name; the first ten thousand.
pub async fn kept(cx: &mut ReadCtx, names: Vec<String>) -> Result<Vec<Kept>, Error> {
    let query = cx.db().await?.query(
        "SELECT name_key, country_id, province_id, city_id, level_id, type_id, address, remark FROM sites \
         WHERE deleted_at IS NULL",
    );
    Ok(query.push_in(" AND name_key", names).sql(" ORDER BY name_key, id LIMIT 10000").all().await?)
}

/// Whether another site has the same name and region.
pub async fn has_namesake(cx: &mut ReadCtx, site: &Site) -> Result<bool, Error> {
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
