//! The ledger of grants as people read it: the history of authorisations, and who had what on a study at a moment.
//!
//! A row for each version of a grant is written in the transaction that changes it ([`super::changes`]). `at` is the
//! moment from which it held, `recorded_at` the moment from which this server knew; a question names both.

mod api;
mod as_of;
mod file;
mod history;
mod operators;

use std::sync::Arc;

use axum::extract::FromRef;

pub use self::api::router;
pub use self::file::verify;
use crate::audit::Trail;
use crate::kernel::Kernel;
use crate::kernel::step_up::StepUp;
use crate::resources::sheet::Exports;

/// The state of these operations.
#[derive(Clone)]
pub struct Histories {
    /// The kernel.
    pub kernel: Kernel,
    /// Requires a recent proof.
    pub step_up: Arc<dyn StepUp>,
    /// Limits how many files are written at once.
    pub exports: Exports,
    /// Signs files.
    pub trail: Trail,
}

impl FromRef<Histories> for Kernel {
    fn from_ref(state: &Histories) -> Self {
        state.kernel.clone()
    }
}

impl std::fmt::Debug for Histories {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Histories").finish_non_exhaustive()
    }
}
