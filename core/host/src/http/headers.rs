//! The headers that a guest may send and see.

use http::{HeaderMap, HeaderName, HeaderValue, header};
use zeroize::Zeroizing;

use crate::model::Credentials;

/// The request headers that a guest may set. The host sets all others: the target of a request, its credentials, and
/// its length.
const FROM_GUEST: [HeaderName; 6] = [
    header::ACCEPT,
    header::ACCEPT_LANGUAGE,
    header::CONTENT_TYPE,
    header::IF_MATCH,
    header::IF_NONE_MATCH,
    header::IF_MODIFIED_SINCE,
];

/// The response headers that a guest may see.
const TO_GUEST: [HeaderName; 6] = [
    header::CONTENT_TYPE,
    header::CONTENT_LANGUAGE,
    header::ETAG,
    header::LAST_MODIFIED,
    header::LINK,
    header::RETRY_AFTER,
];

/// The guest's headers, or the name of a header that it may not set.
pub(super) fn from_guest(headers: &[(String, String)]) -> Result<HeaderMap, String> {
    let mut map = HeaderMap::with_capacity(headers.len() + 4);
    for (name, value) in headers {
        let refused = || format!("header {}", name.escape_default());
        let name = HeaderName::from_bytes(name.as_bytes()).map_err(|_| refused())?;
        if !FROM_GUEST.contains(&name) || map.contains_key(&name) {
            return Err(refused());
        }
        let value = HeaderValue::from_str(value).map_err(|_| refused())?;
        map.insert(name, value);
    }
    Ok(map)
}

/// The headers of an answer that the guest sees: names in lower case, values that are text.
pub(super) fn to_guest(headers: &HeaderMap) -> Vec<(String, String)> {
    headers
        .iter()
        .filter(|(name, _)| TO_GUEST.contains(name))
        .filter_map(|(name, value)| Some((name.to_string(), value.to_str().ok()?.to_owned())))
        .collect()
}

/// The endpoint's credentials as a header marked sensitive, so that it is not printed.
///
/// # Errors
/// The credentials cannot be sent in a header; the text contains no secret.
pub(super) fn credentials(credentials: &Credentials) -> Result<Option<(HeaderName, HeaderValue)>, &'static str> {
    const BAD: &str = "the endpoint's credentials cannot be sent";
    let (name, value) = match credentials {
        Credentials::None => return Ok(None),
        Credentials::Bearer(token) => (header::AUTHORIZATION, Zeroizing::new(format!("Bearer {}", token.as_str()))),
        Credentials::Header { name, value } => {
            (HeaderName::from_bytes(name.as_bytes()).map_err(|_| BAD)?, value.clone())
        }
    };
    let mut value = HeaderValue::from_str(&value).map_err(|_| BAD)?;
    value.set_sensitive(true);
    Ok(Some((name, value)))
}
