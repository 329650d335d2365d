//! The account of the signed-in person: their data in the portal, sessions, sign-ins and contacts; and the first
//! set-up, which makes the first account.

mod agent;
mod api;
mod contacts;
mod deliveries;
mod of_person;
mod owner;
mod portal;
mod setup;
mod verification;

#[cfg(test)]
mod tests;

use crate::authentication::Sessions;
use crate::kernel::openapi::{OpenApiRouter, routes};

/// The documented operations, with their full paths.
pub fn router(sessions: Sessions) -> OpenApiRouter {
    OpenApiRouter::default()
        .routes(routes!(portal::user_info))
        .routes(routes!(portal::tenant_choices))
        .routes(routes!(portal::languages))
        .routes(routes!(portal::branding))
        .routes(routes!(setup::state, setup::complete))
        .routes(routes!(api::sessions))
        .routes(routes!(api::revoke))
        .routes(routes!(api::revoke_others))
        .routes(routes!(api::sign_ins))
        .routes(routes!(contacts::contacts))
        .routes(routes!(contacts::phone_code))
        .routes(routes!(contacts::phone_verify))
        .routes(routes!(contacts::email_verification))
        .routes(routes!(verification::verify))
        .with_state(sessions)
}

/// The administrators' operations, with their state.
pub fn admin_router(sessions: Sessions) -> OpenApiRouter {
    OpenApiRouter::default().routes(routes!(deliveries::state)).merge(of_person::router()).with_state(sessions)
}
