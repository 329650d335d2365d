//! Which headers a guest may send and see.

use http::{HeaderMap, HeaderName, HeaderValue, header};
use zeroize::Zeroizing;

use crate::host::model::Credentials;

/// Request headers that a guest may set. Everything else is the host's: where a request goes, who
/// sends it, and how long it is.
const FROM_GUEST: [HeaderName; 6] = [
    header::ACCEPT,
    header::ACCEPT_LANGUAGE,
    header::CONTENT_TYPE,
    header::IF_MATCH,
    header::IF_NONE_MATCH,
    header::IF_MODIFIED_SINCE,
];

/// Response headers that a guest may see.
const TO_GUEST: [HeaderName; 6] = [
    header::CONTENT_TYPE,
    header::CONTENT_LANGUAGE,
    header::ETAG,
    header::LAST_MODIFIED,
    header::LINK,
    header::RETRY_AFTER,
];

/// A guest's headers, or the name of one that it may not set.
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

/// What a guest sees of an answer's headers: names in lower case, values that are text.
pub(super) fn to_guest(headers: &HeaderMap) -> Vec<(String, String)> {
    headers
        .iter()
        .filter(|(name, _)| TO_GUEST.contains(name))
        .filter_map(|(name, value)| Some((name.to_string(), value.to_str().ok()?.to_owned())))
        .collect()
}

/// The endpoint's credentials as a header marked sensitive, so that nothing prints it.
///
/// # Errors
/// Credentials that no header can carry; the text names no secret.
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
