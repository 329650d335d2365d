//! The parts that all HTTP faces share: the request's id, language and address, and the two bodies of an [`Error`].
//! [`super::body`] has the bodies of requests and of successful answers.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::{ConnectInfo, Request as HttpRequest};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

pub use super::body::{Created, Envelope, Json, from_value, parse};
use super::error::{Code, Error, Locale};
use super::id::Series;
use super::layer::{Around, AroundLayer};
use super::proxies::Proxies;
pub use super::request::{About, Request};
use super::state::Kernel;

/// The header of answers that carries the request id.
pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The cookie that marks a device on which a person signed in. The sign-in decides whose device it is, and whether
/// this server made the mark. Without TLS its name is [`DEVICE_PLAIN`].
pub const DEVICE: &str = "__Host-cardea_device";
/// The name of [`DEVICE`] without TLS.
pub const DEVICE_PLAIN: &str = "cardea_device";

/// The value of a cookie of the request, if there is one and it is not empty (RFC 6265, section 5.4).
pub fn cookie<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|line| line.to_str().ok())
        .flat_map(|line| line.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find_map(|(n, value)| (n == name && !value.is_empty()).then_some(value))
}

/// The layer that gives every request its id, language and address; outermost of the layers.
#[must_use]
pub fn identify(kernel: Kernel) -> AroundLayer<Identify> {
    identify_behind(kernel, Proxies::default())
}

/// As [`identify`], behind reverse proxies.
#[must_use]
pub fn identify_behind(kernel: Kernel, proxies: Proxies) -> AroundLayer<Identify> {
    let ids = Arc::new(Series::new(kernel.entropy()));
    AroundLayer(Identify { kernel, ids, proxies })
}

/// See [`identify`].
#[derive(Clone, Debug)]
pub struct Identify {
    kernel: Kernel,
    ids: Arc<Series>,
    proxies: Proxies,
}

/// The cookie in which this server's pages store the chosen language; no secret.
const LANGUAGE: &str = "cardea_language";

/// The first of each header that the data about a request is made of, read in one pass: a look-up costs as much as
/// several headers that are passed over.
#[derive(Debug, Default)]
struct Headers<'h> {
    accept: Option<&'h str>,
    accept_language: Option<&'h str>,
    user_agent: Option<&'h str>,
    sec_fetch_mode: Option<&'h str>,
    /// Whether there is a cookie.
    cookies: bool,
    /// See [`About::page`].
    page: bool,
}

impl<'h> Headers<'h> {
    fn read(all: &'h HeaderMap) -> Self {
        let mut read = Self::default();
        for (name, value) in all {
            let first = match name.as_str() {
                "accept" => &mut read.accept,
                "accept-language" => &mut read.accept_language,
                "user-agent" => &mut read.user_agent,
                "sec-fetch-mode" => &mut read.sec_fetch_mode,
                "cookie" => {
                    read.cookies = true;
                    continue;
                }
                "origin" | "sec-fetch-site" => {
                    read.page = true;
                    continue;
                }
                _ => continue,
            };
            first.get_or_insert_with(|| value.to_str().unwrap_or_default());
        }
        read.page |= read.sec_fetch_mode.is_some();
        read
    }

    /// The chosen language, where a browser navigates to an address: its `Accept-Language` then names the browser's
    /// preference, not the choice. Calls of this server's own pages send the language they are shown in as
    /// `Accept-Language`.
    fn chosen(&self, all: &HeaderMap) -> Option<Locale> {
        let goes = match self.sec_fetch_mode {
            Some(mode) => mode == "navigate",
            None => self.accept.is_some_and(|accepted| accepted.contains("text/html")),
        };
        let tag = (goes && self.cookies).then(|| cookie(all, LANGUAGE)).flatten()?;
        [Locale::Zh, Locale::En].into_iter().find(|locale| locale.tag() == tag)
    }

    /// The mark of a device, empty without one.
    fn device(&self, all: &'h HeaderMap) -> &'h str {
        let mut names = [DEVICE, DEVICE_PLAIN].iter().filter(|_| self.cookies);
        names.find_map(|name| cookie(all, name)).unwrap_or_default()
    }
}

/// The first 200 characters; a header that is text is ASCII.
fn start_of(text: &str) -> &str {
    text.get(..200).unwrap_or(text)
}

impl Around for Identify {
    type Kept = Option<HeaderValue>;

    fn before(&self, request: &mut HttpRequest) -> Self::Kept {
        let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
        let (all, read) = (request.headers(), Headers::read(request.headers()));
        let negotiated = || Locale::negotiate(read.accept_language.unwrap_or_default());
        let about = About {
            id: self.ids.next(self.kernel.now()).into(),
            locale: read.chosen(all).unwrap_or_else(negotiated),
            address: peer.map(|peer| self.proxies.caller(peer.0.ip(), all)),
            user_agent: start_of(read.user_agent.unwrap_or_default()).to_owned(),
            device: read.device(all).to_owned(),
            page: read.page,
        };
        let id = HeaderValue::from_str(&about.id).ok();
        request.extensions_mut().insert(Request::from(about));
        id
    }

    fn after(id: Self::Kept, mut response: Response) -> Response {
        if let Some(id) = id {
            response.headers_mut().insert(REQUEST_ID, id);
        }
        response
    }
}

/// An error on its way to the face that writes its body.
#[derive(Clone, Debug)]
struct Carried(Arc<Error>);

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        let mut response = self.code.admin_status().into_response();
        if let Some(cookies) = &self.cookies {
            response.headers_mut().extend((**cookies).clone());
        }
        response.extensions_mut().insert(Carried(Arc::new(self)));
        response
    }
}

/// The code of an error whose answer was written: for layers around the faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused(pub Code);

/// The error that a response carries.
#[must_use]
pub fn carried(response: &Response) -> Option<Arc<Error>> {
    response.extensions().get::<Carried>().map(|c| Arc::clone(&c.0))
}

fn log(error: &Error, request: &Request) {
    let source = error.source.as_ref().map(|s| chain(s.as_ref()));
    if error.code == Code::Internal {
        tracing::error!(request_id = request.id, code = error.code.slug(), source, "internal error");
    } else if let Some(source) = source {
        tracing::warn!(request_id = request.id, code = error.code.slug(), source, "refused");
    }
}

fn chain(mut error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    while let Some(next) = error.source() {
        text = format!("{text}: {next}");
        error = next;
    }
    text
}

fn finish(mut response: Response, error: &Error) -> Response {
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if let Some(seconds) = error.retry_after {
        headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    response
}

fn fields(error: &Error, locale: Locale) -> Option<Value> {
    (!error.fields.is_empty())
        .then(|| error.fields.iter().map(|(name, text)| (name.clone(), Value::from(text.in_locale(locale)))).collect())
}

/// Turns a bare response of axum's own (no such path, wrong method, a caught panic) into an error.
fn adopt(response: &Response) -> Option<Error> {
    let code = match response.status() {
        StatusCode::NOT_FOUND => Code::NoSuchCall,
        StatusCode::METHOD_NOT_ALLOWED => Code::MethodNotAllowed,
        StatusCode::PAYLOAD_TOO_LARGE => Code::TooLarge,
        StatusCode::UNSUPPORTED_MEDIA_TYPE => Code::MediaType,
        StatusCode::INTERNAL_SERVER_ERROR => Code::Internal,
        // Its headers say all there is to say (RFC 9110, section 15.5.17).
        StatusCode::RANGE_NOT_SATISFIABLE => return None,
        status if status.is_client_error() => Code::Malformed,
        _ => return None,
    };
    let json =
        response.headers().get(header::CONTENT_TYPE).is_some_and(|v| v.as_bytes().starts_with(b"application/json"));
    (!json).then(|| Error::new(code))
}

/// The face of the documented calls: the envelope of the specification.
#[must_use]
pub const fn documented() -> AroundLayer<Face> {
    AroundLayer(Face(|error, about| {
        let mut body = json!({
            "code": error.code.wire(), "message": error.text().in_locale(about.locale),
            "data": error.data, "success": false, "isOk": false, "requestId": about.id,
        });
        if let Some(fields) = fields(error, about.locale) {
            body["data"] = json!({ "errors": fields });
        }
        (error.code.documented_status(), axum::Json(body)).into_response()
    }))
}

/// The face of the admin REST API: the format that ra-data-simple-rest expects.
#[must_use]
pub const fn admin() -> AroundLayer<Face> {
    AroundLayer(Face(|error, about| {
        let mut body = json!({
            "code": error.code.slug(), "message": error.text().in_locale(about.locale), "requestId": about.id,
        });
        if let Some(fields) = fields(error, about.locale) {
            body["errors"] = fields;
        }
        if let Some(data) = &error.data {
            body["data"] = (**data).clone();
        }
        (error.code.admin_status(), axum::Json(body)).into_response()
    }))
}

type Write = fn(&Error, &Request) -> Response;

/// A face: a way to write errors. See [`documented`] and [`admin`].
#[derive(Clone, Copy, Debug)]
pub struct Face(Write);

impl Around for Face {
    type Kept = (Write, Option<Request>);

    fn before(&self, request: &mut HttpRequest) -> Self::Kept {
        (self.0, request.extensions().get::<Request>().cloned())
    }

    fn after((write, about): Self::Kept, response: Response) -> Response {
        let Some(error) = carried(&response).or_else(|| adopt(&response).map(Arc::new)) else { return response };
        let about = about.unwrap_or_else(|| Request::internal(String::new()));
        log(&error, &about);
        let allow = response.headers().get(header::ALLOW).cloned();
        let mut written = finish(write(&error, &about), &error);
        written.extensions_mut().insert(Refused(error.code));
        if let Some(allow) = allow {
            written.headers_mut().insert(header::ALLOW, allow);
        }
        for cookie in response.headers().get_all(header::SET_COOKIE) {
            written.headers_mut().append(header::SET_COOKIE, cookie.clone());
        }
        written
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_that_was_chosen_holds_where_a_browser_goes_and_nowhere_else() {
        let of = |pairs: &[(&'static str, &'static str)]| {
            let header = |(name, value): &(&'static str, &'static str)| {
                (HeaderName::from_static(name), HeaderValue::from_static(value))
            };
            let all: HeaderMap = pairs.iter().map(header).collect();
            Headers::read(&all).chosen(&all)
        };
        let (zh, goes, calls) =
            (("cookie", "a=b; cardea_language=zh"), ("sec-fetch-mode", "navigate"), ("sec-fetch-mode", "cors"));
        let page = ("accept", "text/html,*/*;q=0.8");
        assert_eq!(of(&[zh, goes]), Some(Locale::Zh));
        assert_eq!(of(&[zh, page]), Some(Locale::Zh));
        assert_eq!(of(&[("cookie", "cardea_language=en"), goes]), Some(Locale::En));
        assert_eq!(of(&[zh, calls]), None);
        assert_eq!(of(&[zh, calls, page]), None);
        assert_eq!(of(&[zh]), None);
        for other in ["cardea_language=fr", "cardea_language=", "xcardea_language=en", "cardea_language"] {
            assert_eq!(of(&[("cookie", other), goes]), None, "{other}");
        }
    }
}
