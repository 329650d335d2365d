//! Reports for administrators: what the modules below know, read together. They own no table.

mod audit;
mod state;

#[cfg(test)]
mod tests;

use utoipa_axum::router::OpenApiRouter;

pub use state::Reports;

/// The operations.
pub fn router(reports: Reports) -> OpenApiRouter {
    audit::router().with_state(reports)
}
