//! `/metrics`: the counters and timings, and the gauges that the modules provide when asked.

use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use axum::{Extension, Router};
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;

use super::App;
use crate::kernel::ctx::ReadCtx;
use crate::kernel::error::Error;
use crate::kernel::metrics::{CONTENT_TYPE, Gauges};
use crate::kernel::queue::Queue;
use crate::kernel::request::Request;
use crate::{audit, authentication, notify, provider};

/// The queues whose length is reported.
const QUEUES: &[&Queue] = &[&notify::MESSAGES, &provider::DELIVERIES];

/// The headers that proxies add to a request (RFC 7239; RFC 9110, section 7.6.3; and by custom).
const FORWARDING: &[&str] = &["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip"];

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct QueueLabels {
    queue: &'static str,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct PoolLabels {
    pool: &'static str,
    state: &'static str,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct SignInLabels {
    outcome: &'static str,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct PluginLabels {
    plugin: String,
    export: &'static str,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct CallLabels {
    plugin: String,
    export: &'static str,
    outcome: &'static str,
}

impl App {
    /// The routes of the separate listener for metrics.
    pub fn metrics_router(&self) -> Router {
        let app = self.clone();
        Router::new().route("/metrics", get(move || async move { app.metrics().await }))
    }

    /// `/metrics` on the main listener, for a program on this machine that calls directly. For any other caller, and
    /// for a request through a proxy, the page does not exist.
    pub(super) fn local_metrics(&self) -> Router {
        let app = self.clone();
        let answer = move |Extension(request): Extension<Request>, headers: HeaderMap| async move {
            let local = request.address.is_some_and(|address| address.is_loopback());
            let direct = FORWARDING.iter().all(|name| !headers.contains_key(*name));
            if local && direct { app.metrics().await } else { StatusCode::NOT_FOUND.into_response() }
        };
        Router::new().route("/metrics", get(answer))
    }

    async fn metrics(&self) -> Response {
        let mut gauges = Gauges::default();
        self.sign_ins(&mut gauges);
        self.connections(&mut gauges);
        self.plugins(&mut gauges);
        // A metric reports that the database is away; the other metrics are served as far as possible.
        let up = match self.waiting(&mut gauges).await {
            Ok(()) => 1,
            Err(error) => {
                tracing::warn!(%error, source = ?error.source, "the database could not be asked for the metrics");
                0
            }
        };
        gauges.one("cardea_database_up", "Whether the database answers", up);
        match self.kernel.metrics().encode(&gauges) {
            Ok(text) => ([(header::CONTENT_TYPE, CONTENT_TYPE)], text).into_response(),
            Err(error) => {
                tracing::error!(%error, "the metrics could not be written");
                StatusCode::INTERNAL_SERVER_ERROR.into_response()
            }
        }
    }

    fn sign_ins(&self, gauges: &mut Gauges) {
        let family = Family::<SignInLabels, Counter>::default();
        for (action, outcome) in authentication::SIGN_INS {
            family.get_or_create(&SignInLabels { outcome }).inc_by(self.kernel.metrics().events(action));
        }
        gauges.add("cardea_sign_ins", "Sign-ins by outcome", family);
    }

    fn connections(&self, gauges: &mut Gauges) {
        let family = Family::<PoolLabels, Gauge>::default();
        for (pool, connections) in self.kernel.db().connections() {
            let states = [("used", connections.used), ("idle", connections.idle), ("max", connections.max)];
            for (state, count) in states {
                family.get_or_create(&PoolLabels { pool, state }).set(i64::try_from(count).unwrap_or(i64::MAX));
            }
        }
        gauges.add("cardea_database_connections", "Connections to the database", family);
        if let Some(crossings) = self.kernel.db().crossings() {
            let counter: Counter = Counter::default();
            counter.inc_by(crossings);
            gauges.add("cardea_database_crossings", "How often PostgreSQL was asked and its answer awaited", counter);
        }
    }

    fn plugins(&self, gauges: &mut Gauges) {
        let calls = Family::<CallLabels, Counter>::default();
        let milliseconds = Family::<PluginLabels, Counter>::default();
        let memory = Family::<PluginLabels, Gauge>::default();
        let open = Family::<PluginLabels, Gauge>::default();
        for ((plugin, phase), stats) in self.host.metrics() {
            let export = phase.export();
            for (outcome, count) in stats.outcomes {
                calls.get_or_create(&CallLabels { plugin: plugin.clone(), export, outcome }).inc_by(count);
            }
            let labels = PluginLabels { plugin, export };
            milliseconds.get_or_create(&labels).inc_by(stats.duration_ms);
            memory.get_or_create(&labels).set(i64::try_from(stats.memory_peak).unwrap_or(i64::MAX));
            open.get_or_create(&labels).set(stats.breaker_open.into());
        }
        gauges.add("cardea_plugin_calls", "Calls into plugins that ended", calls);
        gauges.add("cardea_plugin_call_milliseconds", "Time spent in them", milliseconds);
        gauges.add("cardea_plugin_memory_peak_bytes", "Most memory that one call held", memory);
        gauges.add("cardea_plugin_breaker_open", "Whether calls are refused after failures", open);
        let running = i64::try_from(self.host.running()).unwrap_or(i64::MAX);
        gauges.one("cardea_plugin_calls_running", "Calls into plugins under way", running);
    }

    async fn waiting(&self, gauges: &mut Gauges) -> Result<(), Error> {
        let family = Family::<QueueLabels, Gauge>::default();
        let mut cx = ReadCtx::system(&self.kernel);
        for queue in QUEUES {
            let waiting = queue.waiting(&mut cx).await?;
            family.get_or_create(&QueueLabels { queue: queue.table }).set(waiting);
        }
        drop(cx);
        gauges.add("cardea_queue_waiting", "Things that wait to be carried out, 10,000 at most", family);
        let unsealed = audit::unsealed_seconds(&self.kernel).await?;
        gauges.one(
            "cardea_audit_unsealed_seconds",
            "For how long the audit's oldest row has waited for its seal",
            unsealed,
        );
        Ok(())
    }
}
