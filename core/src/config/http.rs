//! The HTTP server.

use std::net::SocketAddr;
use std::time::Duration;

use ipnet::IpNet;
use serde::{Deserialize, Serialize};

use super::value::{ConfigError, list_or_commas};
use crate::kernel::server::Bounds;

/// The HTTP server.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
#[serde(deny_unknown_fields, default)]
pub struct Http {
    /// Address and port to listen on.
    pub listen: SocketAddr,
    /// The address that browsers and trial systems use, and the issuer. Empty: `http://` and `listen`.
    pub public_url: String,
    /// Networks of the reverse proxies whose `X-Forwarded-For` is trusted. Without it, limits by address count, and
    /// sessions show, the address of the proxy.
    #[serde(deserialize_with = "list_or_commas")]
    pub trusted_proxies: Vec<IpNet>,
    /// Largest request body, in octets.
    pub max_body: usize,
    /// Seconds within which the header of a request must be complete, from its first octet.
    pub header_seconds: u64,
    /// Seconds within which a body must arrive. Each `body_rate` octets extend them by one second, so that a large body
    /// has enough time.
    pub body_seconds: u64,
    /// See `body_seconds`.
    pub body_rate: u64,
    /// Seconds for which a connection may be idle, and for which a client may read nothing of an answer.
    pub idle_seconds: u64,
    /// The most connections at once; no more are accepted until one ends. 0: as many as the system allows.
    pub max_connections: usize,
    /// The most connections of one address (of IPv6, one /64) that is no trusted proxy; further ones are closed at
    /// once.
    pub max_connections_per_address: usize,
    /// Seconds within which requests under way must end once the server is told to stop.
    pub shutdown_seconds: u64,
}

impl Default for Http {
    fn default() -> Self {
        Self {
            listen: SocketAddr::from(([127, 0, 0, 1], 8080)),
            public_url: String::new(),
            trusted_proxies: Vec::new(),
            max_body: 1024 * 1024,
            header_seconds: 10,
            body_seconds: 30,
            body_rate: 2048,
            idle_seconds: 75,
            max_connections: 8192,
            max_connections_per_address: 2048,
            shutdown_seconds: 20,
        }
    }
}

impl Http {
    /// The bounds of connections.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        Bounds {
            header: Duration::from_secs(self.header_seconds),
            body: Duration::from_secs(self.body_seconds),
            body_rate: self.body_rate,
            idle: Duration::from_secs(self.idle_seconds),
            connections: self.max_connections,
            per_address: self.max_connections_per_address,
            proxies: self.trusted_proxies.clone().into(),
            shutdown: Duration::from_secs(self.shutdown_seconds),
        }
    }

    pub(super) fn validate(&self) -> Result<(), ConfigError> {
        const HOUR: u64 = 3600;
        for (name, value) in [
            ("http.header_seconds", self.header_seconds),
            ("http.body_seconds", self.body_seconds),
            ("http.idle_seconds", self.idle_seconds),
            ("http.shutdown_seconds", self.shutdown_seconds),
        ] {
            if !(1..=HOUR).contains(&value) {
                return Err(ConfigError::Value(name, format!("must be 1 to {HOUR}")));
            }
        }
        let at_least_one = |name| ConfigError::Value(name, "must be at least 1".into());
        if self.body_rate < 1 {
            return Err(at_least_one("http.body_rate"));
        }
        if self.max_connections_per_address < 1 {
            return Err(at_least_one("http.max_connections_per_address"));
        }
        Ok(())
    }
}
