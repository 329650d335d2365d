//! Introspection: RFC 7662. A confidential client learns about its own tokens and those meant for it; every other
//! text is answered as not active (section 2.2).

use std::borrow::Cow;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use super::caller::Caller;
use super::clients::{AuthMethod, Client};
use super::error::{ErrorCode, OAuthError};
use super::params::{Params, Submitted};
use super::state::Provider;
use super::token::access::{self, AccessToken, Confirmation};
use super::token::families;
use super::token::refresh_token::Presented;
use super::{client_auth, subject};
use crate::kernel::ctx::ReadCtx;
use crate::kernel::error::Error;

const KNOWN: &[&str] =
    &["token", "token_type_hint", "client_id", "client_secret", "client_assertion", "client_assertion_type"];

/// The answer (section 2.2). An access token's members are its claims.
#[derive(Debug, Serialize)]
struct Introspection {
    active: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    token_type: Option<&'static str>,
    #[serde(flatten)]
    token: Option<Token>,
}

#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Token {
    Access(AccessToken<'static>),
    Refresh(RefreshToken),
}

/// The members told of a refresh token, to its own client. Times in seconds.
#[derive(Debug, Serialize)]
struct RefreshToken {
    iss: String,
    sub: String,
    client_id: String,
    scope: String,
    exp: i64,
    sid: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    cnf: Option<Confirmation<'static>>,
}

/// Whether a token is active, and its claims.
#[utoipa::path(post, path = "/oauth2/introspect", operation_id = "introspect", tag = "oidc",
    responses((status = 200, description = "RFC 7662, section 2.2"), (status = 401, description = "The client did not prove itself")))]
pub async fn introspect(
    State(provider): State<Provider>,
    caller: Caller,
    headers: HeaderMap,
    Submitted(body): Submitted,
) -> Result<Response, OAuthError> {
    let params = Params::parse(KNOWN, &body?);
    params.sound()?;
    let client = client_auth::authenticate(&provider, &caller, &headers, &params, "/oauth2/introspect").await?;
    if client.token_endpoint_auth_method == AuthMethod::None {
        // Section 2.1: the caller must authenticate, or anybody could try tokens out here.
        let challenge = HeaderValue::from_static("Basic realm=\"cardea\", charset=\"UTF-8\"");
        let why = "a client that proves nothing cannot ask about tokens";
        return Err(OAuthError::new(ErrorCode::InvalidClient, why).challenge(challenge));
    }
    // The form of the token tells its kind; the hint (section 2.1) adds nothing.
    let token = params.required("token", "token is missing")?;
    let mut cx = caller.autocommit_reader(provider.kernel());
    let told = match Presented::read(provider.kernel(), token) {
        Some(presented) => refresh_token(&provider, &mut cx, &client, &presented).await?.map(Token::Refresh),
        None => access_token(&provider, &mut cx, &client, token).await?.map(Token::Access),
    };
    let token_type = match &told {
        Some(Token::Access(token)) => Some(token.token_type()),
        Some(Token::Refresh(_)) | None => None,
    };
    let answer = Introspection { active: told.is_some(), token_type, token: told };
    Ok(([(header::CACHE_CONTROL, "no-store"), (header::PRAGMA, "no-cache")], Json(answer)).into_response())
}

async fn access_token(
    provider: &Provider,
    cx: &mut ReadCtx,
    client: &Client,
    token: &str,
) -> Result<Option<AccessToken<'static>>, Error> {
    let Some(token) = access::read(provider, token) else { return Ok(None) };
    if token.client_id != client.client_id && !token.aud.has_client(client) {
        return Ok(None);
    }
    Ok(access::stands(provider, cx, &token).await?.then_some(token))
}

async fn refresh_token(
    provider: &Provider,
    cx: &mut ReadCtx,
    client: &Client,
    presented: &Presented<'_>,
) -> Result<Option<RefreshToken>, Error> {
    let now = cx.now();
    let Some(family) = families::find_family(cx, presented.family).await? else { return Ok(None) };
    let own = family.status.client_id == client.client_id && presented.is_current(&family);
    let end = family.refresh_expires_at.filter(|end| *end > now);
    let (true, Some(end)) = (own && family.status.holds(now), end) else { return Ok(None) };
    Ok(Some(RefreshToken {
        iss: provider.issuer().to_owned(),
        sub: subject::of(provider, client, &family.user.id),
        client_id: family.status.client_id,
        exp: end.unix_seconds(),
        sid: family.session_id.to_string(),
        cnf: family.granted.0.dpop_jkt.map(|jkt| Confirmation { jkt: Cow::Owned(jkt) }),
        scope: family.granted.0.scope,
    }))
}
