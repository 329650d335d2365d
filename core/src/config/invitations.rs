//! Settings of invitations and of the verification of e-mail addresses.

use serde::{Deserialize, Serialize};

use super::value::ConfigError;

/// Links that the server sends by e-mail for an administrator.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
#[serde(deny_unknown_fields, default)]
pub struct Invitations {
    /// Days for which an invitation is valid.
    pub life_days: i64,
    /// Hours for which a link to verify an address is valid.
    pub verification_hours: i64,
}

impl Default for Invitations {
    fn default() -> Self {
        Self { life_days: 7, verification_hours: 24 }
    }
}

impl Invitations {
    pub(super) fn validate(&self) -> Result<(), ConfigError> {
        for (name, value, most) in [
            ("invitations.life_days", self.life_days, 90),
            ("invitations.verification_hours", self.verification_hours, 30 * 24),
        ] {
            if !(1..=most).contains(&value) {
                return Err(ConfigError::Value(name, format!("must be 1 to {most}")));
            }
        }
        Ok(())
    }
}
