//! Step-up authentication: operations that could hand an account to somebody at an unattended session need a recent
//! proof.

use std::sync::Arc;

use axum::extract::FromRef;
use futures::future::BoxFuture;

use super::Kernel;
use super::ctx::ReadCtx;
use super::error::Error;

/// Requires a recent proof: for operations that could hand an account to somebody at an unattended session, and for
/// irreversible ones.
pub trait StepUp: Send + Sync {
    /// Passes where there is a recent proof; otherwise the error lists the ways to give one ([`Code::RecentProof`]).
    fn require<'a>(&'a self, cx: &'a mut ReadCtx) -> BoxFuture<'a, Result<(), Error>>;

    /// Passes where the caller may learn of `names` more login names whether they exist: a few without a recent proof,
    /// many only with one, and never more than the limit of a day. Otherwise the error is [`Code::RecentProof`] or
    /// [`Code::TooMany`].
    fn ask_names<'a>(&'a self, cx: &'a mut ReadCtx, names: usize) -> BoxFuture<'a, Result<(), Error>>;
}

/// The state of routers with operations that need a recent proof.
#[derive(Clone)]
pub struct StepUpState {
    /// The kernel.
    pub kernel: Kernel,
    /// Requires the proof.
    pub step_up: Arc<dyn StepUp>,
}

impl FromRef<StepUpState> for Kernel {
    fn from_ref(state: &StepUpState) -> Self {
        state.kernel.clone()
    }
}

impl StepUpState {
    /// Requires a recent proof where a second factor was required and no longer is: from then on a password alone opens
    /// every account that the requirement guarded.
    pub async fn loosening(&self, cx: &mut ReadCtx, before: bool, after: bool) -> Result<(), Error> {
        if before && !after { self.step_up.require(cx).await } else { Ok(()) }
    }
}
