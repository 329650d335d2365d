//! What a provider is, and whom it vouches for.

use serde::{Deserialize, Serialize};
use sqlx::types::Json;
use url::Url;

use crate::authentication::ELSEWHERE;
use crate::kernel::error::{Code, Error, Text};
use crate::kernel::outbound::OutboundError;

/// Most that one person can have.
pub const MOST: i64 = 20;

/// Longest name that is shown of somebody, in characters.
const MAX_LABEL: usize = 100;
/// Longest subject (OpenID Connect Core 1.0, section 2).
const MAX_SUBJECT: usize = 255;
/// Longest address of a picture, in octets.
const MAX_PICTURE: usize = 1000;
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
    /// What else they say of them, where the operator lets them.
    #[serde(default)]
    pub profile: Profile,
}

/// Standard claims that this server knows from nobody else (OpenID Connect Core 1.0, section 5.1), as they are kept and
/// told on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default)]
pub struct Profile {
    /// First names.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub given_name: Option<String>,
    /// Surnames.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub family_name: Option<String>,
    /// Time zone, such as `Asia/Shanghai`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub zoneinfo: Option<String>,
    /// Address of a picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
}

impl Profile {
    /// From a provider's words: what cannot be what it is called is left out.
    pub fn new(given: Option<&str>, family: Option<&str>, zone: Option<&str>, picture: Option<&str>) -> Self {
        let name = |text: &str| text.chars().count() <= MAX_LABEL && !text.chars().any(char::is_control);
        let zone_like = |c: u8| c.is_ascii_alphanumeric() || b"_+-/".contains(&c);
        let is_zone = |text: &str| text.len() <= MAX_LABEL && text.bytes().all(zone_like);
        let is_picture = |text: &str| {
            text.len() <= MAX_PICTURE && Url::parse(text).is_ok_and(|url| url.scheme() == "https" && url.has_host())
        };
        let kept = |text: Option<&str>, fits: &dyn Fn(&str) -> bool| {
            text.map(str::trim).filter(|text| !text.is_empty() && fits(text)).map(str::to_owned)
        };
        Self {
            given_name: kept(given, &name),
            family_name: kept(family, &name),
            zoneinfo: kept(zone, &is_zone),
            picture: kept(picture, &is_picture),
        }
    }

    /// As it is kept; none where nothing is known.
    pub fn kept(&self) -> Option<Json<Self>> {
        (*self != Self::default()).then(|| Json(self.clone()))
    }
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
        Ok(Self { authority, subject: subject.to_owned(), label, amr, profile: Profile::default() })
    }

    /// With what else is said of them.
    pub fn with(self, profile: Profile) -> Self {
        Self { profile, ..self }
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
            Trouble::Refused(_) | Trouble::Unsound(_) => super::refusal::refused().source(trouble),
        }
    }
}
