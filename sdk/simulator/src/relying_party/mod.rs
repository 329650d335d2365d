//! The relying party: sign-in by OpenID Connect, and the session.

mod http;
mod provider;

use ::http::header::{LOCATION, SET_COOKIE};
use ::http::{HeaderMap, StatusCode};
use axum::extract::{Query, State};
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use axum::{Form, Json};
use openidconnect::CsrfToken;
use serde::{Deserialize, Serialize};
use url::Url;

pub(crate) use self::http::Client as HttpClient;
use self::provider::{Ended, LoginHints, Provider, SignInError};
pub(crate) use self::provider::{Pending, Registration, TrialIdToken};
use crate::Software;
use crate::claims::Arrival;
use crate::locale::{Locale, Text};
use crate::pages::Page;
use crate::server::Shared;
use crate::sessions::cookie;
use crate::texts;

/// Seconds that a sign-in may take.
const LOGIN_AGE: u32 = 600;

/// A signed-in browser.
#[derive(Clone, Debug)]
pub(crate) struct Session {
    arrival: Arrival,
    /// The provider's session: `sid`.
    sid: Option<String>,
    id_token: TrialIdToken,
}

pub(crate) fn router() -> axum::Router<Shared> {
    axum::Router::new()
        .route("/", get(home))
        .route("/login", get(login))
        .route("/callback", get(callback))
        .route("/whoami", get(whoami))
        .route("/sign-out", post(sign_out))
        .route("/backchannel-logout", post(backchannel_logout))
}

/// The only study to show on the home page.
#[derive(Debug, Deserialize)]
struct HomeQuery {
    study: Option<String>,
}

async fn home(State(shared): State<Shared>, Query(query): Query<HomeQuery>, headers: HeaderMap) -> Html<String> {
    let page = page(&shared, &headers);
    Html(match session(&shared, &headers) {
        Some(session) => page.somebody(&session.arrival.of_study(query.study.as_deref())),
        None => page.nobody(),
    })
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct WhoAmI {
    signed_in: bool,
    software: Software,
    #[serde(flatten)]
    arrival: Option<Arrival>,
}

async fn whoami(State(shared): State<Shared>, headers: HeaderMap) -> Json<WhoAmI> {
    let arrival = session(&shared, &headers).map(|session| session.arrival);
    Json(WhoAmI { signed_in: arrival.is_some(), software: shared.software, arrival })
}

/// The query of `/login` (OpenID Connect Core, 4, and the chooser's own parameters).
#[derive(Debug, Deserialize)]
struct LoginQuery {
    iss: Option<String>,
    login_hint: Option<String>,
    target_link_uri: Option<String>,
    tenant: Option<String>,
    study: Option<String>,
}

async fn login(State(shared): State<Shared>, Query(query): Query<LoginQuery>, headers: HeaderMap) -> Response {
    let page = page(&shared, &headers);
    if query.iss.is_some_and(|issuer| issuer != *shared.registration.issuer) {
        return refuse(page, texts::FOREIGN_ISSUER, None);
    }
    let provider = match Provider::discover(&shared.registration, &shared.http).await {
        Ok(provider) => provider,
        Err(error) => return failed(page, &error),
    };
    let extra = [("tenant", query.tenant), ("study", query.study)];
    let hints = LoginHints {
        locale: page.locale.tag(),
        login_hint: query.login_hint,
        extra: extra.into_iter().filter_map(|(name, value)| Some((name, value?))).collect(),
    };
    // One cookie for the browser, one entry for each tab, so that a second tab does not cancel the first.
    let name = login_cookie(shared.software);
    let browser = cookie(&headers, &name).filter(|value| value.len() == 43);
    let browser = browser.map_or_else(random, ToOwned::to_owned);
    let target = query.target_link_uri.and_then(|target| own(&shared, &target)).unwrap_or_else(|| "/".to_owned());
    let (url, state, pending) = provider.start(browser.clone(), target, hints);
    shared.pending.insert(state, pending);
    let cookie = set_cookie(&shared, &name, &browser, LOGIN_AGE);
    (StatusCode::SEE_OTHER, [(LOCATION, url.to_string()), (SET_COOKIE, cookie)]).into_response()
}

/// Path and query of a target on this system; any other target would make this an open redirector (OpenID Connect
/// Core, 4).
fn own(shared: &Shared, target: &str) -> Option<String> {
    let (target, home) = (Url::parse(target).ok()?, shared.registration.redirect_uri.url());
    let query = target.query().map(|query| format!("?{query}")).unwrap_or_default();
    // Two slashes at the beginning would name another host.
    let here = target.origin() == home.origin() && !target.path().starts_with("//");
    here.then(|| format!("{}{query}", target.path()))
}

/// The authorisation response (RFC 6749, 4.1.2; `iss` of RFC 9207).
#[derive(Debug, Deserialize)]
struct CallbackQuery {
    state: Option<String>,
    code: Option<String>,
    error: Option<String>,
    iss: Option<String>,
}

async fn callback(State(shared): State<Shared>, Query(query): Query<CallbackQuery>, headers: HeaderMap) -> Response {
    let page = page(&shared, &headers);
    let browser = cookie(&headers, &login_cookie(shared.software));
    // Only the browser that started the sign-in can use its state up.
    let state = query.state.as_deref().unwrap_or_default();
    let ours = |pending: &Pending| Some(pending.browser.as_str()) == browser;
    let Some(pending) = shared.pending.take_if(state, ours) else {
        return refuse(page, texts::STATE, None);
    };
    if query.iss.is_some_and(|issuer| issuer != *shared.registration.issuer) {
        return refuse(page, texts::FOREIGN_ISSUER, None);
    }
    if let Some(error) = query.error {
        return refuse(page, texts::REFUSED, Some(&error));
    }
    let Some(code) = query.code else {
        return refuse(page, texts::STATE, None);
    };
    let target = pending.target.clone();
    match arrive(&shared, code, pending).await {
        Ok(session) => {
            let id = random();
            shared.sessions.insert(id.clone(), session);
            let cookie = set_cookie(&shared, &session_cookie(shared.software), &id, 0);
            ([(SET_COOKIE, cookie)], Redirect::to(&target)).into_response()
        }
        Err(error) => failed(page, &error),
    }
}

async fn arrive(shared: &Shared, code: String, pending: Pending) -> Result<Session, SignInError> {
    let provider = Provider::discover(&shared.registration, &shared.http).await?;
    let (arrival, sid, id_token) = provider.finish(code, pending).await?;
    Ok(Session { arrival, sid, id_token })
}

/// The request of OpenID Connect Back-Channel Logout 1.0, section 2.5.
#[derive(Debug, Deserialize)]
struct LogoutNotice {
    logout_token: String,
}

/// Ends the sessions here that belong to a session which ended at the provider.
async fn backchannel_logout(State(shared): State<Shared>, Form(notice): Form<LogoutNotice>) -> Response {
    let ended = match Provider::discover(&shared.registration, &shared.http).await {
        Ok(provider) => provider.ended(&notice.logout_token),
        Err(error) => Err(error),
    };
    match ended {
        Ok(Ended { sid, subject }) => {
            let meant = |session: &Session| match &sid {
                Some(sid) => session.sid.as_ref() == Some(sid),
                None => session.arrival.subject == subject,
            };
            let sessions = shared.sessions.remove(meant);
            tracing::info!(sessions, "signed out by the provider");
            StatusCode::OK.into_response()
        }
        Err(error) => {
            tracing::warn!(%error, "a logout token was refused");
            (StatusCode::BAD_REQUEST, Json(serde_json::json!({ "error": "invalid_request" }))).into_response()
        }
    }
}

/// Removes the session here, then goes to the provider to end the session there.
async fn sign_out(State(shared): State<Shared>, headers: HeaderMap) -> Response {
    let name = session_cookie(shared.software);
    let session = cookie(&headers, &name).and_then(|id| shared.sessions.take(id));
    let mut target = "/".to_owned();
    if let Some(session) = session {
        match Provider::discover(&shared.registration, &shared.http).await {
            Ok(provider) => {
                target = provider.end_session(&session.id_token).map_or(target, String::from);
            }
            // The session here has ended, as requested.
            Err(error) => tracing::warn!(%error, "signed out here only"),
        }
    }
    let expired = format!("{name}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0");
    ([(SET_COOKIE, expired)], Redirect::to(&target)).into_response()
}

fn failed(page: Page<'_>, error: &SignInError) -> Response {
    tracing::warn!(%error, "sign-in failed");
    let (status, text) = match error {
        SignInError::Unreachable(_) => (StatusCode::BAD_GATEWAY, texts::UNREACHABLE),
        SignInError::Refused(_) => (StatusCode::BAD_REQUEST, texts::REFUSED),
        SignInError::Untrusted(_) => (StatusCode::BAD_GATEWAY, texts::UNTRUSTED),
    };
    (status, Html(page.failed(text, None))).into_response()
}

fn refuse(page: Page<'_>, reason: Text, code: Option<&str>) -> Response {
    (StatusCode::BAD_REQUEST, Html(page.failed(reason, code))).into_response()
}

pub(crate) fn page<'a>(shared: &'a Shared, headers: &HeaderMap) -> Page<'a> {
    let portal = shared.registration.issuer.as_str().trim_end_matches('/');
    Page { software: shared.software, locale: Locale::of(headers), portal }
}

fn session(shared: &Shared, headers: &HeaderMap) -> Option<Session> {
    shared.sessions.get(cookie(headers, &session_cookie(shared.software))?)
}

/// Cookies ignore ports, so systems on one host need different cookie names.
fn session_cookie(software: Software) -> String {
    format!("{}_session", software.slug())
}

fn login_cookie(software: Software) -> String {
    format!("{}_login", software.slug())
}

fn set_cookie(shared: &Shared, name: &str, value: &str, max_age: u32) -> String {
    let secure = if shared.secure { "; Secure" } else { "" };
    let age = if max_age > 0 { format!("; Max-Age={max_age}") } else { String::new() };
    format!("{name}={value}; Path=/; HttpOnly; SameSite=Lax{age}{secure}")
}

/// 256 random bits in base64url.
fn random() -> String {
    CsrfToken::new_random_len(32).into_secret()
}
