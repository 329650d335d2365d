//! The parts that the role API and the callback API share: the key, the error shape, study codes.

use aws_lc_rs::constant_time::verify_slices_are_equal;
use axum::Json;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http::header::{AUTHORIZATION, WWW_AUTHENTICATE};
use http::{HeaderValue, StatusCode};
use serde::Serialize;
use serde_json::{Value, json};

use crate::server::Shared;

/// A successful answer: its code is the text `200`.
pub(crate) fn success(data: &Value) -> Json<Value> {
    Json(json!({ "code": "200", "data": data }))
}

/// An error answer: `{"code": ..., "message": ...}` with its status.
#[derive(Debug)]
pub(crate) struct ApiError {
    pub status: StatusCode,
    pub code: &'static str,
    pub message: String,
}

#[derive(Serialize)]
struct Body<'a> {
    code: &'a str,
    message: &'a str,
}

impl ApiError {
    pub fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        Self { status, code, message: message.into() }
    }

    pub fn invalid(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, code, message)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let body = Json(Body { code: self.code, message: &self.message });
        (self.status, body).into_response()
    }
}

/// Lets requests with the API key through (RFC 6750, 2.1).
pub(crate) async fn require_key(State(shared): State<Shared>, request: Request, next: Next) -> Response {
    let given = request.headers().get(AUTHORIZATION).map(HeaderValue::as_bytes);
    let token = given.and_then(|value| value.strip_prefix(b"Bearer ")).unwrap_or_default();
    if verify_slices_are_equal(token, shared.api_key.as_bytes()).is_ok() {
        return next.run(request).await;
    }
    let error = ApiError::new(StatusCode::UNAUTHORIZED, "unauthorized", "the API key is missing");
    let mut response = error.into_response();
    response.headers_mut().insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    response
}

/// A code or id in a path: 1 to 64 of the unreserved characters of RFC 3986.
pub(crate) fn check_name(kind: &'static str, name: &str) -> Result<(), ApiError> {
    let unreserved = |b: u8| b.is_ascii_alphanumeric() || b"-._~".contains(&b);
    if (1..=64).contains(&name.len()) && name.bytes().all(unreserved) {
        return Ok(());
    }
    Err(ApiError::new(StatusCode::NOT_FOUND, "not_found", format!("there is no such {kind}")))
}
