//! Counters and timings of this process, in the text format of OpenMetrics 1.0, which Prometheus reads.
//!
//! The server counts its own operations here as they happen. Values that can be read at any time (the length of a
//! queue, the connections in use) are read when the metrics are scraped: see [`Gauges`]. Every label has few values:
//! methods, routes, statuses, names from the source. No value that a caller chooses becomes a label.

use std::sync::Arc;
use std::time::{Duration, Instant};

use prometheus_client::encoding::{EncodeLabelSet, EncodeMetric, text};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::{Registry, Unit};

/// The media type of the output of [`Metrics::encode`] (OpenMetrics 1.0, "Protocol Negotiation").
pub const CONTENT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// The labels of a call, named as the OpenTelemetry conventions name its attributes.
#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
pub struct Call {
    /// `GET`, …; `_OTHER` for a method that HTTP does not define.
    pub http_request_method: &'static str,
    /// The route with its parameters' names; empty without a route.
    pub http_route: String,
    /// The status.
    pub http_response_status_code: u16,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct EventLabels {
    action: &'static str,
    outcome: &'static str,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct GrantLabels {
    grant_type: &'static str,
    outcome: &'static str,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct JobLabels {
    job: &'static str,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct RunLabels {
    job: &'static str,
    outcome: &'static str,
}

/// Measures how long something takes, for metrics alone: no decision depends on it.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch(Instant);

#[expect(clippy::disallowed_methods, reason = "how long something took, which nothing depends on")]
impl Stopwatch {
    /// Starts measuring.
    #[must_use]
    pub fn start() -> Self {
        Self(Instant::now())
    }

    /// The time since the start.
    #[must_use]
    pub fn elapsed(self) -> Duration {
        Instant::now().duration_since(self.0)
    }
}

/// The counters and timings. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Metrics(Arc<Families>);

#[derive(Debug)]
struct Families {
    registry: Registry,
    requests: Family<Call, Histogram, fn() -> Histogram>,
    in_flight: Gauge,
    events: Family<EventLabels, Counter>,
    tokens: Family<GrantLabels, Counter>,
    runs: Family<RunLabels, Counter>,
    run_time: Family<JobLabels, Histogram, fn() -> Histogram>,
}

/// Buckets from one millisecond to about 16 seconds: hashing a password takes a tenth of a second, a plugin some.
fn buckets() -> Histogram {
    Histogram::new(exponential_buckets(0.001, 2.0, 15))
}

impl Default for Metrics {
    fn default() -> Self {
        let requests = Family::new_with_constructor(buckets as fn() -> Histogram);
        let run_time = Family::new_with_constructor(buckets as fn() -> Histogram);
        let (in_flight, events, tokens, runs) =
            (Gauge::default(), Family::default(), Family::default(), Family::default());
        let mut registry = Registry::default();
        let help = "Time from a request's header to its answer's";
        registry.register_with_unit("http_server_request_duration", help, Unit::Seconds, requests.clone());
        registry.register("http_server_active_requests", "Requests under way", in_flight.clone());
        registry.register("cardea_audit_events", "What the audit noted, gathered refusals each", events.clone());
        registry.register("cardea_token_requests", "Calls of the token endpoint, by grant", tokens.clone());
        registry.register("cardea_job_runs", "Runs of background jobs", runs.clone());
        registry.register_with_unit("cardea_job_duration", "Time that a run took", Unit::Seconds, run_time.clone());
        Self(Arc::new(Families { registry, requests, in_flight, events, tokens, runs, run_time }))
    }
}

impl Metrics {
    /// Counts a request that began.
    pub fn request_began(&self) {
        self.0.in_flight.inc();
    }

    /// Counts and times a request that ended.
    pub fn request_ended(&self, call: &Call, took: Duration) {
        self.0.in_flight.dec();
        self.0.requests.get_or_create(call).observe(took.as_secs_f64());
    }

    /// Counts an event of the audit.
    pub fn event(&self, action: &'static str, outcome: &'static str) {
        self.0.events.get_or_create(&EventLabels { action, outcome }).inc();
    }

    /// The number of the audit's events of an action, over all outcomes.
    #[must_use]
    pub fn events(&self, action: &'static str) -> u64 {
        let of = |outcome| self.0.events.get(&EventLabels { action, outcome }).map_or(0, |counter| counter.get());
        ["ok", "refused", "failed"].map(of).iter().sum()
    }

    /// Counts an answer of the token endpoint for a grant type, `ok` or `refused`.
    pub fn token_request(&self, grant_type: &'static str, outcome: &'static str) {
        self.0.tokens.get_or_create(&GrantLabels { grant_type, outcome }).inc();
    }

    /// Counts and times a run of a background job.
    pub fn job_ran(&self, job: &'static str, succeeded: bool, took: Duration) {
        let outcome = if succeeded { "ok" } else { "failed" };
        self.0.runs.get_or_create(&RunLabels { job, outcome }).inc();
        self.0.run_time.get_or_create(&JobLabels { job }).observe(took.as_secs_f64());
    }

    /// The counters and timings, followed by the gauges, as text.
    ///
    /// Errors: never, unless memory runs out: the text goes into a string.
    pub fn encode(&self, asked: &Gauges) -> Result<String, std::fmt::Error> {
        let mut text = String::new();
        text::encode_registry(&mut text, &self.0.registry)?;
        text::encode_registry(&mut text, &asked.0)?;
        text::encode_eof(&mut text)?;
        Ok(text)
    }
}

/// The values that are read when the metrics are scraped.
#[derive(Debug, Default)]
pub struct Gauges(Registry);

impl Gauges {
    /// Adds a metric; a counter's name is given without `_total`.
    pub fn add(&mut self, name: &str, help: &str, metric: impl EncodeMetric + Send + Sync + std::fmt::Debug + 'static) {
        self.0.register(name, help, metric);
    }

    /// Adds a gauge without labels.
    pub fn one(&mut self, name: &str, help: &str, value: i64) {
        let gauge: Gauge = Gauge::default();
        gauge.set(value);
        self.add(name, help, gauge);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_counted_is_written_for_prometheus() {
        let metrics = Metrics::default();
        metrics.request_began();
        let call = Call {
            http_request_method: "GET",
            http_route: "/api/admin/users/{id}".into(),
            http_response_status_code: 200,
        };
        metrics.request_ended(&call, Duration::from_millis(3));
        metrics.event("session.started", "ok");
        metrics.event("session.started", "ok");
        metrics.job_ran("seal", false, Duration::from_millis(1));
        let mut asked = Gauges::default();
        asked.one("cardea_queue_waiting", "Waiting", 4);
        let text = metrics.encode(&asked).unwrap();
        let labels =
            "http_request_method=\"GET\",http_route=\"/api/admin/users/{id}\",http_response_status_code=\"200\"";
        for line in [
            format!("http_server_request_duration_seconds_count{{{labels}}} 1"),
            format!("http_server_request_duration_seconds_bucket{{le=\"0.004\",{labels}}} 1"),
            "http_server_active_requests 0".into(),
            "cardea_audit_events_total{action=\"session.started\",outcome=\"ok\"} 2".into(),
            "cardea_job_runs_total{job=\"seal\",outcome=\"failed\"} 1".into(),
            "cardea_queue_waiting 4".into(),
        ] {
            assert!(text.lines().any(|found| found == line), "{line} is not in\n{text}");
        }
        assert!(text.ends_with("# EOF\n"));
        assert_eq!(text.matches("# EOF").count(), 1);
        assert_eq!((metrics.events("session.started"), metrics.events("session.refused")), (2, 0));
    }
}
