//! Plugins and publishers as administrators see them.

use serde::{Deserialize, Serialize};

use super::findings::Finding;
use crate::host::{ExportStats, LogLine, Phase, PluginInfo};
use crate::kernel::clock::Time;
use crate::kernel::id::Id;

/// The state of an installed version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum VersionState {
    /// Serves its system.
    Active,
    /// Served before the active one; can be gone back to.
    Previous,
    /// Served when its publisher was revoked, and serves no more.
    Withdrawn,
    /// Served long ago.
    Retired,
}

impl VersionState {
    const ALL: [Self; 4] = [Self::Active, Self::Previous, Self::Withdrawn, Self::Retired];

    /// The value in the database and on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Previous => "previous",
            Self::Withdrawn => "withdrawn",
            Self::Retired => "retired",
        }
    }
}

impl TryFrom<String> for VersionState {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        Self::ALL.into_iter().find(|state| state.as_str() == text).ok_or(text)
    }
}

/// An installed version of a plugin.
#[derive(Clone, Debug, Serialize, sqlx::FromRow, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PluginVersion {
    /// The digest: SHA-256 of the bundle's signed text, in hexadecimal.
    #[sqlx(rename = "digest")]
    pub id: Id,
    /// The plugin's id, the same in every version.
    pub plugin_id: String,
    /// Web code of the system that it serves.
    pub web_code: String,
    /// Version, for people.
    #[sqlx(rename = "plugin_version")]
    pub version: String,
    /// Rises with every release of a publisher.
    pub sequence: i64,
    /// Id of the publisher.
    pub publisher_id: String,
    /// Name of the publisher.
    pub publisher_name: String,
    /// Its state.
    #[sqlx(try_from = "String")]
    pub state: VersionState,
    /// When it was installed first.
    pub created_at: Time,
    /// When its state changed last.
    pub updated_at: Time,
    /// Name of the system; absent where no system has the web code.
    #[sqlx(skip)]
    pub software_name: Option<String>,
    /// Whether this node runs it.
    #[sqlx(skip)]
    pub running: bool,
    /// Whether calls to it are refused for a while on this node, because they failed repeatedly.
    #[sqlx(skip)]
    pub suspended: bool,
}

/// The filter of the list of versions.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct VersionFilter {
    /// Versions for this system.
    pub web_code: Option<String>,
    /// Versions in this state.
    pub state: Option<VersionState>,
    /// Versions of this publisher.
    pub publisher_id: Option<String>,
}

/// One export of a plugin on the answering node, since it started.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportHealth {
    /// The export's name in the interface.
    pub export: &'static str,
    /// Calls that ended.
    pub calls: u64,
    /// Calls that failed, by the error's code.
    #[schema(value_type = std::collections::BTreeMap<String, u64>)]
    pub failures: std::collections::BTreeMap<&'static str, u64>,
    /// The mean time of a call, in milliseconds.
    pub mean_ms: u64,
    /// The longest call, in milliseconds.
    pub max_ms: u64,
    /// Processor time of all calls, in milliseconds.
    pub cpu_ms: u64,
    /// The most memory that one call held, in bytes.
    pub memory_peak: u64,
    /// Requests to the trial system.
    pub http_requests: u64,
    /// Whether calls are refused for a while.
    pub suspended: bool,
}

impl ExportHealth {
    /// Of the host's counters.
    pub fn of(phase: Phase, stats: &ExportStats) -> Self {
        let failures = stats.outcomes.iter().filter(|(outcome, _)| !matches!(**outcome, "ok" | "cancelled"));
        Self {
            export: phase.export(),
            calls: stats.calls,
            failures: failures.map(|(code, count)| (*code, *count)).collect(),
            mean_ms: stats.duration_ms.checked_div(stats.calls).unwrap_or_default(),
            max_ms: stats.max_duration_ms,
            cpu_ms: stats.cpu_ticks.saturating_mul(u64::try_from(crate::host::TICK.as_millis()).unwrap_or(u64::MAX)),
            memory_peak: u64::try_from(stats.memory_peak).unwrap_or(u64::MAX),
            http_requests: stats.http_requests,
            suspended: stats.breaker_open,
        }
    }
}

/// A line that a plugin logged. The text is the vendor's.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LoggedLine {
    /// When the call started.
    pub at: Time,
    /// `debug`, `info`, `warn` or `error`.
    pub level: &'static str,
    /// The export that was called.
    pub export: &'static str,
    /// The text, with control characters escaped.
    pub message: String,
}

impl From<LogLine> for LoggedLine {
    fn from(line: LogLine) -> Self {
        let LogLine { at, level, export, message } = line;
        Self { at: Time(i64::try_from(at).unwrap_or(i64::MAX)), level, export, message }
    }
}

/// A version with the health of its plugin on the answering node, and what it logged there last.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PluginDetails {
    /// The version.
    #[serde(flatten)]
    pub version: PluginVersion,
    /// By export.
    pub exports: Vec<ExportHealth>,
    /// The latest first.
    pub log: Vec<LoggedLine>,
}

/// A bundle.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct InstallRequest {
    /// The file, in base64.
    pub content: String,
    /// Whether it may replace another publisher's plugin.
    #[serde(default)]
    pub change_publisher: bool,
}

/// The identity of a plugin in a bundle.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PluginFacts {
    /// The digest.
    pub id: String,
    /// The plugin's id.
    pub plugin_id: String,
    /// Its name, in the caller's language.
    pub name: String,
    /// Version, for people.
    pub version: String,
    /// Number of the release.
    pub sequence: u64,
    /// Web code of the system that it serves.
    pub web_code: String,
    /// Name of that system; absent where no system has the web code.
    pub software_name: Option<String>,
    /// The system's authorisation style, 1 to 4.
    pub authorization_style: u8,
    /// Id of the publisher.
    pub publisher_id: String,
    /// Whether it projects claims.
    pub has_claims: bool,
}

impl PluginFacts {
    /// Of a loaded version.
    pub fn of(info: PluginInfo, software_name: Option<String>, locale: crate::host::Locale) -> Self {
        Self {
            name: info.name(locale).to_owned(),
            id: info.digest,
            plugin_id: info.id,
            version: info.version,
            sequence: info.sequence,
            web_code: info.web_code,
            software_name,
            authorization_style: info.authorization_style,
            publisher_id: info.publisher,
            has_claims: info.has_claims,
        }
    }
}

/// The result of checking a bundle. Nothing is installed.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CheckResult {
    /// Whether it can be installed.
    pub admitted: bool,
    /// Whether installing it replaces another publisher's plugin, which must be asked for.
    pub changes_publisher: bool,
    /// What it is; absent where that cannot be read.
    pub plugin: Option<PluginFacts>,
    /// What was found. Without an error, it can be installed.
    pub findings: Vec<Finding>,
}

/// A publisher whose plugins are trusted, or were.
#[derive(Clone, Debug, Serialize, sqlx::FromRow, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Publisher {
    /// The first 16 hexadecimal digits of SHA-256 of the public key.
    pub id: String,
    /// Name, for people.
    pub name: String,
    /// The Ed25519 public key: 32 octets in base64.
    pub public_key: String,
    /// Whether it is the publisher of a build of this server.
    pub shipped: bool,
    /// When it was enrolled first.
    pub created_at: Time,
    /// When it was revoked.
    pub revoked_at: Option<Time>,
    /// The systems that its plugins may serve, by web code.
    #[sqlx(skip)]
    pub web_codes: Vec<String>,
}

/// The filter of the list of publishers.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PublisherFilter {
    /// Those that were revoked, or those that were not.
    pub revoked: Option<bool>,
}

/// A publisher to trust.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EnrolRequest {
    /// Name, for people.
    pub name: String,
    /// The Ed25519 public key: 32 octets in base64.
    pub public_key: String,
    /// The systems that its plugins may serve: web codes of 2 to 8 digits.
    pub web_codes: Vec<String>,
}
