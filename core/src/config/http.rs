//! The HTTP server.

use std::net::SocketAddr;

use ipnet::IpNet;
use serde::{Deserialize, Serialize};

use super::list_or_commas;

/// The HTTP server.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
#[serde(deny_unknown_fields, default)]
pub struct Http {
    /// Address and port to listen on.
    pub listen: SocketAddr,
    /// The address that browsers and trial systems use; also the issuer. Empty: `http://` and `listen`.
    pub public_url: String,
    /// Networks of the reverse proxies whose `X-Forwarded-For` is believed. What is counted by address, and told of
    /// sessions, is the proxy's otherwise.
    #[serde(deserialize_with = "list_or_commas")]
    pub trusted_proxies: Vec<IpNet>,
    /// Largest request body, in octets.
    pub max_body: usize,
}

impl Default for Http {
    fn default() -> Self {
        Self {
            listen: SocketAddr::from(([127, 0, 0, 1], 8080)),
            public_url: String::new(),
            trusted_proxies: Vec::new(),
            max_body: 1024 * 1024,
        }
    }
}
