//! PINs for electronic signatures: one for each person in each tenant.
//!
//! Nobody is given a PIN. An administrator, or the person, has a code sent to the person's mailbox or phone; signed
//! in as themselves, the person sets a PIN with it. The code works once and for the minutes that the tenant says. Of
//! the PIN an argon2id hash is kept, so nobody reads it.
//!
//! A trial system verifies it through [`Sessions::verify_pin`], of people who are signed in at it. Wrong tries are
//! counted for the system's client, for the person wherever they sign, and over all. Each try is counted and committed before it is judged,
//! so that however many come at once, no more than five wrong ones are; then the PIN is locked until another is
//! set with a new code.

mod admin;
mod code;
mod own;
mod store;
mod verify;

#[cfg(test)]
mod tests;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub use verify::{PinAsked, PinSigner};

use crate::authentication::Sessions;

/// The documented calls, with their whole paths.
pub fn router(sessions: Sessions) -> OpenApiRouter {
    OpenApiRouter::default().routes(routes!(own::list, own::set)).routes(routes!(own::send)).with_state(sessions)
}

/// The administrators' operations, with their state.
pub fn admin_router(sessions: Sessions) -> OpenApiRouter {
    OpenApiRouter::default().routes(routes!(admin::send_to)).with_state(sessions)
}
