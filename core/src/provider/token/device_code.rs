//! The polls of a device: RFC 8628, sections 3.4 and 3.5.

use super::super::device::store::{self, State};
use super::once::{Once, used_twice};
use super::person;
use super::request::{TokenRequest, TokenResponse};
use crate::kernel::error::Error;
use crate::provider::device::{DEVICE_CODE, SLOWER_SECONDS};
use crate::provider::error::{ErrorCode, OAuthError};

/// Answers one poll.
pub async fn poll(request: &TokenRequest<'_>) -> Result<TokenResponse, OAuthError> {
    let kernel = request.provider.kernel();
    let code_hash = kernel.hash(DEVICE_CODE, request.params.required("device_code", "device_code is missing")?);
    let once = Once::Device(&code_hash);
    let mut cx = request.caller.reading(kernel);
    let code = store::find(&mut cx, &code_hash).await?.ok_or(once.refusal())?;
    if code.client_id != request.client.client_id {
        return Err(once.refusal());
    }
    if code.consumed_at.is_some() {
        drop(cx);
        return Err(used_twice(request, once).await);
    }
    if code.expires_at <= kernel.now() {
        return Err(OAuthError::new(ErrorCode::ExpiredToken, "nobody answered in time"));
    }
    match code.state {
        State::Denied => Err(OAuthError::new(ErrorCode::AccessDenied, "the person said no")),
        State::Pending => {
            drop(cx);
            Err(pending(request, &code_hash).await?)
        }
        State::Approved => {
            let basis = store::basis(&mut cx, &code_hash, request.provider.trials(), request.client).await?;
            let basis = basis.ok_or(once.refusal())?;
            drop(cx);
            person::begin(request, once, code.granted.0, &basis).await
        }
    }
}

/// The error for an undecided request. A poll before the end of the pause lengthens the pause.
async fn pending(request: &TokenRequest<'_>, code_hash: &str) -> Result<OAuthError, Error> {
    let mut cx = request.caller.writing(request.provider.kernel());
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
