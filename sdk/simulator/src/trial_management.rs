//! The trial-management interface: calls that the identity server makes for people, each with a signature.
//!
//! The signature is a timestamp in milliseconds and 11 random digits under AES-256-GCM, with the call as additional
//! authenticated data, whose first line names the form. A call is accepted within [`WINDOW`] of its timestamp, and
//! once.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use aws_lc_rs::aead::{AES_256_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use aws_lc_rs::digest::{SHA256, digest};
use axum::Json;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Path, Query, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use http::{HeaderMap, StatusCode};
use serde_json::{Value, json};

use crate::api::ApiError;
use crate::server::Shared;

/// Largest difference of a timestamp from now: the longest time that a call may take.
const WINDOW: Duration = Duration::from_secs(50);
/// Most signatures that are remembered; beyond that, calls are refused.
const REMEMBERED: usize = 100_000;
const MAX_BODY: usize = 1024 * 1024;

/// The shared key, and the used signatures.
pub(crate) struct Interface {
    key: LessSafeKey,
    /// Whether signatures cover only timestamp and digits.
    compatible: bool,
    /// The used digits, with the time at which they may be forgotten.
    used: Mutex<BTreeMap<String, u128>>,
}

/// The reason why a call is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    Missing,
    Wrong,
    Late,
    Replayed,
}

impl Interface {
    pub fn new(key: &[u8; 32], compatible: bool) -> Option<Self> {
        let key = LessSafeKey::new(UnboundKey::new(&AES_256_GCM, key).ok()?);
        Some(Self { key, compatible, used: Mutex::default() })
    }

    /// Accepts a call, or returns the reason for refusing it. `now` is in milliseconds.
    pub fn take(&self, signature: Option<&str>, call: &str, now: u128) -> Result<(), Refusal> {
        let sealed = URL_SAFE_NO_PAD.decode(signature.ok_or(Refusal::Missing)?).map_err(|_| Refusal::Wrong)?;
        let (nonce, text) = sealed.split_at_checked(12).ok_or(Refusal::Wrong)?;
        let nonce = Nonce::try_assume_unique_for_key(nonce).map_err(|_| Refusal::Wrong)?;
        let mut text = text.to_vec();
        let beside = if self.compatible { "" } else { call };
        let plain = self.key.open_in_place(nonce, Aad::from(beside), &mut text).map_err(|_| Refusal::Wrong)?;
        let plain = std::str::from_utf8(plain).map_err(|_| Refusal::Wrong)?;
        let (at, digits) = plain.split_at_checked(plain.len().saturating_sub(11)).ok_or(Refusal::Wrong)?;
        let at: u128 = at.parse().map_err(|_| Refusal::Wrong)?;
        if at.abs_diff(now) > WINDOW.as_millis() {
            return Err(Refusal::Late);
        }
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        used.retain(|_, until| *until >= now);
        let known = used.contains_key(digits);
        if known || used.len() >= REMEMBERED {
            return Err(Refusal::Replayed);
        }
        used.insert(digits.to_owned(), at + WINDOW.as_millis());
        Ok(())
    }
}

/// The additional authenticated data of a call.
fn call(method: &str, target: &str, user: &str, body: &[u8]) -> String {
    let hash = digest(&SHA256, body).as_ref().iter().fold(String::new(), |mut hash, b| {
        let _ = write!(hash, "{b:02x}");
        hash
    });
    format!("cardea-ctms-1\n{method}\n{target}\n{user}\n{hash}")
}

/// The routes; `verify` is their middleware.
pub(crate) fn router() -> axum::Router<Shared> {
    axum::Router::new()
        .route("/ctms-api/login/info", get(login_info))
        .route("/ctms-api/visits", post(add_visit))
        .route("/ctms-api/missing", get(|| async { ApiError::new(StatusCode::NOT_FOUND, "missing", "no such thing") }))
        .route("/ctms-api/page", get(|| async { "not JSON" }))
        .route("/ctms-api/parts/{*rest}", get(|Path(rest): Path<String>| async move { Json(json!({ "rest": rest })) }))
}

/// Lets signed calls through.
pub(crate) async fn verify(State(shared): State<Shared>, request: Request, next: Next) -> Response {
    let Some(interface) = &shared.trial_management else {
        return ApiError::new(StatusCode::NOT_FOUND, "not_found", "there is no such interface").into_response();
    };
    let (parts, body) = request.into_parts();
    let Ok(body) = to_bytes(body, MAX_BODY).await else {
        return ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", "the body is too large").into_response();
    };
    let text = |name: &str| parts.headers.get(name).and_then(|value| value.to_str().ok());
    let target = parts.uri.path_and_query().map_or_else(|| parts.uri.path(), http::uri::PathAndQuery::as_str);
    let call = call(parts.method.as_str(), target, text("cardea-user").unwrap_or_default(), &body);
    match interface.take(text("signature"), &call, shared.clock.unwrap_or_else(now)) {
        Ok(()) => next.run(Request::from_parts(parts, Body::from(body))).await,
        Err(refusal) => {
            let code = match refusal {
                Refusal::Missing => "signature_missing",
                Refusal::Wrong => "signature_wrong",
                Refusal::Late => "signature_late",
                Refusal::Replayed => "signature_replayed",
            };
            ApiError::new(StatusCode::UNAUTHORIZED, code, "the signature is not accepted").into_response()
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "a system of its own, with the machine's clock")]
fn now() -> u128 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis()
}

/// Returns the caller, and the query and headers of the call.
async fn login_info(headers: HeaderMap, Query(query): Query<BTreeMap<String, String>>) -> Json<Value> {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned();
    let names: Vec<&str> = headers.keys().map(http::HeaderName::as_str).collect();
    Json(json!({ "user": text("cardea-user"), "language": text("accept-language"), "query": query, "headers": names }))
}

async fn add_visit(body: Bytes) -> Response {
    match serde_json::from_slice::<Value>(&body) {
        Ok(visit) => Json(json!({ "added": visit })).into_response(),
        Err(_) => ApiError::invalid("invalid", "this is not JSON").into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: u128 = 1_770_000_000_000;

    fn signed(key: &[u8; 32], plain: &str, call: &str) -> String {
        let key = LessSafeKey::new(UnboundKey::new(&AES_256_GCM, key).unwrap());
        let mut text = plain.as_bytes().to_vec();
        let nonce = Nonce::assume_unique_for_key([9; 12]);
        key.seal_in_place_append_tag(nonce, Aad::from(call), &mut text).unwrap();
        URL_SAFE_NO_PAD.encode([vec![9; 12], text].concat())
    }

    #[test]
    fn a_signature_is_for_one_call_and_works_once_and_in_time() {
        let interface = Interface::new(&[7; 32], false).unwrap();
        let this = call("GET", "/ctms-api/login/info", "u1", b"");
        let plain = format!("{NOW}12345678901");
        let good = signed(&[7; 32], &plain, &this);
        for (method, target, user, body) in [
            ("POST", "/ctms-api/login/info", "u1", &b""[..]),
            ("GET", "/ctms-api/login/info?a=b", "u1", b""),
            ("GET", "/ctms-api/login/info", "u2", b""),
            ("GET", "/ctms-api/login/info", "u1", b"{}"),
        ] {
            let other = call(method, target, user, body);
            assert_eq!(interface.take(Some(&good), &other, NOW), Err(Refusal::Wrong), "{other}");
        }
        for (at, end) in [(0, b'A'), (20, b'B'), (good.len() - 1, b'C')] {
            let mut edited = good.clone().into_bytes();
            edited[at] = if edited[at] == end { b'D' } else { end };
            let edited = String::from_utf8(edited).unwrap();
            assert_eq!(interface.take(Some(&edited), &this, NOW), Err(Refusal::Wrong), "{at}");
        }
        assert_eq!(interface.take(None, &this, NOW), Err(Refusal::Missing));
        assert_eq!(interface.take(Some(""), &this, NOW), Err(Refusal::Wrong));
        assert_eq!(interface.take(Some(&signed(&[8; 32], &plain, &this)), &this, NOW), Err(Refusal::Wrong));
        assert_eq!(interface.take(Some(&signed(&[7; 32], "123", &this)), &this, NOW), Err(Refusal::Wrong));
        let window = WINDOW.as_millis();
        for now in [NOW + window + 1, NOW - window - 1] {
            assert_eq!(interface.take(Some(&good), &this, now), Err(Refusal::Late));
        }
        assert_eq!(interface.take(Some(&good), &this, NOW + window), Ok(()));
        assert_eq!(interface.take(Some(&good), &this, NOW), Err(Refusal::Replayed));
        assert_eq!(interface.take(Some(&good), &this, NOW + window), Err(Refusal::Replayed));
    }
}
