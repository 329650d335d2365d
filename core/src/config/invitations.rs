//! Settings of invitations and of the verification of e-mail addresses.

use serde::{Deserialize, Serialize};

use super::value::ConfigError;

/// Links that the server sends by e-mail for an administrator.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
#[serde(deny_unknown_fields, default)]
pub struct Invitations {
    /// Days for which an invitation is valid.
    pub life_days: i64,
    /// Days for which a pre-authorisation can be accepted.
    pub preauthorisation_days: i64,
    /// Days before the end of a pre-authorisation at which its person is reminded once; 0: never.
    pub reminder_days: i64,
    /// Hours for which a link to verify an address is valid.
    pub verification_hours: i64,
}

impl Default for Invitations {
    fn default() -> Self {
        Self { life_days: 7, preauthorisation_days: 14, reminder_days: 3, verification_hours: 24 }
    }
}

impl Invitations {
    pub(super) fn validate(&self) -> Result<(), ConfigError> {
        for (name, value, most) in [
            ("invitations.life_days", self.life_days, 90),
            ("invitations.preauthorisation_days", self.preauthorisation_days, 90),
            ("invitations.verification_hours", self.verification_hours, 30 * 24),
        ] {
            if !(1..=most).contains(&value) {
                return Err(ConfigError::Value(name, format!("must be 1 to {most}")));
            }
        }
        if !(0..self.preauthorisation_days).contains(&self.reminder_days) {
            let rule = "must be 0, or less than invitations.preauthorisation_days".to_owned();
            return Err(ConfigError::Value("invitations.reminder_days", rule));
        }
        Ok(())
    }
}
