//! The key for values that the portal encrypts in the browser's storage, where that is configured.
//!
//! The server derives it from a cookie that no script can read, and stores it nowhere. The values decrypt in that
//! browser, on this server's own pages; a copy without the cookie does not.

use axum::extract::State;
use axum::http::HeaderMap;
use serde::Serialize;

use super::cookies;
use super::state::{Sessions, TOKEN_LENGTH};
use crate::kernel::error::{Code, Error};
use crate::kernel::http::Envelope;

/// The purpose of the cookie's hash.
const PURPOSE: &str = "browser-values";
/// The longest lifetime that browsers give a cookie: 400 days, in seconds.
const LIFE: i64 = 400 * 86_400;

/// A browser's key.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct BrowserKey {
    /// 32 octets in base64url, for AES-256-GCM.
    key: String,
}

/// The key of this browser's stored values. Needs no session: the sign-in page decrypts the last login name.
#[utoipa::path(get, path = "/api/sys/browserKey", operation_id = "browserKey", tag = "portal",
    responses((status = 200, body = Envelope<BrowserKey>)))]
pub(crate) async fn browser_key(
    State(sessions): State<Sessions>,
    headers: HeaderMap,
) -> Result<(HeaderMap, Envelope<BrowserKey>), Error> {
    if !sessions.browser().encrypt_values {
        return Err(Error::new(Code::NotAvailable));
    }
    // A request that another site triggers must not replace the cookie.
    if headers.get("x-requested-with").is_none_or(|value| value != "cardea") {
        return Err(Error::new(Code::CrossSite));
    }
    let (name, kernel) = (sessions.cookies().values(), sessions.kernel());
    let known = cookies::read(&headers, name).filter(|value| value.len() == TOKEN_LENGTH).map(str::to_owned);
    let mut set = HeaderMap::new();
    let value = known.unwrap_or_else(|| kernel.token());
    // Set again each time: the cookie of a browser in use does not expire.
    sessions.cookies().set_for_a_while(&mut set, name, &value, LIFE);
    Ok((set, Envelope::ok(BrowserKey { key: kernel.hash(PURPOSE, &value) })))
}
