//! The token endpoint: RFC 6749, section 4.1.3, and OpenID Connect Core 1.0, section 3.1.3.

use aws_lc_rs::constant_time::verify_slices_are_equal;
use aws_lc_rs::digest::{SHA256, digest};
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Serialize;
use serde_json::{Map, Value};

use super::Provider;
use super::caller::Caller;
use super::claims::{self, ACCESS_TOKEN_TYPE, AccessToken, ID_TOKEN_TYPE, IdToken};
use super::client_auth;
use super::clients::Client;
use super::error::{ErrorCode, OAuthError};
use super::params::{Params, Submitted};
use super::store::{self, CodeRow};
use crate::kernel::ctx::{Event, Outcome};
use crate::kernel::error::Error;
use crate::kernel::id::Id;

/// What codes are hashed for.
pub const CODE: &str = "authorization_code";
/// Seconds that an access token lasts. Short, as somebody else may check it without asking here.
pub const ACCESS_TOKEN_SECONDS: i64 = 600;
/// Seconds within which an ID token is to be used.
pub const ID_TOKEN_SECONDS: i64 = 3600;

const KNOWN: &[&str] = &[
    "grant_type",
    "code",
    "redirect_uri",
    "code_verifier",
    "client_id",
    "client_secret",
    "client_assertion",
    "client_assertion_type",
];

/// A successful answer (RFC 6749, section 5.1).
#[derive(Debug, Serialize)]
struct TokenResponse {
    access_token: String,
    token_type: &'static str,
    expires_in: i64,
    scope: String,
    id_token: String,
}

/// Exchanges a code for tokens.
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
    let client = client_auth::authenticate(&provider, &caller, &headers, &params, "/oauth2/token").await?;
    let answer = match params.required("grant_type", "grant_type is missing")? {
        "authorization_code" => exchange(&provider, &caller, &client, &params).await?,
        _ => return Err(OAuthError::new(ErrorCode::UnsupportedGrantType, "this grant_type is not supported")),
    };
    Ok(([(header::CACHE_CONTROL, "no-store"), (header::PRAGMA, "no-cache")], Json(answer)).into_response())
}

/// One sentence for every way in which a code fails, so that a thief learns nothing from it.
const fn invalid_grant() -> OAuthError {
    OAuthError::new(ErrorCode::InvalidGrant, "the code is unknown, used, expired, or was not issued for this request")
}

async fn exchange(
    provider: &Provider,
    caller: &Caller,
    client: &Client,
    params: &Params,
) -> Result<TokenResponse, OAuthError> {
    let kernel = provider.kernel();
    if !client.allows_grant("authorization_code") {
        let why = "the client is not registered for authorization_code";
        return Err(OAuthError::new(ErrorCode::UnauthorizedClient, why));
    }
    let code_hash = kernel.hash(CODE, params.required("code", "code is missing")?);
    let redirect_uri = params.required("redirect_uri", "redirect_uri is missing")?;
    let verifier = params.required("code_verifier", "code_verifier is missing")?;

    // Everything is read and checked before the writer's turn, which is one short transaction.
    let mut cx = caller.reading(kernel);
    let code = store::find_code(&mut cx, &code_hash).await?.ok_or(invalid_grant())?;
    if code.client_id != client.client_id {
        return Err(invalid_grant());
    }
    if code.consumed_at.is_some() {
        drop(cx);
        return Err(used_twice(provider, caller, client, &code_hash).await);
    }
    let in_time = code.expires_at > kernel.now() && code.standing.holds(kernel.now());
    if !in_time || code.redirect_uri != redirect_uri || !proves(verifier, code.code_challenge.as_deref().unwrap_or_default()) {
        return Err(invalid_grant());
    }
    let trial = claims::of_trial(provider.studies(), &mut cx, client, &code.standing).await?;
    drop(cx);

    let mut cx = caller.writing(kernel);
    let family = cx.new_id();
    let offline = code.granted.has("offline_access");
    let end = cx.now().plus_seconds(ACCESS_TOKEN_SECONDS);
    if !store::consume_code(&mut cx, &code_hash, &family, offline, end).await? {
        drop(cx);
        return Err(used_twice(provider, caller, client, &code_hash).await);
    }
    cx.commit().await?;
    Ok(issue(provider, client, &code, &family, trial)?)
}

/// A code that comes twice has been stolen, and one of the two is the thief: what the first use gave is
/// taken back (RFC 6749, section 4.1.2; RFC 9700, section 2.1.1).
async fn used_twice(provider: &Provider, caller: &Caller, client: &Client, code_hash: &str) -> OAuthError {
    let mut cx = caller.writing(provider.kernel());
    let revoked = async {
        if store::revoke_family_of(&mut cx, code_hash).await? {
            cx.audit_event(Event {
                action: "authorization.reused",
                resource: "clients",
                record: client.client_id.clone(),
                tenant: client.tenant_id.clone(),
                reason: Some("an authorization code came twice; its tokens were revoked".to_owned()),
                outcome: Some(Outcome::Refused),
                ..Event::default()
            });
        }
        cx.commit().await
    };
    match revoked.await {
        Ok(()) => invalid_grant(),
        Err(e) => e.into(),
    }
}

/// S256 of RFC 7636, section 4.6, of a verifier that is one (section 4.1).
fn proves(verifier: &str, challenge: &str) -> bool {
    let unreserved = |b: u8| b.is_ascii_alphanumeric() || b"-._~".contains(&b);
    let computed = URL_SAFE_NO_PAD.encode(digest(&SHA256, verifier.as_bytes()));
    (43..=128).contains(&verifier.len())
        && verifier.bytes().all(unreserved)
        && verify_slices_are_equal(computed.as_bytes(), challenge.as_bytes()).is_ok()
}

fn issue(
    provider: &Provider,
    client: &Client,
    code: &CodeRow,
    family: &Id,
    trial: Map<String, Value>,
) -> Result<TokenResponse, Error> {
    let kernel = provider.kernel();
    let (standing, now) = (&code.standing, kernel.now());
    let iat = now.unix_seconds();
    let access_token = AccessToken {
        iss: provider.issuer().to_owned(),
        sub: standing.user.id.to_string(),
        aud: provider.issuer().to_owned(),
        exp: iat + ACCESS_TOKEN_SECONDS,
        iat,
        auth_time: standing.auth_time.unix_seconds(),
        acr: standing.acr.clone(),
        amr: standing.amr.0.clone(),
        jti: Id::new(now, kernel.entropy()).to_string(),
        client_id: client.client_id.clone(),
        scope: code.granted.scope.clone(),
        sid: standing.session_id.to_string(),
        grant_id: family.to_string(),
    };
    let access_token = provider.keys().sign(ACCESS_TOKEN_TYPE, &access_token)?;
    let id_token = IdToken {
        iss: provider.issuer(),
        sub: standing.user.id.as_str(),
        aud: &client.client_id,
        exp: iat + ID_TOKEN_SECONDS,
        iat,
        auth_time: standing.auth_time.unix_seconds(),
        nonce: code.granted.nonce.as_deref(),
        at_hash: at_hash(&access_token),
        sid: standing.session_id.as_str(),
        acr: &standing.acr,
        amr: &standing.amr.0,
        trial,
    };
    let id_token = provider.keys().sign(ID_TOKEN_TYPE, &id_token)?;
    Ok(TokenResponse {
        access_token,
        token_type: "Bearer",
        expires_in: ACCESS_TOKEN_SECONDS,
        scope: code.granted.scope.clone(),
        id_token,
    })
}

/// The left half of the hash that the ID token's algorithm uses (OpenID Connect Core 1.0, section 3.1.3.6).
fn at_hash(access_token: &str) -> String {
    URL_SAFE_NO_PAD.encode(&digest(&SHA256, access_token.as_bytes()).as_ref()[..16])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_verifier_of_rfc_7636_appendix_b_proves_its_challenge() {
        let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
        let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
        assert!(proves(verifier, challenge));
        assert!(!proves(&verifier.to_lowercase(), challenge));
        assert!(!proves(challenge, challenge), "a challenge does not prove itself");
    }

    #[test]
    fn at_hash_is_half_a_hash() {
        // The example of OpenID Connect Core 1.0, appendix A.3.
        assert_eq!(at_hash("jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y"), "77QmUPtjPfzWtF2AnpK9RQ");
    }
}
