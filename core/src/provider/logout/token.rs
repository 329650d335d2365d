//! The logout token: OpenID Connect Back-Channel Logout 1.0, section 2.4.

use serde::Serialize;

/// `typ` of logout tokens (section 2.4, as recommended).
pub const LOGOUT_TOKEN_TYPE: &str = "logout+jwt";
/// Lifetime of a logout token in seconds; section 4 allows two minutes at most.
pub const LOGOUT_TOKEN_SECONDS: i64 = 120;

/// The claims. There is never a `nonce`, so that a logout token cannot be used as an ID token. Times in seconds.
#[derive(Debug, Serialize)]
pub struct LogoutToken<'a> {
    /// Issuer.
    pub iss: &'a str,
    /// The client.
    pub aud: &'a str,
    /// Time of issue.
    pub iat: i64,
    /// When it expires.
    pub exp: i64,
    /// Its own id, different at each attempt: a client that accepts each token once must not refuse a repeated notice
    /// that it may not have received.
    pub jti: &'a str,
    /// The session that ended.
    pub sid: &'a str,
    /// The person of the session, by the client's `sub`.
    pub sub: &'a str,
    /// The event.
    pub events: Events,
}

/// The logout event, whose value is an empty object.
#[derive(Debug, Default, Serialize)]
pub struct Events {
    #[serde(rename = "http://schemas.openid.net/event/backchannel-logout")]
    backchannel_logout: Nothing,
}

/// The empty object.
#[derive(Debug, Default, Serialize)]
struct Nothing {}
