//! A token request, and its answer.

use serde::Serialize;

use crate::provider::caller::Caller;
use crate::provider::clients::Client;
use crate::provider::params::Params;
use crate::provider::state::Provider;

/// A successful answer (RFC 6749, section 5.1).
#[derive(Debug, Default, Serialize)]
pub struct TokenResponse {
    /// The access token.
    pub access_token: String,
    /// `Bearer` or `DPoP`.
    pub token_type: &'static str,
    /// Lifetime of the access token in seconds.
    pub expires_in: i64,
    /// The scope of the access token.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub scope: String,
    /// The next refresh token.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refresh_token: Option<String>,
    /// The ID token.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id_token: Option<String>,
    /// The type of the access token, as a URN of RFC 8693, section 3.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub issued_token_type: Option<&'static str>,
}

/// A request of an authenticated client.
#[derive(Debug)]
pub struct TokenRequest<'a> {
    pub(super) provider: &'a Provider,
    pub(super) caller: &'a Caller,
    pub(super) client: &'a Client,
    pub(super) params: &'a Params,
    /// Thumbprint of the key of the DPoP proof (RFC 9449).
    pub(super) jkt: Option<String>,
}
