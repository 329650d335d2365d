//! OpenID Connect Front-Channel Logout 1.0: the page after a sign-out loads an address of each client, to which the
//! client's own cookies tell who signs out.

use sqlx::types::Json;

use super::store;
use crate::kernel::ctx::ReadCtx;
use crate::kernel::error::Error;
use crate::kernel::id::Id;
use crate::provider::redirect::with_query;
use crate::provider::state::Provider;

/// The addresses to load for the clients of a session. `iss` and `sid` are added for clients that registered
/// `frontchannel_logout_session_required` (section 2).
pub async fn frames(provider: &Provider, cx: &mut ReadCtx, session: &Id) -> Result<Vec<String>, Error> {
    let participants = store::participants(cx, std::slice::from_ref(session)).await?;
    let address = |participant: store::Participant| {
        let Json(settings) = participant.settings;
        let address = settings.frontchannel_logout_uri?;
        let about = [("iss", provider.issuer()), ("sid", session.as_str())];
        let wanted = if settings.frontchannel_logout_session_required { about.as_slice() } else { &[] };
        Some(with_query(&address, wanted.iter().copied()))
    };
    Ok(participants.into_iter().filter_map(address).collect())
}
