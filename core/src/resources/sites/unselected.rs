//! The sites that could be chosen: global sites that a tenant has not taken yet, and a tenant's sites that a study has
//! not.

use super::model::{Site, TenantSite};
use super::store;
use super::tenant_sites::{self, Filter};
use crate::kernel::Kernel;
use crate::kernel::ctx::{Act, Permission};
use crate::kernel::error::{Code, Error};
use crate::kernel::openapi::{OpenApiRouter, routes};
use crate::kernel::page::{List, ListQuery, Listing, Page};
use crate::kernel::resource::{ByName, PathId};
use crate::resources::{studies, tenants};

/// The operations.
pub fn router(kernel: Kernel) -> OpenApiRouter {
    OpenApiRouter::new().routes(routes!(unselected)).routes(routes!(for_study)).with_state(kernel)
}

/// The global sites that a tenant has not taken yet.
#[utoipa::path(get, path = "/api/admin/tenants/{id}/unselected-sites", operation_id = "getTeenantSiteUnselect",
    tag = "tenant-sites", params(("id" = String, Path), ListQuery), responses((status = 200, body = Vec<Site>)))]
async fn unselected(Listing(mut cx): Listing, PathId(tenant): PathId, list: List<ByName>) -> Result<Page<Site>, Error> {
    cx.require_in(Permission::TenantSites, Act::View, &tenant)?;
    if !tenants::exists(&mut cx, &tenant).await? {
        return Err(Error::new(Code::NotFound));
    }
    store::not_of(&mut cx, &tenant, &list).await
}

/// The sites of a study's tenant that the study has not chosen yet.
#[utoipa::path(get, path = "/api/admin/studies/{id}/unselected-sites", operation_id = "getSiteListUnSelect",
    tag = "study-sites", params(("id" = String, Path), ListQuery), responses((status = 200, body = Vec<TenantSite>)))]
async fn for_study(
    Listing(mut cx): Listing,
    PathId(study): PathId,
    list: List<Filter>,
) -> Result<Page<TenantSite>, Error> {
    cx.scope(Permission::StudySites, Act::View)?;
    let study = studies::get(&mut cx, &study).await?.ok_or_else(|| Error::new(Code::NotFound))?;
    cx.require_in(Permission::StudySites, Act::View, &study.tenant_id)?;
    tenant_sites::not_of(&mut cx, &study, &list).await
}
