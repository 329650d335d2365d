//! The authorization endpoint: OpenID Connect Core 1.0, section 3.1.2, with PKCE (RFC 7636), the issuer in answers
//! (RFC 9207), pushed requests (RFC 9126), signed requests (RFC 9101), resources (RFC 8707) and JWT-secured answers
//! (JARM). Most of RFC 9700 concerns this endpoint.
//!
//! | step | file |
//! |---|---|
//! | find the request: in the address, in a request object, pushed, or carried on | `source`, `object`, `pushed` |
//! | parse it and check it against the client | `target`, `request`, `claims_request`, `prompt` |
//! | sign-in, consent, a code, or an error | `step`, `interaction`, `consent` |
//! | write the answer | `response` |

mod claims_request;
pub mod consent;
mod interaction;
mod object;
mod par;
mod params;
mod prompt;
mod pushed;
mod request;
mod response;
mod response_mode;
mod source;
mod step;
mod store;
mod strength;
mod target;

use axum::extract::{RawQuery, State};
use axum::response::Response;
use params::KNOWN;
use source::Found;
use step::{Step, Stop};

use super::caller::Caller;
use super::error;
use super::pages::{self, Refusal};
use super::params::{Params, Submitted};
use super::redirect::see_other;
use super::state::Provider;

pub use par::{__path_pushed_authorization_request, pushed_authorization_request};
pub use prompt::Prompt;
pub use request::DISPLAYS;
pub use response_mode::ResponseMode;
pub use store::sweep;
pub use strength::ACR;

/// Begins a sign-in at a client.
#[utoipa::path(get, path = "/oauth2/authorize", operation_id = "authorize", tag = "oidc",
    responses((status = 303, description = "To the client, or to a page"), (status = 200, description = "A form that goes to the client"),
        (status = 400, description = "A page")))]
pub async fn get_authorize(State(provider): State<Provider>, caller: Caller, RawQuery(query): RawQuery) -> Response {
    answer(&provider, &caller, &Params::parse(KNOWN, query.unwrap_or_default().as_bytes())).await
}

/// Begins a sign-in at a client, with the parameters in a form.
#[utoipa::path(post, path = "/oauth2/authorize", operation_id = "authorizeByForm", tag = "oidc",
    responses((status = 303, description = "To the client, or to a page"), (status = 200, description = "A form that goes to the client"),
        (status = 400, description = "A page")))]
pub async fn post_authorize(State(provider): State<Provider>, caller: Caller, Submitted(body): Submitted) -> Response {
    let params = match body {
        Ok(body) => Params::parse(KNOWN, &body),
        Err(e) => return pages::refusal(&e.into(), caller.request.locale, &caller.request),
    };
    if caller.person().is_none() && params.sound().is_ok() {
        // A form from another site comes without the session's SameSite=Lax cookie; a GET brings the cookie.
        return see_other(&format!("/oauth2/authorize?{}", params.to_query("")));
    }
    answer(&provider, &caller, &params).await
}

async fn answer(provider: &Provider, caller: &Caller, params: &Params) -> Response {
    let page = |refusal: &Refusal, ui_locales: Option<&str>| {
        pages::refusal(refusal, pages::locale(ui_locales, &caller.request), &caller.request)
    };
    let (client, target, ui_locales, outcome) = match source::find(provider, caller, params).await {
        Err(refusal) => return page(&refusal, params.get("ui_locales")),
        Ok(Found::Fault(client, target, e)) => {
            (client, target, params.get("ui_locales").map(str::to_owned), Err(Stop::Error(e)))
        }
        Ok(Found::Request(client, request, interaction)) => {
            let outcome = step::take(provider, caller, &client, &request, &interaction).await;
            (client, request.target, request.ui_locales, outcome)
        }
    };
    let locale = pages::locale(ui_locales.as_deref(), &caller.request);
    match outcome {
        Ok(Step::Page(location)) => see_other(&location),
        Ok(Step::Code(code)) => target.code(provider, &client, locale, &code),
        Err(Stop::Error(e)) => {
            error::log(&e, &caller.request);
            target.error(provider, &client, locale, &e)
        }
        Err(Stop::Page(refusal)) => page(&refusal, ui_locales.as_deref()),
    }
}
