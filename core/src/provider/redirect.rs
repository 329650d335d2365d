//! Redirects of the browser.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use url::form_urlencoded;

use super::error::OAuthError;
use crate::kernel::error::Error;

/// 303: the next method is GET, whatever this one was, so that no form is posted on (RFC 9700, section 4.12). The
/// answer is not cached and sends no referrer, as addresses here hold codes.
pub fn see_other(location: &str) -> Response {
    let Ok(location) = HeaderValue::from_str(location) else {
        return OAuthError::from(Error::internal("a redirect address with forbidden characters")).into_response();
    };
    let headers = [
        (header::LOCATION, location),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    ];
    (StatusCode::SEE_OTHER, headers).into_response()
}

/// The address with parameters added to its query; the existing query stays as it was (RFC 6749, section 3.1.2).
#[must_use]
pub fn with_query<'a>(address: &str, pairs: impl IntoIterator<Item = (&'a str, &'a str)>) -> String {
    let added = form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish();
    let joint = match address.split_once('?') {
        _ if added.is_empty() => "",
        None => "?",
        Some((_, "")) => "",
        Some(_) => "&",
    };
    format!("{address}{joint}{added}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_added_and_nothing_is_lost() {
        let with = |address| with_query(address, [("code", "a b"), ("state", "&=#")]);
        assert_eq!(with("https://a.example/cb"), "https://a.example/cb?code=a+b&state=%26%3D%23");
        assert_eq!(with("https://a.example/cb?t=%2f"), "https://a.example/cb?t=%2f&code=a+b&state=%26%3D%23");
        assert_eq!(with("https://a.example/cb?"), "https://a.example/cb?code=a+b&state=%26%3D%23");
        assert_eq!(with_query("https://a.example/cb", []), "https://a.example/cb");
    }
}
