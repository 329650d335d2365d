//! HTTP of the dictionaries.

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::model::{CategoryRecord, Item, ItemInput};
use super::service;
use super::store::{self, CategoryFilter, Filter};
use crate::kernel::Kernel;
use crate::kernel::ctx::{Act, Ctx, Permission, Scope};
use crate::kernel::error::{Code, Error};
use crate::kernel::http::{Created, Json};
use crate::kernel::id::{ALL_TENANTS, Id};
use crate::kernel::page::Whole;
use crate::kernel::page::{List, ListQuery, Page};
use crate::kernel::resource::PathId;

/// The menus of which one must be seen to read items: their own, and the forms that choose from them.
const READERS: &[Permission] = &[
    Permission::Dictionaries,
    Permission::Tenants,
    Permission::Sites,
    Permission::TenantSites,
    Permission::TenantUsers,
    Permission::Studies,
    Permission::StudySites,
    Permission::UserAllowed,
    Permission::Authorization,
];

/// The operations on dictionaries.
pub fn router(kernel: Kernel) -> OpenApiRouter {
    OpenApiRouter::new()
        .routes(routes!(categories))
        .routes(routes!(list, create))
        .routes(routes!(read, update, remove))
        .routes(routes!(children))
        .with_state(kernel)
}

/// The categories, named in the caller's language: all of them where no range is given.
#[utoipa::path(get, path = "/api/admin/dictionary-categories", operation_id = "getTenantDic", tag = "dictionaries",
    params(ListQuery), responses((status = 200, body = Vec<CategoryRecord>)))]
async fn categories(mut cx: Ctx, Whole(list): Whole<CategoryFilter>) -> Result<Page<CategoryRecord>, Error> {
    cx.scope(Permission::Dictionaries, Act::View)?;
    store::categories(&mut cx, &list).await
}

/// Items of a category, named in the caller's language. A list of types is one: category 1 has those of tenants, 3
/// those of a tenant's users, 12 those of sites.
#[utoipa::path(get, path = "/api/admin/dictionary-items", operation_id = "Category", tag = "dictionaries",
    extensions(("x-named-calls" = json!(["typeList"]))),
    params(ListQuery), responses((status = 200, body = Vec<Item>)))]
async fn list(mut cx: Ctx, list: List<Filter>) -> Result<Page<Item>, Error> {
    let scope = cx.scope_of_any(READERS, Act::View)?;
    let shared = |id: &str| id == ALL_TENANTS;
    if list.filter.tenant_id.as_ref().is_some_and(|t| !shared(t.as_str()) && !scope.holds(t)) {
        return Err(Error::new(Code::NotFound));
    }
    store::page(&mut cx, &list, &scope).await
}

async fn seen(cx: &mut Ctx, id: &Id) -> Result<(Item, Scope), Error> {
    let scope = cx.scope_of_any(READERS, Act::View)?;
    let item = store::get(cx, id, &scope).await?.ok_or_else(|| Error::new(Code::NotFound))?;
    Ok((item, scope))
}

/// One item.
#[utoipa::path(get, path = "/api/admin/dictionary-items/{id}", operation_id = "getDictionaryItem", tag = "dictionaries",
    params(("id" = String, Path)), responses((status = 200, body = Item)))]
async fn read(mut cx: Ctx, PathId(id): PathId) -> Result<axum::Json<Item>, Error> {
    Ok(axum::Json(seen(&mut cx, &id).await?.0))
}

/// The items below an item, in their order: at most 1000.
#[utoipa::path(get, path = "/api/admin/dictionary-items/{id}/children", operation_id = "getListByParentId",
    tag = "dictionaries", params(("id" = String, Path)), responses((status = 200, body = Vec<Item>)))]
async fn children(mut cx: Ctx, PathId(id): PathId) -> Result<axum::Json<Vec<Item>>, Error> {
    let (item, scope) = seen(&mut cx, &id).await?;
    Ok(axum::Json(store::children(&mut cx, &item.id, &scope).await?))
}

/// Makes an item.
#[utoipa::path(post, path = "/api/admin/dictionary-items", operation_id = "addTenantDic", tag = "dictionaries",
    request_body = ItemInput, responses((status = 201, body = Item)))]
async fn create(mut cx: Ctx, Json(input): Json<ItemInput>) -> Result<Created<Item>, Error> {
    let item = service::create(&mut cx, &input).await?;
    cx.commit().await?;
    Ok(Created(item))
}

/// Changes an item.
#[utoipa::path(put, path = "/api/admin/dictionary-items/{id}", operation_id = "updateDictionaryItem",
    tag = "dictionaries", extensions(("x-part-of" = json!(["addTenantDic"]))),
    params(("id" = String, Path)), request_body = ItemInput, responses((status = 200, body = Item)))]
async fn update(mut cx: Ctx, PathId(id): PathId, Json(input): Json<ItemInput>) -> Result<axum::Json<Item>, Error> {
    let item = service::update(&mut cx, &id, &input).await?;
    cx.commit().await?;
    Ok(axum::Json(item))
}

/// Removes an item that nothing holds any more.
#[utoipa::path(delete, path = "/api/admin/dictionary-items/{id}", operation_id = "deleteTenantDic",
    tag = "dictionaries", params(("id" = String, Path)), responses((status = 200, body = Item)))]
async fn remove(mut cx: Ctx, PathId(id): PathId) -> Result<axum::Json<Item>, Error> {
    let item = service::remove(&mut cx, &id).await?;
    cx.commit().await?;
    Ok(axum::Json(item))
}
