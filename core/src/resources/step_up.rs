//! Step-up authentication: what would open an account to whoever found a session open asks for a recent proof of who it is.

use std::sync::Arc;

use axum::extract::FromRef;
use futures::future::BoxFuture;

use crate::kernel::Kernel;
use crate::kernel::ctx::ReadCtx;
use crate::kernel::error::Error;

/// Whether somebody proved a moment ago who they are: what would open an account to whoever found a session
/// open asks for it, and what cannot be undone.
pub trait StepUp: Send + Sync {
    /// Passes, or the error names the ways to prove it ([`Code::RecentProof`]).
    fn require<'a>(&'a self, cx: &'a mut ReadCtx) -> BoxFuture<'a, Result<(), Error>>;

    /// Passes where the caller may hear of `names` more login names whether somebody has them: a few at once, many only
    /// after a recent proof, and no more a day than anybody brings along. Otherwise the error says which
    /// ([`Code::RecentProof`], [`Code::TooMany`]).
    fn ask_names<'a>(&'a self, cx: &'a mut ReadCtx, names: usize) -> BoxFuture<'a, Result<(), Error>>;
}

/// What operations work with of which some need a recent proof.
#[derive(Clone)]
pub struct StepUpState {
    /// The shared parts.
    pub kernel: Kernel,
    /// Asks for the proof.
    pub step_up: Arc<dyn StepUp>,
}

impl FromRef<StepUpState> for Kernel {
    fn from_ref(state: &StepUpState) -> Self {
        state.kernel.clone()
    }
}

impl StepUpState {
    /// A second factor that was required and is not any more needs a recent proof: from then on a password opens
    /// every account that the requirement guarded.
    pub async fn loosening(&self, cx: &mut ReadCtx, before: bool, after: bool) -> Result<(), Error> {
        if before && !after { self.step_up.require(cx).await } else { Ok(()) }
    }
}
