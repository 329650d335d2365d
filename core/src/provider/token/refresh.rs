//! Refreshing: RFC 6749, section 6, and OpenID Connect Core 1.0, section 12.
//!
//! A refresh token works once (RFC 9700, section 4.14.2). The database keeps a keyed hash of the current one in its
//! family's row, and nothing of the older ones: each token carries a mark that only this server can make, which tells
//! a former token from any other text. An old token, or the current one coming second in a race, shows that two
//! parties hold tokens of this family, which is then revoked.
//!
//! Clients of the FAPI 2.0 profile keep their refresh token instead: it is bound to their keys, and section 5.3.2.1
//! of that profile forbids rotation, as a lost answer would lose the token.

use super::access::Audience;
use super::families::{self, Family, Rotation};
use super::person::{self, Tokens};
use super::refresh_token::{Minted, Presented};
use super::request::{TokenRequest, TokenResponse};
use super::resources;
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Event, Outcome, ReadCtx};
use crate::kernel::error::Error;
use crate::kernel::id::Id;
use crate::provider::claims::{ClaimsContext, Known};
use crate::provider::clients::settings::Profile;
use crate::provider::error::{ErrorCode, OAuthError};

/// The one error for every failure of a refresh token.
const fn invalid_grant() -> OAuthError {
    let why = "the refresh token is unknown, used, expired, revoked, or was not issued for this request";
    OAuthError::new(ErrorCode::InvalidGrant, why)
}

/// Refreshes the tokens of a family.
pub async fn refresh(request: &TokenRequest<'_>) -> Result<TokenResponse, OAuthError> {
    let kernel = request.provider.kernel();
    let text = request.params.required("refresh_token", "refresh_token is missing")?;
    let presented = Presented::read(kernel, text).ok_or(invalid_grant())?;
    if asks_for_all(request)
        && let Some(answer) = at_once(request, &presented).await?
    {
        return Ok(answer);
    }
    in_turn(request, &presented).await
}

/// Whether the request names neither a part of the scope nor single resources, which could be refused.
fn asks_for_all(request: &TokenRequest<'_>) -> bool {
    request.params.get("scope").is_none() && request.params.all("resource").is_empty()
}

/// Checks the family and rotates its token at once, where nothing that is read after that can be missing: the
/// client would have lost its token. `None` where anything does not hold; [`in_turn`] finds out what.
async fn at_once(request: &TokenRequest<'_>, presented: &Presented<'_>) -> Result<Option<TokenResponse>, OAuthError> {
    let kernel = request.provider.kernel();
    let unused_until = person::unused_until(request.client, kernel.now());
    let next = next(request, &Id::from(presented.family), unused_until);
    let mut cx = request.caller.writing(kernel);
    let rotation = Rotation {
        family: presented.family,
        jkt: request.jkt.as_deref(),
        old: &presented.hash,
        new: hash_after(presented, next.as_ref()),
        expires_at: unused_until,
    };
    let rotated = families::rotate_valid(&mut cx, rotation, request.provider.trials(), request.client).await?;
    cx.commit().await?;
    let Some(row) = rotated else { return Ok(None) };
    let family = Id::from(presented.family);
    Ok(Some(person::respond_at_once(request, (&family, &row), None, next)?))
}

/// Reads the family with its claims, checks it, and rotates the token.
async fn in_turn(request: &TokenRequest<'_>, presented: &Presented<'_>) -> Result<TokenResponse, OAuthError> {
    let (provider, client) = (request.provider, request.client);
    let kernel = provider.kernel();
    let mut cx = request.caller.autocommit_reader(kernel);
    let found = families::find_family_for(&mut cx, presented.family, provider.trials(), client).await?;
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
    let answer = Answer::read(request, &mut cx, &family).await?;
    drop(cx);

    let expires_at = person::refresh_end(client, now, family.status.expires_at);
    let next = next(request, &family.id, expires_at);
    let mut cx = request.caller.writing(kernel);
    let hash = hash_after(presented, next.as_ref());
    let rotated = families::rotate(&mut cx, &family.id, &presented.hash, hash, expires_at).await?;
    cx.commit().await?;
    if rotated.rows() == 0 {
        return Err(used_twice(request, &family).await);
    }
    Ok(answer.tokens(request, &family, next)?)
}

/// The token that takes the place of the presented one; none where the client keeps its token.
fn next(request: &TokenRequest<'_>, family: &Id, expires_at: Time) -> Option<Minted> {
    let kept = request.client.settings.cardea_profile == Profile::Fapi2;
    (!kept).then(|| Minted::new(request.provider.kernel(), family, expires_at))
}

/// The keyed hash of the token that is the current one from now on.
fn hash_after(presented: &Presented<'_>, next: Option<&Minted>) -> String {
    next.map_or_else(|| presented.hash.clone(), |next| next.hash.clone())
}

/// What the new tokens say.
struct Answer<'a> {
    scope: &'a str,
    audience: Audience,
    known: Option<Known<'a>>,
}

impl<'a> Answer<'a> {
    async fn read(request: &'a TokenRequest<'_>, cx: &mut ReadCtx, family: &'a Family) -> Result<Self, OAuthError> {
        let (client, params, granted) = (request.client, request.params, &family.granted.0);
        let scope = resources::scope(&granted.scope, params.get("scope"))?;
        let issuer = request.provider.issuer();
        let audience = resources::audience(issuer, client, &granted.resources, params.all("resource"))?;
        let known = if scope.split(' ').any(|s| s == "openid") {
            let trials = family.trials.as_deref();
            let of = ClaimsContext { client, granted, scope, trials };
            Some(Known::read(request.provider.trials(), cx, &family.user, of).await?)
        } else {
            None
        };
        Ok(Self { scope, audience, known })
    }

    fn tokens(self, request: &TokenRequest<'_>, family: &Family, next: Option<Minted>) -> Result<TokenResponse, Error> {
        let tokens = Tokens {
            family: &family.id,
            session: &family.session_id,
            user: &family.user.id,
            granted: &family.granted.0,
            scope: self.scope,
            audience: self.audience,
            until: family.status.expires_at,
            // Section 12.2: the ID token of a refresh should have no nonce.
            nonce: None,
            known: self.known,
            refresh_token: next.map(|next| next.text),
        };
        person::respond(request, tokens)
    }
}

/// Revokes the family, and records it in the audit.
async fn used_twice(request: &TokenRequest<'_>, family: &Family) -> OAuthError {
    let mut cx = request.caller.writing(request.provider.kernel());
    let revoked = async {
        if families::revoke_family(&mut cx, family.id.as_str()).await? {
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
