//! Step-up authentication: what lets a program in, or changes what it proves itself by, asks for a recent proof.

use std::sync::Arc;

use axum::extract::FromRef;

use super::state::Provider;
use crate::kernel::Kernel;
use crate::resources::StepUp;

/// Whether an administrator proved a moment ago who they are.
pub(super) type Proof = Arc<dyn StepUp>;

/// What the administrators' operations work with.
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
