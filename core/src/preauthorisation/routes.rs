//! The module's operations together.

use super::state::Preauthorisations;
use super::{api, history_api, own};
use crate::kernel::openapi::OpenApiRouter;

/// The operations of people on what waits for them, with their full paths.
pub fn router(state: Preauthorisations) -> OpenApiRouter {
    own::router().with_state(state)
}

/// The administrators' operations.
pub fn admin_router(state: Preauthorisations) -> OpenApiRouter {
    api::router().merge(history_api::router()).with_state(state)
}
