//! Request parameters in `application/x-www-form-urlencoded` (RFC 6749, section 3.1 and appendix B).

use std::collections::BTreeMap;
use std::convert::Infallible;

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::header;
use url::form_urlencoded;

use super::error::{ErrorCode, OAuthError};

/// The parameters that an endpoint knows; others are ignored, those without a value count as absent.
#[derive(Clone, Debug, Default)]
pub struct Params {
    values: BTreeMap<&'static str, String>,
    faulty: BTreeMap<&'static str, &'static str>,
}

impl Params {
    /// Reads a query or a form. A parameter that is repeated or holds control characters is kept back
    /// and noted, so that the caller can first find out where to send the error.
    #[must_use]
    pub fn parse(known: &[&'static str], text: &[u8]) -> Self {
        let mut params = Self::default();
        for (name, value) in form_urlencoded::parse(text) {
            let Some(name) = known.iter().copied().find(|k| *k == name) else { continue };
            if value.is_empty() {
                continue;
            }
            if value.chars().any(char::is_control) {
                params.faulty.insert(name, "a parameter holds control characters");
            } else if params.values.insert(name, value.into_owned()).is_some() {
                params.faulty.insert(name, "a parameter is given more than once");
            }
        }
        for name in params.faulty.keys() {
            params.values.remove(name);
        }
        params
    }

    /// The value, where there is one.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.values.get(name).map(String::as_str)
    }

    /// The value that there must be.
    pub fn required(&self, name: &str, missing: &'static str) -> Result<&str, OAuthError> {
        self.get(name).ok_or(OAuthError::new(ErrorCode::InvalidRequest, missing))
    }

    /// An error, if any parameter was faulty.
    pub fn sound(&self) -> Result<(), OAuthError> {
        match self.faulty.values().next() {
            Some(why) => Err(OAuthError::new(ErrorCode::InvalidRequest, why)),
            None => Ok(()),
        }
    }

    /// The parameters as a query, in the order of their names, without `except`.
    #[must_use]
    pub fn to_query(&self, except: &str) -> String {
        let pairs = self.values.iter().filter(|(name, _)| **name != except);
        form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish()
    }
}

/// The body of a form that says it is one.
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
