//! Token exchange: RFC 8693. A client that received a token as a resource gets a token for the next resource, for the
//! same person; the new token names the actor.
//!
//! The caller is a confidential client with this grant, to which the subject token was issued, or in whose audience
//! it is. The new token never exceeds the subject token: its scope is a part of that scope, it expires no later, and
//! it is valid with the same family. Its audience is that of the subject token, or resources that the client may
//! request tokens for.

use std::borrow::Cow;

use serde_json::json;

use super::access::{self, AccessToken, ActiveToken, Actor, Audience, Confirmation};
use super::request::{TokenRequest, TokenResponse};
use super::resources::{self, is_resource};
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Event, ReadCtx};
use crate::kernel::id::Id;
use crate::kernel::recent::Age;
use crate::provider::clients::settings::TokenFormat;
use crate::provider::clients::{AuthMethod, Client};
use crate::provider::error::{ErrorCode, OAuthError};
use crate::provider::subject;

/// Token types (section 3).
const ACCESS_TOKEN: &str = "urn:ietf:params:oauth:token-type:access_token";
const JWT: &str = "urn:ietf:params:oauth:token-type:jwt";
/// Longest chain of actors.
const MAX_ACTORS: usize = 8;

/// Section 2.2.2: every fault of a subject or actor token is `invalid_request`.
const fn invalid(why: &'static str) -> OAuthError {
    OAuthError::new(ErrorCode::InvalidRequest, why)
}

/// Exchanges a token.
pub async fn exchange(request: &TokenRequest<'_>) -> Result<TokenResponse, OAuthError> {
    let (provider, client, params) = (request.provider, request.client, request.params);
    if client.token_endpoint_auth_method == AuthMethod::None {
        let why = "a public client cannot act for others";
        return Err(OAuthError::new(ErrorCode::UnauthorizedClient, why));
    }
    let issued_token_type = issued_type(client, params.get("requested_token_type"))?;
    let mut cx = request.caller.writing(provider.kernel());
    let subject_token = params.required("subject_token", "subject_token is missing")?;
    let (subject, standing) = held(request, &mut cx, subject_token, params.get("subject_token_type")).await?;
    let actor = match (params.get("actor_token"), params.get("actor_token_type")) {
        (Some(token), kind) => Some(held(request, &mut cx, token, kind).await?.0),
        (None, None) => None,
        (None, Some(_)) => return Err(invalid("actor_token_type came without actor_token")),
    };
    let audience = audience(request, &subject.aud)?;
    let own = subject.scope.split(' ').filter(|s| client.allows_scope(s) && *s != "offline_access");
    let own = own.collect::<Vec<_>>().join(" ");
    let scope = resources::scope(&own, params.get("scope"))?;
    let act = acting(client, &subject, actor)?;
    let now = provider.kernel().now();
    let claims = AccessToken {
        iss: provider.issuer().into(),
        sub: match &standing.family {
            Some(family) => Cow::Owned(subject::of(provider, client, &family.user.id)),
            None => subject.sub.clone(),
        },
        aud: audience,
        exp: access::end(client, now, Some(Time(subject.exp.saturating_mul(1000)))),
        iat: now.unix_seconds(),
        jti: Id::new(now, provider.kernel().entropy()).into(),
        client_id: client.client_id.as_str().into(),
        scope: scope.into(),
        cnf: request.jkt.as_deref().map(|jkt| Confirmation { jkt: jkt.into() }),
        act,
        token_use: access::token_use(client),
        ..subject.clone()
    };
    // The audit records the actor, as the person does not see the exchange.
    cx.audit_event(Event {
        action: "token.exchanged",
        resource: "clients",
        record: client.client_id.clone(),
        tenant: client.tenant_id.clone(),
        before: Some(json!({ "clientId": subject.client_id, "scope": subject.scope, "audience": subject.aud })),
        after: Some(json!({
            "userId": standing.family.as_ref().map(|family| &family.user.id),
            "scope": claims.scope, "audience": claims.aud, "act": claims.act,
        })),
        ..Event::default()
    });
    cx.commit().await?;
    Ok(TokenResponse {
        access_token: claims.write(provider, client)?,
        token_type: claims.token_type(),
        expires_in: claims.exp - claims.iat,
        scope: claims.scope.into_owned(),
        issued_token_type: Some(issued_token_type),
        ..TokenResponse::default()
    })
}

/// The issued token type (section 2.2.1): an access token, or a JWT if the client's access tokens are.
fn issued_type(client: &Client, requested: Option<&str>) -> Result<&'static str, OAuthError> {
    match requested {
        None | Some(ACCESS_TOKEN) => Ok(ACCESS_TOKEN),
        Some(JWT) if client.settings.cardea_access_token_format == TokenFormat::Jwt => Ok(JWT),
        Some(_) => Err(invalid("requested_token_type is not one that this client can get")),
    }
}

/// A valid access token of this server, issued to this client or with it in the audience.
async fn held(
    request: &TokenRequest<'_>,
    cx: &mut ReadCtx,
    token: &str,
    kind: Option<&str>,
) -> Result<(AccessToken<'static>, ActiveToken), OAuthError> {
    let stale = || invalid("a token that came along is not valid, has expired, was revoked, or is not for this client");
    let kind = kind.ok_or(invalid("the type of a token that came along is missing"))?;
    if kind != ACCESS_TOKEN && kind != JWT {
        return Err(invalid("only access tokens of this server can be exchanged"));
    }
    let token = access::read(request.provider, token).ok_or_else(stale)?;
    if token.client_id != request.client.client_id && !token.aud.has_client(request.client) {
        return Err(stale());
    }
    let standing = access::active(request.provider, cx, &token, Age::Now).await?.ok_or_else(stale)?;
    Ok((token, standing))
}

/// The audience of the new token: the requested resources and audiences, or that of the subject token.
fn audience(request: &TokenRequest<'_>, had: &Audience) -> Result<Audience, OAuthError> {
    let (resources, audiences) = (request.params.all("resource"), request.params.all("audience"));
    if resources.iter().any(|resource| !is_resource(resource)) {
        let why = "a resource must be an absolute address without a fragment";
        return Err(OAuthError::new(ErrorCode::InvalidTarget, why));
    }
    let mut audience: Vec<String> = Vec::new();
    for target in resources.iter().chain(audiences) {
        if !had.has(target) && !request.client.settings.cardea_resources.contains(target) {
            let why = "a target is not one that this client may ask tokens for";
            return Err(OAuthError::new(ErrorCode::InvalidTarget, why));
        }
        if !audience.contains(target) {
            audience.push(target.clone());
        }
    }
    Ok(if audience.is_empty() { had.clone() } else { audience.into() })
}

/// The new actor, followed by the previous ones (section 4.1): the actor token's subject, or else the client, unless
/// it exchanges its own token.
fn acting(
    client: &Client,
    subject: &AccessToken<'_>,
    actor: Option<AccessToken<'_>>,
) -> Result<Option<Actor>, OAuthError> {
    let before = subject.act.clone();
    let sub = match actor {
        Some(actor) => actor.sub.into_owned(),
        None if subject.client_id == client.client_id => return Ok(before),
        None => client.client_id.clone(),
    };
    let chain = std::iter::successors(before.as_ref(), |actor| actor.act.as_deref());
    if chain.count() >= MAX_ACTORS {
        return Err(invalid("too many act for one another"));
    }
    Ok(Some(Actor { sub, act: before.map(Box::new) }))
}
