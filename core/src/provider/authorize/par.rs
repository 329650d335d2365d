//! The endpoint of pushed authorization requests (RFC 9126).

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::json;

use super::params::KNOWN;
use super::pushed::{MAX_PUSHED, PATH, PREFIX, PURPOSE, REFERENCE_SECONDS, SIGN_IN_SECONDS};
use super::request::AuthorizationRequest;
use super::target::Target;
use super::{source, store};
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Event, ReadCtx};
use crate::provider::caller::Caller;
use crate::provider::clients::Client;
use crate::provider::error::{ErrorCode, OAuthError};
use crate::provider::params::{Params, Submitted};
use crate::provider::state::Provider;
use crate::provider::{client_auth, dpop};

/// The answer (RFC 9126, section 2.2).
#[derive(Debug, Serialize)]
struct Pushed {
    request_uri: String,
    expires_in: i64,
}

/// Accepts an authorization request from its client, before any browser sees it.
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

/// A DPoP proof with a pushed request binds the code as `dpop_jkt` does (RFC 9449, section 10.1).
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

fn after(cx: &ReadCtx, seconds: i64) -> Time {
    cx.now().plus_seconds(seconds)
}

/// Makes every check of the authorization endpoint (section 2.1).
async fn parse(provider: &Provider, client: &Client, params: &Params) -> Result<AuthorizationRequest, OAuthError> {
    let (effective, _) = source::effective(provider, client, params).await?;
    let effective = effective.as_ref().unwrap_or(params);
    let target = Target::prove(client, effective)?;
    AuthorizationRequest::parse(provider, client, target, effective)
}
