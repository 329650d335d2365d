//! `prompt`, and how it is known that somebody was asked.
//!
//! The state of a request before the sign-in is in the address to return to, not in the database. A sealed
//! mark in it says when this very request asked for a sign-in and which session there was; it is answered
//! by another session whose person proved who they are since. So `prompt=login` neither loops nor can be
//! skipped by anybody who writes the address themselves.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};

use super::error::{ErrorCode, OAuthError};
use super::params::Params;
use crate::kernel::Kernel;
use crate::kernel::clock::Time;
use crate::kernel::ctx::Person;
use crate::kernel::error::Error;
use crate::kernel::id::Id;

/// The parameter that carries the mark.
pub const PROMPTED: &str = "cardea_prompted";
/// Seconds after which a mark is forgotten, and the person asked again.
const MARK_SECONDS: i64 = 3600;
const PURPOSE: &str = "authorize.prompted";

/// What the client wants shown (OpenID Connect Core 1.0, section 3.1.2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prompt {
    /// Whatever is needed.
    Needed,
    /// Nothing at all.
    None,
    /// The sign-in page, where another account can be chosen too.
    SignIn,
}

impl Prompt {
    /// From the parameter: a list separated by spaces.
    pub fn parse(text: Option<&str>) -> Result<Self, OAuthError> {
        let values: Vec<&str> = text.unwrap_or_default().split(' ').filter(|v| !v.is_empty()).collect();
        if values.contains(&"none") && values.len() > 1 {
            return Err(OAuthError::new(ErrorCode::InvalidRequest, "prompt none cannot be combined"));
        }
        let mut prompt = Self::Needed;
        for value in values {
            prompt = match value {
                "none" => Self::None,
                "login" | "select_account" => Self::SignIn,
                "consent" => return Err(OAuthError::new(ErrorCode::ConsentRequired, "consent is not collected here")),
                _ => return Err(OAuthError::new(ErrorCode::InvalidRequest, "an unknown prompt")),
            };
        }
        Ok(prompt)
    }
}

#[derive(Deserialize, Serialize)]
struct Mark {
    at: Time,
    session: Option<Id>,
    request: String,
}

/// Tells this request from every other.
#[must_use]
pub fn fingerprint(kernel: &Kernel, params: &Params) -> String {
    kernel.hash(PURPOSE, &params.to_query(PROMPTED))
}

/// A mark: the person is being asked now.
pub fn mark(kernel: &Kernel, request: String, session: Option<&Id>) -> Result<String, Error> {
    let mark = Mark { at: kernel.now(), session: session.cloned(), request };
    Ok(URL_SAFE_NO_PAD.encode(kernel.seal(PURPOSE, &serde_json::to_vec(&mark)?)?))
}

/// Whether the person signed in because of this mark.
#[must_use]
pub fn answered(kernel: &Kernel, mark: Option<&str>, request: &str, person: &Person) -> bool {
    let open = |mark: &str| -> Option<Mark> {
        let sealed = URL_SAFE_NO_PAD.decode(mark).ok()?;
        serde_json::from_slice(&kernel.unseal(PURPOSE, &sealed).ok()?).ok()
    };
    mark.and_then(open).is_some_and(|mark| {
        mark.request == request
            && mark.session.as_ref() != Some(&person.session_id)
            && person.auth_time >= mark.at
            && kernel.now() <= mark.at.plus_seconds(MARK_SECONDS)
    })
}
