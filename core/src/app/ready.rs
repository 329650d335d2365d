//! `/readyz`: whether this node can serve.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};

use crate::audit;
use crate::kernel::Kernel;
use crate::kernel::error::{Code, Error};
use crate::kernel::readiness::Readiness;

/// Answers whether the database answers and accepts writes. Audit rows that wait too long are reported, but do not
/// take the node out of service: all nodes would go at once.
pub async fn ready(kernel: Kernel, readiness: Readiness) -> Response {
    let no_store = [(header::CACHE_CONTROL, "no-store")];
    let found = match readiness.check(&kernel).await {
        Ok(()) => audit::overdue(&kernel).await.map_err(Error::from),
        Err(error) => Err(error),
    };
    match found {
        Ok(None) => (no_store, "ready\n").into_response(),
        Ok(Some(seconds)) => {
            (no_store, format!("ready\naudit: rows have waited {seconds} seconds to be sealed\n")).into_response()
        }
        Err(error) => {
            tracing::warn!(%error, source = ?error.source, "not ready");
            let why = if error.code == Code::StorageFull {
                "there is no space left to store anything\n"
            } else {
                "the database does not answer\n"
            };
            (StatusCode::SERVICE_UNAVAILABLE, no_store, why).into_response()
        }
    }
}
