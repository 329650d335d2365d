//! The callback API: adds users to a study and removes them.

use aws_lc_rs::digest::{Context, SHA256};
use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use axum::routing::put;
use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};

use crate::api::{ApiError, check_name};
use crate::catalogue::Catalogue;
use crate::ledger::{Answer, Outcome, UserRecord};
use crate::server::Shared;

const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");
const IDEMPOTENT_REPLAYED: HeaderName = HeaderName::from_static("idempotent-replayed");

pub(crate) fn router() -> axum::Router<Shared> {
    axum::Router::new().route("/callback-api/{study}/users/{user}", put(provision).delete(revoke))
}

async fn provision(
    State(shared): State<Shared>,
    Path(user): Path<(String, String)>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, ApiError> {
    let key = check(&user, &headers)?;
    let record: UserRecord = serde_json::from_slice(&body)
        .map_err(|error| ApiError::new(StatusCode::BAD_REQUEST, "bad_request", error.to_string()))?;
    check_grants(Catalogue::of(shared.software), &record)?;
    deliver(&shared, &Method::PUT, &key, &user, &body, Some(&record))
}

async fn revoke(
    State(shared): State<Shared>,
    Path(user): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let key = check(&user, &headers)?;
    deliver(&shared, &Method::DELETE, &key, &user, &[], None)
}

/// Checks the path and returns the idempotency key.
fn check(user: &(String, String), headers: &HeaderMap) -> Result<String, ApiError> {
    check_name("study", &user.0)?;
    check_name("user", &user.1)?;
    let key = headers.get(IDEMPOTENCY_KEY).and_then(|value| value.to_str().ok());
    match key {
        Some(key) if (1..=255).contains(&key.len()) => Ok(key.to_owned()),
        _ => Err(ApiError::new(
            StatusCode::BAD_REQUEST,
            "idempotency_key_missing",
            "Idempotency-Key must be 1 to 255 printable characters",
        )),
    }
}

fn check_grants(catalogue: Catalogue, record: &UserRecord) -> Result<(), ApiError> {
    if record.grants.is_empty() {
        return Err(ApiError::invalid("grants_missing", "a user needs at least one grant"));
    }
    for grant in &record.grants {
        if let Some(pair) = grant.roles.iter().find(|pair| !catalogue.has_role(&pair.role, &pair.environment)) {
            let message = format!("{} does not exist in {}", pair.role, pair.environment);
            return Err(ApiError::invalid("role_unknown", message));
        }
        if let Some(id) = grant.module_roles.iter().find(|id| !catalogue.has_module_role(id)) {
            return Err(ApiError::invalid("module_role_unknown", format!("{id} does not exist")));
        }
    }
    Ok(())
}

/// Applies a request, twice if that fault is on: the second time must return the first answer.
fn deliver(
    shared: &Shared,
    method: &Method,
    key: &str,
    user: &(String, String),
    body: &[u8],
    record: Option<&UserRecord>,
) -> Result<Response, ApiError> {
    let fingerprint = fingerprint(method, user, body);
    let times = if shared.faults.duplicates() { 2 } else { 1 };
    let mut outcome = Outcome::KeyReused;
    for _ in 0..times {
        outcome = shared.ledger.apply(key, fingerprint, user.clone(), record.cloned());
    }
    match outcome {
        Outcome::Fresh(answer) => Ok(respond(answer)),
        Outcome::Replayed(answer) => {
            let mut response = respond(answer);
            response.headers_mut().insert(IDEMPOTENT_REPLAYED, HeaderValue::from_static("true"));
            Ok(response)
        }
        Outcome::KeyReused => {
            Err(ApiError::invalid("idempotency_key_reused", "this Idempotency-Key was used for another request"))
        }
    }
}

fn respond(answer: Answer) -> Response {
    (answer.status, Json(answer.body)).into_response()
}

fn fingerprint(method: &Method, user: &(String, String), body: &[u8]) -> [u8; 32] {
    let mut context = Context::new(&SHA256);
    // The first three contain no line feed, so no two requests give the same text.
    context.update(format!("{method}\n{}\n{}\n", user.0, user.1).as_bytes());
    context.update(body);
    let mut out = [0; 32];
    out.copy_from_slice(context.finish().as_ref());
    out
}
