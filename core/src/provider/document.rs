//! Documents that are built once and sent many times, with an `ETag`.

use std::sync::{Arc, OnceLock};

use aws_lc_rs::digest::{SHA256, digest};
use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Serialize;

use crate::kernel::error::Error;

/// How long a copy may be used without asking again: keys and metadata change seldom, and with overlap.
const CACHE: HeaderValue = HeaderValue::from_static("public, max-age=300");

/// A JSON document, ready to be sent.
#[derive(Clone, Debug)]
pub struct Document(Arc<Parts>);

#[derive(Debug)]
struct Parts {
    bytes: Bytes,
    etag: HeaderValue,
    /// The headers of a 200 answer.
    head: HeaderMap,
    /// These with the headers that every answer of the server has; see [`Document::respond_with`].
    whole: OnceLock<HeaderMap>,
}

impl Document {
    /// Serialises the value.
    pub fn new(value: &impl Serialize) -> Result<Self, Error> {
        let bytes = serde_json::to_vec(value)?;
        let hash = URL_SAFE_NO_PAD.encode(&digest(&SHA256, &bytes).as_ref()[..16]);
        let etag = HeaderValue::from_str(&format!("\"{hash}\"")).map_err(Error::internal)?;
        let head = [
            (header::ETAG, etag.clone()),
            (header::CACHE_CONTROL, CACHE),
            (header::CONTENT_TYPE, HeaderValue::from_static("application/json")),
            // The document is public: scripts of any origin may read it.
            (header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*")),
        ];
        let head = head.into_iter().collect();
        Ok(Self(Arc::new(Parts { bytes: bytes.into(), etag, head, whole: OnceLock::new() })))
    }

    /// The document, or 304 where the caller has this version already (RFC 9110, section 13.1.2).
    pub fn respond(&self, request: &HeaderMap) -> Response {
        self.answer(request, &self.0.head)
    }

    /// As [`Self::respond`], with the headers that `add` adds to every answer: the same at each call, so that they are added
    /// once.
    pub fn respond_with(&self, request: &HeaderMap, add: impl FnOnce(&mut HeaderMap)) -> Response {
        let whole = || {
            let mut head = self.0.head.clone();
            head.insert(header::CONTENT_LENGTH, self.0.bytes.len().into());
            add(&mut head);
            head
        };
        self.answer(request, self.0.whole.get_or_init(whole))
    }

    fn answer(&self, request: &HeaderMap, head: &HeaderMap) -> Response {
        let mut response = Response::new(Body::from(self.0.bytes.clone()));
        response.headers_mut().clone_from(head);
        if self.known(request) {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
            *response.body_mut() = Body::empty();
            response.headers_mut().remove(header::CONTENT_TYPE);
            response.headers_mut().remove(header::CONTENT_LENGTH);
        }
        response
    }

    fn known(&self, request: &HeaderMap) -> bool {
        request
            .get_all(header::IF_NONE_MATCH)
            .iter()
            .filter_map(|v| v.to_str().ok())
            .flat_map(|v| v.split(','))
            .map(str::trim)
            .any(|tag| tag == "*" || tag.strip_prefix("W/").unwrap_or(tag).as_bytes() == self.0.etag.as_bytes())
    }
}
