//! The token endpoint: RFC 6749, section 3.2. One file for each grant.
//!
//! | grant | file | source |
//! |---|---|---|
//! | `authorization_code` | `code` | RFC 6749, 4.1.3; OpenID Connect Core 1.0, 3.1.3; RFC 7636 |
//! | `refresh_token` | `refresh` | RFC 6749, 6; OpenID Connect Core 1.0, 12; RFC 9700, 4.14 |
//! | `client_credentials` | `client_credentials` | RFC 6749, 4.4 |
//! | `urn:ietf:params:oauth:grant-type:device_code` | `device_code` | RFC 8628 |
//! | `urn:ietf:params:oauth:grant-type:token-exchange` | `exchange` | RFC 8693 |
//!
//! Everything is read and checked in a transaction that cannot write; the writer's turn is one short
//! transaction after it, and decides. Signatures are made after that.

pub mod access;
mod client_credentials;
mod code;
mod device_code;
mod exchange;
mod id_token;
mod once;
mod person;
pub mod refresh;
pub mod resources;
pub mod store;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use super::Provider;
use super::caller::Caller;
use super::client_auth;
use super::clients::Client;
use super::clients::settings::Profile;
use super::dpop;
use super::error::{ErrorCode, OAuthError};
use super::params::{Params, Submitted};

pub use code::CODE;

/// Where this endpoint is, below the issuer.
const PATH: &str = "/oauth2/token";

const KNOWN: &[&str] = &[
    "grant_type",
    "code",
    "redirect_uri",
    "code_verifier",
    "refresh_token",
    "device_code",
    "subject_token",
    "subject_token_type",
    "actor_token",
    "actor_token_type",
    "requested_token_type",
    "scope",
    "resource",
    "audience",
    "client_id",
    "client_secret",
    "client_assertion",
    "client_assertion_type",
];

/// A successful answer (RFC 6749, section 5.1).
#[derive(Debug, Default, Serialize)]
pub struct TokenResponse {
    /// The access token.
    pub access_token: String,
    /// `Bearer` or `DPoP`.
    pub token_type: &'static str,
    /// Seconds that the access token lasts.
    pub expires_in: i64,
    /// What it was granted.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub scope: String,
    /// The next refresh token.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refresh_token: Option<String>,
    /// Who is signed in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id_token: Option<String>,
    /// What the access token is, in the words of RFC 8693, section 3.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub issued_token_type: Option<&'static str>,
}

/// A request that came from a client which proved itself.
#[derive(Debug)]
pub struct Asking<'a> {
    provider: &'a Provider,
    caller: &'a Caller,
    client: &'a Client,
    params: &'a Params,
    /// Thumbprint of the key of its DPoP proof (RFC 9449).
    jkt: Option<String>,
}

/// Makes tokens.
#[utoipa::path(post, path = "/oauth2/token", operation_id = "token", tag = "oidc",
    responses((status = 200, description = "Tokens"), (status = 400, description = "RFC 6749, section 5.2"),
        (status = 401, description = "The client did not prove itself")))]
pub async fn token(
    State(provider): State<Provider>,
    caller: Caller,
    headers: HeaderMap,
    Submitted(body): Submitted,
) -> Result<Response, OAuthError> {
    let params = Params::parse(KNOWN, &body?);
    params.sound()?;
    let client = client_auth::authenticate(&provider, &caller, &headers, &params, PATH).await?;
    let grant_type = params.required("grant_type", "grant_type is missing")?;
    let grant: Grant = match grant_type {
        "authorization_code" => Grant::Code,
        "refresh_token" => Grant::Refresh,
        "client_credentials" => Grant::ClientCredentials,
        "urn:ietf:params:oauth:grant-type:device_code" => Grant::DeviceCode,
        "urn:ietf:params:oauth:grant-type:token-exchange" => Grant::Exchange,
        _ => return Err(OAuthError::new(ErrorCode::UnsupportedGrantType, "this grant_type is not supported")),
    };
    if !client.allows_grant(grant_type) {
        let why = "the client is not registered for this grant_type";
        return Err(OAuthError::new(ErrorCode::UnauthorizedClient, why));
    }
    let address = format!("{}{PATH}", provider.issuer());
    let jkt = dpop::proof(&provider, &headers, "POST", &address, None).await?.map(|proof| proof.jkt);
    must_be_bound(&client, jkt.as_deref())?;
    let (provider, caller, client, params) = (&provider, &caller, client.as_ref(), &params);
    let asking = Asking { provider, caller, client, params, jkt };
    let answer = match grant {
        Grant::Code => code::exchange(&asking).await?,
        Grant::Refresh => refresh::refresh(&asking).await?,
        Grant::ClientCredentials => client_credentials::issue(&asking)?,
        Grant::DeviceCode => device_code::poll(&asking).await?,
        Grant::Exchange => exchange::exchange(&asking).await?,
    };
    Ok(([(header::CACHE_CONTROL, "no-store"), (header::PRAGMA, "no-cache")], Json(answer)).into_response())
}

enum Grant {
    Code,
    Refresh,
    ClientCredentials,
    DeviceCode,
    Exchange,
}

/// A client that said so, and every client of the FAPI 2.0 profile (section 5.3.2.1), gets bound tokens only
/// (RFC 9449, section 5.2).
fn must_be_bound(client: &Client, jkt: Option<&str>) -> Result<(), OAuthError> {
    let settings = &client.settings;
    if jkt.is_none() && (settings.dpop_bound_access_tokens || settings.cardea_profile == Profile::Fapi2) {
        return Err(OAuthError::new(ErrorCode::InvalidDpopProof, "this client needs a DPoP proof"));
    }
    Ok(())
}
