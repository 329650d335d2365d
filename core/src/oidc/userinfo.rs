//! Userinfo: OpenID Connect Core 1.0, section 5.3, with bearer tokens as RFC 6750 has them.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde_json::Value;

use super::Provider;
use super::caller::Caller;
use super::claims::{self, ACCESS_TOKEN_TYPE, AccessToken};
use super::error::{ErrorCode, OAuthError};
use super::params::{Params, Submitted};
use super::store;

/// The person's claims.
#[utoipa::path(get, path = "/oauth2/userinfo", operation_id = "userinfo", tag = "oidc",
    responses((status = 200, description = "Claims"), (status = 401, description = "RFC 6750, section 3")))]
pub async fn get_userinfo(
    State(provider): State<Provider>,
    caller: Caller,
    headers: HeaderMap,
) -> Result<Response, OAuthError> {
    let token = in_header(&headers)?.ok_or_else(unasked)?;
    userinfo(&provider, &caller, token).await
}

/// The same; the token may be in the form (RFC 6750, section 2.2).
#[utoipa::path(post, path = "/oauth2/userinfo", operation_id = "userinfoByForm", tag = "oidc",
    responses((status = 200, description = "Claims"), (status = 401, description = "RFC 6750, section 3")))]
pub async fn post_userinfo(
    State(provider): State<Provider>,
    caller: Caller,
    headers: HeaderMap,
    Submitted(body): Submitted,
) -> Result<Response, OAuthError> {
    let params = match body {
        Ok(body) => Params::parse(&["access_token"], &body),
        // Without a form there can only be a header.
        Err(_) => Params::default(),
    };
    params.sound()?;
    let token = match (in_header(&headers)?, params.get("access_token")) {
        (Some(_), Some(_)) => {
            return Err(refused(ErrorCode::InvalidRequest, "the access token came in more than one way"));
        }
        (Some(token), None) | (None, Some(token)) => token,
        (None, None) => return Err(unasked()),
    };
    userinfo(&provider, &caller, token).await
}

async fn userinfo(provider: &Provider, caller: &Caller, token: &str) -> Result<Response, OAuthError> {
    let stale = || refused(ErrorCode::InvalidToken, "the access token is not valid, has expired or was revoked");
    let kernel = provider.kernel();
    let token: AccessToken = provider.keys().verify(ACCESS_TOKEN_TYPE, token).map_err(|_| stale())?;
    let (issuer, now) = (provider.issuer(), kernel.now());
    if token.iss != issuer || token.aud != issuer || token.exp <= now.unix_seconds() {
        return Err(stale());
    }
    if !token.scope.split(' ').any(|s| s == "openid") {
        return Err(refused(ErrorCode::InsufficientScope, "the access token was not granted openid"));
    }
    let client = provider.clients().get(&token.client_id).await?.ok_or_else(stale)?;
    let mut cx = caller.reading(kernel);
    let standing = store::standing(&mut cx, &token.grant_id, &token.client_id).await?.ok_or_else(stale)?;
    if !standing.holds(now) || standing.user.user_id.as_str() != token.sub {
        return Err(stale());
    }
    let mut answer = claims::of_scopes(&standing.user, &token.scope);
    answer.append(&mut claims::of_trial(provider.studies(), &mut cx, &client, &standing).await?);
    answer.insert("sub".to_owned(), Value::from(token.sub));
    Ok(([(header::CACHE_CONTROL, "no-store")], Json(answer)).into_response())
}

/// The token of an `Authorization: Bearer` header.
fn in_header(headers: &HeaderMap) -> Result<Option<&str>, OAuthError> {
    let mut values = headers.get_all(header::AUTHORIZATION).iter();
    let Some(value) = values.next() else { return Ok(None) };
    let bearer = value.to_str().ok().and_then(|v| v.split_once(' '));
    match (bearer, values.next()) {
        (Some((scheme, token)), None) if scheme.eq_ignore_ascii_case("bearer") => Ok(Some(token.trim())),
        _ => Err(refused(ErrorCode::InvalidRequest, "the Authorization header does not hold one bearer token")),
    }
}

/// A request without any token gets a challenge without an error (RFC 6750, section 3.1).
fn unasked() -> OAuthError {
    OAuthError::new(ErrorCode::InvalidToken, "an access token is required")
        .challenge(HeaderValue::from_static("Bearer realm=\"cardea\""))
}

fn refused(code: ErrorCode, description: &'static str) -> OAuthError {
    let challenge =
        format!("Bearer realm=\"cardea\", error=\"{}\", error_description=\"{description}\"", code.as_str());
    let error = OAuthError::new(code, description);
    match HeaderValue::from_str(&challenge) {
        Ok(challenge) => error.challenge(challenge),
        Err(_) => error,
    }
}
