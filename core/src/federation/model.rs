//! What a provider is, and whom it vouches for.

use futures::future::BoxFuture;
use serde::{Deserialize, Serialize};
use url::Url;

use super::flow::Flow;
use crate::kernel::clock::Time;
use crate::kernel::error::{Code, Error, Text};
use crate::kernel::outbound::OutboundError;
use crate::session::ELSEWHERE;

/// Longest name that is shown of somebody, in characters.
const MAX_LABEL: usize = 100;
/// Longest subject (OpenID Connect Core 1.0, section 2).
const MAX_SUBJECT: usize = 255;
/// Most methods that are taken over from a provider, and their length.
const MAX_AMR: usize = 8;

/// Somebody whom a provider vouches for.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Stranger {
    /// Who says so: an issuer, or a service and its corporation.
    pub authority: String,
    /// Whom they mean, among all that they know.
    pub subject: String,
    /// What they call them.
    pub label: String,
    /// How they proved it there (RFC 8176).
    pub amr: Vec<String>,
}

impl Stranger {
    /// From a provider's words, which are anybody's: bounded, and without control characters.
    ///
    /// Errors: [`Trouble::Refused`] for a subject that cannot be one.
    pub fn new(authority: String, subject: &str, label: &str, amr: Vec<String>) -> Result<Self, Trouble> {
        let sound = !subject.is_empty() && subject.len() <= MAX_SUBJECT && !subject.chars().any(char::is_control);
        if !sound {
            return Err(Trouble::Refused("a subject that cannot be one"));
        }
        let label: String = label.chars().filter(|c| !c.is_control()).take(MAX_LABEL).collect();
        let label = if label.trim().is_empty() { subject.to_owned() } else { label };
        Ok(Self { authority, subject: subject.to_owned(), label, amr })
    }

    /// The methods of a session begun by this: `fed`, and what the provider says. RFC 8176, section 2, leaves room
    /// for values that parties agree on; that somebody else did the proving is what ours have to know first.
    pub fn session_amr(&self) -> Vec<&str> {
        let told = self.amr.iter().map(String::as_str).filter(|amr| {
            *amr != ELSEWHERE
                && (1..=16).contains(&amr.len())
                && amr.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
        });
        std::iter::once(ELSEWHERE).chain(told.take(MAX_AMR)).collect()
    }
}

/// Why a provider vouches for nobody.
#[derive(Debug, thiserror::Error)]
pub enum Trouble {
    /// It says no, or what it says does not hold.
    #[error("{0}")]
    Refused(&'static str),
    /// What it says does not hold; with the reason for the log.
    #[error("{0}")]
    Unsound(String),
    /// It cannot be reached, or its answer is no answer.
    #[error("no usable answer: {0}")]
    Unavailable(String),
}

impl From<OutboundError> for Trouble {
    fn from(error: OutboundError) -> Self {
        Self::Unavailable(error.to_string())
    }
}

impl From<Trouble> for Error {
    fn from(trouble: Trouble) -> Self {
        match trouble {
            Trouble::Unavailable(_) => {
                let text = Text::new(
                    "暂时无法连接该登录服务，请稍后再试，或使用其他方式登录",
                    "This service cannot be reached at the moment. Please try again later, or sign in in another way.",
                );
                Self::new(Code::DownstreamUnavailable).message(text).source(trouble)
            }
            Trouble::Refused(_) | Trouble::Unsound(_) => super::refused().source(trouble),
        }
    }
}

/// What a browser is sent out with.
#[derive(Debug)]
pub struct Departure<'a> {
    /// What was sealed into the browser's cookie.
    pub flow: &'a Flow,
    /// The browser's `User-Agent`.
    pub user_agent: &'a str,
    /// The present moment.
    pub now: Time,
}

/// What a browser comes back with.
#[derive(Debug)]
pub struct Arrival<'a> {
    /// The code or ticket.
    pub ticket: &'a str,
    /// Who sent it, by its own account (RFC 9207).
    pub iss: Option<&'a str>,
    /// What the browser was sent out with; none where it was not sent out from here.
    pub flow: Option<&'a Flow>,
    /// The present moment.
    pub now: Time,
}

/// Somebody else to sign in with.
pub trait Service: Send + Sync + std::fmt::Debug {
    /// Where to send the browser. `redirect_uri` is where it is to come back to.
    fn depart<'a>(&'a self, departure: Departure<'a>, redirect_uri: &'a Url) -> BoxFuture<'a, Result<Url, Trouble>>;

    /// Who it is by what came back. The ticket is spent by it.
    fn arrive<'a>(&'a self, arrival: Arrival<'a>, redirect_uri: &'a Url) -> BoxFuture<'a, Result<Stranger, Trouble>>;
}
