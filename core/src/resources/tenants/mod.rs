//! Tenants: the organisations whose studies and people are administered.

mod model;
mod service;
mod store;

#[cfg(test)]
mod tests;

use utoipa_axum::router::OpenApiRouter;

use crate::kernel::resource::router as declared;
use crate::resources::step_up::StepUpState;

pub use model::{Tenant, TenantInput};
pub use service::create;
pub use store::{choices, get, names};

/// The operations on tenants.
pub fn router(step_up: StepUpState) -> OpenApiRouter {
    declared::<Tenant>(step_up)
}
