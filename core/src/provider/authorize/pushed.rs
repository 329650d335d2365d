//! Pushed authorization requests: RFC 9126.
//!
//! A reference lasts a minute and a half, and is used up when the client gets its answer. Between the first
//! visit and the answer lies a sign-in, and pages of it that are loaded again: these go on with a sealed
//! interaction, which only exists once the reference was shown in time.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::json;

use super::request::AuthorizationRequest;
use super::target::Target;
use super::{KNOWN, source, store};
use crate::kernel::Kernel;
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Ctx, Event};
use crate::kernel::error::Error;
use crate::provider::Provider;
use crate::provider::caller::Caller;
use crate::provider::clients::Client;
use crate::provider::error::{ErrorCode, OAuthError};
use crate::provider::pages::Refusal;
use crate::provider::params::{Params, Submitted};
use crate::provider::{client_auth, dpop};

/// The endpoint.
const PATH: &str = "/oauth2/par";
/// How a reference begins (RFC 9126, section 2.2).
const PREFIX: &str = "urn:ietf:params:oauth:request_uri:";
/// Seconds within which the browser has to come with a reference.
const REFERENCE_SECONDS: i64 = 90;
/// Seconds that a sign-in begun with it may last.
const SIGN_IN_SECONDS: i64 = 3600;
/// Largest request that is kept, in octets: one in an address could not be longer.
const MAX_PUSHED: usize = 16 * 1024;
/// What references are hashed for.
const PURPOSE: &str = "pushed_request";

/// Whether this `request_uri` is a reference of ours, and not an address to fetch from.
#[must_use]
pub fn is_reference(request_uri: &str) -> bool {
    request_uri.starts_with(PREFIX)
}

/// One sentence for every way in which a reference fails.
#[must_use]
pub fn unusable() -> Refusal {
    let why = "request_uri is unknown, expired, used, or another client's";
    Refusal::new("该登录请求已失效或已使用过。", "This sign-in request has expired, or was used before.")
        .about(OAuthError::new(ErrorCode::InvalidRequestUri, why))
}

/// The request behind a reference that a browser brings from the client.
pub async fn find(
    provider: &Provider,
    caller: &Caller,
    client: &Client,
    reference: &str,
) -> Result<Option<AuthorizationRequest>, Error> {
    let row = row(provider, caller, reference).await?;
    let kernel = provider.kernel();
    let Some(row) = row.filter(|row| row.client_id == client.client_id && row.expires_at > kernel.now()) else {
        return Ok(None);
    };
    if !row.shown {
        // From here on a sign-in may go on with it; what nobody comes with is over with its reference.
        let mut cx = caller.writing(kernel);
        store::show(&mut cx, &kernel.hash(PURPOSE, reference)).await?;
        cx.commit().await?;
    }
    Ok(Some(row.request.0))
}

/// The request behind a reference with which a sign-in began.
pub async fn resume(
    provider: &Provider,
    caller: &Caller,
    reference: &str,
) -> Result<Option<AuthorizationRequest>, Error> {
    Ok(row(provider, caller, reference).await?.map(|row| row.request.0))
}

async fn row(provider: &Provider, caller: &Caller, reference: &str) -> Result<Option<store::PushedRow>, Error> {
    let kernel = provider.kernel();
    store::pushed(&mut caller.glancing(kernel), &kernel.hash(PURPOSE, reference)).await
}

/// Uses a reference up in the caller's transaction; false where it was before.
pub async fn use_up(kernel: &Kernel, cx: &mut Ctx, reference: &str) -> Result<bool, Error> {
    store::use_up(cx, &kernel.hash(PURPOSE, reference)).await
}

/// RFC 9126, section 2.2.
#[derive(Debug, Serialize)]
struct Pushed {
    request_uri: String,
    expires_in: i64,
}

/// Takes an authorization request from its client, before any browser sees it.
#[utoipa::path(post, path = "/oauth2/par", operation_id = "pushedAuthorizationRequest", tag = "oidc",
    responses((status = 201, description = "The reference"), (status = 400, description = "RFC 9126, section 2.3"),
        (status = 401, description = "The client did not prove itself")))]
pub async fn pushed_authorization_request(
    State(provider): State<Provider>,
    caller: Caller,
    headers: HeaderMap,
    Submitted(body): Submitted,
) -> Result<Response, OAuthError> {
    let body = body?;
    let known: Vec<&'static str> = KNOWN.iter().chain(client_auth::PARAMS).copied().collect();
    let params = Params::parse(&known, &body);
    params.sound()?;
    let client = client_auth::authenticate(&provider, &caller, &headers, &params, PATH).await?;
    if params.get("request_uri").is_some() {
        return Err(OAuthError::new(ErrorCode::InvalidRequest, "request_uri must not be pushed"));
    }
    if body.len() > MAX_PUSHED {
        return Err(OAuthError::new(ErrorCode::InvalidRequest, "the pushed request is too large"));
    }
    provider.stranger(&client, &caller.request)?;
    let mut request = parse(&provider, &client, &params).await?;
    bind(&provider, &headers, &mut request).await?;
    let kernel = provider.kernel();
    let request_uri = format!("{PREFIX}{}", kernel.token());
    let mut cx = caller.writing(kernel);
    let (expires_at, until) = (after(&cx, REFERENCE_SECONDS), after(&cx, SIGN_IN_SECONDS));
    store::push(&mut cx, kernel.hash(PURPOSE, &request_uri), &request, expires_at, until).await?;
    cx.audit_event(Event {
        action: "authorization.pushed",
        resource: "clients",
        record: client.client_id.clone(),
        tenant: client.tenant_id.clone(),
        after: Some(json!({ "scope": request.scope, "redirectUri": request.target.redirect_uri })),
        ..Event::default()
    });
    cx.commit().await?;
    let answer = Pushed { request_uri, expires_in: REFERENCE_SECONDS };
    Ok((StatusCode::CREATED, [(header::CACHE_CONTROL, "no-store")], Json(answer)).into_response())
}

/// A proof that comes with a push binds the code as `dpop_jkt` does (RFC 9449, section 10.1).
async fn bind(provider: &Provider, headers: &HeaderMap, request: &mut AuthorizationRequest) -> Result<(), OAuthError> {
    let url = format!("{}{PATH}", provider.issuer());
    let Some(proof) = dpop::proof(provider, headers, "POST", &url, None).await? else { return Ok(()) };
    match &request.dpop_jkt {
        Some(jkt) if *jkt != proof.jkt => {
            let why = "the DPoP proof was made with another key than dpop_jkt names";
            Err(OAuthError::new(ErrorCode::InvalidDpopProof, why))
        }
        _ => {
            request.dpop_jkt = Some(proof.jkt);
            Ok(())
        }
    }
}

fn after(cx: &Ctx, seconds: i64) -> Time {
    cx.now().plus_seconds(seconds)
}

/// Every check that the authorization endpoint would make (section 2.1).
async fn parse(provider: &Provider, client: &Client, params: &Params) -> Result<AuthorizationRequest, OAuthError> {
    let (effective, _) = source::effective(provider, client, params).await?;
    let effective = effective.as_ref().unwrap_or(params);
    let target = Target::prove(client, effective)?;
    AuthorizationRequest::parse(provider, client, target, effective)
}
