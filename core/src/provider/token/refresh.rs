//! Refreshing: RFC 6749, section 6, and OpenID Connect Core 1.0, section 12.
//!
//! A refresh token works once (RFC 9700, section 4.14.2). The database keeps a keyed hash of the current one in its
//! family's row, and nothing of the older ones: each token carries a mark that only this server can make, which tells
//! a former token from any other text. An old token, or the current one coming second in a race, shows that two
//! parties hold tokens of this family, which is then revoked.
//!
//! Clients of the FAPI 2.0 profile keep their refresh token instead: it is bound to their keys, and section 5.3.2.1
//! of that profile forbids rotation, as a lost answer would lose the token.

use super::person::{self, Tokens};
use super::refresh_token::{Minted, Presented};
use super::request::{TokenRequest, TokenResponse};
use super::resources;
use super::store::{self, Family};
use crate::kernel::ctx::{Event, Outcome};
use crate::provider::claims::Known;
use crate::provider::clients::settings::Profile;
use crate::provider::error::{ErrorCode, OAuthError};

/// The one error for every failure of a refresh token.
const fn invalid_grant() -> OAuthError {
    let why = "the refresh token is unknown, used, expired, revoked, or was not issued for this request";
    OAuthError::new(ErrorCode::InvalidGrant, why)
}

/// Refreshes the tokens of a family.
pub async fn refresh(request: &TokenRequest<'_>) -> Result<TokenResponse, OAuthError> {
    let (provider, client, params) = (request.provider, request.client, request.params);
    let kernel = provider.kernel();
    let text = params.required("refresh_token", "refresh_token is missing")?;
    let presented = Presented::read(kernel, text).ok_or(invalid_grant())?;

    let mut cx = request.caller.autocommit_reader(kernel);
    let found = store::find_family(&mut cx, presented.family).await?;
    // Nobody waits for a second connection while holding a first.
    cx.release();
    let family = found.ok_or(invalid_grant())?;
    if family.status.client_id != client.client_id {
        return Err(invalid_grant());
    }
    if !presented.is_current(&family) {
        return Err(used_twice(request, &family).await);
    }
    let now = kernel.now();
    let bound = family.granted.dpop_jkt.is_none() || family.granted.dpop_jkt == request.jkt;
    let in_time = family.refresh_expires_at.is_some_and(|end| end > now);
    if !family.status.holds(now) || !in_time || !bound {
        return Err(invalid_grant());
    }
    let granted = &family.granted.0;
    let scope = resources::scope(&granted.scope, params.get("scope"))?;
    let audience = resources::audience(provider.issuer(), client, &granted.resources, request.params.all("resource"))?;
    let known = if scope.split(' ').any(|s| s == "openid") {
        Some(Known::read(provider.studies(), &mut cx, client, &family.user, granted, scope).await?)
    } else {
        None
    };
    drop(cx);

    let expires_at = person::refresh_end(client, now, family.status.expires_at);
    let kept = client.settings.cardea_profile == Profile::Fapi2;
    let next = (!kept).then(|| Minted::new(kernel, &family.id, expires_at));
    let hash = next.as_ref().map_or_else(|| presented.hash.clone(), |next| next.hash.clone());
    let mut cx = request.caller.writing(kernel);
    let rotated = store::rotate(&mut cx, &family.id, &presented.hash, hash, expires_at).await?;
    cx.commit().await?;
    if rotated.rows() == 0 {
        return Err(used_twice(request, &family).await);
    }
    let tokens = Tokens {
        family: &family.id,
        session: &family.session_id,
        user: &family.user.id,
        granted,
        scope,
        audience,
        until: family.status.expires_at,
        // Section 12.2: the ID token of a refresh should have no nonce.
        nonce: None,
        known,
        refresh_token: next.map(|next| next.text),
    };
    Ok(person::respond(request, tokens)?)
}

/// Revokes the family, and records it in the audit.
async fn used_twice(request: &TokenRequest<'_>, family: &Family) -> OAuthError {
    let mut cx = request.caller.writing(request.provider.kernel());
    let revoked = async {
        if store::revoke_family(&mut cx, family.id.as_str()).await? {
            cx.audit_event(Event {
                action: "refresh_token.reused",
                resource: "clients",
                record: request.client.client_id.clone(),
                tenant: request.client.tenant_id.clone(),
                after: Some(serde_json::json!({ "userId": family.user.id, "sessionId": family.session_id })),
                reason: Some("a refresh token came twice; its family was revoked".to_owned()),
                outcome: Some(Outcome::Refused),
                alone: true,
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
