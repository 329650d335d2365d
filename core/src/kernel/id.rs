//! Ids: UUIDv7 as text, or one of the few ids that the specification reserves.

use std::fmt;
use std::sync::atomic::{AtomicU32, Ordering};

use serde::{Deserialize, Serialize};

use super::clock::{Entropy, Time};

/// An id. Text in JSON and in the database; ids that this server made sort by time of creation. An id from a caller
/// must have 1 to 64 letters, digits, `-`, `_` and `.`.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, sqlx::Type, utoipa::ToSchema,
)]
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
        Self::v7(now, random)
    }

    fn v7(now: Time, random: [u8; 10]) -> Self {
        let millis = u64::try_from(now.0).unwrap_or_default();
        let id = uuid::Builder::from_unix_timestamp_millis(millis, &random).into_uuid().hyphenated();
        Self(id.encode_lower(&mut uuid::Uuid::encode_buffer()).to_owned())
    }

    /// Wraps a text that is an id already: from the database, a path or a reserved name.
    #[must_use]
    pub fn from_text(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The id as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A series of ids for things that are many and not secret, such as requests. A counter and the random mark of the
/// series replace the random part (RFC 9562, section 6.2, method 1), so that an id costs no randomness.
#[derive(Debug)]
pub struct Series {
    mark: [u8; 6],
    next: AtomicU32,
}

impl Series {
    /// A new series, with a random mark.
    #[must_use]
    pub fn new(entropy: &dyn Entropy) -> Self {
        let (mut mark, mut start) = ([0; 6], [0; 4]);
        entropy.fill(&mut mark);
        entropy.fill(&mut start);
        Self { mark, next: AtomicU32::new(u32::from_be_bytes(start)) }
    }

    /// The next id.
    #[must_use]
    pub fn next(&self, now: Time) -> Id {
        let mut random = [0; 10];
        random[..4].copy_from_slice(&self.next.fetch_add(1, Ordering::Relaxed).to_be_bytes());
        random[4..].copy_from_slice(&self.mark);
        Id::v7(now, random)
    }
}

/// A series of ids that ascend even within one millisecond: a counter of 26 bits replaces the first random bits (RFC
/// 9562, section 6.2, method 1), and the mark of the series the rest.
#[derive(Debug)]
pub struct Ascending {
    mark: [u8; 6],
    next: AtomicU32,
}

impl Ascending {
    /// A series with this mark, which no other series has, that counts from `start`.
    #[must_use]
    pub fn new(mark: [u8; 6], start: u16) -> Self {
        Self { mark, next: AtomicU32::new(start.into()) }
    }

    /// The next id.
    #[must_use]
    pub fn next(&self, now: Time) -> Id {
        let count = self.next.fetch_add(1, Ordering::Relaxed) & 0x03ff_ffff;
        let [high, low] =
            [count >> 14, count & 0x3fff].map(|part| u16::try_from(part).unwrap_or_default().to_be_bytes());
        let mut random = [0; 10];
        random[..2].copy_from_slice(&high);
        random[2..4].copy_from_slice(&low);
        random[4..].copy_from_slice(&self.mark);
        Id::v7(now, random)
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::kernel::clock::SeededEntropy;

    #[test]
    fn ascending_ids_ascend_within_one_millisecond() {
        let (now, series) = (Time(1_767_000_000_000), Ascending::new([7; 6], u16::MAX));
        let ids: Vec<_> = (0..40_000).map(|_| series.next(now)).collect();
        assert!(ids.windows(2).all(|pair| pair[0] < pair[1]));
        let one = uuid::Uuid::parse_str(ids[9].as_str()).unwrap();
        assert_eq!((one.get_version_num(), one.get_variant()), (7, uuid::Variant::RFC4122));
    }

    #[test]
    fn the_ids_of_a_series_are_version_7_and_all_different() {
        let (entropy, now) = (SeededEntropy::new(1), Time(1_767_000_000_000));
        let (one, other) = (Series::new(&entropy), Series::new(&entropy));
        let ids: BTreeSet<_> = (0..5000).flat_map(|_| [one.next(now), other.next(now)]).collect();
        assert_eq!(ids.len(), 10_000);
        for id in ids {
            let id = uuid::Uuid::parse_str(id.as_str()).unwrap();
            assert_eq!((id.get_version_num(), id.get_variant()), (7, uuid::Variant::RFC4122));
            assert_eq!(id.get_timestamp().unwrap().to_unix().0, 1_767_000_000);
        }
    }
}
