//! Request parameters in `application/x-www-form-urlencoded` (RFC 6749, section 3.1 and appendix B).

use std::collections::BTreeMap;
use std::convert::Infallible;

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::header;
use serde_json::{Map, Value};
use url::form_urlencoded;

use super::error::{ErrorCode, OAuthError};

/// Parameters that may be repeated, one value each (RFC 8707, section 2; RFC 8693, section 2.1).
const REPEATABLE: &[&str] = &["resource", "audience"];
/// Most values of such a parameter.
const MAX_REPEATED: usize = 20;

/// The parameters that an endpoint knows; others are ignored, and a parameter without a value counts as absent.
#[derive(Clone, Debug, Default)]
pub struct Params {
    values: BTreeMap<&'static str, String>,
    more: BTreeMap<&'static str, Vec<String>>,
    faulty: BTreeMap<&'static str, &'static str>,
}

impl Params {
    /// Reads a query or a form. A parameter that is repeated or holds control characters is set aside as faulty, so
    /// that the caller can first find out where to send the error.
    #[must_use]
    pub fn parse(known: &[&'static str], text: &[u8]) -> Self {
        let mut params = Self::default();
        for (name, value) in form_urlencoded::parse(text) {
            let Some(name) = known.iter().copied().find(|k| *k == name) else { continue };
            params.add(name, value.into_owned());
        }
        params.without_faulty()
    }

    /// Reads the members of a request object (RFC 9101, section 4): numbers as they are written, an object as JSON,
    /// an array of strings as a repeated parameter.
    #[must_use]
    pub fn of_members(known: &[&'static str], members: &Map<String, Value>) -> Self {
        let mut params = Self::default();
        for (name, value) in members {
            let Some(name) = known.iter().copied().find(|k| k == name) else { continue };
            match value {
                Value::String(text) => params.add(name, text.clone()),
                Value::Number(_) | Value::Object(_) => params.add(name, value.to_string()),
                Value::Array(many) if REPEATABLE.contains(&name) && many.iter().all(Value::is_string) => {
                    many.iter().filter_map(Value::as_str).for_each(|one| params.add(name, one.to_owned()));
                }
                _ => params.fault(name, "a member of the request object has the wrong type"),
            }
        }
        params.without_faulty()
    }

    fn add(&mut self, name: &'static str, value: String) {
        if value.is_empty() {
            return;
        }
        // Nearly every value is ASCII, where a check of the octets is enough.
        let controls = if value.is_ascii() {
            value.bytes().any(|b| b.is_ascii_control())
        } else {
            value.chars().any(char::is_control)
        };
        if controls {
            self.fault(name, "a parameter holds control characters");
        } else if REPEATABLE.contains(&name) {
            let all = self.more.entry(name).or_default();
            all.push(value);
            if all.len() > MAX_REPEATED {
                self.fault(name, "a parameter is given too often");
            }
        } else if self.values.insert(name, value).is_some() {
            self.fault(name, "a parameter is given more than once");
        }
    }

    fn fault(&mut self, name: &'static str, why: &'static str) {
        self.faulty.insert(name, why);
    }

    fn without_faulty(mut self) -> Self {
        for name in self.faulty.keys() {
            self.values.remove(name);
            self.more.remove(name);
        }
        self
    }

    /// The value, if any.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.values.get(name).map(String::as_str)
    }

    /// The values of a repeatable parameter, in their order.
    #[must_use]
    pub fn all(&self, name: &str) -> &[String] {
        self.more.get(name).map_or(&[], Vec::as_slice)
    }

    /// The value of a required parameter; `missing` is the error's description.
    pub fn required(&self, name: &str, missing: &'static str) -> Result<&str, OAuthError> {
        self.get(name).ok_or(OAuthError::new(ErrorCode::InvalidRequest, missing))
    }

    /// Refuses the request if any parameter was faulty.
    pub fn sound(&self) -> Result<(), OAuthError> {
        match self.faulty.values().next() {
            Some(why) => Err(OAuthError::new(ErrorCode::InvalidRequest, why)),
            None => Ok(()),
        }
    }

    /// The parameters as a query, in the order of their names, without `except`.
    #[must_use]
    pub fn to_query(&self, except: &str) -> String {
        let once = self.values.iter().map(|(name, value)| (*name, value));
        let more = self.more.iter().flat_map(|(name, values)| values.iter().map(|value| (*name, value)));
        let pairs = once.chain(more).filter(|(name, _)| *name != except);
        form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish()
    }
}

/// The body of a request whose content type is a form.
#[derive(Debug)]
pub struct Submitted(pub Result<Bytes, OAuthError>);

impl<S: Send + Sync> FromRequest<S> for Submitted {
    type Rejection = Infallible;

    async fn from_request(request: Request, state: &S) -> Result<Self, Infallible> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|v| v.to_str().ok()).unwrap_or_default();
        let essence = kind.split(';').next().unwrap_or_default().trim();
        if !essence.eq_ignore_ascii_case("application/x-www-form-urlencoded") {
            let why = "the content type must be application/x-www-form-urlencoded";
            return Ok(Self(Err(OAuthError::new(ErrorCode::InvalidRequest, why))));
        }
        let cut = OAuthError::new(ErrorCode::InvalidRequest, "the body is too large or was cut short");
        Ok(Self(Bytes::from_request(request, state).await.map_err(|_| cut)))
    }
}
