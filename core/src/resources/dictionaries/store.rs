//! SQL of the dictionaries.

use std::collections::BTreeMap;

use super::model::{Category, CategoryRecord, Item};
use crate::kernel::ctx::{Ctx, Scope};
use crate::kernel::db::Query;
use crate::kernel::error::{Error, Locale, Text};
use crate::kernel::fold::fold;
use crate::kernel::id::{ALL_TENANTS, Id};
use crate::kernel::page::{Ids, List, MAX_ROWS, Page, Sorts};
use crate::kernel::resource::{one_row, taken, tombstone};

const ZH: &str = "SELECT id, version, category_id, tenant_id, parent_id, dic_name, dic_name AS dic_name_zh, \
     dic_name_en, dic_code, dic_num, abb, sort, extend, description, CASE WHEN parent_id = '0' THEN \
     (SELECT c.child_code FROM dictionary_categories c WHERE c.id = category_id) ELSE '' END AS child_code";
const EN: &str = "SELECT id, version, category_id, tenant_id, parent_id, dic_name_en AS dic_name, \
     dic_name AS dic_name_zh, dic_name_en, dic_code, dic_num, abb, sort, extend, description, CASE WHEN \
     parent_id = '0' THEN (SELECT c.child_code FROM dictionary_categories c WHERE c.id = category_id) ELSE '' END \
     AS child_code";
const CATEGORY_ZH: &str = "SELECT id, id AS code, name AS \"desc\", is_tenant, is_parent, child_code";
const CATEGORY_EN: &str = "SELECT id, id AS code, name_en AS \"desc\", is_tenant, is_parent, child_code";

fn columns(cx: &Ctx) -> &'static str {
    if cx.locale() == Locale::En { EN } else { ZH }
}

fn category_columns(cx: &Ctx) -> &'static str {
    if cx.locale() == Locale::En { CATEGORY_EN } else { CATEGORY_ZH }
}

/// What a list of categories is narrowed by.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CategoryFilter {
    /// These.
    #[schema(value_type = Option<Vec<String>>)]
    pub id: Option<Ids>,
}

const CATEGORY_SORTS: Sorts =
    &[("sort", " ORDER BY sort, id", " ORDER BY sort DESC, id DESC"), ("id", " ORDER BY id", " ORDER BY id DESC")];

/// A page of categories, in the caller's language.
pub async fn categories(cx: &mut Ctx, list: &List<CategoryFilter>) -> Result<Page<CategoryRecord>, Error> {
    let columns = category_columns(cx);
    list.run(cx.db().await?, CATEGORY_SORTS, columns, |query, f| {
        let query = query.sql(" FROM dictionary_categories WHERE 1 = 1");
        match &f.id {
            Some(Ids(ids)) => query.push_in(" AND id", ids.iter().cloned()),
            None => query,
        }
    })
    .await
}

/// One category.
pub async fn category(cx: &mut Ctx, id: &Id) -> Result<Option<CategoryRecord>, Error> {
    let columns = category_columns(cx);
    let query = cx.db().await?.query(columns).sql(" FROM dictionary_categories");
    Ok(query.push(" WHERE id = ", id.clone()).optional().await?)
}

/// What a list of items is narrowed by.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Filter {
    /// Category.
    pub category_id: Option<Id>,
    /// What a form of this tenant offers: its own items and those that all tenants share (`0`: only these).
    /// Without it: what the caller may see.
    pub tenant_id: Option<Id>,
    /// Those below this item; `0`: those below none. Without it: both.
    pub parent_id: Option<Id>,
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
    let columns = columns(cx);
    list.run(cx.db().await?, SORTS, columns, |query, f| {
        let mut query = query
            .sql(" FROM dictionary_items WHERE deleted_at IS NULL")
            .push_if(" AND category_id = ", f.category_id.clone())
            .push_if(" AND parent_id = ", f.parent_id.clone());
        if let Some(tenant) = &f.tenant_id {
            query = query.push_in(" AND tenant_id", [tenant.clone(), Id::from(ALL_TENANTS)]);
        }
        if let Some(Ids(ids)) = &f.id {
            query = query.push_in(" AND id", ids.iter().cloned());
        }
        within(query, scope)
    })
    .await
}

/// What all tenants share, and what belongs to tenants in `scope`.
fn within<'q>(query: Query<'q>, scope: &Scope) -> Query<'q> {
    let Scope::Only(tenants) = scope else { return query };
    query.push_in(" AND tenant_id", tenants.iter().cloned().chain([Id::from(ALL_TENANTS)]))
}

/// An item that is not deleted, in the caller's language: everybody's, or of a tenant in `scope`.
pub async fn get(cx: &mut Ctx, id: &Id, scope: &Scope) -> Result<Option<Item>, Error> {
    let columns = columns(cx);
    let query = cx.db().await?.query(columns).sql(" FROM dictionary_items WHERE deleted_at IS NULL");
    Ok(within(query.push(" AND id = ", id.clone()), scope).optional().await?)
}

/// The first [`MAX_ROWS`] items below an item, in their order.
pub async fn children(cx: &mut Ctx, parent: &Id, scope: &Scope) -> Result<Vec<Item>, Error> {
    let columns = columns(cx);
    let query = cx.db().await?.query(columns).sql(" FROM dictionary_items WHERE deleted_at IS NULL");
    let query = within(query.push(" AND parent_id = ", parent.clone()), scope);
    Ok(query.push(" ORDER BY parent_id, sort, id LIMIT ", MAX_ROWS).all().await?)
}

fn code_taken(error: sqlx::Error) -> Error {
    taken(error, "dicCode", Text::new("编码已存在", "this code is in use"))
}

/// Adds an item.
pub async fn insert(cx: &mut Ctx, item: &Item) -> Result<(), Error> {
    let now = cx.now();
    cx.db()
        .await?
        .query(
            "INSERT INTO dictionary_items (id, version, category_id, tenant_id, parent_id, dic_name, dic_name_en, \
             dic_code, code_key, dic_num, abb, sort, extend, description, created_at, updated_at) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)",
        )
        .bind(item.id.clone())
        .bind(item.version)
        .bind(item.category_id.clone())
        .bind(item.tenant_id.clone())
        .bind(item.parent_id.clone())
        .bind(item.dic_name_zh.clone())
        .bind(item.dic_name_en.clone())
        .bind(item.dic_code.clone())
        .bind(fold(&item.dic_code))
        .bind(item.dic_num.clone())
        .bind(item.abb.clone())
        .bind(item.sort)
        .bind(item.extend.clone())
        .bind(item.description.clone())
        .bind(now)
        .bind(now)
        .execute()
        .await
        .map_err(code_taken)?;
    Ok(())
}

/// Changes the row that still has the record's version; the record then has the next.
pub async fn update(cx: &mut Ctx, item: &mut Item) -> Result<(), Error> {
    let now = cx.now();
    let changed = cx
        .db()
        .await?
        .query("UPDATE dictionary_items SET version = version + 1")
        .push(", dic_name = ", item.dic_name_zh.clone())
        .push(", dic_name_en = ", item.dic_name_en.clone())
        .push(", dic_code = ", item.dic_code.clone())
        .push(", code_key = ", fold(&item.dic_code))
        .push(", dic_num = ", item.dic_num.clone())
        .push(", abb = ", item.abb.clone())
        .push(", sort = ", item.sort)
        .push(", extend = ", item.extend.clone())
        .push(", description = ", item.description.clone())
        .push(", updated_at = ", now)
        .push(" WHERE deleted_at IS NULL AND id = ", item.id.clone())
        .push(" AND version = ", item.version)
        .execute()
        .await
        .map_err(code_taken)?;
    one_row(changed)?;
    item.version += 1;
    Ok(())
}

/// Leaves a tombstone: records of before keep the item's name.
pub async fn delete(cx: &mut Ctx, item: &Item) -> Result<(), Error> {
    tombstone(cx, "UPDATE dictionary_items SET", &item.id, item.version).await
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

/// The items that a file may name for `tenant` (`0`: none in particular), by their folded names in either language and
/// by their codes; where several are called the same, the first in the list.
pub async fn named(cx: &mut Ctx, category: Category, tenant: &Id) -> Result<BTreeMap<String, Id>, Error> {
    let query = cx.db().await?.query("SELECT id, dic_name, dic_name_en, dic_code FROM dictionary_items");
    let query = query.push(" WHERE deleted_at IS NULL AND category_id = ", category.id());
    let query = query.push_in(" AND tenant_id", [Id::from(ALL_TENANTS), tenant.clone()]);
    let rows: Vec<(Id, String, String, String)> = query.push(" ORDER BY sort, id LIMIT ", MAX_ROWS).all().await?;
    let mut found = BTreeMap::new();
    // A name says more than a code that happens to be spelt the same.
    let names = rows.iter().flat_map(|(id, zh, en, _)| [(zh, id), (en, id)]);
    for (text, id) in names.chain(rows.iter().map(|(id, _, _, code)| (code, id))) {
        found.entry(fold(text)).or_insert_with(|| id.clone());
    }
    found.remove("");
    Ok(found)
}

/// The names of items in the caller's language; deleted ones too, because records still refer to them.
pub async fn names(cx: &mut Ctx, items: impl IntoIterator<Item = Id>) -> Result<BTreeMap<Id, String>, Error> {
    let query = if cx.locale() == Locale::En { "SELECT id, dic_name_en" } else { "SELECT id, dic_name" };
    let rows: Vec<(Id, String)> =
        cx.db().await?.query(query).push_in(" FROM dictionary_items WHERE id", items).all().await?;
    Ok(rows.into_iter().collect())
}

/// Whether there is such a tenant.
pub async fn is_tenant(cx: &mut Ctx, id: &Id) -> Result<bool, Error> {
    let query = cx.db().await?.query("SELECT 1 FROM tenants WHERE deleted_at IS NULL");
    Ok(query.push(" AND id = ", id.clone()).optional::<(i32,)>().await?.is_some())
}
