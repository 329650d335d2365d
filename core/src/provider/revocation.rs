//! Revocation: RFC 7009.
//!
//! Revoking a refresh token, or an access token of a person, revokes its family (section 2.1). An access token of the
//! client itself, or one from a token exchange, is revoked alone. A text that is no token is answered with 200
//! (section 2.2): the client could do nothing with an error.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;

use super::caller::Caller;
use super::client_auth;
use super::clients::Client;
use super::error::{ErrorCode, OAuthError};
use super::params::{Params, Submitted};
use super::state::Provider;
use super::token::access::{self, AccessToken};
use super::token::refresh_token::Presented;
use super::token::{families, store};
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Ctx, Event};
use crate::kernel::error::Error;
use crate::kernel::id::Id;

const KNOWN: &[&str] =
    &["token", "token_type_hint", "client_id", "client_secret", "client_assertion", "client_assertion_type"];

/// Revokes a token.
#[utoipa::path(post, path = "/oauth2/revoke", operation_id = "revoke", tag = "oidc",
    responses((status = 200, description = "The token does not stand any more"),
        (status = 400, description = "RFC 7009, section 2.2.1"), (status = 401, description = "The client did not prove itself")))]
pub async fn revoke(
    State(provider): State<Provider>,
    caller: Caller,
    headers: HeaderMap,
    Submitted(body): Submitted,
) -> Result<Response, OAuthError> {
    let params = Params::parse(KNOWN, &body?);
    params.sound()?;
    let client = client_auth::authenticate(&provider, &caller, &headers, &params, "/oauth2/revoke").await?;
    // The form of the token tells its kind; the hint (section 2.1) adds nothing.
    let token = params.required("token", "token is missing")?;
    let mut cx = caller.writing(provider.kernel());
    if let Some(presented) = Presented::read(provider.kernel(), token) {
        family(&mut cx, &client, presented.family).await?;
    } else if let Some(token) = access::read(&provider, token) {
        access_token(&mut cx, &client, &token).await?;
    }
    cx.commit().await?;
    Ok((StatusCode::OK, [(header::CACHE_CONTROL, "no-store")]).into_response())
}

async fn access_token(cx: &mut Ctx, client: &Client, token: &AccessToken<'_>) -> Result<(), OAuthError> {
    if token.client_id != client.client_id {
        return Err(another_client());
    }
    let of_family = match &token.grant_id {
        Some(id) => families::find_family(cx, id).await?.filter(|family| family.status.client_id == client.client_id),
        None => None,
    };
    if let Some(kept) = of_family {
        return family(cx, client, kept.id.as_str()).await;
    }
    let end = Time(token.exp.saturating_mul(1000));
    if store::revoke_token(cx, &token.jti, end).await? {
        note(cx, client, json!({ "jti": token.jti }));
    }
    Ok(())
}

async fn family(cx: &mut Ctx, client: &Client, id: &str) -> Result<(), OAuthError> {
    let Some(family) = families::find_family(cx, id).await? else { return Ok(()) };
    if family.status.client_id != client.client_id {
        return Err(another_client());
    }
    if families::revoke_family(cx, id).await? {
        note(cx, client, json!({ "userId": family.user.id, "sessionId": family.session_id }));
    }
    Ok(())
}

/// Revokes, in the caller's transaction, a person's tokens in a tenant at the clients of a system, or of any system:
/// the person is no longer authorised there.
pub async fn end_tokens(cx: &mut Ctx, user: &Id, tenant: &Id, software: Option<&Id>) -> Result<(), Error> {
    for client in families::revoke_families(cx, user, tenant, software).await? {
        cx.audit_event(Event {
            action: "token.revoked",
            resource: "clients",
            record: client,
            tenant: Some(tenant.clone()),
            before: Some(json!({ "userId": user })),
            reason: Some("not_authorised".to_owned()),
            ..Event::default()
        });
    }
    Ok(())
}

/// Revokes, in the caller's transaction, the tokens that a tenant's people have for it: the tenant is archived.
pub async fn end_tokens_in(cx: &mut Ctx, tenant: &Id) -> Result<(), Error> {
    for client in families::revoke_families_in(cx, tenant).await? {
        cx.audit_event(Event {
            action: "token.revoked",
            resource: "clients",
            record: client,
            tenant: Some(tenant.clone()),
            reason: Some("tenant_archived".to_owned()),
            ..Event::default()
        });
    }
    Ok(())
}

/// Section 2.1: the error for a token that was issued to another client.
const fn another_client() -> OAuthError {
    OAuthError::new(ErrorCode::InvalidGrant, "the token was issued to another client")
}

fn note(cx: &mut Ctx, client: &Client, before: serde_json::Value) {
    cx.audit_event(Event {
        action: "token.revoked",
        resource: "clients",
        record: client.client_id.clone(),
        tenant: client.tenant_id.clone(),
        before: Some(before),
        ..Event::default()
    });
}
