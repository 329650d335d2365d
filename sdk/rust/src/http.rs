//! Calls to the trial system. A plugin names an endpoint and a relative path; the host owns the
//! addresses, the credentials and the retries.

use serde::Serialize;
use serde::de::DeserializeOwned;

pub use crate::bindings::panel_plugin::cardea::panel::http::{Endpoint, Error, Method};
pub(crate) use crate::bindings::panel_plugin::cardea::panel::http::{Request as RawRequest, Response as RawResponse};
use crate::{Fault, Message, Reason, host};

/// A request to build.
///
/// ```
/// use cardea_plugin_sdk::prelude::*;
/// use cardea_plugin_sdk::http::{Method, Request};
///
/// let host = testing::Host::install(|request| {
///     assert_eq!(request.idempotency_key.as_deref(), Some("batch-1:item-1"));
///     testing::status(204)
/// });
/// let request = Request::new(Method::Put, Endpoint::CallbackApi, http::path(&["ABC-1", "people", "u1"]))
///     .idempotency_key("batch-1:item-1")
///     .json(&serde_json::json!({ "role": "reader" }))
///     .unwrap();
/// assert_eq!(http::send(request).unwrap().status, 204);
/// assert_eq!(host.requests()[0].path, "ABC-1/people/u1");
/// ```
#[derive(Clone, Debug)]
pub struct Request(RawRequest);

impl Request {
    /// A call of `method` to `path` below the endpoint's base address, without a leading slash.
    /// Build the path with [`path`].
    pub fn new(method: Method, endpoint: Endpoint, path: impl Into<String>) -> Self {
        Self(RawRequest {
            endpoint,
            method,
            path: path.into(),
            query: Vec::new(),
            headers: Vec::new(),
            body: None,
            idempotency_key: None,
            timeout_ms: None,
        })
    }

    /// A `GET`.
    pub fn get(endpoint: Endpoint, path: impl Into<String>) -> Self {
        Self::new(Method::Get, endpoint, path)
    }

    /// Adds a query parameter; the host encodes it.
    #[must_use]
    pub fn query(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.0.query.push((name.into(), value.into()));
        self
    }

    /// Adds a header. The host refuses the headers that it sets itself, such as `authorization`.
    #[must_use]
    pub fn header(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.0.headers.push((name.into(), value.into()));
        self
    }

    /// Sets a JSON body.
    ///
    /// # Errors
    /// [`Fault::Internal`] when `body` cannot be serialised as JSON.
    pub fn json(mut self, body: &impl Serialize) -> Result<Self, Fault> {
        let bytes = serde_json::to_vec(body).map_err(|error| Fault::internal(error.to_string()))?;
        self.0.body = Some(bytes);
        Ok(self.header("content-type", "application/json"))
    }

    /// Sets the `Idempotency-Key`, which allows the host to repeat the call.
    #[must_use]
    pub fn idempotency_key(mut self, key: impl Into<String>) -> Self {
        self.0.idempotency_key = Some(key.into());
        self
    }

    /// Sets a timeout in milliseconds, unless the host's own limit is shorter.
    #[must_use]
    pub fn timeout_ms(mut self, timeout: u32) -> Self {
        self.0.timeout_ms = Some(timeout);
        self
    }
}

/// An answer with a status below 400.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// The status.
    pub status: u16,
    /// Headers: names in lower case, and values.
    pub headers: Vec<(String, String)>,
    /// Body, at most 2 MiB.
    pub body: Vec<u8>,
}

impl Response {
    /// Reads the body as JSON.
    ///
    /// # Errors
    /// [`HttpError::Malformed`].
    pub fn json<T: DeserializeOwned>(&self) -> Result<T, HttpError> {
        serde_json::from_slice(&self.body).map_err(|error| HttpError::Malformed(error.to_string()))
    }
}

/// The reason why there is no usable answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HttpError {
    /// The call failed.
    Call(Error),
    /// A status of 400 or above, or a redirect.
    Status {
        /// The status.
        status: u16,
        /// `Retry-After` in milliseconds, if it was given in seconds.
        retry_after_ms: Option<u32>,
        /// The answer's body.
        body: Vec<u8>,
    },
    /// The answer is malformed; the text is for the log.
    Malformed(String),
}

impl HttpError {
    /// The reason to report for a user that could not be provisioned.
    pub fn reason(&self) -> Reason {
        match self {
            Self::Call(Error::Throttled(_)) | Self::Status { status: 429, .. } => Reason::Throttled,
            Self::Call(
                Error::Timeout | Error::Connect | Error::Tls | Error::BudgetSpent | Error::Cancelled | Error::TooLarge,
            ) => Reason::Unavailable,
            Self::Call(Error::Denied(_) | Error::Invalid(_)) | Self::Malformed(_) => Reason::Unknown,
            Self::Status { status, .. } => match status {
                401 | 403 => Reason::Unauthorised,
                404 | 410 => Reason::NotFound,
                409 => Reason::Conflict,
                400..=499 => Reason::Rejected,
                500.. => Reason::Unavailable,
                _ => Reason::Unknown,
            },
        }
    }

    /// Milliseconds after which to retry, if known.
    pub fn retry_after_ms(&self) -> Option<u32> {
        match self {
            Self::Call(Error::Throttled(ms)) => Some(*ms),
            Self::Status { retry_after_ms, .. } => *retry_after_ms,
            _ => None,
        }
    }

    /// The message for the administrator. Its keys (`sdk.http.*`) are in every bundle.
    pub fn message(&self) -> Message {
        let (key, fallback) = match self {
            Self::Call(Error::Timeout) => ("timeout", "The trial system did not answer in time."),
            Self::Call(Error::Connect | Error::Tls | Error::Cancelled) => {
                ("connect", "The trial system cannot be reached.")
            }
            Self::Call(Error::TooLarge) => ("too_large", "The trial system's answer is too large."),
            Self::Call(Error::BudgetSpent) => ("budget", "Too many calls were needed."),
            Self::Call(Error::Denied(_) | Error::Invalid(_)) => {
                ("denied", "The call to the trial system was not allowed.")
            }
            Self::Call(Error::Throttled(_)) => ("throttled", "The trial system is busy."),
            Self::Malformed(_) => ("malformed", "The trial system's answer cannot be understood."),
            Self::Status { status, .. } => {
                let (key, fallback) = match status {
                    429 => ("throttled", "The trial system is busy."),
                    401 | 403 => ("forbidden", "The trial system refused the credentials."),
                    404 | 410 => ("not_found", "The trial system does not know this."),
                    500.. => ("unavailable", "The trial system failed (status {status})."),
                    _ => ("refused", "The trial system refused the request (status {status})."),
                };
                let message = Message::new(format!("sdk.http.{key}"), fallback);
                return message.arg("status", status.to_string());
            }
        };
        Message::new(format!("sdk.http.{key}"), fallback)
    }
}

impl From<HttpError> for Fault {
    /// Fails the whole call with [`HttpError::message`], as a fault of the trial system.
    fn from(error: HttpError) -> Self {
        Self::Downstream(error.message())
    }
}

/// Makes one call.
///
/// # Errors
/// [`HttpError::Call`] or [`HttpError::Status`].
pub fn send(request: Request) -> Result<Response, HttpError> {
    let Request(raw) = request;
    check(host::send(&raw))
}

/// Makes calls concurrently; the answers are in the order of the requests.
pub fn send_all(requests: Vec<Request>) -> Vec<Result<Response, HttpError>> {
    let requests: Vec<_> = requests.into_iter().map(|request| request.0).collect();
    host::send_all(&requests).into_iter().map(check).collect()
}

/// Gets JSON.
///
/// # Errors
/// Any [`HttpError`].
pub fn get_json<T: DeserializeOwned>(endpoint: Endpoint, path: &str, query: &[(&str, &str)]) -> Result<T, HttpError> {
    let request = Request::get(endpoint, path).header("accept", "application/json");
    let request = query.iter().fold(request, |request, (name, value)| request.query(*name, *value));
    send(request)?.json()
}

/// Joins segments to a relative path, percent-encoding all but unreserved characters (RFC 3986, 2.3), so that a study
/// code with a slash stays one segment.
///
/// ```
/// use cardea_plugin_sdk::http;
///
/// assert_eq!(http::path(&["ABC/1", "module roles"]), "ABC%2F1/module%20roles");
/// ```
pub fn path(segments: &[&str]) -> String {
    let encode = |segment: &&str| -> String {
        segment
            .bytes()
            .map(|byte| match byte {
                b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => char::from(byte).to_string(),
                _ => format!("%{byte:02X}"),
            })
            .collect()
    };
    segments.iter().map(encode).collect::<Vec<_>>().join("/")
}

fn check(answer: Result<RawResponse, Error>) -> Result<Response, HttpError> {
    let RawResponse { status, headers, body } = answer.map_err(HttpError::Call)?;
    if (200..300).contains(&status) {
        return Ok(Response { status, headers, body });
    }
    let retry_after = headers.iter().find(|(name, _)| name.eq_ignore_ascii_case("retry-after"));
    let retry_after_ms =
        retry_after.and_then(|(_, value)| value.parse::<u32>().ok()).map(|seconds| seconds.saturating_mul(1000));
    Err(HttpError::Status { status, retry_after_ms, body })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::testing::{self, Host};

    #[test]
    fn paths_keep_their_segments() {
        assert_eq!(path(&["ABC/1", "..", "用户 a"]), "ABC%2F1/../%E7%94%A8%E6%88%B7%20a");
        assert_eq!(path(&[]), "");
    }

    #[test]
    fn statuses_become_reasons_and_messages() {
        for (status, reason, key) in [
            (400, Reason::Rejected, "refused"),
            (401, Reason::Unauthorised, "forbidden"),
            (404, Reason::NotFound, "not_found"),
            (409, Reason::Conflict, "refused"),
            (429, Reason::Throttled, "throttled"),
            (500, Reason::Unavailable, "unavailable"),
            (307, Reason::Unknown, "refused"),
        ] {
            let _host = Host::install(move |_| testing::status(status));
            let error = get_json::<()>(Endpoint::RoleApi, "x", &[]).unwrap_err();
            assert_eq!(error.reason(), reason, "{status}");
            assert_eq!(error.message().key, format!("sdk.http.{key}"));
        }
    }

    #[test]
    fn every_message_has_a_text() {
        let zh: std::collections::BTreeMap<String, String> =
            serde_json::from_str(include_str!("../locales/zh.json")).unwrap();
        let en: std::collections::BTreeMap<String, String> =
            serde_json::from_str(include_str!("../locales/en.json")).unwrap();
        assert!(zh.keys().eq(en.keys()));
        let errors = [
            Error::Denied(String::new()),
            Error::Invalid(String::new()),
            Error::Timeout,
            Error::Connect,
            Error::Tls,
            Error::TooLarge,
            Error::Throttled(1),
            Error::BudgetSpent,
            Error::Cancelled,
        ];
        let statuses = [307, 400, 401, 404, 429, 503].map(|status| HttpError::Status {
            status,
            retry_after_ms: None,
            body: Vec::new(),
        });
        let malformed = [HttpError::Malformed(String::new())];
        for error in errors.map(HttpError::Call).into_iter().chain(statuses).chain(malformed) {
            assert!(zh.contains_key(&error.message().key), "{error:?}");
        }
    }

    #[test]
    fn retry_after_is_read_in_seconds() {
        let _host = Host::install(|_| {
            Ok(RawResponse { status: 429, headers: vec![("Retry-After".into(), "3".into())], body: Vec::new() })
        });
        let error = send(Request::get(Endpoint::RoleApi, "x")).unwrap_err();
        assert_eq!(error.retry_after_ms(), Some(3000));
    }
}
