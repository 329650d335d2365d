//! What gateways differ in: their requests, and how they say that they took a message.

use aws_lc_rs::{digest, hmac};
use axum::http::{Request, StatusCode};
use bytes::Bytes;
use url::Url;

use crate::kernel::clock::Time;
use crate::kernel::id::Id;
use crate::kernel::outbound::OutboundError;
use crate::notify::model::Letter;
use crate::notify::words::Trouble;

/// One attempt at a message.
pub(super) struct Call<'a> {
    /// The gateway's address.
    pub url: &'a str,
    pub letter: &'a Letter,
    pub at: Time,
    pub nonce: Id,
}

/// The form of a gateway's calls.
pub(super) trait Shape: Send + Sync {
    /// The request that sends a message; why there is none, if there is none.
    fn request(&self, call: &Call<'_>) -> Result<Request<Bytes>, Trouble>;

    /// Why the gateway did not take the message, by its answer; `None` if it took it.
    fn trouble(&self, status: StatusCode, body: &[u8]) -> Option<Trouble>;
}

/// What an answer's status says: the request is at fault, unless it only comes too early or too often (RFC 9110,
/// section 15.5).
pub(super) fn by_status(status: StatusCode) -> Option<Trouble> {
    if status.is_success() {
        return None;
    }
    let refused = status.is_client_error() && !matches!(status.as_u16(), 408 | 425 | 429);
    Some(if refused { Trouble::Refused } else { Trouble::Later })
}

/// The host of an address, and its port where it is not the scheme's own, as the `Host` header has them.
pub(super) fn authority(url: &str) -> Result<String, OutboundError> {
    let invalid = || OutboundError::Invalid("notify.sms.url".into());
    let url = Url::parse(url).map_err(|_| invalid())?;
    let host = url.host_str().ok_or_else(invalid)?;
    Ok(url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}")))
}

/// SHA-256 in lower-case hexadecimal digits.
pub(super) fn sha256_hex(data: &[u8]) -> String {
    hex::encode(digest::digest(&digest::SHA256, data))
}

/// HMAC-SHA256 (RFC 2104).
pub(super) fn hmac_sha256(key: &[u8], data: &[u8]) -> hmac::Tag {
    hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, key), data)
}
