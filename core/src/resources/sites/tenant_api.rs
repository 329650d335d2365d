//! HTTP of the sites of tenants.

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::model::{Site, TenantSite, TenantSiteInput};
use super::tenant_service as service;
use super::{store, tenant_store};
use crate::kernel::Kernel;
use crate::kernel::ctx::{Act, Ctx, Permission};
use crate::kernel::error::{Code, Error};
use crate::kernel::http::{Created, Json};
use crate::kernel::page::{List, ListQuery, Page};
use crate::kernel::resource::{ByName, PathId};

/// The operations on the sites of tenants.
pub fn router(kernel: Kernel) -> OpenApiRouter {
    OpenApiRouter::new()
        .routes(routes!(list, create))
        .routes(routes!(read, update, remove))
        .routes(routes!(unselected))
        .with_state(kernel)
}

/// The sites of the tenants that the caller administers, or of one of these.
#[utoipa::path(get, path = "/api/admin/tenant-sites", operation_id = "tenantSiteList", tag = "tenant-sites",
    params(ListQuery), responses((status = 200, body = Vec<TenantSite>)))]
async fn list(mut cx: Ctx, list: List<tenant_store::Filter>) -> Result<Page<TenantSite>, Error> {
    let scope = cx.scope(Permission::TenantSites, Act::View)?;
    if list.filter.tenant_id.as_ref().is_some_and(|tenant| !scope.holds(tenant)) {
        return Err(Error::new(Code::NotFound));
    }
    tenant_store::page(&mut cx, &list, &scope).await
}

/// The global sites that a tenant has not taken yet.
#[utoipa::path(get, path = "/api/admin/tenants/{id}/unselected-sites", operation_id = "getTeenantSiteUnselect",
    tag = "tenant-sites", params(("id" = String, Path), ListQuery), responses((status = 200, body = Vec<Site>)))]
async fn unselected(mut cx: Ctx, PathId(tenant): PathId, list: List<ByName>) -> Result<Page<Site>, Error> {
    cx.require_in(Permission::TenantSites, Act::View, &tenant)?;
    crate::resources::tenants::get(&mut cx, &tenant).await?.ok_or_else(|| Error::new(Code::NotFound))?;
    store::not_of(&mut cx, &tenant, &list).await
}

/// One site of a tenant.
#[utoipa::path(get, path = "/api/admin/tenant-sites/{id}", operation_id = "getTenantSiteById", tag = "tenant-sites",
    params(("id" = String, Path)), responses((status = 200, body = TenantSite)))]
async fn read(mut cx: Ctx, PathId(id): PathId) -> Result<axum::Json<TenantSite>, Error> {
    Ok(axum::Json(service::allowed(&mut cx, &id, Act::View).await?))
}

/// Gives a tenant a global site.
#[utoipa::path(post, path = "/api/admin/tenant-sites", operation_id = "saveTenantSite", tag = "tenant-sites",
    request_body = TenantSiteInput, responses((status = 201, body = TenantSite)))]
async fn create(mut cx: Ctx, Json(input): Json<TenantSiteInput>) -> Result<Created<TenantSite>, Error> {
    let site = service::save(&mut cx, &input).await?;
    cx.commit().await?;
    Ok(Created(site))
}

/// Calls a tenant's site something else.
#[utoipa::path(put, path = "/api/admin/tenant-sites/{id}", operation_id = "updateTenantSite", tag = "tenant-sites",
    extensions(("x-part-of" = json!(["saveTenantSite"]))),
    params(("id" = String, Path)), request_body = TenantSiteInput, responses((status = 200, body = TenantSite)))]
async fn update(
    mut cx: Ctx,
    PathId(id): PathId,
    Json(input): Json<TenantSiteInput>,
) -> Result<axum::Json<TenantSite>, Error> {
    let site = service::update(&mut cx, &id, &input).await?;
    cx.commit().await?;
    Ok(axum::Json(site))
}

/// Takes a site from a tenant, unless a study of the tenant has it.
#[utoipa::path(delete, path = "/api/admin/tenant-sites/{id}", operation_id = "deleteTenantSite",
    tag = "tenant-sites", params(("id" = String, Path)), responses((status = 200, body = TenantSite)))]
async fn remove(mut cx: Ctx, PathId(id): PathId) -> Result<axum::Json<TenantSite>, Error> {
    let site = service::remove(&mut cx, &id).await?;
    cx.commit().await?;
    Ok(axum::Json(site))
}
