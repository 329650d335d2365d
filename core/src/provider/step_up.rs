//! Step-up authentication: letting a program in, or changing its credentials, needs a recent proof.

use std::sync::Arc;

use axum::extract::FromRef;

use super::state::Provider;
use crate::kernel::Kernel;
use crate::kernel::step_up::StepUp;

/// Tells whether an administrator authenticated recently.
pub(super) type Proof = Arc<dyn StepUp>;

/// The state of the administrators' operations.
#[derive(Clone)]
pub(super) struct StepUpState {
    pub provider: Provider,
    pub proof: Proof,
}

impl FromRef<StepUpState> for Provider {
    fn from_ref(state: &StepUpState) -> Self {
        state.provider.clone()
    }
}

impl FromRef<StepUpState> for Kernel {
    fn from_ref(state: &StepUpState) -> Self {
        state.provider.kernel().clone()
    }
}

impl FromRef<StepUpState> for Proof {
    fn from_ref(state: &StepUpState) -> Self {
        Self::clone(&state.proof)
    }
}
