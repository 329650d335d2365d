//! The two operations, and their errors.

use axum::body::Bytes;
use axum::extract::{OriginalUri, State};
use axum::http::{HeaderMap, Method, Uri, header};
use serde_json::{Map, Value, json};

use super::signature::Signed;
use super::target::below;
use super::{Ctms, Upstream};
use crate::authorisation;
use crate::kernel::ctx::{Event, Outcome, ReadCtx};
use crate::kernel::error::{Code, Error, Locale, Text};
use crate::kernel::http::{Envelope, Json};
use crate::kernel::id::Id;
use crate::kernel::openapi::{OpenApiRouter, routes};
use crate::kernel::outbound::OutboundError;

/// The web code of the system that the interface belongs to (specification, portal, section 2).
const CTMS: &str = "040";
/// The path prefix of the interface.
const BASE: &str = "/api/ctms/";
/// The header that names the caller; it is signed.
const USER: &str = "cardea-user";
/// The header of the browser application, which no other site's page can set.
const REQUESTED_WITH: &str = "x-requested-with";

/// The documented calls of this module, with their whole paths.
pub fn router(ctms: Ctms) -> OpenApiRouter {
    OpenApiRouter::new().routes(routes!(get, post)).with_state(ctms)
}

/// Reads from the trial-management system. `data` is its answer.
#[utoipa::path(get, path = "/api/ctms/{*path}", operation_id = "ctmsGet", tag = "trial management",
    params(("path" = String, Path, description = "Path below the configured address")),
    responses((status = 200, body = Envelope<Value>)))]
async fn get(
    State(ctms): State<Ctms>,
    cx: ReadCtx,
    headers: HeaderMap,
    OriginalUri(uri): OriginalUri,
) -> Result<Envelope<Value>, Error> {
    // A link of another site carries the cookie; it must not make this server call out.
    if !headers.contains_key(header::AUTHORIZATION) && headers.get(REQUESTED_WITH).is_none_or(|v| v != "cardea") {
        cx.person()?;
        return Err(Error::new(Code::CrossSite));
    }
    ctms.call(cx, Method::GET, &uri, Bytes::new()).await.map(Envelope::ok)
}

/// Sends to the trial-management system. `data` is its answer.
#[utoipa::path(post, path = "/api/ctms/{*path}", operation_id = "ctmsPost", tag = "trial management",
    params(("path" = String, Path, description = "Path below the configured address")),
    request_body = Object, responses((status = 200, body = Envelope<Value>)))]
async fn post(
    State(ctms): State<Ctms>,
    cx: ReadCtx,
    OriginalUri(uri): OriginalUri,
    Json(body): Json<Map<String, Value>>,
) -> Result<Envelope<Value>, Error> {
    let body = Bytes::from(serde_json::to_vec(&body)?);
    ctms.call(cx, Method::POST, &uri, body).await.map(Envelope::ok)
}

impl Ctms {
    /// Makes one call for the caller.
    ///
    /// Errors: [`Code::NotAvailable`] where no such system is configured, [`Code::Forbidden`] for a caller who is not
    /// authorised in it, [`Code::Invalid`] for an invalid path or query, [`Code::TooMany`], [`Code::Busy`], and for
    /// failures of the other side: [`Code::DownstreamRejected`], [`Code::DownstreamUnavailable`].
    async fn call(&self, mut cx: ReadCtx, method: Method, uri: &Uri, body: Bytes) -> Result<Value, Error> {
        // The path as received, before any router decodes it: percent-encoding stays visible.
        let path = uri.path().strip_prefix(BASE).unwrap_or_default();
        let user = cx.person()?.id.clone();
        let upstream = self.0.upstream.as_ref().ok_or(Code::NotAvailable)?;
        if !authorisation::may_open(&mut cx, &user, CTMS).await? {
            return Err(refused(&mut cx, &method, path).await);
        }
        let address = below(&upstream.base, path, uri.query())?;
        let _turn = upstream.calls.try_acquire().map_err(|_| Error::new(Code::Busy).retry_after(2))?;
        // No database connection is held during the call.
        cx.release();
        let mut separate = cx.new_transaction();
        self.0.sessions.spend(&mut separate, "ctms", user.as_str(), (60, self.0.per_minute)).await?;
        separate.audit_event(event("ctms.called", &method, address.path()));
        separate.commit().await?;
        let request = upstream.request(self, &cx, (&method, &address), &user, body)?;
        let sent = upstream.client.send(request, None).await;
        match sent.map_err(unreachable).and_then(|answer| judge(&answer)) {
            Ok(value) => Ok(value),
            Err(error) => {
                let mut separate = cx.new_transaction();
                let event = event("ctms.failed", &method, address.path());
                let reason = Some(error.code.slug().to_owned());
                separate.audit_event(Event { outcome: Some(Outcome::Failed), reason, ..event });
                separate.commit().await?;
                Err(error)
            }
        }
    }
}

impl Upstream {
    /// The signed request. None of the caller's headers are passed on.
    fn request(
        &self,
        ctms: &Ctms,
        cx: &ReadCtx,
        (method, address): (&Method, &url::Url),
        user: &Id,
        body: Bytes,
    ) -> Result<http::Request<Bytes>, Error> {
        let query = address.query().map(|query| format!("?{query}")).unwrap_or_default();
        let target = format!("{}{query}", address.path());
        let signed = Signed { method: method.as_str(), target: &target, user, body: &body };
        let signature = self.signer.sign(&ctms.0.kernel, signed)?;
        let language = if cx.locale() == Locale::Zh { "zh" } else { "en" };
        let mut request = http::Request::builder()
            .method(method)
            .uri(address.as_str())
            .header(self.header.as_str(), signature)
            .header(USER, user.as_str())
            .header(header::ACCEPT, "application/json")
            .header(header::ACCEPT_LANGUAGE, language);
        if method == Method::POST {
            request = request.header(header::CONTENT_TYPE, "application/json");
        }
        request.body(body).map_err(Error::internal)
    }
}

fn event(action: &'static str, method: &Method, path: &str) -> Event {
    Event {
        action,
        resource: "ctms-calls",
        record: path.to_owned(),
        // Queries and bodies may be about people: the audit records the call without them.
        after: Some(json!({ "method": method.as_str() })),
        ..Event::default()
    }
}

/// Records the attempt of a caller without permission.
async fn refused(cx: &mut ReadCtx, method: &Method, path: &str) -> Error {
    cx.release();
    let mut separate = cx.new_transaction();
    let short: String = path.chars().filter(|c| !c.is_control()).take(200).collect();
    separate.audit_event(Event { outcome: Some(Outcome::Refused), ..event("ctms.refused", method, &short) });
    let text = Text::new("您没有临床试验管理系统的授权", "You are not authorised for the trial-management system");
    separate.commit().await.err().unwrap_or_else(|| Error::new(Code::Forbidden).message(text))
}

fn unreachable(error: OutboundError) -> Error {
    let text = match &error {
        OutboundError::Timeout => {
            Text::new("临床试验管理系统未在规定时间内响应", "The trial-management system did not answer in time")
        }
        OutboundError::TooLarge(_) => {
            Text::new("临床试验管理系统的应答过大", "The answer of the trial-management system is too large")
        }
        _ => Text::new("临床试验管理系统暂时无法访问", "The trial-management system cannot be reached at the moment"),
    };
    Error::new(Code::DownstreamUnavailable).message(text).source(error)
}

/// The other side's answer, if it is JSON and a success. The text of a failure goes to the log, and not to people
/// here.
fn judge(answer: &http::Response<Bytes>) -> Result<Value, Error> {
    let status = answer.status();
    let kind = answer.headers().get(header::CONTENT_TYPE).and_then(|v| v.to_str().ok()).unwrap_or_default();
    let json = kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"));
    if status.is_success() {
        let value = json.then(|| serde_json::from_slice(answer.body()).ok()).flatten();
        let text =
            Text::new("临床试验管理系统的应答无法识别", "The answer of the trial-management system makes no sense");
        return value.ok_or_else(|| Error::new(Code::DownstreamUnavailable).message(text));
    }
    let told = std::io::Error::other(format!("the trial-management system answered {status}"));
    match status.as_u16() {
        // The other side refuses the signature: the caller can do nothing about it.
        401 | 403 => Err(Error::new(Code::DownstreamUnavailable).source(told)),
        400..=499 => Err(Error::new(Code::DownstreamRejected).source(told)),
        _ => Err(Error::new(Code::DownstreamUnavailable).source(told)),
    }
}
