//! Tenant domains: the addresses of a tenant's trial systems. And study bindings: the systems of each study, with the
//! addresses and the credential of their role and callback APIs (study and platform administration, sections 2.5 and
//! 2.11).

mod binding;
mod matrix;
mod model;
mod service;
mod store;

#[cfg(test)]
mod tests;

use crate::kernel::openapi::OpenApiRouter;
use crate::kernel::resource::router as declared;

pub use binding::{
    NewStudyBinding, StudyBinding, StudyBindingInput, any_bound, bind, bindings, bound, bound_kept, of_study,
};
pub use model::{NewTenantDomain, TenantDomain, TenantDomainInput};
pub use service::{Domains, FollowDomain};
pub use store::{
    SEALED, create, credential, get, in_tenant, initialised, keep_initialising, of_tenant, set_credential,
};

/// The operations on domains and on studies' systems.
pub fn router(domains: Domains) -> OpenApiRouter {
    matrix::router(domains.kernel.clone()).merge(declared::<TenantDomain>(domains))
}
