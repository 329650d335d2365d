//! Research centres on three levels: global sites, the sites of a tenant (with the tenant's own name for
//! them), and the sites that take part in a study.

mod model;
mod store;

pub use model::{NewSite, NewStudySite, Site, StudySite, TenantSite};
pub use store::{add_to_study, add_to_tenant, create, get, of_study, of_study_by_ids, tenant_site};
