//! The state of the module.

use std::sync::Arc;

use axum::extract::FromRef;

use crate::authentication::Sessions;
use crate::authorisation::Authorisation;
use crate::kernel::Kernel;
use crate::kernel::step_up::StepUp;
use crate::resources::sheet::Exports;

/// The module's state. Cheap to clone.
#[derive(Clone)]
pub struct Preauthorisations {
    pub(super) sessions: Sessions,
    pub(super) authorisation: Authorisation,
    pub(super) step_up: Arc<dyn StepUp>,
    pub(super) exports: Exports,
}

impl Preauthorisations {
    /// Over sign-in and authorisation. `step_up` requires a recent proof, `exports` limits how many files are written at
    /// once.
    #[must_use]
    pub fn new(sessions: Sessions, authorisation: Authorisation, step_up: Arc<dyn StepUp>, exports: Exports) -> Self {
        Self { sessions, authorisation, step_up, exports }
    }
}

impl std::fmt::Debug for Preauthorisations {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Preauthorisations").finish_non_exhaustive()
    }
}

impl FromRef<Preauthorisations> for Kernel {
    fn from_ref(state: &Preauthorisations) -> Self {
        Self::from_ref(&state.sessions)
    }
}
