//! The bodies of calls: strict JSON for requests, and the two forms of an answer.

use axum::body::Bytes;
use axum::extract::{FromRequest, Request as HttpRequest};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::error::{Code, Error, Text};
use super::json;

/// A JSON body, parsed strictly: the content type must say JSON, and an error names the field.
#[derive(Debug)]
pub struct Json<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Json<T> {
    type Rejection = Error;

    async fn from_request(request: HttpRequest, state: &S) -> Result<Self, Error> {
        let is_json = request
            .headers()
            .get(header::CONTENT_TYPE)
            .and_then(|v| v.to_str().ok())
            .and_then(|v| v.split(';').next())
            .is_some_and(|v| v.trim().eq_ignore_ascii_case("application/json"));
        if !is_json {
            return Err(Error::new(Code::MediaType));
        }
        let bytes = Bytes::from_request(request, state).await.map_err(|rejection| {
            let code =
                if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE { Code::TooLarge } else { Code::Malformed };
            Error::new(code).source(rejection)
        })?;
        if !json::is_bounded(&bytes) {
            return Err(Error::new(Code::TooLarge));
        }
        parse(&bytes).map(Self)
    }
}

/// Parses a caller's JSON.
pub fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Error> {
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    let value = serde_path_to_error::deserialize(&mut reader).map_err(malformed)?;
    reader.end().map_err(|_| Error::new(Code::Malformed))?;
    Ok(value)
}

/// As [`parse`], for JSON that was parsed already.
pub fn from_value<T: DeserializeOwned>(value: Value) -> Result<T, Error> {
    serde_path_to_error::deserialize(value).map_err(malformed)
}

fn malformed(error: serde_path_to_error::Error<serde_json::Error>) -> Error {
    let path = error.path().to_string();
    let inner = error.into_inner();
    let error = Error::new(Code::Malformed);
    if inner.is_data() && path != "." {
        let text = Text::made(format!("{path}：类型或取值不正确"), format!("{path}: {}", shape(&inner)));
        Error { fields: vec![(path, text.clone())], ..error.message(text) }
    } else if inner.is_data() {
        error.message(Text::made(format!("请求格式错误：{}", shape(&inner)), shape(&inner)))
    } else {
        error
    }
}

/// serde's description of a value's shape, without the position. It quotes only the caller's own input.
fn shape(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.rsplit_once(" at line ").map_or(text.clone(), |(head, _)| head.to_owned())
}

/// The envelope of a documented call that succeeded.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Envelope<T> {
    /// `200`.
    pub code: &'static str,
    /// `success`, or a sentence for the person.
    pub message: &'static str,
    /// The answer.
    pub data: T,
    /// Always true here.
    pub success: bool,
    /// Always true here.
    pub is_ok: bool,
}

impl<T> Envelope<T> {
    /// Wraps an answer.
    pub const fn ok(data: T) -> Self {
        Self { code: "200", message: "success", data, success: true, is_ok: true }
    }
}

impl<T> Envelope<T> {
    /// Wraps an answer with a sentence for the person, where a page shows it.
    pub const fn saying(message: &'static str, data: T) -> Self {
        Self { code: "200", message, data, success: true, is_ok: true }
    }
}

impl<T: Serialize> IntoResponse for Envelope<T> {
    fn into_response(self) -> Response {
        ([(header::CACHE_CONTROL, "no-store")], axum::Json(self)).into_response()
    }
}

/// A record that was created: 201 with its representation.
#[derive(Debug)]
pub struct Created<T>(pub T);

impl<T: Serialize> IntoResponse for Created<T> {
    fn into_response(self) -> Response {
        (StatusCode::CREATED, axum::Json(self.0)).into_response()
    }
}
