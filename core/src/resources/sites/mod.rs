//! Research centres on three levels: global sites, the sites of a tenant (under the tenant's own name), and the sites
//! of a study.

mod import;
mod model;
mod service;
mod store;
mod study_sites;
mod study_store;
mod tenant_sites;
mod unselected;

#[cfg(test)]
mod tests;

pub use model::{Site, SiteInput, StudySite, StudySiteInput, TenantSite};
pub use service::create;
pub use store::get;
pub use study_sites::add_to_study;
pub use study_store::{count_of_study, kept, of_study, of_study_by_ids};
pub use tenant_sites::add_to_tenant;

use crate::kernel::openapi::OpenApiRouter;
use crate::kernel::resource::router as declared;
use crate::resources::sheet::ImportState;

/// The operations on global sites, on the sites of tenants and on those of studies.
pub fn router(state: ImportState) -> OpenApiRouter {
    let kernel = state.kernel.clone();
    declared::<Site>(kernel.clone())
        .merge(import::router(state))
        .merge(declared::<TenantSite>(kernel.clone()))
        .merge(declared::<StudySite>(kernel.clone()))
        .merge(unselected::router(kernel))
}
