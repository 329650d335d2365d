//! The logout token: OpenID Connect Back-Channel Logout 1.0, section 2.4.

use serde::Serialize;

/// `typ` of logout tokens (section 2.4, as recommended).
pub const LOGOUT_TOKEN_TYPE: &str = "logout+jwt";
/// Seconds within which one is to be used; at most two minutes, says section 4.
pub const LOGOUT_TOKEN_SECONDS: i64 = 120;

/// The claims. There is never a `nonce`: it would let somebody use this as an ID token. Times in seconds.
#[derive(Debug, Serialize)]
pub struct LogoutToken<'a> {
    /// Issuer.
    pub iss: &'a str,
    /// The client.
    pub aud: &'a str,
    /// Time of issue.
    pub iat: i64,
    /// End.
    pub exp: i64,
    /// Its own id, another one at each attempt: a client that takes each only once must not refuse the
    /// repetition of what it may not have got.
    pub jti: &'a str,
    /// The session that ended.
    pub sid: &'a str,
    /// Whose session it was, as the client knows them.
    pub sub: &'a str,
    /// What happened.
    pub events: Events,
}

/// The one event, with nothing more to say about it.
#[derive(Debug, Default, Serialize)]
pub struct Events {
    #[serde(rename = "http://schemas.openid.net/event/backchannel-logout")]
    backchannel_logout: Nothing,
}

/// The empty object.
#[derive(Debug, Default, Serialize)]
struct Nothing {}
