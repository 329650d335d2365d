//! Research centres on three levels: global sites, the sites of a tenant (under the tenant's own name), and the sites
//! of a study.

mod import;
mod model;
mod service;
mod store;
mod study_store;
mod tenant_sites;
mod unselected;

#[cfg(test)]
mod tests;

pub use model::{NewSite, NewStudySite, Site, SiteInput, StudySite, TenantSite};
pub use service::create;
pub use store::get;
pub use study_store::{add_to_study, of_study, of_study_by_ids};
pub use tenant_sites::add_to_tenant;

use utoipa_axum::router::OpenApiRouter;

use crate::kernel::resource::{Reference, router as declared};
use crate::resources::sheet::ImportState;

/// The references from the sites of tenants and studies to other records.
pub const REFERENCES: &[Reference] = &[Reference::new(
    "tenant_sites",
    ("项目", "studies"),
    "SELECT 1 FROM study_sites WHERE deleted_at IS NULL AND tenant_site_id = $1 LIMIT 1",
)];

/// The operations on global sites and on the sites of tenants.
pub fn router(state: ImportState) -> OpenApiRouter {
    let kernel = state.kernel.clone();
    declared::<Site>(kernel.clone())
        .merge(import::router(state))
        .merge(declared::<TenantSite>(kernel.clone()))
        .merge(unselected::router(kernel))
}
