//! What values of settings have in common: how they are read, and how they are wrong.

use ipnet::IpNet;
use serde::{Deserialize, Deserializer};
use url::Url;

/// Why the settings cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// They cannot be read, or a value has the wrong type or an unknown name.
    #[error("{0}")]
    Read(#[from] Box<figment::Error>),
    /// A value makes no sense.
    #[error("{0}: {1}")]
    Value(&'static str, String),
}

/// Whether nobody on the way can read what goes to an address: https, or http within this machine.
pub fn is_private(url: &Url) -> bool {
    let loopback = match url.host() {
        Some(url::Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(url::Host::Ipv4(ip)) => ip.is_loopback(),
        Some(url::Host::Ipv6(ip)) => ip.is_loopback(),
        None => false,
    };
    url.scheme() == "https" || (url.scheme() == "http" && loopback)
}

/// A list, or one text with commas: what an environment variable can hold.
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
