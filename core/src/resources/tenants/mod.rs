//! Tenants: the organisations whose studies and people are administered.

mod model;
mod service;
mod store;

#[cfg(test)]
mod tests;

use utoipa_axum::router::OpenApiRouter;

use crate::kernel::resource::{Reference, router as declared};
use crate::resources::step_up::StepUpState;

pub use model::{Tenant, TenantInput};
pub use service::create;
pub use store::{choices, get, names};

/// What its records refer to.
pub const REFERENCES: &[Reference] = &[
    Reference::new(
        "areas",
        ("租户", "tenants"),
        "SELECT 1 FROM tenants WHERE deleted_at IS NULL AND (country_id = $1 OR province_id = \
             $1 OR city_id = $1) LIMIT 1",
    ),
    Reference::new(
        "dictionary_items",
        ("租户", "tenants"),
        "SELECT 1 FROM tenants WHERE deleted_at IS NULL AND category_id = $1 LIMIT 1",
    ),
];

/// The operations on tenants.
pub fn router(step_up: StepUpState) -> OpenApiRouter {
    declared::<Tenant>(step_up)
}
