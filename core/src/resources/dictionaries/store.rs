//! SQL of the dictionaries.

use std::collections::{BTreeMap, BTreeSet};

use cardea_macros::Narrow;

use super::model::{Category, CategoryRecord, Item};
use crate::kernel::ctx::{Ctx, ReadCtx, Scope};
use crate::kernel::error::{Error, Locale, Problems, Text};
use crate::kernel::fold::fold;
use crate::kernel::id::{ALL_TENANTS, Id};
use crate::kernel::page::{Ids, List, MAX_ROWS, Page, Sorts};
use crate::kernel::resource::{Record as _, Resource as _, operations};

const CATEGORY_ZH: &str = "SELECT id, id AS code, name AS \"desc\", is_tenant, is_parent, child_code";
const CATEGORY_EN: &str = "SELECT id, id AS code, name_en AS \"desc\", is_tenant, is_parent, child_code";

fn category_columns(cx: &ReadCtx) -> &'static str {
    if cx.locale() == Locale::En { CATEGORY_EN } else { CATEGORY_ZH }
}

/// The filter of a list of categories.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CategoryFilter {
    /// Only these ids.
    #[schema(value_type = Option<Vec<String>>)]
    pub id: Option<Ids>,
}

const CATEGORY_SORTS: Sorts =
    &[("sort", " ORDER BY sort, id", " ORDER BY sort DESC, id DESC"), ("id", " ORDER BY id", " ORDER BY id DESC")];

/// A page of categories, in the caller's language.
pub async fn categories(cx: &mut ReadCtx, list: &List<CategoryFilter>) -> Result<Page<CategoryRecord>, Error> {
    let columns = category_columns(cx);
    list.run(cx.db().await?, CATEGORY_SORTS, columns, |query, f| {
        let query = query.sql(" FROM dictionary_categories WHERE 1 = 1");
        query.push_in_if(" AND id", f.id.as_ref().map(Ids::each))
    })
    .await
}

/// One category.
pub async fn category(cx: &mut ReadCtx, id: &Id) -> Result<Option<CategoryRecord>, Error> {
    let columns = category_columns(cx);
    let query = cx.db().await?.query(columns).sql(" FROM dictionary_categories");
    Ok(query.push(" WHERE id = ", id.clone()).optional().await?)
}

/// The filter of a list of items.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema, Narrow)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Filter {
    /// Category.
    pub category_id: Option<Id>,
    /// Only items that a form of this tenant offers: its own and those that all tenants share (`0`: only the shared
    /// ones). Without it: all that the caller may see.
    #[narrow(sql = "tenant_id IN ('0', {})")]
    pub tenant_id: Option<Id>,
    /// The children of this item; `0`: items at the top. Without it: both.
    pub parent_id: Option<Id>,
    /// Only these ids.
    #[schema(value_type = Option<Vec<String>>)]
    pub id: Option<Ids>,
}

/// The first [`MAX_ROWS`] children of an item, in their order.
pub async fn children(cx: &mut ReadCtx, parent: &Id, scope: &Scope) -> Result<Vec<Item>, Error> {
    let query = cx.db().await?.query(Item::SELECT).sql(Item::FROM).sql("deleted_at IS NULL");
    let query = operations::within::<Item>(query.push(" AND parent_id = ", parent.clone()), scope);
    let mut found = query.push(" ORDER BY parent_id, sort, id LIMIT ", MAX_ROWS).all().await?;
    Item::describe(cx, &mut found).await?;
    Ok(found)
}

/// Whether the category has this item, shared or of `tenant`.
pub async fn exists(cx: &mut ReadCtx, category: Category, item: &Id, tenant: Option<&Id>) -> Result<bool, Error> {
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

/// A field that must have an item of a category, with what is said of one that has none.
pub type Field<'i> = (&'static str, Category, Option<&'i Id>, Text);

/// Reports the fields without an item that is shared or of `tenant`.
pub async fn check<const N: usize>(
    cx: &mut ReadCtx,
    p: &mut Problems,
    tenant: Option<&Id>,
    fields: [Field<'_>; N],
) -> Result<(), Error> {
    for (field, category, item, text) in fields {
        match item {
            Some(item) if exists(cx, category, item, tenant).await? => {}
            _ => p.add(field, text),
        }
    }
    Ok(())
}

/// The categories of those items that are shared or of `tenant`, by the items' ids. Nobody removes one of them until
/// the transaction ends: for a record that is about to refer to them.
pub async fn kept(
    cx: &mut Ctx,
    items: impl IntoIterator<Item = Id>,
    tenant: &Id,
) -> Result<BTreeMap<Id, String>, Error> {
    let query = cx.db().await?.write("SELECT id, category_id FROM dictionary_items WHERE deleted_at IS NULL");
    let query = query.push_in(" AND tenant_id", [Id::from(ALL_TENANTS), tenant.clone()]).push_in(" AND id", items);
    let rows: Vec<(Id, String)> = query.kept("dictionary_items").all().await?;
    Ok(rows.into_iter().collect())
}

/// The choices that a category offers to `tenant`, with names in the caller's language: the first [`MAX_ROWS`].
pub async fn choices(cx: &mut ReadCtx, category: Category, tenant: &Id) -> Result<Vec<(Id, String)>, Error> {
    let query = if cx.locale() == Locale::En { "SELECT id, dic_name_en" } else { "SELECT id, dic_name" };
    let tenants = [Id::from(ALL_TENANTS), tenant.clone()];
    let query = cx.db().await?.query(query).sql(" FROM dictionary_items WHERE deleted_at IS NULL");
    let query = query.push(" AND category_id = ", category.id()).push_in(" AND tenant_id", tenants);
    Ok(query.push(" ORDER BY sort, id LIMIT ", MAX_ROWS).all().await?)
}

/// The items that an imported file may name for `tenant` (`0`: none in particular), by their folded names in either
/// language and by their codes; where several share one, the first in the list.
pub async fn named(cx: &mut ReadCtx, category: Category, tenant: &Id) -> Result<BTreeMap<String, Id>, Error> {
    let query = cx.db().await?.query("SELECT id, dic_name, dic_name_en, dic_code FROM dictionary_items");
    let query = query.push(" WHERE deleted_at IS NULL AND category_id = ", category.id());
    let query = query.push_in(" AND tenant_id", [Id::from(ALL_TENANTS), tenant.clone()]);
    let rows: Vec<(Id, String, String, String)> = query.push(" ORDER BY sort, id LIMIT ", MAX_ROWS).all().await?;
    let mut found = BTreeMap::new();
    // A name takes precedence over an equal code.
    let names = rows.iter().flat_map(|(id, zh, en, _)| [(zh, id), (en, id)]);
    for (text, id) in names.chain(rows.iter().map(|(id, _, _, code)| (code, id))) {
        found.entry(fold(text)).or_insert_with(|| id.clone());
    }
    found.remove("");
    Ok(found)
}

/// The names of items in the caller's language; deleted items too, because records still refer to them.
pub async fn names(cx: &mut ReadCtx, items: impl IntoIterator<Item = Id>) -> Result<BTreeMap<Id, String>, Error> {
    let items: BTreeSet<Id> = items.into_iter().collect();
    if items.is_empty() {
        return Ok(BTreeMap::new());
    }
    let query = if cx.locale() == Locale::En { "SELECT id, dic_name_en" } else { "SELECT id, dic_name" };
    let rows: Vec<(Id, String)> =
        cx.db().await?.query(query).push_in(" FROM dictionary_items WHERE id", items).all().await?;
    Ok(rows.into_iter().collect())
}

/// Whether the tenant exists.
pub async fn is_tenant(cx: &mut ReadCtx, id: &Id) -> Result<bool, Error> {
    let query = cx.db().await?.query("SELECT 1 FROM tenants WHERE deleted_at IS NULL");
    Ok(query.push(" AND id = ", id.clone()).optional::<(i32,)>().await?.is_some())
}
