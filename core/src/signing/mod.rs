//! PINs for electronic signatures: one for each person in each tenant.
//!
//! A person always chooses their own PIN. They, or an administrator, request a code to their mailbox or phone; with it
//! and their own session they set the PIN. The code works once, for as many minutes as the tenant sets. The database
//! has an argon2id hash of the PIN, so nobody can read it.
//!
//! A trial system verifies a PIN through [`Sessions::verify_pin`], for people who are signed in to it. Wrong tries are
//! counted for the system's client, for the person wherever they sign, and in total. Each try is counted and committed
//! before it is judged, so that of any number at once no more than five are wrong; then the PIN is locked until another
//! is set with a new code.

mod admin;
mod code;
mod own;
mod store;
mod verify;

#[cfg(test)]
mod tests;

pub use verify::{PinAsked, PinSigner};

use crate::authentication::Sessions;
use crate::kernel::openapi::{OpenApiRouter, routes};

/// The documented operations, with their full paths.
pub fn router(sessions: Sessions) -> OpenApiRouter {
    OpenApiRouter::default().routes(routes!(own::list, own::set)).routes(routes!(own::send)).with_state(sessions)
}

/// The administrators' operations, with their state.
pub fn admin_router(sessions: Sessions) -> OpenApiRouter {
    OpenApiRouter::default().routes(routes!(admin::send_to)).with_state(sessions)
}
