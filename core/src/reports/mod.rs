//! Reports for administrators: what the modules below know, read together. Their own tables hold the counted sign-ins,
//! and who has put away the first steps.

mod access;
mod audit;
mod ending_licences;
mod first_steps;
mod home;
mod morning;
mod person;
mod sign_ins;
mod state;

#[cfg(test)]
mod tests;

use crate::kernel::openapi::OpenApiRouter;

pub use ending_licences::remind_of_licences;
pub use sign_ins::count_sign_ins;
pub use state::Reports;

/// The operations.
pub fn router(reports: Reports) -> OpenApiRouter {
    let read = audit::router().merge(access::router()).merge(person::router()).merge(home::router());
    read.with_state(reports)
}
