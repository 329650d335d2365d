//! The callback API: the save call of the system, `cancelProjectAllowUser` and `initSoftware`.

use aws_lc_rs::digest::{Context, SHA256};
use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use serde::Deserialize;

use crate::api::{ApiError, check_name};
use crate::ledger::{Answer, Arrived, Change, Outcome};
use crate::payloads;
use crate::server::Shared;

const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");
const IDEMPOTENT_REPLAYED: HeaderName = HeaderName::from_static("idempotent-replayed");
const CANCEL: &str = "cancelProjectAllowUser";
const INITIALISE: &str = "initSoftware";

pub(crate) fn router() -> axum::Router<Shared> {
    axum::Router::new()
        .route("/callback-api/{study}/{call}", post(change))
        // The service address of a domain is the address of the system.
        .route("/initSoftware", post(initialise))
}

/// `cancelProjectAllowUser`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Cancel {
    is_site: bool,
    ids: Vec<String>,
}

/// `initSoftware`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Initialise {
    tenant_id: String,
    #[serde(rename = "tenantName")]
    _tenant_name: String,
    #[serde(rename = "url")]
    _url: String,
}

/// A save call or a cancellation, in one study.
async fn change(
    State(shared): State<Shared>,
    Path((study, call)): Path<(String, String)>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let made = changed(&shared, &study, &call, &headers, &body);
    shown(&shared, &call, &study, &body, made)
}

fn changed(shared: &Shared, study: &str, call: &str, headers: &HeaderMap, body: &[u8]) -> Result<Response, ApiError> {
    check_name("study", study)?;
    let key = key(headers)?;
    let (user, change) = if call == CANCEL {
        let cancel: Cancel = parse(body)?;
        match cancel.ids.as_slice() {
            [id] if !cancel.is_site => (id.clone(), Change::Remove),
            _ => return Err(ApiError::invalid("one_user", "one user of the whole study at a time")),
        }
    } else if call == shared.software.save_call() {
        payloads::read(shared.software, body)?
    } else {
        return Err(ApiError::new(StatusCode::NOT_FOUND, "not_found", "this system has no such call"));
    };
    check_name("user", &user)?;
    let fingerprint = fingerprint(&format!("{study}/{call}"), body);
    deliver(shared, || shared.ledger.apply(&key, fingerprint, (study.to_owned(), user.clone()), change.clone()))
}

async fn initialise(State(shared): State<Shared>, headers: HeaderMap, body: Bytes) -> Response {
    let made = initialised(&shared, &headers, &body);
    shown(&shared, INITIALISE, "", &body, made)
}

fn initialised(shared: &Shared, headers: &HeaderMap, body: &[u8]) -> Result<Response, ApiError> {
    let key = key(headers)?;
    let content: Initialise = parse(body)?;
    check_name("tenant", &content.tenant_id)?;
    let fingerprint = fingerprint(INITIALISE, body);
    deliver(shared, || shared.ledger.initialise(&key, fingerprint, &content.tenant_id))
}

/// Shows the call on the page, with the answer.
fn shown(shared: &Shared, call: &str, study: &str, body: &[u8], made: Result<Response, ApiError>) -> Response {
    let code = made.as_ref().err().map_or("", |error| error.code);
    let response = made.unwrap_or_else(IntoResponse::into_response);
    shared.ledger.note(Arrived {
        call: call.to_owned(),
        study: study.to_owned(),
        body: pretty(body),
        answer: format!("{} {code}", response.status().as_u16()),
    });
    response
}

fn pretty(body: &[u8]) -> String {
    let text = || String::from_utf8_lossy(body).into_owned();
    let value = serde_json::from_slice::<serde_json::Value>(body).ok();
    value.and_then(|value| serde_json::to_string_pretty(&value).ok()).unwrap_or_else(text)
}

fn parse<'b, T: Deserialize<'b>>(body: &'b [u8]) -> Result<T, ApiError> {
    serde_json::from_slice(body)
        .map_err(|error| ApiError::new(StatusCode::BAD_REQUEST, "bad_request", error.to_string()))
}

/// The idempotency key.
fn key(headers: &HeaderMap) -> Result<String, ApiError> {
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

/// Applies a request, twice if that fault is on: the second time must return the first answer.
fn deliver(shared: &Shared, apply: impl Fn() -> Outcome) -> Result<Response, ApiError> {
    let times = if shared.faults.duplicates() { 2 } else { 1 };
    let mut outcome = Outcome::KeyReused;
    for _ in 0..times {
        outcome = apply();
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

fn fingerprint(call: &str, body: &[u8]) -> [u8; 32] {
    let mut context = Context::new(&SHA256);
    // The first contains no line feed, so no two requests give the same text.
    context.update(format!("{call}\n").as_bytes());
    context.update(body);
    let mut out = [0; 32];
    out.copy_from_slice(context.finish().as_ref());
    out
}
