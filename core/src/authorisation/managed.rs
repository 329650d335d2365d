//! The state of the operations on plugins, which need a recent proof.

use std::sync::Arc;

use axum::extract::FromRef;

use super::Authorisation;
use crate::files::Files;
use crate::kernel::Kernel;
use crate::kernel::step_up::StepUp;

/// See the module.
#[derive(Clone)]
pub struct Managed {
    /// The module's state.
    pub authorisation: Authorisation,
    /// Requires the proof.
    pub step_up: Arc<dyn StepUp>,
    /// Where copies of installed bundles are kept.
    pub files: Files,
}

impl FromRef<Managed> for Kernel {
    fn from_ref(state: &Managed) -> Self {
        state.authorisation.kernel.clone()
    }
}
