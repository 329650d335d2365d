//! Pushed authorization requests: RFC 9126.
//!
//! A reference lasts a minute and a half, and is used up when the client gets its answer. Between the first visit and
//! the answer there are pages of the sign-in, which may be loaded again: these carry a sealed interaction, which
//! exists only once the browser brought the reference in time.

use super::request::AuthorizationRequest;
use super::store;
use crate::kernel::Kernel;
use crate::kernel::ctx::Ctx;
use crate::kernel::error::Error;
use crate::provider::caller::Caller;
use crate::provider::clients::Client;
use crate::provider::error::{ErrorCode, OAuthError};
use crate::provider::pages::Refusal;
use crate::provider::state::Provider;

/// The endpoint.
pub(super) const PATH: &str = "/oauth2/par";
/// The prefix of a reference (RFC 9126, section 2.2).
pub(super) const PREFIX: &str = "urn:ietf:params:oauth:request_uri:";
/// Seconds within which the browser has to bring a reference.
pub(super) const REFERENCE_SECONDS: i64 = 90;
/// Seconds that a sign-in begun with a reference may last.
pub(super) const SIGN_IN_SECONDS: i64 = 3600;
/// Largest request that is stored, in octets: one in an address could not be longer.
pub(super) const MAX_PUSHED: usize = 16 * 1024;
/// The purpose of the keyed hash of references.
pub(super) const PURPOSE: &str = "pushed_request";

/// Whether this `request_uri` is a reference of this server, and not an address to fetch from.
#[must_use]
pub fn is_reference(request_uri: &str) -> bool {
    request_uri.starts_with(PREFIX)
}

/// The one refusal for every way in which a reference fails.
#[must_use]
pub fn unusable() -> Refusal {
    let why = "request_uri is unknown, expired, used, or another client's";
    Refusal::new("该登录请求已失效或已使用过。", "This sign-in request has expired, or was used before.")
        .about(OAuthError::new(ErrorCode::InvalidRequestUri, why))
}

/// The request behind a reference that the browser brings from the client.
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
        // From here on a sign-in may continue with it; a request that no browser brings expires with its reference.
        let mut cx = caller.writing(kernel);
        store::show(&mut cx, &kernel.hash(PURPOSE, reference)).await?;
        cx.commit().await?;
    }
    Ok(Some(row.request.0))
}

/// The request behind the reference of a sign-in that continues.
pub async fn resume(
    provider: &Provider,
    caller: &Caller,
    reference: &str,
) -> Result<Option<AuthorizationRequest>, Error> {
    Ok(row(provider, caller, reference).await?.map(|row| row.request.0))
}

async fn row(provider: &Provider, caller: &Caller, reference: &str) -> Result<Option<store::PushedRow>, Error> {
    let kernel = provider.kernel();
    store::pushed(&mut caller.autocommit_reader(kernel), &kernel.hash(PURPOSE, reference)).await
}

/// Uses a reference up in the caller's transaction; false where it was used before.
pub async fn use_up(kernel: &Kernel, cx: &mut Ctx, reference: &str) -> Result<bool, Error> {
    store::use_up(cx, &kernel.hash(PURPOSE, reference)).await
}
