//! The state of the reports.

use std::sync::Arc;

use axum::extract::FromRef;

use crate::authentication::Sessions;
use crate::host::PluginHost;
use crate::kernel::Kernel;
use crate::kernel::step_up::StepUp;
use crate::resources::sheet::Exports;

/// The state of the reports.
#[derive(Clone)]
pub struct Reports {
    /// The kernel.
    pub kernel: Kernel,
    /// Requires a recent proof.
    pub step_up: Arc<dyn StepUp>,
    /// Sessions, and what signing in depends on.
    pub sessions: Sessions,
    /// Limits how many files are written at once.
    pub exports: Exports,
    /// Runs the plugins, and knows which of them are in trouble.
    pub host: PluginHost,
}

impl FromRef<Reports> for Kernel {
    fn from_ref(state: &Reports) -> Self {
        state.kernel.clone()
    }
}

impl std::fmt::Debug for Reports {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Reports").finish_non_exhaustive()
    }
}
