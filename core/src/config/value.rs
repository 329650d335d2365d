//! How the values of settings are read, and their errors.

use ipnet::IpNet;
use serde::{Deserialize, Deserializer};
use url::Url;

/// Why the settings cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The settings cannot be read, or a value has the wrong type or an unknown name.
    #[error("{0}")]
    Read(#[from] Box<figment::Error>),
    /// A value is not allowed.
    #[error("{0}: {1}")]
    Value(&'static str, String),
}

/// Whether the connection to an address is private: https, or http within this machine.
pub fn is_private(url: &Url) -> bool {
    let loopback = match url.host() {
        Some(url::Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(url::Host::Ipv4(ip)) => ip.is_loopback(),
        Some(url::Host::Ipv6(ip)) => ip.is_loopback(),
        None => false,
    };
    url.scheme() == "https" || (url.scheme() == "http" && loopback)
}

/// Parses a list, or one text with commas, as in an environment variable.
pub fn list_or_commas<'de, D: Deserializer<'de>>(d: D) -> Result<Vec<IpNet>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Either {
        List(Vec<IpNet>),
        Text(String),
    }
    match Either::deserialize(d)? {
        Either::List(list) => Ok(list),
        Either::Text(text) => text
            .split(',')
            .map(str::trim)
            .filter(|s| !s.is_empty())
            .map(|s| s.parse().map_err(serde::de::Error::custom))
            .collect(),
    }
}
