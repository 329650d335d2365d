//! HTTP of the regions.

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::model::{Area, AreaInput};
use super::service;
use super::store::{self, Filter};
use crate::kernel::Kernel;
use crate::kernel::ctx::{Act, Ctx, Permission};
use crate::kernel::error::{Code, Error};
use crate::kernel::http::{Created, Json};
use crate::kernel::page::{List, ListQuery, Page};
use crate::kernel::resource::PathId;

/// The menus of which one must be seen to read regions: their own, and the forms that choose one.
const READERS: &[Permission] = &[Permission::Areas, Permission::Tenants, Permission::Sites, Permission::Users];

/// The operations on regions.
pub fn router(kernel: Kernel) -> OpenApiRouter {
    OpenApiRouter::new().routes(routes!(list, create)).routes(routes!(read, update, remove)).with_state(kernel)
}

/// Countries, or with `parentId` the regions of one, named in the caller's language. Ten thousand are read in ranges of
/// at most 1000.
#[utoipa::path(get, path = "/api/admin/areas", operation_id = "countryList", tag = "areas",
    extensions(("x-named-calls" = json!(["eareChildList"]))),
    params(ListQuery), responses((status = 200, body = Vec<Area>)))]
async fn list(mut cx: Ctx, list: List<Filter>) -> Result<Page<Area>, Error> {
    cx.scope_of_any(READERS, Act::View)?;
    store::page(&mut cx, &list).await
}

/// One region.
#[utoipa::path(get, path = "/api/admin/areas/{id}", operation_id = "getEare", tag = "areas",
    params(("id" = String, Path)), responses((status = 200, body = Area)))]
async fn read(mut cx: Ctx, PathId(id): PathId) -> Result<axum::Json<Area>, Error> {
    cx.scope_of_any(READERS, Act::View)?;
    let area = store::get(&mut cx, &id).await?.ok_or_else(|| Error::new(Code::NotFound))?;
    Ok(axum::Json(area))
}

/// Makes a region.
#[utoipa::path(post, path = "/api/admin/areas", operation_id = "addEare", tag = "areas",
    request_body = AreaInput, responses((status = 201, body = Area)))]
async fn create(mut cx: Ctx, Json(input): Json<AreaInput>) -> Result<Created<Area>, Error> {
    cx.require(Permission::Areas, Act::Edit)?;
    let area = service::create(&mut cx, &input).await?;
    cx.commit().await?;
    Ok(Created(area))
}

/// Changes a region.
#[utoipa::path(put, path = "/api/admin/areas/{id}", operation_id = "updateEare", tag = "areas",
    extensions(("x-part-of" = json!(["addEare"]))),
    params(("id" = String, Path)), request_body = AreaInput, responses((status = 200, body = Area)))]
async fn update(mut cx: Ctx, PathId(id): PathId, Json(input): Json<AreaInput>) -> Result<axum::Json<Area>, Error> {
    cx.require(Permission::Areas, Act::Edit)?;
    let area = service::update(&mut cx, &id, &input).await?;
    cx.commit().await?;
    Ok(axum::Json(area))
}

/// Removes a region that nothing holds and nothing is in any more.
#[utoipa::path(delete, path = "/api/admin/areas/{id}", operation_id = "deleteEare", tag = "areas",
    params(("id" = String, Path)), responses((status = 200, body = Area)))]
async fn remove(mut cx: Ctx, PathId(id): PathId) -> Result<axum::Json<Area>, Error> {
    cx.require(Permission::Areas, Act::Edit)?;
    let area = service::remove(&mut cx, &id).await?;
    cx.commit().await?;
    Ok(axum::Json(area))
}
