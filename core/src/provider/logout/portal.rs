//! Sign-out at the portal: which systems were opened in the session, and what became of them.
//!
//! A page asks before the sign-out, with its session, and is given a sealed ticket with which it asks again afterwards,
//! when there is no session any more.

use std::collections::BTreeMap;

use axum::extract::{Query, State as Held};
use axum::response::Response;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::front;
use super::model::State;
use super::store::{self, Participant};
use crate::kernel::clock::Time;
use crate::kernel::ctx::ReadCtx;
use crate::kernel::error::{Code, Error};
use crate::kernel::http::{Envelope, Json};
use crate::kernel::id::Id;
use crate::kernel::openapi::{OpenApiRouter, routes};
use crate::provider::caller::Caller;
use crate::provider::pages::{self, Refusal};
use crate::provider::state::Provider;

/// Seconds for which a ticket can be used.
const TICKET_SECONDS: i64 = 900;
const PURPOSE: &str = "logout.outcome";
/// Where the browser goes on to after the front channel.
const ONWARD: &str = "/signIn/index";

/// The operations.
pub fn router(provider: Provider) -> OpenApiRouter {
    OpenApiRouter::new().routes(routes!(opened_systems)).routes(routes!(signed_out)).with_state(provider)
}

/// The session that a ticket is about; sealed into it.
#[derive(Deserialize, Serialize)]
struct Ticket {
    session: Id,
    until: Time,
}

impl Ticket {
    fn seal(provider: &Provider, session: &Id) -> Result<String, Error> {
        let kernel = provider.kernel();
        let ticket = Self { session: session.clone(), until: kernel.now().plus_seconds(TICKET_SECONDS) };
        Ok(URL_SAFE_NO_PAD.encode(kernel.seal(PURPOSE, &serde_json::to_vec(&ticket)?)?))
    }

    /// The session of a ticket that is still good.
    fn session(provider: &Provider, ticket: &str) -> Option<Id> {
        let kernel = provider.kernel();
        let sealed = URL_SAFE_NO_PAD.decode(ticket).ok()?;
        let ticket: Self = serde_json::from_slice(&kernel.unseal(PURPOSE, &sealed).ok()?).ok()?;
        (ticket.until > kernel.now()).then_some(ticket.session)
    }
}

/// A system that was opened in the session: it received tokens there.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OpenedSystem {
    /// Its client.
    client_id: String,
    /// The client's name, in the caller's language.
    name: String,
    /// Whether it is told of the sign-out. Otherwise it stays open until it is closed.
    is_told: bool,
}

/// The systems of a session.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OpenedSystems {
    /// The systems, by name.
    systems: Vec<OpenedSystem>,
    /// What to ask with, after the sign-out, what became of them; for 15 minutes.
    ticket: String,
    /// Where to send the browser after the sign-out, so that it tells the systems that only it can tell; it goes on to
    /// the sign-in page. Null where there is no such system.
    by_browser: Option<String>,
}

/// The systems that were opened in the caller's session.
#[utoipa::path(get, path = "/api/account/opened-systems", operation_id = "getOpenedSystems", tag = "sign-in",
    responses((status = 200, body = Envelope<OpenedSystems>)))]
async fn opened_systems(Held(provider): Held<Provider>, mut cx: ReadCtx) -> Result<Envelope<OpenedSystems>, Error> {
    let session = cx.person()?.session_id.clone();
    let participants = store::participants(&mut cx, std::slice::from_ref(&session)).await?;
    let ticket = Ticket::seal(&provider, &session)?;
    let in_browser = participants.iter().any(|one| one.settings.0.frontchannel_logout_uri.is_some());
    let by_browser = in_browser.then(|| format!("/oauth2/signed-out?ticket={ticket}"));
    let mut systems = Vec::with_capacity(participants.len());
    for one in participants {
        let is_told = is_called(&one) || one.settings.0.frontchannel_logout_uri.is_some();
        systems.push(OpenedSystem {
            name: name(&provider, &cx, &one.client_id).await?,
            client_id: one.client_id,
            is_told,
        });
    }
    systems.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(Envelope::ok(OpenedSystems { systems, ticket, by_browser }))
}

/// Whether this server calls the client.
const fn is_called(participant: &Participant) -> bool {
    participant.settings.0.backchannel_logout_uri.is_some()
}

async fn name(provider: &Provider, cx: &ReadCtx, client_id: &str) -> Result<String, Error> {
    let client = provider.clients().get(client_id).await?;
    Ok(client.map_or_else(|| client_id.to_owned(), |client| client.name_in(cx.locale()).to_owned()))
}

/// A ticket of [`opened_systems`].
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SignedOutTicket)]
struct Shown {
    ticket: String,
}

/// What became of a system after the sign-out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = SignedOutState)]
enum Outcome {
    /// It confirmed that it ended its session.
    Ended,
    /// It is being told, and has not confirmed yet.
    Ending,
    /// The browser told it; it confirms nothing.
    Told,
    /// It was not told, or did not confirm: it stays open until it is closed.
    Open,
}

/// A system after the sign-out.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SignedOutSystem {
    /// Its client.
    client_id: String,
    /// The client's name, in the caller's language.
    name: String,
    /// What became of it.
    state: Outcome,
}

/// What became of the systems of a session that has ended, by name.
#[utoipa::path(post, path = "/api/account/signed-out", operation_id = "getSignedOutSystems", tag = "sign-in",
    request_body = Shown, responses((status = 200, body = Envelope<Vec<SignedOutSystem>>)))]
async fn signed_out(
    Held(provider): Held<Provider>,
    cx: ReadCtx,
    Json(shown): Json<Shown>,
) -> Result<Envelope<Vec<SignedOutSystem>>, Error> {
    let session = Ticket::session(&provider, &shown.ticket).ok_or_else(|| Error::new(Code::NotFound))?;
    let mut cx = cx.new_read_transaction();
    let states: BTreeMap<String, State> = store::states(&mut cx, &session).await?;
    let mut systems = Vec::new();
    for one in store::participants(&mut cx, std::slice::from_ref(&session)).await? {
        let state = match states.get(&one.client_id) {
            Some(State::Delivered) => Outcome::Ended,
            Some(State::Waiting) => Outcome::Ending,
            Some(State::Failed) | None if one.settings.0.frontchannel_logout_uri.is_some() => Outcome::Told,
            Some(State::Failed) | None => Outcome::Open,
        };
        let name = name(&provider, &cx, &one.client_id).await?;
        systems.push(SignedOutSystem { client_id: one.client_id, name, state });
    }
    systems.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(Envelope::ok(systems))
}

/// The ticket in the address of the page.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Ticketed {
    /// The sealed ticket.
    #[serde(default)]
    ticket: String,
}

/// A page on which the browser tells the systems of a session that has ended, and goes on to the sign-in page.
#[utoipa::path(get, path = "/oauth2/signed-out", operation_id = "signedOutByBrowser", tag = "oidc", params(Ticketed),
    responses((status = 200, content_type = "text/html", body = String), (status = 400, content_type = "text/html", body = String)))]
pub async fn get_signed_out(Held(provider): Held<Provider>, caller: Caller, Query(of): Query<Ticketed>) -> Response {
    let locale = pages::locale(None, &caller.request);
    match frames(&provider, &caller, &of.ticket).await {
        Ok(frames) => pages::signed_out(locale, &frames, Some(ONWARD)),
        Err(refusal) => pages::refusal(&refusal.of_sign_out(), locale, &caller.request),
    }
}

async fn frames(provider: &Provider, caller: &Caller, ticket: &str) -> Result<Vec<String>, Refusal> {
    let old = || Refusal::new("退出页面已失效。", "This page of a sign-out is no longer open.");
    let session = Ticket::session(provider, ticket).ok_or_else(old)?;
    // The systems end their sessions with this one's end, not before.
    if caller.person().is_some_and(|person| person.session_id == session) {
        return Err(old());
    }
    let mut cx = ReadCtx::system(provider.kernel());
    Ok(front::frames(provider, &mut cx, &session).await?)
}
