//! Sign-out begun by a client: OpenID Connect RP-Initiated Logout 1.0.
//!
//! The browser goes on only to an address that equals one of the client's registered addresses. Without an ID token
//! of the session, or of the signed-in person, the person is asked first, so that a mere link cannot sign them out.

use std::sync::Arc;

use axum::extract::{RawQuery, State};
use axum::http::header;
use axum::response::Response;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};

use super::front;
use crate::kernel::clock::Time;
use crate::kernel::ctx::Event;
use crate::kernel::error::Error;
use crate::kernel::id::Id;
use crate::provider::caller::Caller;
use crate::provider::claims::IdTokenHint;
use crate::provider::clients::Client;
use crate::provider::pages::{self, Refusal};
use crate::provider::params::{Params, Submitted};
use crate::provider::redirect::{see_other, with_query};
use crate::provider::{Provider, subject};

/// Seconds within which the person has to answer the question.
const CONFIRM_SECONDS: i64 = 600;
const PURPOSE: &str = "logout.confirm";
const KNOWN: &[&str] = &["id_token_hint", "client_id", "post_logout_redirect_uri", "state", "ui_locales", "confirm"];

/// The sign-out to confirm; sealed into the question.
#[derive(Deserialize, Serialize)]
struct Confirm {
    session: Id,
    until: Time,
    onward: Option<String>,
}

/// Ends the session.
#[utoipa::path(get, path = "/oauth2/logout", operation_id = "endSession", tag = "oidc",
    responses((status = 303, description = "To the client"), (status = 200, description = "A page"), (status = 400, description = "A page")))]
pub async fn get_logout(State(provider): State<Provider>, caller: Caller, RawQuery(query): RawQuery) -> Response {
    let params = Params::parse(KNOWN, query.unwrap_or_default().as_bytes());
    written(logout(&provider, &caller, &params).await, &caller, &params)
}

/// Ends the session, with the parameters in a form; also takes the answer to the question.
#[utoipa::path(post, path = "/oauth2/logout", operation_id = "endSessionByForm", tag = "oidc",
    responses((status = 303, description = "To the client"), (status = 200, description = "A page"), (status = 400, description = "A page")))]
pub async fn post_logout(State(provider): State<Provider>, caller: Caller, Submitted(body): Submitted) -> Response {
    let params = match body {
        Ok(body) => Params::parse(KNOWN, &body),
        Err(e) => return pages::refusal(&Refusal::from(e).of_sign_out(), caller.request.locale, &caller.request),
    };
    let answer = match params.get("confirm") {
        Some(confirm) => confirmed(&provider, &caller, &params, confirm).await,
        // A form from another site comes without the session's SameSite=Lax cookie; a GET brings the cookie.
        None if caller.person().is_none() && params.sound().is_ok() => {
            Ok(see_other(&format!("/oauth2/logout?{}", params.to_query("confirm"))))
        }
        None => logout(&provider, &caller, &params).await,
    };
    written(answer, &caller, &params)
}

fn written(answer: Result<Response, Refusal>, caller: &Caller, params: &Params) -> Response {
    answer.unwrap_or_else(|refusal| {
        let refusal = refusal.of_sign_out();
        pages::refusal(&refusal, pages::locale(params.get("ui_locales"), &caller.request), &caller.request)
    })
}

async fn logout(provider: &Provider, caller: &Caller, params: &Params) -> Result<Response, Refusal> {
    params.sound()?;
    let hint = params.get("id_token_hint").map(|hint| provider.id_token_hint(hint)).transpose()?;
    let client = client(provider, params, hint.as_ref()).await?;
    let onward = onward(params, client.as_deref())?;
    let Some(person) = caller.person() else {
        return Ok(finish(provider, caller, params, onward.as_deref(), &[]));
    };
    let theirs = |hint: IdTokenHint| {
        let of_person = client.as_deref().is_some_and(|c| subject::is(provider, c, &person.id, &hint.sub));
        of_person || hint.sid == person.session_id.as_str()
    };
    if hint.is_some_and(theirs) {
        let frames = end(provider, caller, &person.session_id).await?;
        return Ok(finish(provider, caller, params, onward.as_deref(), &frames));
    }
    let kernel = provider.kernel();
    let until = kernel.now().plus_seconds(CONFIRM_SECONDS);
    let question = Confirm { session: person.session_id.clone(), until, onward };
    let sealed = kernel.seal(PURPOSE, &serde_json::to_vec(&question).map_err(Error::from)?)?;
    let locale = pages::locale(params.get("ui_locales"), &caller.request);
    Ok(pages::ask_sign_out(locale, &person.user_name, &URL_SAFE_NO_PAD.encode(sealed), question.onward.as_deref()))
}

/// The calling client, by `client_id` or `id_token_hint`, if either is given.
async fn client(
    provider: &Provider,
    params: &Params,
    hint: Option<&IdTokenHint>,
) -> Result<Option<Arc<Client>>, Refusal> {
    let named = params.get("client_id");
    if let (Some(named), Some(hint)) = (named, hint)
        && named != hint.aud
    {
        return Err(Refusal::new(
            "client_id 与 id_token_hint 不一致。",
            "client_id is not the client that id_token_hint was issued to.",
        ));
    }
    let Some(client_id) = named.or(hint.map(|h| h.aud.as_str())) else { return Ok(None) };
    let unknown = Refusal::new("未知的客户端（client_id）。", "The client (client_id) is not known here.");
    Ok(Some(provider.clients().get(client_id).await?.ok_or(unknown)?))
}

/// The address after the sign-out, checked to be the client's own, with its `state`.
fn onward(params: &Params, client: Option<&Client>) -> Result<Option<String>, Refusal> {
    let Some(address) = params.get("post_logout_redirect_uri") else { return Ok(None) };
    if !client.is_some_and(|c| c.post_logout_redirect_uris.iter().any(|registered| registered == address)) {
        return Err(Refusal::new(
            "退出后的地址（post_logout_redirect_uri）未在该客户端登记。",
            "The address to go to afterwards (post_logout_redirect_uri) is not registered for this client.",
        ));
    }
    Ok(Some(with_query(address, params.get("state").map(|state| ("state", state)))))
}

/// Handles the answer to the question: it counts only in the session that was asked, so no other site can forge it.
async fn confirmed(provider: &Provider, caller: &Caller, params: &Params, confirm: &str) -> Result<Response, Refusal> {
    let kernel = provider.kernel();
    let opened = URL_SAFE_NO_PAD.decode(confirm).ok().and_then(|sealed| kernel.unseal(PURPOSE, &sealed).ok());
    let question = opened.and_then(|plain| serde_json::from_slice::<Confirm>(&plain).ok());
    let question = question
        .filter(|q| q.until > kernel.now() && caller.person().is_none_or(|person| person.session_id == q.session));
    let Some(question) = question else {
        return Err(Refusal::new("退出请求已失效，请重新操作。", "This question is no longer open. Please try again."));
    };
    let frames = match caller.person() {
        Some(person) => end(provider, caller, &person.session_id).await?,
        None => Vec::new(),
    };
    Ok(finish(provider, caller, params, question.onward.as_deref(), &frames))
}

/// Ends the session; returns the front-channel addresses for the browser to load.
async fn end(provider: &Provider, caller: &Caller, session: &Id) -> Result<Vec<String>, Error> {
    let mut cx = caller.writing(provider.kernel());
    let frames = front::frames(provider, &mut cx, session).await?;
    provider.sessions().end_session(&mut cx, session).await?;
    cx.audit_event(Event {
        action: "session.ended",
        resource: "sessions",
        record: session.to_string(),
        reason: Some("logout".to_owned()),
        ..Event::default()
    });
    cx.commit().await?;
    Ok(frames)
}

/// Redirects at once where no client has a front-channel address; otherwise a page loads those first.
fn finish(provider: &Provider, caller: &Caller, params: &Params, onward: Option<&str>, frames: &[String]) -> Response {
    let mut response = match onward {
        Some(address) if frames.is_empty() => see_other(address),
        _ => pages::signed_out(pages::locale(params.get("ui_locales"), &caller.request), frames, onward),
    };
    for cookie in provider.sessions().clearing_cookies() {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    response
}
