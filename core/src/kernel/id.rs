//! Ids: UUIDv7 as text, or one of the few that the specification reserves.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::clock::{Entropy, Time};

/// An id. Text in JSON and in the database; sorted by time of creation when it was made here. What a caller
/// sends must look like one: 1 to 64 of letters, digits, `-`, `_` and `.`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, sqlx::Type, utoipa::ToSchema)]
#[serde(try_from = "String", into = "String")]
#[sqlx(transparent)]
#[schema(value_type = String)]
pub struct Id(String);

impl Id {
    /// A new UUIDv7 (RFC 9562, section 5.7).
    #[must_use]
    pub fn new(now: Time, entropy: &dyn Entropy) -> Self {
        let mut random = [0; 10];
        entropy.fill(&mut random);
        let millis = u64::try_from(now.0).unwrap_or_default();
        Self(uuid::Builder::from_unix_timestamp_millis(millis, &random).into_uuid().hyphenated().to_string())
    }

    /// An id that is already one: from the database, a path or a reserved name.
    #[must_use]
    pub fn from_text(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The id as it is written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for Id {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let fits = (1..=64).contains(&text.len())
            && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.'));
        if fits { Ok(Self(text)) } else { Err("this is not an id") }
    }
}

impl From<Id> for String {
    fn from(id: Id) -> Self {
        id.0
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<&str> for Id {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

/// The tenant id that stands for all tenants (specification, study administration, section 9).
pub const ALL_TENANTS: &str = "0";
