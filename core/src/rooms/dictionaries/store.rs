//! SQL of the dictionaries.

use std::collections::BTreeMap;

use super::model::{Category, Item};
use crate::kernel::ctx::{Ctx, Scope};
use crate::kernel::error::{Error, Locale};
use crate::kernel::id::{ALL_TENANTS, Id};
use crate::kernel::page::{Ids, List, MAX_ROWS, Page, Sorts};

const ZH: &str = "SELECT id, category_id, tenant_id, parent_id, dic_name, dic_code, sort";
const EN: &str = "SELECT id, category_id, tenant_id, parent_id, dic_name_en AS dic_name, dic_code, sort";

/// What a list of items is narrowed by.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Filter {
    /// Category.
    pub category_id: Option<Id>,
    /// What a form of this tenant offers: its own items and those that all tenants share (`0`: only these).
    /// Without it: what the caller may see.
    pub tenant_id: Option<Id>,
    /// These.
    #[schema(value_type = Option<Vec<String>>)]
    pub id: Option<Ids>,
}

const SORTS: Sorts = &[
    (
        "sort",
        " ORDER BY category_id, tenant_id, sort, id",
        " ORDER BY category_id DESC, tenant_id DESC, sort DESC, id DESC",
    ),
    ("id", " ORDER BY id", " ORDER BY id DESC"),
];

/// A page of items, in the caller's language: what all tenants share, and what belongs to tenants in `scope`.
pub async fn page(cx: &mut Ctx, list: &List<Filter>, scope: &Scope) -> Result<Page<Item>, Error> {
    let columns = if cx.locale() == Locale::En { EN } else { ZH };
    list.run(cx.db().await?, SORTS, columns, |query, f| {
        let mut query = query
            .sql(" FROM dictionary_items WHERE deleted_at IS NULL")
            .push_if(" AND category_id = ", f.category_id.clone());
        if let Some(tenant) = &f.tenant_id {
            query = query.push_in(" AND tenant_id", [tenant.clone(), Id::from(ALL_TENANTS)]);
        }
        if let Some(Ids(ids)) = &f.id {
            query = query.push_in(" AND id", ids.iter().cloned());
        }
        if let Scope::Only(tenants) = scope {
            let shared = Id::from(ALL_TENANTS);
            query = query.push_in(" AND tenant_id", tenants.iter().cloned().chain([shared]));
        }
        query
    })
    .await
}

/// Whether the category has this item, for everybody or for `tenant`.
pub async fn exists(cx: &mut Ctx, category: Category, item: &Id, tenant: Option<&Id>) -> Result<bool, Error> {
    let tenants = [Id::from(ALL_TENANTS)].into_iter().chain(tenant.cloned());
    let found: Option<(i32,)> = cx
        .db()
        .await?
        .query("SELECT 1 FROM dictionary_items WHERE deleted_at IS NULL")
        .push(" AND id = ", item.clone())
        .push(" AND category_id = ", category.id())
        .push_in(" AND tenant_id", tenants)
        .optional()
        .await?;
    Ok(found.is_some())
}

/// What a form of `tenant` offers of a category, named in the caller's language: the first [`MAX_ROWS`].
pub async fn choices(cx: &mut Ctx, category: Category, tenant: &Id) -> Result<Vec<(Id, String)>, Error> {
    let query = if cx.locale() == Locale::En { "SELECT id, dic_name_en" } else { "SELECT id, dic_name" };
    let tenants = [Id::from(ALL_TENANTS), tenant.clone()];
    let query = cx.db().await?.query(query).sql(" FROM dictionary_items WHERE deleted_at IS NULL");
    let query = query.push(" AND category_id = ", category.id()).push_in(" AND tenant_id", tenants);
    Ok(query.push(" ORDER BY sort, id LIMIT ", MAX_ROWS).all().await?)
}

/// The names of items in the caller's language; deleted ones too, because records still refer to them.
pub async fn names(cx: &mut Ctx, items: impl IntoIterator<Item = Id>) -> Result<BTreeMap<Id, String>, Error> {
    let query = if cx.locale() == Locale::En { "SELECT id, dic_name_en" } else { "SELECT id, dic_name" };
    let rows: Vec<(Id, String)> =
        cx.db().await?.query(query).push_in(" FROM dictionary_items WHERE id", items).all().await?;
    Ok(rows.into_iter().collect())
}
