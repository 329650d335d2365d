//! Reports for administrators: what the modules below know, read together. Their own tables hold the counted sign-ins,
//! and who has put away the first steps.

mod audit;
mod first_steps;
mod home;
mod morning;
mod sign_ins;
mod state;

#[cfg(test)]
mod tests;

use utoipa_axum::router::OpenApiRouter;

pub use sign_ins::count_sign_ins;
pub use state::Reports;

/// The operations.
pub fn router(reports: Reports) -> OpenApiRouter {
    audit::router().merge(home::router()).with_state(reports)
}
