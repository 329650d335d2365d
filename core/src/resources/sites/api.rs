//! HTTP of the global sites.

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::model::{Site, SiteInput};
use super::service;
use super::store::{self, Filter};
use crate::kernel::Kernel;
use crate::kernel::ctx::{Act, Ctx, Permission};
use crate::kernel::error::{Code, Error};
use crate::kernel::http::{Created, Json};
use crate::kernel::page::{List, ListQuery, Page};
use crate::kernel::resource::PathId;

/// The operations on global sites.
pub fn router(kernel: Kernel) -> OpenApiRouter {
    OpenApiRouter::new().routes(routes!(list, create)).routes(routes!(read, update, remove)).with_state(kernel)
}

/// The research centres of the platform.
#[utoipa::path(get, path = "/api/admin/sites", operation_id = "siteList", tag = "sites",
    params(ListQuery), responses((status = 200, body = Vec<Site>)))]
async fn list(mut cx: Ctx, list: List<Filter>) -> Result<Page<Site>, Error> {
    cx.require(Permission::Sites, Act::View)?;
    store::page(&mut cx, &list).await
}

/// One site.
#[utoipa::path(get, path = "/api/admin/sites/{id}", operation_id = "getSiteInfo", tag = "sites",
    params(("id" = String, Path)), responses((status = 200, body = Site)))]
async fn read(mut cx: Ctx, PathId(id): PathId) -> Result<axum::Json<Site>, Error> {
    cx.require(Permission::Sites, Act::View)?;
    let site = store::get(&mut cx, &id).await?.ok_or_else(|| Error::new(Code::NotFound))?;
    Ok(axum::Json(site))
}

/// Makes a site.
#[utoipa::path(post, path = "/api/admin/sites", operation_id = "saveSiteInfo", tag = "sites",
    request_body = SiteInput, responses((status = 201, body = Site)))]
async fn create(mut cx: Ctx, Json(input): Json<SiteInput>) -> Result<Created<Site>, Error> {
    cx.require(Permission::Sites, Act::Edit)?;
    let site = service::save(&mut cx, &input).await?;
    cx.commit().await?;
    Ok(Created(site))
}

/// Changes a site.
#[utoipa::path(put, path = "/api/admin/sites/{id}", operation_id = "updateSiteInfo", tag = "sites",
    extensions(("x-part-of" = json!(["saveSiteInfo"]))),
    params(("id" = String, Path)), request_body = SiteInput, responses((status = 200, body = Site)))]
async fn update(mut cx: Ctx, PathId(id): PathId, Json(input): Json<SiteInput>) -> Result<axum::Json<Site>, Error> {
    cx.require(Permission::Sites, Act::Edit)?;
    let site = service::update(&mut cx, &id, &input).await?;
    cx.commit().await?;
    Ok(axum::Json(site))
}

/// Removes a site that no tenant has, leaving a tombstone.
#[utoipa::path(delete, path = "/api/admin/sites/{id}", operation_id = "deleteSite", tag = "sites",
    params(("id" = String, Path)), responses((status = 200, body = Site)))]
async fn remove(mut cx: Ctx, PathId(id): PathId) -> Result<axum::Json<Site>, Error> {
    cx.require(Permission::Sites, Act::Edit)?;
    let site = service::remove(&mut cx, &id).await?;
    cx.commit().await?;
    Ok(axum::Json(site))
}
