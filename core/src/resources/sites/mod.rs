//! Research centres on three levels: global sites, the sites of a tenant (with the tenant's own name for
//! them), and the sites that take part in a study.

mod import;
mod model;
mod service;
mod store;
mod study_store;
mod tenant_api;
mod tenant_service;
mod tenant_store;

#[cfg(test)]
mod tests;

pub use model::{NewSite, NewStudySite, Site, SiteInput, StudySite, TenantSite, TenantSiteInput};
pub use service::create;
pub use store::get;
pub use study_store::{add_to_study, of_study, of_study_by_ids};
pub use tenant_service::add_to_tenant;
pub use tenant_store::get as tenant_site;

use utoipa_axum::router::OpenApiRouter;

use crate::kernel::resource::{Reference, router as declared};
use crate::resources::sheet::ImportState;

/// What its other records refer to.
pub const REFERENCES: &[Reference] = &[
    Reference::new(
        "tenant_sites",
        ("项目", "studies"),
        "SELECT 1 FROM study_sites WHERE deleted_at IS NULL AND tenant_site_id = $1 LIMIT 1",
    ),
    Reference::new(
        "sites",
        ("租户", "tenants"),
        "SELECT 1 FROM tenant_sites WHERE deleted_at IS NULL AND site_id = $1 LIMIT 1",
    ),
    Reference::new(
        "tenants",
        ("中心", "sites"),
        "SELECT 1 FROM tenant_sites WHERE deleted_at IS NULL AND tenant_id = $1 LIMIT 1",
    ),
];

/// The operations on global sites and on the sites of tenants.
pub fn router(state: ImportState) -> OpenApiRouter {
    let kernel = state.kernel.clone();
    declared::<Site>(kernel.clone()).merge(import::router(state)).merge(tenant_api::router(kernel))
}
