//! Codes that work once and begin a token family: authorization codes (RFC 6749, section 4.1.2) and device codes (RFC
//! 8628).

use super::request::TokenRequest;
use super::store::{self, NewFamily};
use crate::kernel::ctx::{Ctx, Event, Outcome};
use crate::kernel::db::Touched;
use crate::kernel::error::Error;
use crate::provider::device;
use crate::provider::error::{ErrorCode, OAuthError};

/// A code, by its keyed hash.
#[derive(Clone, Copy, Debug)]
pub enum Once<'a> {
    /// An authorization code.
    Code(&'a str),
    /// A device code.
    Device(&'a str),
}

impl Once<'_> {
    /// The one error for every failure, so that a thief learns nothing from it.
    #[must_use]
    pub const fn refusal(self) -> OAuthError {
        let why = match self {
            Self::Code(_) => "the code is unknown, used, expired, or was not issued for this request",
            Self::Device(_) => "the device code is unknown, used, or was not issued to this client",
        };
        OAuthError::new(ErrorCode::InvalidGrant, why)
    }

    /// Uses the code up for the family that it begins; changes nothing where another request used it first.
    pub async fn use_up(self, cx: &mut Ctx, family: NewFamily<'_>) -> Result<Touched, Error> {
        let (codes, hash) = match self {
            Self::Code(hash) => (store::AUTHORIZATION_CODES, hash),
            Self::Device(hash) => (device::store::DEVICE_CODES, hash),
        };
        store::begin_family(cx, codes, hash, family).await
    }

    /// Revokes the family that the code began; false where it was revoked before.
    async fn revoke_family(self, cx: &mut Ctx) -> Result<bool, Error> {
        match self {
            Self::Code(hash) => store::revoke_family_of_code(cx, hash).await,
            Self::Device(hash) => device::store::revoke_family(cx, hash).await,
        }
    }

    const fn came_twice(self) -> &'static str {
        match self {
            Self::Code(_) => "an authorization code came twice; its tokens were revoked",
            Self::Device(_) => "a device code came twice; its tokens were revoked",
        }
    }
}

/// Answers a code that comes twice, one time of which is a theft: revokes the tokens of the first use (RFC 6749,
/// section 4.1.2; RFC 9700, section 2.1.1). Returns the refusal. The caller holds no transaction any more.
pub async fn used_twice(request: &TokenRequest<'_>, once: Once<'_>) -> OAuthError {
    let mut cx = request.caller.writing(request.provider.kernel());
    let revoked = async {
        if once.revoke_family(&mut cx).await? {
            cx.audit_event(Event {
                action: "authorization.reused",
                resource: "clients",
                record: request.client.client_id.clone(),
                tenant: request.client.tenant_id.clone(),
                reason: Some(once.came_twice().to_owned()),
                outcome: Some(Outcome::Refused),
                alone: true,
                ..Event::default()
            });
        }
        cx.commit().await
    };
    match revoked.await {
        Ok(()) => once.refusal(),
        Err(e) => e.into(),
    }
}
