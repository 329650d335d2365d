//! Settings of the rate limits for strangers: every call without a session has one for each address and network.

use std::time::Duration;

use ipnet::IpNet;
use serde::{Deserialize, Serialize};

use super::value::{ConfigError, list_or_commas};
use crate::kernel::limits::{Allowance, Policy};

/// A rate: a burst, and then a number a minute.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Rate {
    /// The most at once.
    pub burst: u32,
    /// The number that becomes available again each minute.
    pub per_minute: u32,
}

/// The rate limits for strangers, on each node.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
#[serde(deny_unknown_fields, default)]
pub struct Limits {
    /// Refusals to one address (of IPv6, one /64): wrong passwords, codes, keys of links, tickets. Each kind counts
    /// by itself; for clients, grants and tokens the limit is ten times as high.
    pub refused: Rate,
    /// Calls from one address that cost something each time: messages, captchas, look-ups of a link, requests of
    /// clients without authentication. Each kind counts by itself.
    pub asked: Rate,
    /// The limit of a network (IPv4 /24, IPv6 /48), as a multiple of the limit of an address.
    pub network_factor: u32,
    /// Milliseconds for which a refusal is held back.
    pub pause_ms: u64,
    /// Networks without limits, such as that of a load test.
    #[serde(deserialize_with = "list_or_commas")]
    pub exempt: Vec<IpNet>,
}

impl Default for Limits {
    fn default() -> Self {
        let Policy { refused, asked, network_factor, pause, exempt } = Policy::default();
        let pause_ms = u64::try_from(pause.as_millis()).unwrap_or_default();
        Self { refused: refused.into(), asked: asked.into(), network_factor, pause_ms, exempt }
    }
}

impl From<Allowance> for Rate {
    fn from(Allowance { burst, per_minute }: Allowance) -> Self {
        Self { burst, per_minute }
    }
}

impl From<Rate> for Allowance {
    fn from(Rate { burst, per_minute }: Rate) -> Self {
        Self { burst, per_minute }
    }
}

impl From<&Limits> for Policy {
    fn from(limits: &Limits) -> Self {
        Self {
            refused: limits.refused.into(),
            asked: limits.asked.into(),
            network_factor: limits.network_factor,
            pause: Duration::from_millis(limits.pause_ms),
            exempt: limits.exempt.clone(),
        }
    }
}

impl Limits {
    pub(super) fn validate(&self) -> Result<(), ConfigError> {
        const MOST: u32 = 1_000_000;
        for (name, value) in [
            ("limits.refused.burst", self.refused.burst),
            ("limits.refused.per_minute", self.refused.per_minute),
            ("limits.asked.burst", self.asked.burst),
            ("limits.asked.per_minute", self.asked.per_minute),
            ("limits.network_factor", self.network_factor),
        ] {
            if !(1..=MOST).contains(&value) {
                return Err(ConfigError::Value(name, format!("must be 1 to {MOST}")));
            }
        }
        if self.pause_ms > 10_000 {
            return Err(ConfigError::Value("limits.pause_ms", "must be at most 10000".into()));
        }
        Ok(())
    }
}
