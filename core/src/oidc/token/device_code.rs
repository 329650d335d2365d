//! A device that asks whether somebody agreed: RFC 8628, sections 3.4 and 3.5.

use super::super::device::store::{self, State};
use super::person::{self, Once};
use super::{Asking, TokenResponse};
use crate::kernel::ctx::{Event, Outcome};
use crate::kernel::error::Error;
use crate::oidc::device::{DEVICE_CODE, SLOWER_SECONDS};
use crate::oidc::error::{ErrorCode, OAuthError};

/// One sentence for every way in which a device code fails.
const fn invalid_grant() -> OAuthError {
    OAuthError::new(ErrorCode::InvalidGrant, "the device code is unknown, used, or was not issued to this client")
}

/// Answers one poll.
pub async fn poll(asking: &Asking<'_>) -> Result<TokenResponse, OAuthError> {
    let kernel = asking.provider.kernel();
    let code_hash = kernel.hash(DEVICE_CODE, asking.params.required("device_code", "device_code is missing")?);
    let mut cx = asking.caller.reading(kernel);
    let code = store::find(&mut cx, &code_hash).await?.ok_or(invalid_grant())?;
    if code.client_id != asking.client.client_id {
        return Err(invalid_grant());
    }
    if code.consumed_at.is_some() {
        drop(cx);
        return Err(used_twice(asking, &code_hash).await);
    }
    if code.expires_at <= kernel.now() {
        return Err(OAuthError::new(ErrorCode::ExpiredToken, "nobody answered in time"));
    }
    match code.state {
        State::Denied => Err(OAuthError::new(ErrorCode::AccessDenied, "the person said no")),
        State::Pending => {
            drop(cx);
            Err(pending(asking, &code_hash).await?)
        }
        State::Approved => {
            let now = kernel.now();
            let basis = store::basis(&mut cx, &code_hash).await?.filter(|basis| basis.holds(now));
            let basis = basis.ok_or(invalid_grant())?;
            match person::begin(asking, cx, Once::Device(&code_hash), code.granted.0, &basis).await? {
                Some(answer) => Ok(answer),
                None => Err(used_twice(asking, &code_hash).await),
            }
        }
    }
}

/// Not yet; and where the device asks again before the pause is over, the pause gets longer.
async fn pending(asking: &Asking<'_>, code_hash: &str) -> Result<OAuthError, Error> {
    let mut cx = asking.caller.writing(asking.provider.kernel());
    let patient = store::note_poll(&mut cx, code_hash).await?;
    if !patient {
        store::slow_down(&mut cx, code_hash, SLOWER_SECONDS).await?;
    }
    cx.commit().await?;
    Ok(if patient {
        OAuthError::new(ErrorCode::AuthorizationPending, "nobody has answered yet")
    } else {
        OAuthError::new(ErrorCode::SlowDown, "asked again too soon; wait 5 seconds longer from now on")
    })
}

/// As with an authorization code: what the first use gave is taken back.
async fn used_twice(asking: &Asking<'_>, code_hash: &str) -> OAuthError {
    let mut cx = asking.caller.writing(asking.provider.kernel());
    let revoked = async {
        if store::revoke_family(&mut cx, code_hash).await? {
            cx.audit_event(Event {
                action: "authorization.reused",
                resource: "clients",
                record: asking.client.client_id.clone(),
                tenant: asking.client.tenant_id.clone(),
                reason: Some("a device code came twice; its tokens were revoked".to_owned()),
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
