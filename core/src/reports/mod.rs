//! Reports for administrators: what the modules below know, read together. They own no table.

mod access;
mod audit;
mod person;
mod state;

#[cfg(test)]
mod tests;

use utoipa_axum::router::OpenApiRouter;

pub use state::Reports;

/// The operations.
pub fn router(reports: Reports) -> OpenApiRouter {
    audit::router().merge(access::router()).merge(person::router()).with_state(reports)
}
