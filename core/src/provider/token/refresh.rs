//! Refreshing: RFC 6749, section 6, and OpenID Connect Core 1.0, section 12.
//!
//! A refresh token works once (RFC 9700, section 4.14.2). The database keeps a keyed hash of the one that
//! works, in its family's row, and of the older ones nothing: a mark inside each, which only this server can
//! make, tells a token that was one from a text that never was. Who brings an old one, or the present one
//! second in a race, shows that two parties hold tokens of this family, and it is revoked.
//!
//! Clients of the FAPI 2.0 profile keep their refresh token instead: it is bound to their keys, and section
//! 5.3.2.1 of that profile forbids rotation, which loses tokens when an answer is lost.

use aws_lc_rs::constant_time::verify_slices_are_equal;

use super::person::{self, Tokens};
use super::store::{self, Family};
use super::{Asking, TokenResponse, resources};
use crate::kernel::Kernel;
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Event, Outcome};
use crate::kernel::id::Id;
use crate::provider::claims::Known;
use crate::provider::clients::settings::Profile;
use crate::provider::error::{ErrorCode, OAuthError};

/// How refresh tokens begin.
const PREFIX: &str = "cardea_rt_";
/// What refresh tokens are hashed for.
const HASHED_FOR: &str = "refresh_token";
/// What the mark inside them is hashed for.
const MARK: &str = "refresh_token.mark";

/// A refresh token that was just made.
#[derive(Debug)]
pub struct Minted {
    /// The token, for the client alone.
    pub text: String,
    /// Its keyed hash.
    pub hash: String,
    /// The moment from which it is worth nothing if nobody uses it.
    pub expires_at: Time,
}

impl Minted {
    /// For a family. The family is named in it, so that an old token finds what it belonged to.
    #[must_use]
    pub fn new(kernel: &Kernel, family: &Id, expires_at: Time) -> Self {
        let body = format!("{family}.{}", kernel.token());
        let text = format!("{PREFIX}{body}.{}", kernel.hash(MARK, &body));
        let hash = kernel.hash(HASHED_FOR, &text);
        Self { text, hash, expires_at }
    }
}

/// A text that was a refresh token of this server once, and may be still.
#[derive(Debug)]
pub struct Presented<'a> {
    /// Its family.
    pub family: &'a str,
    hash: String,
}

impl<'a> Presented<'a> {
    /// None for a text that never was one.
    #[must_use]
    pub fn read(kernel: &Kernel, text: &'a str) -> Option<Self> {
        let (body, mark) = text.strip_prefix(PREFIX)?.rsplit_once('.')?;
        let (family, _) = body.split_once('.')?;
        verify_slices_are_equal(kernel.hash(MARK, body).as_bytes(), mark.as_bytes()).ok()?;
        Some(Self { family, hash: kernel.hash(HASHED_FOR, text) })
    }

    /// Whether it is the one of its family that works.
    #[must_use]
    pub fn is_current(&self, family: &Family) -> bool {
        let kept = family.refresh_hash.as_deref().unwrap_or_default();
        verify_slices_are_equal(kept.as_bytes(), self.hash.as_bytes()).is_ok()
    }
}

/// One sentence for every way in which a refresh token fails.
const fn invalid_grant() -> OAuthError {
    let why = "the refresh token is unknown, used, expired, revoked, or was not issued for this request";
    OAuthError::new(ErrorCode::InvalidGrant, why)
}

/// Refreshes.
pub async fn refresh(asking: &Asking<'_>) -> Result<TokenResponse, OAuthError> {
    let (provider, client, params) = (asking.provider, asking.client, asking.params);
    let kernel = provider.kernel();
    let text = params.required("refresh_token", "refresh_token is missing")?;
    let presented = Presented::read(kernel, text).ok_or(invalid_grant())?;

    let found = store::find_family(&mut asking.caller.glancing(kernel), presented.family).await?;
    let family = found.ok_or(invalid_grant())?;
    if family.footing.client_id != client.client_id {
        return Err(invalid_grant());
    }
    if !presented.is_current(&family) {
        return Err(used_twice(asking, &family).await);
    }
    let now = kernel.now();
    let bound = family.granted.dpop_jkt.is_none() || family.granted.dpop_jkt == asking.jkt;
    let in_time = family.refresh_expires_at.is_some_and(|end| end > now);
    if !family.footing.holds || !in_time || !bound {
        return Err(invalid_grant());
    }
    let granted = &family.granted.0;
    let scope = resources::scope(&granted.scope, params.get("scope"))?;
    let audience = resources::audience(provider.issuer(), client, &granted.resources, asking.params.all("resource"))?;
    let known = if scope.split(' ').any(|s| s == "openid") {
        let mut cx = asking.caller.reading(kernel);
        Some(Known::read(provider.studies(), &mut cx, client, &family.user, granted, scope).await?)
    } else {
        None
    };

    let expires_at = person::refresh_end(client, now, family.footing.expires_at);
    let kept = client.settings.cardea_profile == Profile::Fapi2;
    let next = (!kept).then(|| Minted::new(kernel, &family.id, expires_at));
    let hash = next.as_ref().map_or_else(|| presented.hash.clone(), |next| next.hash.clone());
    let mut cx = asking.caller.writing(kernel);
    let rotated = store::rotate(&mut cx, &family.id, &presented.hash, hash, expires_at).await?;
    cx.commit().await?;
    if rotated.rows() == 0 {
        return Err(used_twice(asking, &family).await);
    }
    let tokens = Tokens {
        family: &family.id,
        session: &family.session_id,
        user: &family.user.id,
        granted,
        scope,
        audience,
        until: family.footing.expires_at,
        // Section 12.2: the ID token of a refresh should not have one.
        nonce: None,
        known,
        refresh_token: next.map(|next| next.text),
    };
    Ok(person::respond(asking, tokens)?)
}

/// Revokes the family, and says so in the audit.
async fn used_twice(asking: &Asking<'_>, family: &Family) -> OAuthError {
    let mut cx = asking.caller.writing(asking.provider.kernel());
    let revoked = async {
        if store::revoke_family(&mut cx, family.id.as_str()).await? {
            cx.audit_event(Event {
                action: "refresh_token.reused",
                resource: "clients",
                record: asking.client.client_id.clone(),
                tenant: asking.client.tenant_id.clone(),
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
