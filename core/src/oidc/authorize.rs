//! The authorization endpoint: OpenID Connect Core 1.0, section 3.1.2, with PKCE (RFC 7636) and the issuer
//! in answers (RFC 9207). It is also where RFC 9700 has most to say.

use std::sync::Arc;

use axum::extract::{RawQuery, State};
use axum::response::Response;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::json;

use super::Provider;
use super::caller::Caller;
use super::clients::Client;
use super::error::{self, ErrorCode, OAuthError};
use super::granted::Granted;
use super::pages::{self, Refusal};
use super::params::{Params, Submitted};
use super::prompt::{self, PROMPTED, Prompt};
use super::redirect::{see_other, with_query};
use super::store::{self, NewCode};
use super::token::CODE;
use crate::kernel::ctx::{Event, Person};
use crate::kernel::error::{Code, Error};

/// Seconds that a code lasts (RFC 6749, section 4.1.2, allows ten minutes at most).
const CODE_SECONDS: i64 = 60;
/// Longest nonce, in octets: it is kept, and goes into every ID token.
const MAX_NONCE: usize = 512;

const KNOWN: &[&str] = &[
    "client_id",
    "redirect_uri",
    "response_type",
    "response_mode",
    "scope",
    "state",
    "nonce",
    "code_challenge",
    "code_challenge_method",
    "prompt",
    "max_age",
    "id_token_hint",
    "login_hint",
    "acr_values",
    "display",
    "ui_locales",
    "request",
    "request_uri",
    "registration",
    PROMPTED,
];

/// Begins a sign-in at a client.
#[utoipa::path(get, path = "/oauth2/authorize", operation_id = "authorize", tag = "oidc",
    responses((status = 303, description = "To the client, or to the sign-in page"), (status = 400, description = "A page")))]
pub async fn get_authorize(State(provider): State<Provider>, caller: Caller, RawQuery(query): RawQuery) -> Response {
    answer(&provider, &caller, &Params::parse(KNOWN, query.unwrap_or_default().as_bytes())).await
}

/// The same with the parameters in a form.
#[utoipa::path(post, path = "/oauth2/authorize", operation_id = "authorizeByForm", tag = "oidc",
    responses((status = 303, description = "To the client, or to the sign-in page"), (status = 400, description = "A page")))]
pub async fn post_authorize(State(provider): State<Provider>, caller: Caller, Submitted(body): Submitted) -> Response {
    let params = match body {
        Ok(body) => Params::parse(KNOWN, &body),
        Err(e) => return pages::refusal(&e.into(), caller.request.locale, &caller.request),
    };
    if caller.person().is_none() && params.sound().is_ok() {
        // A form from another site comes without the session's SameSite=Lax cookie; a GET brings it.
        return see_other(&address(&params, None));
    }
    answer(&provider, &caller, &params).await
}

async fn answer(provider: &Provider, caller: &Caller, params: &Params) -> Response {
    let target = match Target::prove(provider, params).await {
        Ok(target) => target,
        Err(refusal) => {
            let locale = pages::locale(params.get("ui_locales"), &caller.request);
            return pages::refusal(&refusal, locale, &caller.request);
        }
    };
    let step = match AuthorizationRequest::parse(params, &target) {
        Ok(request) => request.step(provider, caller, params).await,
        Err(e) => Err(e),
    };
    match step {
        Ok(Step::SignIn(location)) => see_other(&location),
        Ok(Step::Code(code)) => target.answer(provider, &[("code", &code)]),
        Err(e) => {
            error::log(&e, &caller.request);
            target.answer(provider, &[("error", e.code.as_str()), ("error_description", e.description)])
        }
    }
}

/// The address of this request, as a GET on this server, with what was noted at a prompt.
fn address(params: &Params, prompted: Option<&str>) -> String {
    let address = format!("/oauth2/authorize?{}", params.to_query(PROMPTED));
    with_query(&address, prompted.map(|mark| (PROMPTED, mark)))
}

/// Where answers go: a client that is known, at an address that is its own. Until this is proven, nothing
/// is sent anywhere (RFC 6749, section 3.1.2.4).
struct Target<'a> {
    client: Arc<Client>,
    redirect_uri: &'a str,
    state: Option<&'a str>,
}

impl<'a> Target<'a> {
    async fn prove(provider: &Provider, params: &'a Params) -> Result<Self, Refusal> {
        let client_id = params.get("client_id").ok_or(Refusal::new(
            "请求缺少 client_id，或该参数重复、无效。",
            "The request has no client_id, or more than one, or one that is not valid.",
        ))?;
        let unknown = Refusal::new("未知的客户端（client_id）。", "The client (client_id) is not known here.");
        let client = provider.clients().get(client_id).await?.ok_or(unknown)?;
        let redirect_uri = params.get("redirect_uri").ok_or(Refusal::new(
            "请求缺少 redirect_uri，或该参数重复、无效。",
            "The request has no redirect_uri, or more than one, or one that is not valid.",
        ))?;
        if !client.allows_redirect(redirect_uri) {
            return Err(Refusal::new(
                "回调地址（redirect_uri）未在该客户端登记。",
                "The address to return to (redirect_uri) is not registered for this client.",
            ));
        }
        Ok(Self { client, redirect_uri, state: params.get("state") })
    }

    fn answer(&self, provider: &Provider, pairs: &[(&str, &str)]) -> Response {
        let state = self.state.map(|state| ("state", state));
        let pairs = pairs.iter().copied().chain(state).chain([("iss", provider.issuer())]);
        see_other(&with_query(self.redirect_uri, pairs))
    }
}

/// What happens next.
enum Step {
    /// The person signs in, at this address.
    SignIn(String),
    /// The client gets this code.
    Code(String),
}

/// A request that is in order.
struct AuthorizationRequest<'a> {
    target: &'a Target<'a>,
    scope: String,
    nonce: Option<&'a str>,
    code_challenge: &'a str,
    prompt: Prompt,
    max_age: Option<i64>,
    id_token_hint: Option<&'a str>,
}

impl<'a> AuthorizationRequest<'a> {
    fn parse(params: &'a Params, target: &'a Target<'a>) -> Result<Self, OAuthError> {
        params.sound()?;
        for (name, code) in [
            ("request", ErrorCode::RequestNotSupported),
            ("request_uri", ErrorCode::RequestUriNotSupported),
            ("registration", ErrorCode::RegistrationNotSupported),
        ] {
            if params.get(name).is_some() {
                return Err(OAuthError::new(code, "this parameter is not supported"));
            }
        }
        if params.required("response_type", "response_type is missing")? != "code" {
            return Err(OAuthError::new(ErrorCode::UnsupportedResponseType, "response_type must be code"));
        }
        if !target.client.allows_grant("authorization_code") {
            let why = "the client is not registered for authorization_code";
            return Err(OAuthError::new(ErrorCode::UnauthorizedClient, why));
        }
        if params.get("response_mode").is_some_and(|mode| mode != "query") {
            return Err(OAuthError::new(ErrorCode::InvalidRequest, "response_mode must be query"));
        }
        let nonce = params.get("nonce");
        if nonce.is_some_and(|n| n.len() > MAX_NONCE) {
            return Err(OAuthError::new(ErrorCode::InvalidRequest, "nonce is longer than 512 octets"));
        }
        Ok(Self {
            target,
            scope: scope(params, &target.client)?,
            nonce,
            code_challenge: code_challenge(params)?,
            prompt: Prompt::parse(params.get("prompt"))?,
            max_age: max_age(params)?,
            id_token_hint: params.get("id_token_hint"),
        })
    }

    /// Decides between the sign-in page, an error and a code.
    async fn step(&self, provider: &Provider, caller: &Caller, params: &Params) -> Result<Step, OAuthError> {
        let kernel = provider.kernel();
        let hinted = self.id_token_hint.map(|hint| provider.id_token_hint(hint)).transpose()?;
        let asked = prompt::fingerprint(kernel, params);
        let person = caller.person();
        // A fresh sign-in answers every wish for one, however short max_age is; otherwise it would never end.
        let prompted = person.is_some_and(|p| prompt::answered(kernel, params.get(PROMPTED), &asked, p));
        let other = person.is_some_and(|p| hinted.as_ref().is_some_and(|h| h.sub != p.id.as_str()));
        match person {
            Some(person) if prompted || (!other && !self.wants_sign_in(provider, person)) => {
                if other {
                    let why = "somebody else signed in than id_token_hint names";
                    return Err(OAuthError::new(ErrorCode::LoginRequired, why));
                }
                self.code(provider, caller, person).await.map(Step::Code)
            }
            _ if self.prompt == Prompt::None => {
                Err(OAuthError::new(ErrorCode::LoginRequired, "the person must sign in, and prompt is none"))
            }
            _ => {
                let mark = match person {
                    Some(person) => Some(prompt::mark(kernel, asked, Some(&person.session_id))?),
                    None if self.prompt == Prompt::SignIn => Some(prompt::mark(kernel, asked, None)?),
                    None => None,
                };
                let return_to = address(params, mark.as_deref());
                let return_to = utf8_percent_encode(&return_to, NON_ALPHANUMERIC);
                Ok(Step::SignIn(format!("/signIn/index?returnTo={return_to}")))
            }
        }
    }

    /// Whether this session is not enough.
    fn wants_sign_in(&self, provider: &Provider, person: &Person) -> bool {
        let age = provider.kernel().now().unix_seconds() - person.auth_time.unix_seconds();
        self.prompt == Prompt::SignIn || self.max_age.is_some_and(|most| most == 0 || age > most)
    }

    /// Makes a code and notes in the audit who went where.
    async fn code(&self, provider: &Provider, caller: &Caller, person: &Person) -> Result<String, OAuthError> {
        let kernel = provider.kernel();
        let code = kernel.token();
        let client = &self.target.client;
        let mut cx = caller.writing(kernel);
        let standing = store::session(&mut cx, &person.session_id).await?.ok_or(Error::from(Code::NoSession))?;
        let granted = Granted {
            scope: self.scope.clone(),
            nonce: self.nonce.map(str::to_owned),
            auth_time: standing.auth_time,
            acr: standing.acr,
            amr: standing.amr.0,
            tenant_id: standing.tenant_id,
            ..Granted::default()
        };
        let expires_at = cx.now().plus_seconds(CODE_SECONDS);
        let new = NewCode {
            code_hash: kernel.hash(CODE, &code),
            client_id: &client.client_id,
            user_id: &person.id,
            session_id: &person.session_id,
            redirect_uri: self.target.redirect_uri,
            code_challenge: Some(self.code_challenge),
            granted: &granted,
            expires_at,
        };
        store::insert_code(&mut cx, new).await?;
        cx.audit_event(Event {
            action: "authorization.granted",
            resource: "clients",
            record: client.client_id.clone(),
            tenant: client.tenant_id.clone(),
            after: Some(json!({ "scope": self.scope, "redirectUri": self.target.redirect_uri })),
            ..Event::default()
        });
        cx.commit().await?;
        Ok(code)
    }
}

/// What of the scope can be granted. What is unknown, or not this client's, is left out, as OpenID Connect
/// Core 1.0, section 3.1.2.1, says; the token answer tells what was granted.
fn scope(params: &Params, client: &Client) -> Result<String, OAuthError> {
    let mut granted: Vec<&str> = Vec::new();
    for scope in params.get("scope").unwrap_or_default().split(' ') {
        if client.allows_scope(scope) && !scope.is_empty() && !granted.contains(&scope) {
            granted.push(scope);
        }
    }
    if granted.contains(&"openid") {
        Ok(granted.join(" "))
    } else {
        Err(OAuthError::new(ErrorCode::InvalidScope, "scope must hold openid"))
    }
}

/// S256 only, and always (RFC 9700, section 2.1.1): a SHA-256 hash in base64url has 43 characters.
fn code_challenge(params: &Params) -> Result<&str, OAuthError> {
    let challenge = params.required("code_challenge", "code_challenge is missing: PKCE is required")?;
    if params.get("code_challenge_method") != Some("S256") {
        return Err(OAuthError::new(ErrorCode::InvalidRequest, "code_challenge_method must be S256"));
    }
    let base64url = challenge.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
    if challenge.len() == 43 && base64url {
        Ok(challenge)
    } else {
        Err(OAuthError::new(ErrorCode::InvalidRequest, "code_challenge is not a SHA-256 hash in base64url"))
    }
}

fn max_age(params: &Params) -> Result<Option<i64>, OAuthError> {
    let wrong = OAuthError::new(ErrorCode::InvalidRequest, "max_age must be a number of seconds");
    match params.get("max_age") {
        None => Ok(None),
        Some(text) if text.bytes().all(|b| b.is_ascii_digit()) => text.parse().map(Some).map_err(|_| wrong),
        Some(_) => Err(wrong),
    }
}
