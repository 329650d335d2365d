//! The operations on providers: list them, start a sign-in, and return from it.

use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use serde::{Deserialize, Serialize};

use super::model::TicketLogin;
use super::service::{identify, sign_in};
use crate::authentication::{LoginAnswer, from_another_site};
use crate::federation::flow::Flow;
use crate::federation::refusal::refused;
use crate::federation::service::Departure;
use crate::federation::state::Federation;
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::error::{Error, Locale};
use crate::kernel::http::{Envelope, Json};
use crate::kernel::pages::LOGIN_TICKET;

/// Longest ticket or code, in octets.
const MAX_TICKET: usize = 8192;
/// Longest value passed on to a provider, in octets.
const MAX_TEXT: usize = 2048;
/// Longest `max_age` that can be requested, in seconds: a year.
const MAX_AGE: i64 = 366 * 86_400;

/// An external provider.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProviderShown {
    /// Id of the provider, the `loginType` of its tickets.
    id: String,
    /// Name of the provider, in the caller's language.
    name: String,
    /// The address that begins the sign-in; takes `returnTo`.
    url: String,
}

/// The external providers, in the order of the settings.
#[utoipa::path(get, path = "/api/sys/federation/providers", operation_id = "federationProviders", tag = "federation",
    responses((status = 200, body = Envelope<Vec<ProviderShown>>)))]
pub async fn providers(
    State(federation): State<Federation>,
    cx: ReadCtx,
) -> Result<Envelope<Vec<ProviderShown>>, Error> {
    let shown = federation.providers().iter().map(|provider| ProviderShown {
        id: provider.id.clone(),
        name: federation.name_of(&provider.id, cx.locale()),
        url: format!("/api/sys/federation/start/{}", provider.id),
    });
    Ok(Envelope::ok(shown.collect()))
}

/// The parameters of a sign-in with an external provider.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase")]
pub struct Start {
    /// The address to return to afterwards: a local address of the authorization endpoint.
    return_to: Option<String>,
    /// Longest time since the authentication at the provider, in seconds; OpenID providers only.
    max_age: Option<i64>,
    /// Required strength of that authentication, in the provider's values, separated by spaces, of which one is
    /// enough; OpenID providers only.
    acr_values: Option<String>,
}

/// Sends the browser to a provider, or, if that fails, to the page with the error.
#[utoipa::path(get, path = "/api/sys/federation/start/{id}", operation_id = "federationStart", tag = "federation",
    params(("id" = String, Path, description = "The provider"), Start),
    responses((status = 302, description = "To the provider")))]
pub async fn start(
    State(federation): State<Federation>,
    cx: ReadCtx,
    headers: HeaderMap,
    Path(id): Path<String>,
    Query(query): Query<Start>,
) -> Result<Response, Error> {
    let short = |text: Option<String>| text.filter(|t| t.len() <= MAX_TEXT && !t.chars().any(char::is_control));
    let Some(provider) = federation.provider(&id) else {
        return Ok(to(&format!("{LOGIN_TICKET}?error=not_available"), HeaderMap::new()));
    };
    let flow = Flow {
        return_to: short(query.return_to),
        max_age: query.max_age.filter(|age| (0..=MAX_AGE).contains(age)),
        acr_values: short(query.acr_values),
        foreign: from_another_site(&headers),
        ..Flow::new(federation.kernel(), &id)
    };
    let departure = Departure { flow: &flow, user_agent: &cx.request.user_agent, now: cx.now() };
    let gone = match federation.calls().try_acquire() {
        Ok(_place) => provider.service.depart(departure, &provider.redirect_uri).await.map_err(|e| e.to_string()),
        Err(_) => Err("as many calls to providers as may be".to_owned()),
    };
    match gone {
        Ok(url) => {
            let mut set = HeaderMap::new();
            flow.keep(federation.kernel(), federation.sessions().cookies(), &mut set)?;
            Ok(to(url.as_str(), set))
        }
        Err(trouble) => {
            tracing::warn!(request_id = cx.request.id, provider = id, trouble, "a provider cannot be reached");
            Ok(to(&format!("{LOGIN_TICKET}?error=temporarily_unavailable&loginType={id}"), HeaderMap::new()))
        }
    }
}

fn to(address: &str, set: HeaderMap) -> Response {
    let fixed =
        [(header::LOCATION, address), (header::CACHE_CONTROL, "no-store"), (header::REFERRER_POLICY, "no-referrer")];
    let mut response = (StatusCode::FOUND, fixed).into_response();
    response.headers_mut().extend(set);
    response
}

/// Signs in with the code or ticket of a provider.
///
/// Errors: 701 for an invalid ticket; 404 with `data.kind` = `link` and `data.continuation` for an account that is
/// not linked here (`start`, where the browser did not come from here: to begin at `federationStart`); 409 with
/// `data.kind` = `confirm`, `data.subject` (masked), `data.issuer`, `data.current` and `data.continuation`, where
/// another person is signed in, or no one in a browser that was not sent out from here; 403 for a request from
/// another site's page; 423 for a locked account; 501 for a provider that is not configured; 502 where it cannot be
/// reached.
#[utoipa::path(post, path = "/api/sys/loginByTicket", operation_id = "loginByTicket", tag = "federation",
    request_body = TicketLogin, responses((status = 200, body = Envelope<LoginAnswer>)))]
pub async fn login_by_ticket(
    State(federation): State<Federation>,
    cx: Ctx,
    headers: HeaderMap,
    Json(body): Json<TicketLogin>,
) -> Result<(HeaderMap, Envelope<LoginAnswer>), Error> {
    let ticket = body.ticket.trim();
    if ticket.is_empty() || ticket.len() > MAX_TICKET || ticket.chars().any(char::is_control) {
        return Err(refused());
    }
    let it = identify(&federation, &cx, &headers, &body).await?;
    let (mut set, answer) = sign_in(&federation, cx, &headers, it, body.confirm).await?;
    let cookies = federation.sessions().cookies();
    cookies.clear_federation(&mut set);
    cookies.clear_question(&mut set);
    Ok((set, answer))
}

impl Federation {
    /// The name of a provider, for people; its id, if it is no longer configured.
    pub(in crate::federation) fn name_of(&self, id: &str, locale: Locale) -> String {
        match (self.provider(id), locale) {
            (Some(provider), Locale::Zh) => provider.name.zh.clone(),
            (Some(provider), Locale::En) => provider.name.en.clone(),
            (None, _) => id.to_owned(),
        }
    }
}
