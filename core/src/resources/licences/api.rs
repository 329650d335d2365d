//! HTTP of tenants' systems: read-only here.

use axum::Json as Answer;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::listing::{self, Choice, Filter, TenantSoftware};
use crate::kernel::Kernel;
use crate::kernel::ctx::{Act, Permission, ReadCtx, Scope};
use crate::kernel::error::{Code, Error};
use crate::kernel::page::{List, ListQuery, Page};

/// The operations.
pub fn router(kernel: Kernel) -> OpenApiRouter {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(choices)).with_state(kernel)
}

/// The systems of the filter's tenant, or of every tenant that the caller administers.
#[utoipa::path(get, path = "/api/admin/tenant-software", operation_id = "getTenantSoftList", tag = "tenant-software",
    params(ListQuery), responses((status = 200, body = Vec<TenantSoftware>)))]
async fn list(mut cx: ReadCtx, list: List<Filter>) -> Result<Page<TenantSoftware>, Error> {
    let scope = cx.scope(Permission::SystemList, Act::View)?;
    let scope = match list.filter.tenant_id.clone() {
        Some(tenant) if !scope.holds(&tenant) => return Err(Error::new(Code::NotFound)),
        Some(tenant) => Scope::Only(vec![tenant]),
        None => scope,
    };
    listing::page(&mut cx, &list, &scope).await
}

/// The systems of the catalogue, for choosing one.
#[utoipa::path(get, path = "/api/admin/tenant-software/choices", operation_id = "getSoftList", tag = "tenant-software",
    responses((status = 200, body = Vec<Choice>)))]
async fn choices(mut cx: ReadCtx) -> Result<Answer<Vec<Choice>>, Error> {
    cx.scope(Permission::SystemList, Act::View)?;
    Ok(Answer(listing::choices(&mut cx).await?))
}
