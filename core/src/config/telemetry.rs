//! Settings of the log, the metrics and the traces.

use std::net::SocketAddr;

use serde::{Deserialize, Serialize};
use url::Url;

use super::value::ConfigError;

/// The format of the log.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    /// Text for people.
    Text,
    /// One JSON object a line.
    Json,
}

/// The log.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
#[serde(deny_unknown_fields, default)]
pub struct Log {
    /// The `tracing` directives that select what is logged.
    pub filter: String,
    /// Its format.
    pub format: LogFormat,
    /// Whether the log has a line for each request.
    pub access: bool,
}

/// The metrics.
#[derive(Clone, Debug, Default, Deserialize, Serialize, PartialEq)]
#[serde(deny_unknown_fields, default)]
pub struct Metrics {
    /// Address and port of a separate listener for `/metrics`. Empty: there is none.
    pub listen: String,
}

/// The export of traces.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
#[serde(deny_unknown_fields, default)]
pub struct Tracing {
    /// The address of the collector (OTLP over HTTP). Empty: no traces are exported.
    pub otlp_endpoint: String,
    /// The share of all traces that is exported, 0 to 1.
    pub sample: f64,
    /// The name of this server in the traces.
    pub service_name: String,
}

impl Default for Log {
    fn default() -> Self {
        Self { filter: "info".into(), format: LogFormat::Text, access: false }
    }
}

impl Default for Tracing {
    fn default() -> Self {
        Self { otlp_endpoint: String::new(), sample: 1.0, service_name: "cardea".into() }
    }
}

impl Metrics {
    /// The address of the listener, if there is one.
    pub fn address(&self) -> Result<Option<SocketAddr>, ConfigError> {
        let wrong = |_| ConfigError::Value("metrics.listen", "must be an address and a port".into());
        if self.listen.is_empty() { Ok(None) } else { self.listen.parse().map(Some).map_err(wrong) }
    }
}

impl Tracing {
    /// The URL for posting spans (OpenTelemetry Protocol 1.9, "OTLP/HTTP Request"), if there is one.
    pub fn endpoint(&self) -> Result<Option<Url>, ConfigError> {
        let wrong = |why: String| ConfigError::Value("tracing.otlp_endpoint", why);
        if self.otlp_endpoint.is_empty() {
            return Ok(None);
        }
        let base = Url::parse(&self.otlp_endpoint).map_err(|error| wrong(error.to_string()))?;
        if !matches!(base.scheme(), "http" | "https") {
            return Err(wrong("must be http or https".into()));
        }
        let path = format!("{}/v1/traces", base.path().trim_end_matches('/'));
        Ok(Some(base.join(&path).map_err(|error| wrong(error.to_string()))?))
    }

    pub(super) fn validate(&self) -> Result<(), ConfigError> {
        self.endpoint()?;
        if !(0.0..=1.0).contains(&self.sample) {
            return Err(ConfigError::Value("tracing.sample", "must be 0 to 1".into()));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_go_below_the_address_of_the_collector() {
        let of = |text: &str| Tracing { otlp_endpoint: text.into(), ..Tracing::default() }.endpoint();
        let at = |text: &str| of(text).unwrap().unwrap().to_string();
        assert_eq!(of("").unwrap(), None);
        assert_eq!(at("http://collector:4318"), "http://collector:4318/v1/traces");
        assert_eq!(at("https://example.org/otlp/"), "https://example.org/otlp/v1/traces");
        assert!(of("collector:4318").is_err());
    }

    #[test]
    fn the_metrics_are_off_until_they_have_an_address() {
        let of = |text: &str| Metrics { listen: text.into() }.address();
        assert_eq!(of("").unwrap(), None);
        assert_eq!(of("127.0.0.1:9090").unwrap(), Some(SocketAddr::from(([127, 0, 0, 1], 9090))));
        assert!(of("9090").is_err());
    }
}
