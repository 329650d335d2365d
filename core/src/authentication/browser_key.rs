//! The key under which the portal encrypts what it remembers in a browser, where that is configured.
//!
//! It is worked out of a cookie that no script can read, and kept nowhere: the values of a browser open in that
//! browser, on this server's own pages, and not where they were copied to without the cookie.

use axum::extract::State;
use axum::http::HeaderMap;
use serde::Serialize;

use super::cookies;
use super::state::{Sessions, TOKEN_LENGTH};
use crate::kernel::error::{Code, Error};
use crate::kernel::http::Envelope;

/// Under which the cookie is hashed.
const PURPOSE: &str = "browser-values";
/// The longest that browsers keep a cookie: 400 days, in seconds.
const LIFE: i64 = 400 * 86_400;

/// A browser's key.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct BrowserKey {
    /// 32 octets in base64url, for AES-256-GCM.
    key: String,
}

/// The key of this browser's stored values. Needs no session: the sign-in page opens the last login name.
#[utoipa::path(get, path = "/api/sys/browserKey", operation_id = "browserKey", tag = "portal",
    responses((status = 200, body = Envelope<BrowserKey>)))]
pub(crate) async fn browser_key(
    State(sessions): State<Sessions>,
    headers: HeaderMap,
) -> Result<(HeaderMap, Envelope<BrowserKey>), Error> {
    if !sessions.browser().encrypt_values {
        return Err(Error::new(Code::NotAvailable));
    }
    // What another site makes a browser ask must not put a new cookie in the old one's place.
    if headers.get("x-requested-with").is_none_or(|value| value != "cardea") {
        return Err(Error::new(Code::CrossSite));
    }
    let (name, kernel) = (sessions.cookies().values(), sessions.kernel());
    let known = cookies::read(&headers, name).filter(|value| value.len() == TOKEN_LENGTH).map(str::to_owned);
    let mut set = HeaderMap::new();
    let value = known.unwrap_or_else(|| kernel.token());
    // Set anew each time, so that a browser in use does not lose it.
    sessions.cookies().set_for_a_while(&mut set, name, &value, LIFE);
    Ok((set, Envelope::ok(BrowserKey { key: kernel.hash(PURPOSE, &value) })))
}
