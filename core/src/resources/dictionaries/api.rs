//! HTTP of the dictionaries, in addition to the operations of every declared resource.

use super::model::{CategoryRecord, Item};
use super::store::{self, CategoryFilter};
use crate::kernel::Kernel;
use crate::kernel::ctx::{Act, Permission, ReadCtx};
use crate::kernel::error::Error;
use crate::kernel::openapi::{OpenApiRouter, routes};
use crate::kernel::page::{ListQuery, Listing, Page, Whole};
use crate::kernel::resource::{PathId, Resource as _, operations, router as declared};

/// The operations on dictionaries.
pub fn router(kernel: Kernel) -> OpenApiRouter {
    let more = OpenApiRouter::new().routes(routes!(categories)).routes(routes!(children));
    declared::<Item>(kernel.clone()).merge(more.with_state(kernel))
}

/// The categories, with names in the caller's language: all of them where no range is given.
#[utoipa::path(get, path = "/api/admin/dictionary-categories", operation_id = "getTenantDic", tag = "dictionaries",
    params(ListQuery), responses((status = 200, body = Vec<CategoryRecord>)))]
async fn categories(
    Listing(mut cx): Listing,
    Whole(list): Whole<CategoryFilter>,
) -> Result<Page<CategoryRecord>, Error> {
    cx.scope(Permission::Dictionaries, Act::View)?;
    store::categories(&mut cx, &list).await
}

/// The children of an item, in their order: at most 1000.
#[utoipa::path(get, path = "/api/admin/dictionary-items/{id}/children", operation_id = "getListByParentId",
    tag = "dictionaries", params(("id" = String, Path)), responses((status = 200, body = Vec<Item>)))]
async fn children(mut cx: ReadCtx, PathId(id): PathId) -> Result<axum::Json<Vec<Item>>, Error> {
    let item: Item = operations::read(&mut cx, &id).await?;
    let scope = cx.scope_of_any(Item::READERS, Act::View)?;
    Ok(axum::Json(store::children(&mut cx, &item.id, &scope).await?))
}
