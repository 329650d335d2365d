//! The global sites that a tenant has not taken yet.

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::model::Site;
use super::store;
use crate::kernel::Kernel;
use crate::kernel::ctx::{Act, Permission, ReadCtx};
use crate::kernel::error::{Code, Error};
use crate::kernel::page::{List, ListQuery, Page};
use crate::kernel::resource::{ByName, PathId};
use crate::resources::tenants;

/// The operation.
pub fn router(kernel: Kernel) -> OpenApiRouter {
    OpenApiRouter::new().routes(routes!(unselected)).with_state(kernel)
}

/// The global sites that a tenant has not taken yet.
#[utoipa::path(get, path = "/api/admin/tenants/{id}/unselected-sites", operation_id = "getTeenantSiteUnselect",
    tag = "tenant-sites", params(("id" = String, Path), ListQuery), responses((status = 200, body = Vec<Site>)))]
async fn unselected(mut cx: ReadCtx, PathId(tenant): PathId, list: List<ByName>) -> Result<Page<Site>, Error> {
    cx.require_in(Permission::TenantSites, Act::View, &tenant)?;
    tenants::get(&mut cx, &tenant).await?.ok_or_else(|| Error::new(Code::NotFound))?;
    store::not_of(&mut cx, &tenant, &list).await
}
