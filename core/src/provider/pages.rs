//! The few pages of the provider itself: an error that cannot be sent to the client, the sign-out question, and the
//! page after a sign-out. They share one style sheet, and the last one has a script; the content security policy
//! names both by their hash.

use aws_lc_rs::digest::{SHA256, digest};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::error::{ErrorCode, OAuthError};
use crate::kernel::error::{Locale, Text};
use crate::kernel::http::Request;
use crate::kernel::text::html_escaped as escape;

const STYLE: &str = include_str!("pages.css");

/// The logo of the deployment, as the portal shows it: its icon, or the product's own.
const MARK: &str = "<img class=\"mark\" src=\"/brand/icon\" alt=\"\" height=\"40\">";

/// A request refused in front of the person, because no redirect address is proven yet.
#[derive(Clone, Debug)]
pub struct Refusal {
    status: StatusCode,
    text: Text,
    error: Option<Box<OAuthError>>,
    /// Whether the refused request was a sign-out rather than a sign-in.
    of_sign_out: bool,
}

impl Refusal {
    /// A refusal with its sentence for the person.
    #[must_use]
    pub const fn new(zh: &'static str, en: &'static str) -> Self {
        Self { status: StatusCode::BAD_REQUEST, text: Text::new(zh, en), error: None, of_sign_out: false }
    }

    /// Marks it as the refusal of a sign-out.
    #[must_use]
    pub fn of_sign_out(self) -> Self {
        Self { of_sign_out: true, ..self }
    }

    /// Adds the error for the client's developers, in small print.
    #[must_use]
    pub fn about(self, error: OAuthError) -> Self {
        Self { error: Some(Box::new(error)), ..self }
    }
}

impl From<OAuthError> for Refusal {
    fn from(error: OAuthError) -> Self {
        let (status, text) = match error.code {
            ErrorCode::ServerError => (
                StatusCode::INTERNAL_SERVER_ERROR,
                Text::new("服务器内部错误，请稍后再试。", "An internal error occurred. Please try again later."),
            ),
            ErrorCode::TemporarilyUnavailable => (
                StatusCode::SERVICE_UNAVAILABLE,
                Text::new("系统繁忙，请稍后再试。", "The server is busy. Please try again later."),
            ),
            _ => (
                StatusCode::BAD_REQUEST,
                Text::new("系统发来的请求无效。", "The request that brought you here is not valid."),
            ),
        };
        Self { status, text, error: Some(Box::new(error)), of_sign_out: false }
    }
}

impl From<crate::kernel::error::Error> for Refusal {
    fn from(error: crate::kernel::error::Error) -> Self {
        OAuthError::from(error).into()
    }
}

/// The language of a page: the client's `ui_locales`, else the browser's preference.
#[must_use]
pub fn locale(ui_locales: Option<&str>, request: &Request) -> Locale {
    let named = ui_locales.unwrap_or_default().split(' ').find_map(|tag| {
        match tag.split('-').next().unwrap_or_default().to_ascii_lowercase().as_str() {
            "zh" => Some(Locale::Zh),
            "en" => Some(Locale::En),
            _ => None,
        }
    });
    named.unwrap_or(request.locale)
}

/// The error page.
pub fn refusal(refusal: &Refusal, locale: Locale, request: &Request) -> Response {
    if let Some(error) = &refusal.error {
        super::error::log(error, request);
    }
    let title = if refusal.of_sign_out {
        Text::new("无法退出登录", "This sign-out cannot go on")
    } else {
        Text::new("无法继续登录", "This sign-in cannot go on")
    };
    let (ask, number, name) = match locale {
        Locale::Zh => ("请返回原系统重试；如仍有问题，请将请求编号告知管理员。", "请求编号", "错误代码"),
        Locale::En => (
            "Go back to the system that you came from and try again. If it happens again, tell your administrator the request number.",
            "Request number",
            "Error",
        ),
    };
    // In English, for developers, and as the client would have received it.
    let error = refusal.error.as_ref().map_or(ErrorCode::InvalidRequest.as_str().to_owned(), ToString::to_string);
    let body = format!(
        "<p>{}</p><p>{ask}</p><p><small>{number}: {}<br>{name}: <span lang=\"en\">{}</span></small></p>",
        escape(refusal.text.in_locale(locale)),
        escape(&request.id),
        escape(&error)
    );
    let mut response = page(refusal.status, locale, &title, &body, &Policy::default());
    if refusal.status == StatusCode::SERVICE_UNAVAILABLE {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("2"));
    }
    response
}

/// Asks whether to sign out. `confirm` is sealed and comes back with the form; `onward` is the address that follows
/// the answer, which the content security policy has to allow.
pub fn ask_sign_out(locale: Locale, user_name: &str, confirm: &str, onward: Option<&str>) -> Response {
    let (title, text, yes, no) = match locale {
        Locale::Zh => ("退出登录", "是否退出当前账号？账号：", "退出登录", "取消"),
        Locale::En => ("Sign out", "Do you want to sign out? Account:", "Sign out", "Cancel"),
    };
    let body = format!(
        "<p>{text} <strong>{}</strong></p><form method=\"post\" action=\"/oauth2/logout\">\
         <input type=\"hidden\" name=\"confirm\" value=\"{}\"><button type=\"submit\">{yes}</button>\
         <a href=\"/\">{no}</a></form>",
        escape(user_name),
        escape(confirm)
    );
    let form_action = onward.and_then(source).map_or("'self'".to_owned(), |t| format!("'self' {t}"));
    let policy = Policy { form_action: Some(form_action), ..Policy::default() };
    page(StatusCode::OK, locale, &Text::made(title.into(), title.into()), &body, &policy)
}

/// Goes on when every frame has loaded, or after five seconds if a client hangs.
const ONWARD: &str = "(()=>{const a=document.getElementById('onward');let gone=false;const go=()=>{if(a&&!gone){\
    gone=true;location.replace(a.href)}};addEventListener('load',go);setTimeout(go,5000)})()";

/// The page after a sign-out. `frames` are loaded out of sight (OpenID Connect Front-Channel Logout 1.0, section 3);
/// then the browser goes `onward`, if that is given.
pub fn signed_out(locale: Locale, frames: &[String], onward: Option<&str>) -> Response {
    let (text, link, address) = match (locale, onward) {
        (Locale::Zh, None) => ("您已安全退出。", "重新登录", "/"),
        (Locale::En, None) => ("You have signed out.", "Sign in again", "/"),
        (Locale::Zh, Some(onward)) => ("您已安全退出，正在返回原系统。", "立即返回", onward),
        (Locale::En, Some(onward)) => ("You have signed out. Taking you back.", "Go back now", onward),
    };
    let id = if onward.is_some() { " id=\"onward\"" } else { "" };
    let link = format!("<p>{text}</p><p><a{id} href=\"{}\">{link}</a></p>", escape(address));
    // Allows the frame to end its own session, but not to navigate this page or open another.
    let frame = |frame: &String| {
        format!(
            "<iframe src=\"{}\" title=\"\" sandbox=\"allow-same-origin allow-scripts\" referrerpolicy=\"no-referrer\"></iframe>",
            escape(frame)
        )
    };
    let script = onward.map(|_| format!("<script>{ONWARD}</script>"));
    let body: String = std::iter::once(link).chain(frames.iter().map(frame)).chain(script).collect();
    let mut sources: Vec<String> = frames.iter().filter_map(|frame| source(frame)).collect();
    sources.sort_unstable();
    sources.dedup();
    let frame_src = (!sources.is_empty()).then(|| sources.join(" "));
    let policy = Policy { frame_src, script: onward.map(|_| ONWARD), ..Policy::default() };
    page(StatusCode::OK, locale, &Text::new("已退出登录", "Signed out"), &body, &policy)
}

/// The source expression of an address: its origin, or its scheme where an origin cannot be written in a
/// policy (Content Security Policy Level 3, section 2.3.1, knows no IP literals in brackets).
fn source(address: &str) -> Option<String> {
    let url = url::Url::parse(address).ok()?;
    match (url.scheme(), url.host()) {
        ("http" | "https", Some(url::Host::Domain(_) | url::Host::Ipv4(_))) => Some(url.origin().ascii_serialization()),
        (scheme, _) => Some(format!("{scheme}:")),
    }
}

/// The permissions of a page in its content security policy.
#[derive(Default)]
struct Policy {
    /// The address that its form may lead to.
    form_action: Option<String>,
    /// Whether its form may lead anywhere.
    any_form_action: bool,
    /// The sources that it may frame.
    frame_src: Option<String>,
    /// Its script.
    script: Option<&'static str>,
}

impl Policy {
    fn header(&self) -> String {
        let hash = |text: &str| STANDARD.encode(digest(&SHA256, text.as_bytes()));
        let style = format!("style-src 'sha256-{}'", hash(STYLE));
        let script = self.script.map(|script| format!("script-src 'sha256-{}'", hash(script)));
        let frames = self.frame_src.as_ref().map(|sources| format!("frame-src {sources}"));
        let form = format!("form-action {}", self.form_action.as_deref().unwrap_or("'none'"));
        let form = (!self.any_form_action).then_some(form);
        let fixed = |text: &str| Some(text.to_owned());
        let all = [
            fixed("default-src 'none'"),
            Some(style),
            // The logo comes from this server.
            fixed("img-src 'self'"),
            script,
            frames,
            form,
            fixed("frame-ancestors 'none'"),
            fixed("base-uri 'none'"),
        ];
        all.into_iter().flatten().collect::<Vec<_>>().join("; ")
    }
}

fn page(status: StatusCode, locale: Locale, title: &Text, body: &str, policy: &Policy) -> Response {
    let lang = if locale == Locale::Zh { "zh-CN" } else { "en" };
    let title = escape(title.in_locale(locale));
    let html = format!(
        "<!DOCTYPE html><html lang=\"{lang}\"><head><meta charset=\"utf-8\"><title>{title}</title>\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><link rel=\"icon\" href=\"/brand/icon\"><style>{STYLE}</style></head>\
         <body><main>{MARK}<h1>{title}</h1>{body}</main></body></html>"
    );
    let mut response = (status, Html(html)).into_response();
    let headers = response.headers_mut();
    if let Ok(policy) = HeaderValue::from_str(&policy.header()) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    headers.insert(header::CONTENT_LANGUAGE, HeaderValue::from_static(lang));
    response
}

/// The script that submits the form below.
const SUBMIT: &str = "document.forms[0].submit()";

/// A form that posts an answer to its client by itself (OAuth 2.0 Form Post Response Mode 1.0); a button does so
/// where scripts are off. Its policy has no `form-action`: browsers apply that also to the addresses that the client
/// redirects to.
pub fn form_post<'a>(locale: Locale, address: &str, pairs: impl IntoIterator<Item = (&'a str, &'a str)>) -> Response {
    let (text, on) = match locale {
        Locale::Zh => ("正在返回您要登录的系统。", "继续"),
        Locale::En => ("Taking you back to the system that you are signing in to.", "Continue"),
    };
    let fields = pairs.into_iter().fold(String::new(), |fields, (name, value)| {
        fields + &format!("<input type=\"hidden\" name=\"{}\" value=\"{}\">", escape(name), escape(value))
    });
    let body = format!(
        "<p>{text}</p><form method=\"post\" action=\"{}\">{fields}<button type=\"submit\">{on}</button></form>\
         <script>{SUBMIT}</script>",
        escape(address)
    );
    let policy = Policy { script: Some(SUBMIT), any_form_action: true, ..Policy::default() };
    page(StatusCode::OK, locale, &Text::new("请稍候", "One moment"), &body, &policy)
}
