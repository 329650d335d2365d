//! Answers that are built once and sent many times, with an `ETag`.

use aws_lc_rs::digest::{SHA256, digest};
use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Serialize;

use crate::kernel::error::Error;

/// For how long a copy may be used unasked: keys and metadata change seldom and with overlap.
const CACHE: HeaderValue = HeaderValue::from_static("public, max-age=300");

/// A JSON document, ready to be sent.
#[derive(Clone, Debug)]
pub struct Document {
    bytes: Bytes,
    etag: HeaderValue,
}

impl Document {
    /// Writes the value out.
    pub fn new(value: &impl Serialize) -> Result<Self, Error> {
        let bytes = serde_json::to_vec(value)?;
        let hash = URL_SAFE_NO_PAD.encode(&digest(&SHA256, &bytes).as_ref()[..16]);
        let etag = HeaderValue::from_str(&format!("\"{hash}\"")).map_err(Error::internal)?;
        Ok(Self { bytes: bytes.into(), etag })
    }

    /// The document, or 304 where the caller has it (RFC 9110, section 13.1.2).
    pub fn respond(&self, request: &HeaderMap) -> Response {
        let head = [(header::ETAG, self.etag.clone()), (header::CACHE_CONTROL, CACHE)];
        if self.known(request) {
            return (StatusCode::NOT_MODIFIED, head).into_response();
        }
        let kind = [(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))];
        (head, kind, self.bytes.clone()).into_response()
    }

    fn known(&self, request: &HeaderMap) -> bool {
        request
            .get_all(header::IF_NONE_MATCH)
            .iter()
            .filter_map(|v| v.to_str().ok())
            .flat_map(|v| v.split(','))
            .map(|tag| tag.trim())
            .any(|tag| tag == "*" || tag.strip_prefix("W/").unwrap_or(tag).as_bytes() == self.etag.as_bytes())
    }
}
