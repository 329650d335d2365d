//! Identifies the person of a ticket with the provider, and signs them in.

use axum::http::HeaderMap;
use serde_json::json;

use super::model::TicketLogin;
use crate::authentication::{Elsewhere, LoginAnswer};
use crate::federation::flow::{Continuation, Flow};
use crate::federation::question::{self, Asked};
use crate::federation::refusal::{note_refusal, refused};
use crate::federation::service::Arrival;
use crate::federation::state::{Federation, Provider};
use crate::federation::store;
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::error::{Code, Error, Text};
use crate::kernel::http::Envelope;
use crate::kernel::id::Id;
use crate::kernel::once;
use crate::resources::users::accounts;

/// The purpose of the keyed hash of tickets.
const TICKET: &str = "federation-ticket";
/// The purpose of the keyed hash of states.
const STATE: &str = "federation-state";
/// One factor: further factors at the provider do not count here. A person with a second factor here is asked for it.
const ACR: &str = "1";

/// The person behind a ticket, from the provider, or behind a continuation sealed by an earlier answer.
pub async fn identify(
    federation: &Federation,
    cx: &ReadCtx,
    headers: &HeaderMap,
    body: &TicketLogin,
) -> Result<Continuation, Error> {
    let (kernel, cookies) = (federation.kernel(), federation.sessions().cookies());
    let ticket = body.ticket.trim();
    if Continuation::is_one(ticket) {
        let it = Continuation::open(kernel, cookies, headers, ticket);
        // A provider that was removed from the settings identifies no one any more.
        return it.filter(|it| federation.provider(&it.provider).is_some()).ok_or_else(refused);
    }
    let flow = Flow::read(kernel, cookies, headers);
    let asked = body.login_type.as_deref().filter(|id| !id.is_empty());
    let returning = body.state.as_deref().filter(|state| !state.is_empty());
    let flow = match returning {
        // The flow began here: in this browser, with this provider, and it returns for the first time.
        Some(state) => {
            let flow = flow.filter(|f| f.state == state && asked.is_none_or(|id| id == f.provider));
            let flow = match flow {
                Some(flow) if first(cx, STATE, &flow.state).await? => Some(flow),
                _ => None,
            };
            let Some(flow) = flow else {
                note_refusal(cx, asked.unwrap_or_default(), "another browser's, another provider's, or used").await?;
                return Err(refused());
            };
            Some(flow)
        }
        None => None,
    };
    let id = flow.as_ref().map(|f| f.provider.as_str()).or(asked).unwrap_or_default();
    let provider = federation.provider(id).ok_or_else(unknown_provider)?;
    if !first(cx, TICKET, &format!("{id}\n{ticket}")).await? {
        note_refusal(cx, id, "a ticket that was used").await?;
        return Err(refused());
    }
    let arrival = Arrival { ticket, iss: body.iss.as_deref(), flow: flow.as_ref(), now: cx.now() };
    let stranger = ask(federation, cx, provider, arrival).await?;
    Ok(Continuation::new(kernel, id, stranger, flow.as_ref()))
}

/// Marks a value as used, committed at once: it stays used whatever the result.
async fn first(cx: &ReadCtx, purpose: &'static str, value: &str) -> Result<bool, Error> {
    let hash = cx.kernel().hash(purpose, value);
    // By then no provider accepts the ticket, and no browser holds the state.
    let until = cx.now().plus_seconds(2 * crate::federation::flow::LIFE_SECONDS);
    Ok(once::first_alone(cx.kernel().db(), purpose, &hash, until).await?)
}

async fn ask(
    federation: &Federation,
    cx: &ReadCtx,
    provider: &Provider,
    arrival: Arrival<'_>,
) -> Result<crate::federation::model::Stranger, Error> {
    let busy = |_| Error::new(Code::Busy).retry_after(2);
    let _place = federation.calls().try_acquire().map_err(busy)?;
    match provider.service.arrive(arrival, &provider.redirect_uri).await {
        Ok(stranger) => Ok(stranger),
        Err(trouble) => {
            tracing::warn!(request_id = cx.request.id, provider = provider.id, %trouble, "nobody was vouched for");
            note_refusal(cx, &provider.id, "the provider vouches for nobody").await?;
            Err(trouble.into())
        }
    }
}

/// Signs in the person identified by the provider, if their account is linked.
pub async fn sign_in(
    federation: &Federation,
    mut cx: Ctx,
    headers: &HeaderMap,
    it: Continuation,
    confirm: bool,
) -> Result<(HeaderMap, Envelope<LoginAnswer>), Error> {
    let found = store::find(&mut cx, &it.stranger.authority, &it.stranger.subject).await?;
    let Some(row) = found else {
        cx.release();
        note_refusal(&cx, &it.provider, "nobody's account here").await?;
        return Err(nobodys(federation, &it)?);
    };
    if let Some(question) = asks(federation, &mut cx, headers, &it, &row.user_id, confirm).await? {
        return Err(question);
    }
    let used = it.spend(&mut cx).await? && store::used(&mut cx, &row.id, &it.provider, &it.stranger).await?;
    if !used {
        cx.release();
        note_refusal(&cx, &it.provider, "answered already, or unlinked meanwhile").await?;
        return Err(refused());
    }
    let amr = it.stranger.session_amr();
    let how = Elsewhere { amr: &amr, acr: ACR, return_to: it.return_to.as_deref() };
    federation.enter(cx, &row.user_id, how).await
}

/// The question before the sign-in, if any. A flow that began at this server's page in this browser needs none where
/// no one is signed in: nobody else could have sent it.
async fn asks(
    federation: &Federation,
    cx: &mut ReadCtx,
    headers: &HeaderMap,
    it: &Continuation,
    user: &Id,
    confirm: bool,
) -> Result<Option<Error>, Error> {
    let kernel = federation.kernel();
    let about = it.about(kernel);
    let began_here = !it.foreign && (confirm || cx.person().is_err());
    if began_here || !federation.must_ask(cx, headers, Some(user), &about, confirm) {
        return Ok(None);
    }
    let Some(subject) = accounts::by_id(cx.db().await?, user).await? else { return Ok(None) };
    let issuer = federation.name_of(&it.provider, cx.locale());
    let more = json!({ "continuation": it.seal(kernel)?, "provider": it.provider });
    let asked = Asked { about: &about, issuer: &issuer, subject: &subject, current: cx.person().ok(), more };
    question::put(federation, asked).map(Some)
}

/// The error for an account that is not linked: with the data to link it, or, if this flow cannot link, to begin
/// again.
fn nobodys(federation: &Federation, it: &Continuation) -> Result<Error, Error> {
    let data = if it.mark.is_some() {
        let sealed = it.seal(federation.kernel())?;
        // The sign-in that links returns to the same address.
        json!({ "kind": "link", "provider": it.provider, "label": it.stranger.label, "continuation": sealed,
            "returnTo": it.return_to })
    } else {
        json!({ "kind": "start", "provider": it.provider })
    };
    let text = Text::new(
        "该账号尚未关联，请先用其他方式登录以完成关联",
        "This account is not linked yet. Please sign in in another way once to link it.",
    );
    Ok(Error::new(Code::NotFound).message(text).data(data))
}

fn unknown_provider() -> Error {
    let text = Text::new("未启用该登录方式", "This way of signing in is not available");
    Error::new(Code::NotAvailable).message(text)
}
