//! Counters of every export of every plugin, for the metrics page.

use std::collections::BTreeMap;
use std::sync::Mutex;

use super::lock::lock;
use super::settings::Phase;

/// The counters of one export of one plugin since the start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExportStats {
    /// Calls that ended, without refused ones.
    pub calls: u64,
    /// Calls by outcome: `ok`, `cancelled`, or the error's code.
    pub outcomes: BTreeMap<&'static str, u64>,
    /// The sum of wall-clock time, in milliseconds.
    pub duration_ms: u64,
    /// The longest call, in milliseconds.
    pub max_duration_ms: u64,
    /// The sum of CPU time, in ticks of [`super::TICK`].
    pub cpu_ticks: u64,
    /// The most memory that one call held, in bytes.
    pub memory_peak: usize,
    /// Calls of guests to the host.
    pub host_calls: u64,
    /// HTTP requests of guests.
    pub http_requests: u64,
    /// Bytes that guests logged, without those beyond the limit.
    pub log_bytes: u64,
    /// Whether the breaker of the active version is open.
    pub breaker_open: bool,
}

/// The resources that one call used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Usage {
    pub(super) duration_ms: u64,
    pub(super) cpu_ticks: u32,
    pub(super) memory_peak: usize,
    pub(super) host_calls: u64,
    pub(super) http_requests: u32,
    pub(super) log_bytes: usize,
}

/// The key of an export: (plugin id, phase).
pub type ExportKey = (String, Phase);

/// The counters.
#[derive(Debug, Default)]
pub(super) struct Metrics(Mutex<BTreeMap<ExportKey, ExportStats>>);

impl Metrics {
    /// Records a call.
    pub(super) fn record(&self, plugin: &str, phase: Phase, outcome: &'static str, usage: Usage) {
        let mut stats = lock(&self.0);
        let stats = stats.entry((plugin.to_owned(), phase)).or_default();
        stats.calls += 1;
        *stats.outcomes.entry(outcome).or_default() += 1;
        stats.duration_ms += usage.duration_ms;
        stats.max_duration_ms = stats.max_duration_ms.max(usage.duration_ms);
        stats.cpu_ticks += u64::from(usage.cpu_ticks);
        stats.memory_peak = stats.memory_peak.max(usage.memory_peak);
        stats.host_calls += usage.host_calls;
        stats.http_requests += u64::from(usage.http_requests);
        stats.log_bytes += usage.log_bytes as u64;
    }

    /// A copy of all counters.
    pub(super) fn snapshot(&self) -> BTreeMap<ExportKey, ExportStats> {
        lock(&self.0).clone()
    }
}
