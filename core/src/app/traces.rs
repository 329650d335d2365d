//! The export of traces to an OpenTelemetry collector (OTLP over HTTP).

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use bytes::Bytes;
use opentelemetry::trace::TracerProvider as _;
use opentelemetry_http::{HttpClient, HttpError};
use opentelemetry_otlp::{ExporterBuildError, SpanExporter, WithExportConfig as _, WithHttpConfig as _};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::{Sampler, SdkTracerProvider};
use tokio::runtime::Handle;
use tracing::Subscriber;
use tracing_subscriber::Layer;
use tracing_subscriber::registry::LookupSpan;

use crate::config::{ConfigError, Tracing};
use crate::kernel::outbound::{Bounds, Client, Outbound, OutboundError};

/// How long the export of the last spans may take.
const LAST_SPANS: Duration = Duration::from_secs(2);

/// Why traces cannot be exported.
#[derive(Debug, thiserror::Error)]
pub enum TracesError {
    /// The settings are wrong.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// Outbound calls cannot be set up.
    #[error(transparent)]
    Outbound(#[from] OutboundError),
    /// The exporter cannot be built.
    #[error(transparent)]
    Exporter(#[from] ExporterBuildError),
}

/// The exporter of spans. It sends from a thread of its own; if the collector cannot keep up, spans are lost and no
/// request waits.
#[derive(Debug)]
pub struct Traces(SdkTracerProvider);

impl Traces {
    /// Opens the export if the settings name a collector. Must be called within the runtime that is to send the spans.
    pub fn open(settings: &Tracing, outbound: &Outbound) -> Result<Option<Self>, TracesError> {
        let Some(endpoint) = settings.endpoint()? else { return Ok(None) };
        let client = outbound.client(Bounds::default())?;
        let exporter = SpanExporter::builder()
            .with_http()
            .with_http_client(GuardedClient { client, runtime: Handle::current() })
            .with_endpoint(endpoint)
            .build()?;
        let resource = Resource::builder_empty()
            .with_attribute(opentelemetry::KeyValue::new("service.name", settings.service_name.clone()))
            .with_attribute(opentelemetry::KeyValue::new("service.version", env!("CARGO_PKG_VERSION")))
            .build();
        // Sampling depends on the trace's id alone: a stranger's sampled flag has no effect.
        let provider = SdkTracerProvider::builder()
            .with_batch_exporter(exporter)
            .with_sampler(Sampler::TraceIdRatioBased(settings.sample))
            .with_resource(resource)
            .build();
        Ok(Some(Self(provider)))
    }

    /// The layer that turns the server's own spans into traces.
    pub fn layer<S: Subscriber + for<'s> LookupSpan<'s>>(&self) -> impl Layer<S> + use<S> {
        tracing_opentelemetry::layer()
            .with_tracer(self.0.tracer("cardea"))
            .with_location(false)
            .with_threads(false)
            .with_tracked_inactivity(false)
    }
}

impl Drop for Traces {
    fn drop(&mut self) {
        if let Err(error) = self.0.shutdown_with_timeout(LAST_SPANS) {
            tracing::warn!(%error, "the last traces were not exported");
        }
    }
}

/// The exporter's HTTP client, behind the outbound guard.
struct GuardedClient {
    client: Client,
    runtime: Handle,
}

impl fmt::Debug for GuardedClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("GuardedClient")
    }
}

impl HttpClient for GuardedClient {
    fn send_bytes<'a, 'f>(
        &'a self,
        request: http::Request<Bytes>,
    ) -> Pin<Box<dyn Future<Output = Result<http::Response<Bytes>, HttpError>> + Send + 'f>>
    where
        'a: 'f,
        Self: 'f,
    {
        let client = self.client.clone();
        // The exporter's thread has no runtime; the connections live on the server's.
        let sent = self.runtime.spawn(async move { client.send(request, None).await });
        Box::pin(async move { Ok(sent.await??) })
    }
}
