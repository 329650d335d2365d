//! Tenants: the organisations whose studies and people are administered.

mod archive;
mod model;
mod service;
mod store;

#[cfg(test)]
mod tests;

use crate::kernel::openapi::OpenApiRouter;
use crate::kernel::resource::router as declared;
pub use archive::{ARCHIVED, Archiving, EndTenant};
pub use model::{Tenant, TenantInput};
pub use service::create;
pub use store::{by_code, choices, exists, get, names};

/// The operations on tenants.
pub fn router(state: Archiving) -> OpenApiRouter {
    declared::<Tenant>(state.step_up.clone()).merge(archive::router(state))
}
