//! Keeps the keys up to date within two seconds.

use axum::extract::Request;

use crate::kernel::layer::{Admission, Guard, GuardLayer};
use crate::provider::state::Provider;

/// The layer that makes each request sign and verify with keys that were checked at most two seconds ago.
#[must_use]
pub const fn keep_fresh(provider: Provider) -> GuardLayer<KeepFresh> {
    GuardLayer(KeepFresh(provider))
}

/// See [`keep_fresh`].
#[derive(Clone, Debug)]
pub struct KeepFresh(Provider);

impl Guard for KeepFresh {
    fn admit(&self, request: Request) -> Admission {
        if self.0.keys().fresh() {
            return Admission::Now(request);
        }
        let provider = self.0.clone();
        Admission::Later(Box::pin(async move {
            provider.keys().refresh().await;
            Ok(request)
        }))
    }
}
