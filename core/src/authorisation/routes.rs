//! The module's operations together.

use utoipa_axum::router::OpenApiRouter;

use super::{Authorisation, allowed, api};

/// Every operation of the panels, and of who is authorised.
pub fn router(authorisation: Authorisation) -> OpenApiRouter {
    api::router(authorisation.clone()).merge(allowed::router().with_state(authorisation))
}
