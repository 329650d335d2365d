//! Providers, and the people whom they vouch for.

use serde::{Deserialize, Serialize};
use sqlx::types::Json;
use url::Url;

use crate::authentication::ELSEWHERE;
use crate::kernel::error::{Code, Error, Text};
use crate::kernel::outbound::OutboundError;

/// Most linked accounts of one person.
pub const MOST: i64 = 20;

/// Longest displayed name of a person, in characters.
const MAX_LABEL: usize = 100;
/// Longest subject (OpenID Connect Core 1.0, section 2).
const MAX_SUBJECT: usize = 255;
/// Longest address of a picture, in octets.
const MAX_PICTURE: usize = 1000;
/// Most methods accepted from a provider, and their length.
const MAX_AMR: usize = 8;

/// A person as identified by a provider.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Stranger {
    /// The authority: an issuer, or a service and its corporation.
    pub authority: String,
    /// The provider's identifier of the person.
    pub subject: String,
    /// The provider's name for the person.
    pub label: String,
    /// The authentication methods at the provider (RFC 8176).
    pub amr: Vec<String>,
    /// Further claims from the provider, if the operator allows them.
    #[serde(default)]
    pub profile: Profile,
}

/// Standard claims that only a provider supplies (OpenID Connect Core 1.0, section 5.1), stored and passed on to
/// clients.
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
    /// From a provider's claims; invalid values are left out.
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

    /// The value to store; `None` where nothing is known.
    pub fn kept(&self) -> Option<Json<Self>> {
        (*self != Self::default()).then(|| Json(self.clone()))
    }
}

impl Stranger {
    /// From a provider's claims, which are untrusted: bounded, and without control characters.
    ///
    /// Errors: [`Trouble::Refused`] for an invalid subject.
    pub fn new(authority: String, subject: &str, label: &str, amr: Vec<String>) -> Result<Self, Trouble> {
        let sound = !subject.is_empty() && subject.len() <= MAX_SUBJECT && !subject.chars().any(char::is_control);
        if !sound {
            return Err(Trouble::Refused("a subject that cannot be one"));
        }
        let label: String = label.chars().filter(|c| !c.is_control()).take(MAX_LABEL).collect();
        let label = if label.trim().is_empty() { subject.to_owned() } else { label };
        Ok(Self { authority, subject: subject.to_owned(), label, amr, profile: Profile::default() })
    }

    /// Adds the further claims.
    pub fn with(self, profile: Profile) -> Self {
        Self { profile, ..self }
    }

    /// The methods of the new session: `fed`, and those of the provider. RFC 8176, section 2, allows values that
    /// parties agree on; `fed` tells this server's clients that another party authenticated the person.
    pub fn session_amr(&self) -> Vec<&str> {
        let told = self.amr.iter().map(String::as_str).filter(|amr| {
            *amr != ELSEWHERE
                && (1..=16).contains(&amr.len())
                && amr.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
        });
        std::iter::once(ELSEWHERE).chain(told.take(MAX_AMR)).collect()
    }
}

/// The reason why a provider identified no one.
#[derive(Debug, thiserror::Error)]
pub enum Trouble {
    /// The provider refused, or its claims are not valid.
    #[error("{0}")]
    Refused(&'static str),
    /// The provider's claims are not valid; with the reason for the log.
    #[error("{0}")]
    Unsound(String),
    /// The provider cannot be reached, or its answer cannot be used.
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
