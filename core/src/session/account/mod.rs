//! A person's own sessions and sign-ins: what the account pages show beside factors.

mod agent;
mod api;
mod contacts;
mod store;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::service::Sessions;

/// The documented calls, with their whole paths.
pub(super) fn router() -> OpenApiRouter<Sessions> {
    OpenApiRouter::default()
        .routes(routes!(api::sessions))
        .routes(routes!(api::revoke))
        .routes(routes!(api::revoke_others))
        .routes(routes!(api::sign_ins))
        .routes(routes!(contacts::contacts))
        .routes(routes!(contacts::phone_code))
        .routes(routes!(contacts::phone_verify))
        .routes(routes!(contacts::email_verification))
}
