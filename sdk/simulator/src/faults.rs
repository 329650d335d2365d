//! Faults of the two APIs on request, as real systems have them.

use std::net::SocketAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::Json;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{ConnectInfo, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures::stream;
use http::header::{CONTENT_LENGTH, CONTENT_TYPE, LOCATION, RETRY_AFTER};
use http::{HeaderValue, Method, StatusCode};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::api::{ApiError, success};
use crate::server::Shared;

const MAX_LATENCY_MS: u64 = 120_000;
/// Cloud providers' metadata service: the classic target of a forged request.
const METADATA: &str = "http://169.254.169.254/latest/meta-data/";
const HUGE_BODY: usize = 50 * 1024 * 1024;
static CHUNK: [u8; 64 * 1024] = [b'x'; 64 * 1024];

/// One fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "camelCase", tag = "kind")]
pub enum Fault {
    /// 429 with `Retry-After`.
    Throttled {
        /// Seconds in `Retry-After`.
        retry_after_s: u32,
    },
    /// 500 with a page instead of JSON.
    ServerError,
    /// The right answer, cut in half.
    TruncatedJson,
    /// 200 with 50 MiB that are not JSON.
    HugeBody,
    /// A redirect to the metadata address of cloud providers.
    RedirectToMetadata,
    /// Every second provisioning call names its user among the failures; reading is unharmed.
    PartialSuccess,
    /// Every provisioning call is processed twice, as by a network that repeats itself.
    DuplicateDelivery,
}

/// The active faults. They affect the role API and the callback API, never the sign-in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Faults {
    /// Milliseconds before each answer, at most 120,000.
    pub latency_ms: u64,
    /// The fault.
    pub fault: Option<Fault>,
    /// For how many further calls; without end when absent.
    pub remaining: Option<u32>,
}

#[derive(Debug, Default)]
struct Inner {
    faults: Faults,
    calls: u64,
    provisioned: u64,
}

/// The switch of the faults.
#[derive(Debug, Default)]
pub(crate) struct Switch(Mutex<Inner>);

impl Switch {
    pub fn new(faults: Faults) -> Self {
        Self(Mutex::new(Inner { faults, calls: 0, provisioned: 0 }))
    }

    pub fn set(&self, faults: Faults) {
        let mut inner = self.lock();
        inner.faults = faults;
        inner.provisioned = 0;
    }

    pub fn get(&self) -> Faults {
        self.lock().faults
    }

    pub fn calls(&self) -> u64 {
        self.lock().calls
    }

    pub fn duplicates(&self) -> bool {
        self.get().fault == Some(Fault::DuplicateDelivery)
    }

    /// Counts a call and returns its fault.
    fn next(&self, provisioning: bool) -> (Duration, Option<Fault>) {
        let mut inner = self.lock();
        inner.calls += 1;
        let latency = Duration::from_millis(inner.faults.latency_ms.min(MAX_LATENCY_MS));
        let fault = match (inner.faults.fault, inner.faults.remaining) {
            (_, Some(0)) => None,
            (fault, remaining) => {
                inner.faults.remaining = remaining.map(|left| left - 1);
                fault
            }
        };
        if fault != Some(Fault::PartialSuccess) {
            return (latency, fault);
        }
        inner.provisioned += u64::from(provisioning);
        let refused = provisioning && inner.provisioned.is_multiple_of(2);
        (latency, fault.filter(|_| refused))
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The middleware of both APIs that applies the faults.
pub(crate) async fn misbehave(State(shared): State<Shared>, request: Request, next: Next) -> Response {
    let provisioning = request.method() != Method::GET;
    let (latency, fault) = shared.faults.next(provisioning);
    if !latency.is_zero() {
        tokio::time::sleep(latency).await;
    }
    match fault {
        None | Some(Fault::DuplicateDelivery) => next.run(request).await,
        Some(Fault::TruncatedJson) => truncate(next.run(request).await).await,
        Some(Fault::Throttled { retry_after_s }) => {
            let status = StatusCode::TOO_MANY_REQUESTS;
            let mut response = ApiError::new(status, "throttled", "too many calls").into_response();
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(retry_after_s));
            response
        }
        Some(Fault::ServerError) => {
            (StatusCode::INTERNAL_SERVER_ERROR, "<h1>Internal Server Error</h1>").into_response()
        }
        Some(Fault::HugeBody) => {
            let chunks = HUGE_BODY / CHUNK.len();
            let chunk = || Ok::<_, std::convert::Infallible>(Bytes::from_static(&CHUNK));
            let body = Body::from_stream(stream::iter((0..chunks).map(move |_| chunk())));
            ([(CONTENT_TYPE, "application/json")], body).into_response()
        }
        Some(Fault::RedirectToMetadata) => (StatusCode::TEMPORARY_REDIRECT, [(LOCATION, METADATA)]).into_response(),
        Some(Fault::PartialSuccess) => refuse(request).await,
    }
}

/// The answer of a call that failed for its user.
async fn refuse(request: Request) -> Response {
    let body = to_bytes(request.into_body(), usize::MAX).await.unwrap_or_default();
    let content: Value = serde_json::from_slice(&body).unwrap_or_default();
    let list = ["userList", "UserList", "ids"].into_iter().find_map(|name| content[name].as_array());
    let failures = list.into_iter().flatten().filter_map(Value::as_str);
    let failures: Vec<_> = failures.map(|id| format!("{id}: this user was refused")).collect();
    success(&json!({ "success": [], "failure": failures })).into_response()
}

/// Cuts the answer in half, with a matching length: the transport is intact, the JSON is not.
async fn truncate(response: Response) -> Response {
    let (mut parts, body) = response.into_parts();
    let whole = to_bytes(body, usize::MAX).await.unwrap_or_default();
    parts.headers.remove(CONTENT_LENGTH);
    Response::from_parts(parts, Body::from(whole.slice(..whole.len() / 2)))
}

/// `POST /faults`: sets the faults. From this machine only.
pub(crate) async fn set(
    State(shared): State<Shared>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Json(faults): Json<Faults>,
) -> Result<Json<Faults>, ApiError> {
    if !peer.ip().to_canonical().is_loopback() {
        let message = "faults are set from the same machine";
        return Err(ApiError::new(StatusCode::FORBIDDEN, "forbidden", message));
    }
    shared.faults.set(faults);
    Ok(Json(faults))
}
