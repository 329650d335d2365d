//! The module's operations together.

use std::sync::Arc;

use super::managed::Managed;
use super::{Authorisation, activation, allowed, api, configuration, conflicts, plugins};
use crate::files::Files;
use crate::kernel::openapi::OpenApiRouter;
use crate::kernel::step_up::StepUp;

/// Every operation of the admin REST: panels, who is authorised, and the plugins and publishers behind them, where
/// `step_up` requires a recent proof, and copies of installed bundles are kept in `files`.
pub fn router(authorisation: Authorisation, step_up: Arc<dyn StepUp>, files: Files) -> OpenApiRouter {
    let managed = Managed { authorisation: authorisation.clone(), step_up, files };
    api::router(authorisation.clone())
        .merge(allowed::router().merge(conflicts::router()).with_state(authorisation))
        .merge(activation::router(managed.clone()))
        .merge(configuration::router(managed.clone()))
        .merge(plugins::router(managed))
}
