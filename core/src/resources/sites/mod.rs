//! Research centres on three levels: global sites, the sites of a tenant (with the tenant's own name for
//! them), and the sites that take part in a study.

mod api;
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
pub use service::{create, save};
pub use store::get;
pub use study_store::{add_to_study, of_study, of_study_by_ids};
pub use tenant_service::add_to_tenant;
pub use tenant_store::get as tenant_site;

use utoipa_axum::router::OpenApiRouter;

use crate::resources::sheet::Desk;

/// The operations on global sites and on the sites of tenants.
pub fn router(desk: Desk) -> OpenApiRouter {
    let kernel = desk.kernel.clone();
    api::router(kernel.clone()).merge(import::router(desk)).merge(tenant_api::router(kernel))
}
