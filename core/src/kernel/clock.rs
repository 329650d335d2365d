//! Time and randomness, passed in as values so that tests can fix both.

use std::fmt;
use std::sync::Mutex;
use std::sync::atomic::{AtomicI64, Ordering};

use rand::{Rng as _, SeedableRng as _};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A moment: milliseconds since 1970-01-01T00:00:00Z. RFC 3339 in JSON, BIGINT in the database.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, sqlx::Type)]
#[sqlx(transparent)]
pub struct Time(pub i64);

impl Time {
    /// The moment `seconds` later (earlier when negative).
    #[must_use]
    pub const fn plus_seconds(self, seconds: i64) -> Self {
        Self(self.0.saturating_add(seconds.saturating_mul(1000)))
    }

    /// Whole seconds since the epoch: the NumericDate of RFC 7519, section 2.
    #[must_use]
    pub const fn unix_seconds(self) -> i64 {
        self.0.div_euclid(1000)
    }

    /// The days until a moment, rounded up.
    #[must_use]
    pub const fn days_until(self, end: Self) -> i64 {
        const DAY: i64 = 24 * 3600 * 1000;
        // i64::div_ceil is not stable.
        -((self.0 - end.0).div_euclid(DAY))
    }

    /// The calendar day in UTC, `yyyy-MM-dd`.
    #[must_use]
    pub fn day(self) -> String {
        self.utc().format("%Y-%m-%d").to_string()
    }

    /// As a date and a time of day.
    #[must_use]
    pub fn utc(self) -> chrono::DateTime<chrono::Utc> {
        chrono::DateTime::from_timestamp_millis(self.0).unwrap_or_default()
    }
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.utc().to_rfc3339_opts(chrono::SecondsFormat::Millis, true))
    }
}

impl Serialize for Time {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Time {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let text = String::deserialize(d)?;
        chrono::DateTime::parse_from_rfc3339(&text)
            .map(|t| Self(t.timestamp_millis()))
            .map_err(serde::de::Error::custom)
    }
}

impl utoipa::PartialSchema for Time {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        utoipa::openapi::ObjectBuilder::new()
            .schema_type(utoipa::openapi::schema::Type::String)
            .format(Some(utoipa::openapi::SchemaFormat::KnownFormat(utoipa::openapi::KnownFormat::DateTime)))
            .into()
    }
}
impl utoipa::ToSchema for Time {}

/// A source of the time.
pub trait Clock: Send + Sync + fmt::Debug {
    /// The present moment.
    fn now(&self) -> Time;
}

/// A source of randomness. Every secret is made from it.
pub trait Entropy: Send + Sync + fmt::Debug {
    /// Fills `bytes` with random octets.
    fn fill(&self, bytes: &mut [u8]);
}

/// The machine's clock.
#[derive(Debug)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "the one place that reads the machine's clock")]
    fn now(&self) -> Time {
        Time(chrono::Utc::now().timestamp_millis())
    }
}

/// The operating system's random numbers, through AWS-LC.
#[derive(Debug)]
pub struct SystemEntropy;

impl SystemEntropy {
    /// Begins what comes before the first number, on a thread of its own: AWS-LC measures the jitter of the processor, for
    /// some ten milliseconds. Whoever asks for a number meanwhile waits for the rest of that.
    pub fn begin() {
        std::thread::spawn(|| Self.fill(&mut [0]));
    }
}

impl Entropy for SystemEntropy {
    fn fill(&self, bytes: &mut [u8]) {
        #[expect(clippy::expect_used, reason = "without randomness nothing here may go on")]
        aws_lc_rs::rand::fill(bytes).expect("the operating system gives random numbers");
    }
}

/// A clock that stands still until it is moved. For tests.
#[derive(Debug)]
pub struct FixedClock(AtomicI64);

impl FixedClock {
    /// A clock that stands at `start`.
    #[must_use]
    pub const fn at(start: Time) -> Self {
        Self(AtomicI64::new(start.0))
    }

    /// Moves the clock forward by `seconds`.
    pub fn advance(&self, seconds: i64) {
        self.0.fetch_add(seconds * 1000, Ordering::SeqCst);
    }
}

impl Clock for FixedClock {
    fn now(&self) -> Time {
        Time(self.0.load(Ordering::SeqCst))
    }
}

/// A repeatable source of randomness. For tests: never for a secret that outlives its test.
#[derive(Debug)]
pub struct SeededEntropy(Mutex<rand::rngs::StdRng>);

impl SeededEntropy {
    /// A source that gives the same numbers for the same seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(Mutex::new(rand::rngs::StdRng::seed_from_u64(seed)))
    }
}

impl Entropy for SeededEntropy {
    fn fill(&self, bytes: &mut [u8]) {
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner).fill_bytes(bytes);
    }
}
