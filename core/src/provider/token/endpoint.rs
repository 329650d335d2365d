//! The token endpoint.

use super::request::TokenRequest;
use super::{client_credentials, code, device_code, exchange, refresh};
use crate::provider::caller::Caller;
use crate::provider::clients::Client;
use crate::provider::clients::settings::Profile;
use crate::provider::error::{ErrorCode, OAuthError};
use crate::provider::params::{Params, Submitted};
use crate::provider::state::Provider;
use crate::provider::{client_auth, dpop};
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};

/// The path of this endpoint, below the issuer.
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

/// Issues tokens.
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
    let request = TokenRequest { provider, caller, client, params, jkt };
    let answer = match grant {
        Grant::Code => code::exchange(&request).await,
        Grant::Refresh => refresh::refresh(&request).await,
        Grant::ClientCredentials => client_credentials::issue(&request),
        Grant::DeviceCode => device_code::poll(&request).await,
        Grant::Exchange => exchange::exchange(&request).await,
    };
    let outcome = if answer.is_ok() { "ok" } else { "refused" };
    provider.kernel().metrics().token_request(grant.name(), outcome);
    let answer = answer?;
    Ok(([(header::CACHE_CONTROL, "no-store"), (header::PRAGMA, "no-cache")], Json(answer)).into_response())
}

enum Grant {
    Code,
    Refresh,
    ClientCredentials,
    DeviceCode,
    Exchange,
}

impl Grant {
    /// Name of the grant in the metrics: RFC 6749's, or the last part of a URN.
    const fn name(&self) -> &'static str {
        match self {
            Self::Code => "authorization_code",
            Self::Refresh => "refresh_token",
            Self::ClientCredentials => "client_credentials",
            Self::DeviceCode => "device_code",
            Self::Exchange => "token-exchange",
        }
    }
}

/// Requires a DPoP proof from a client that registered for bound tokens only (RFC 9449, section 5.2), and from every
/// client of the FAPI 2.0 profile (section 5.3.2.1).
fn must_be_bound(client: &Client, jkt: Option<&str>) -> Result<(), OAuthError> {
    let settings = &client.settings;
    if jkt.is_none() && (settings.dpop_bound_access_tokens || settings.cardea_profile == Profile::Fapi2) {
        return Err(OAuthError::new(ErrorCode::InvalidDpopProof, "this client needs a DPoP proof"));
    }
    Ok(())
}
