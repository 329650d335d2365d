//! Userinfo: OpenID Connect Core 1.0, section 5.3, with tokens as RFC 6750 and RFC 9449 have them.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde_json::Value;

use super::caller::Caller;
use super::claims::{ClaimsContext, ID_TOKEN_TYPE, Known};
use super::dpop;
use super::error::{ErrorCode, OAuthError};
use super::granted::ClaimsRequest;
use super::params::{Params, Submitted};
use super::state::Provider;
use super::token::access;
use crate::kernel::recent::Age;

/// The path of this endpoint, below the issuer.
const PATH: &str = "/oauth2/userinfo";

/// The person's claims.
#[utoipa::path(get, path = "/oauth2/userinfo", operation_id = "userinfo", tag = "oidc",
    responses((status = 200, description = "Claims"), (status = 401, description = "RFC 6750, section 3")))]
pub async fn get_userinfo(
    State(provider): State<Provider>,
    caller: Caller,
    headers: HeaderMap,
) -> Result<Response, OAuthError> {
    let presented = in_header(&headers)?.ok_or_else(unasked)?;
    userinfo(&provider, &caller, &Asked { method: "GET", headers: &headers }, &presented).await
}

/// The person's claims; the token may be in the form (RFC 6750, section 2.2).
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
        // Without a form the token can only be in the header.
        Err(_) => Params::default(),
    };
    params.sound()?;
    let presented = match (in_header(&headers)?, params.get("access_token")) {
        (Some(_), Some(_)) => {
            let why = "the access token came in more than one way";
            return Err(refused(Scheme::Bearer, OAuthError::new(ErrorCode::InvalidRequest, why)));
        }
        (Some(presented), None) => presented,
        (None, Some(token)) => Presented { scheme: Scheme::Bearer, token },
        (None, None) => return Err(unasked()),
    };
    userinfo(&provider, &caller, &Asked { method: "POST", headers: &headers }, &presented).await
}

async fn userinfo(
    provider: &Provider,
    caller: &Caller,
    request: &Asked<'_>,
    presented: &Presented<'_>,
) -> Result<Response, OAuthError> {
    let refused = |code, why| refused(presented.scheme, OAuthError::new(code, why));
    let stale = || refused(ErrorCode::InvalidToken, "the access token is not valid, has expired or was revoked");
    let token = access::read(provider, presented.token).ok_or_else(stale)?;
    // A token bound to a key is not valid as a bearer token, and the other way round.
    if !token.aud.has(provider.issuer()) || token.token_type() != presented.scheme.as_str() {
        return Err(stale());
    }
    if let Some(cnf) = &token.cnf {
        // Boxed, as few tokens are bound: the futures of all other requests stay small.
        Box::pin(request.prove(provider, presented, &cnf.jkt)).await?;
    }
    if !token.has_scope("openid") {
        return Err(refused(ErrorCode::InsufficientScope, "the access token was not granted openid"));
    }
    let mut cx = caller.autocommit_reader(provider.kernel());
    let standing = access::active(provider, &mut cx, &token, Age::Recent).await?;
    let standing = standing.ok_or_else(stale)?;
    let family = standing.family.ok_or_else(stale)?;
    let (client, granted) = (&standing.client, &family.granted.0);
    let trials = family.trials.as_deref();
    let of = ClaimsContext { client, granted, scope: &token.scope, trials };
    let known = Known::read(provider.trials(), &mut cx, &family.user, of).await?;
    drop(cx);
    // Single claims were granted to the family's own client, not to clients that exchanged its token.
    let asked =
        if family.status.client_id == client.client_id { granted.claims.clone() } else { ClaimsRequest::default() };
    let mut claims = known.for_userinfo(&token.scope, &asked);
    claims.insert("sub".to_owned(), Value::from(token.sub.as_ref()));
    let no_store = [(header::CACHE_CONTROL, "no-store")];
    let Some(alg) = client.settings.userinfo_signed_response_alg else {
        return Ok((no_store, Json(claims)).into_response());
    };
    // Section 5.3.2: a signed answer names its issuer and its audience.
    claims.insert("iss".to_owned(), Value::from(provider.issuer()));
    claims.insert("aud".to_owned(), Value::from(client.client_id.as_str()));
    let signed = provider.keys().sign(alg, ID_TOKEN_TYPE, &claims)?;
    Ok((no_store, [(header::CONTENT_TYPE, "application/jwt")], signed).into_response())
}

/// The request that a proof of possession is checked against.
struct Asked<'a> {
    method: &'static str,
    headers: &'a HeaderMap,
}

impl Asked<'_> {
    /// RFC 9449, section 7.1.
    async fn prove(&self, provider: &Provider, presented: &Presented<'_>, jkt: &str) -> Result<(), OAuthError> {
        let address = format!("{}{PATH}", provider.issuer());
        let proof = dpop::proof(provider, self.headers, self.method, &address, Some(presented.token)).await;
        match proof.map_err(|error| refused(presented.scheme, error))? {
            Some(proof) if proof.jkt == jkt => Ok(()),
            Some(_) => {
                let why = "the access token is bound to another key than that of the DPoP proof";
                Err(refused(presented.scheme, OAuthError::new(ErrorCode::InvalidToken, why)))
            }
            None => {
                let why = "the access token needs a DPoP proof";
                Err(refused(presented.scheme, OAuthError::new(ErrorCode::InvalidDpopProof, why)))
            }
        }
    }
}

/// The scheme that presents the token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scheme {
    /// RFC 6750.
    Bearer,
    /// RFC 9449, section 7.1.
    Dpop,
}

impl Scheme {
    const fn as_str(self) -> &'static str {
        access::token_type(matches!(self, Self::Dpop))
    }
}

struct Presented<'a> {
    scheme: Scheme,
    token: &'a str,
}

/// The token of the `Authorization` header.
fn in_header(headers: &HeaderMap) -> Result<Option<Presented<'_>>, OAuthError> {
    let mut values = headers.get_all(header::AUTHORIZATION).iter();
    let Some(value) = values.next() else { return Ok(None) };
    let parts = value.to_str().ok().and_then(|v| v.split_once(' '));
    let presented = parts.and_then(|(scheme, token)| {
        let known = [Scheme::Bearer, Scheme::Dpop].into_iter().find(|s| s.as_str().eq_ignore_ascii_case(scheme));
        Some(Presented { scheme: known?, token: token.trim() })
    });
    let why = "the Authorization header does not hold one access token";
    match (presented, values.next()) {
        (Some(presented), None) => Ok(Some(presented)),
        _ => Err(refused(Scheme::Bearer, OAuthError::new(ErrorCode::InvalidRequest, why))),
    }
}

/// A request without any token gets a challenge without an error (RFC 6750, section 3.1).
fn unasked() -> OAuthError {
    OAuthError::new(ErrorCode::InvalidToken, "an access token is required")
        .challenge(HeaderValue::from_static("Bearer realm=\"cardea\""))
}

/// The error with its challenge (RFC 6750, section 3; RFC 9449, section 7.1).
fn refused(scheme: Scheme, error: OAuthError) -> OAuthError {
    let (name, code, description) = (scheme.as_str(), error.code.as_str(), error.description);
    let algs = match scheme {
        Scheme::Bearer => String::new(),
        Scheme::Dpop => {
            format!(", algs=\"{}\"", dpop::ALGS.iter().map(|alg| alg.as_str()).collect::<Vec<_>>().join(" "))
        }
    };
    let challenge = format!("{name} realm=\"cardea\", error=\"{code}\", error_description=\"{description}\"{algs}");
    match HeaderValue::from_str(&challenge) {
        Ok(challenge) => error.challenge(challenge),
        Err(_) => error,
    }
}
