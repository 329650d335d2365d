//! Settings of the OpenID provider.

use serde::{Deserialize, Serialize};

use super::value::ConfigError;

/// The OpenID provider.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
#[serde(deny_unknown_fields, default)]
pub struct Oidc {
    /// Days after which a signing key is replaced; 0: only by command.
    pub key_rotation_days: i64,
    /// Hours for which the next key is published before it signs.
    pub key_publish_hours: i64,
    /// Days for which a key still verifies after it ceased to sign.
    pub key_retention_days: i64,
}

impl Default for Oidc {
    fn default() -> Self {
        Self { key_rotation_days: 90, key_publish_hours: 24, key_retention_days: 30 }
    }
}

impl Oidc {
    pub(super) fn validate(&self) -> Result<(), ConfigError> {
        // Copies of the JWK set are used for minutes, and tokens live for a day at most.
        let published = self.key_publish_hours >= 1;
        let in_order = self.key_rotation_days == 0 || self.key_rotation_days * 24 > self.key_publish_hours;
        for (ok, name, why) in [
            (self.key_rotation_days >= 0, "oidc.key_rotation_days", "must not be negative"),
            (published, "oidc.key_publish_hours", "must be at least 1"),
            (in_order, "oidc.key_publish_hours", "must be shorter than the rotation"),
            (self.key_retention_days >= 2, "oidc.key_retention_days", "must be at least 2"),
        ] {
            if !ok {
                return Err(ConfigError::Value(name, why.into()));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;

    #[test]
    fn keys_are_published_before_they_sign_and_kept_after() {
        let with = |rotation: i64, publish: i64, retention: i64| {
            let oidc = Oidc { key_rotation_days: rotation, key_publish_hours: publish, key_retention_days: retention };
            Config { oidc, ..Config::default() }.validate()
        };
        assert!(with(90, 24, 30).is_ok() && with(0, 24, 30).is_ok() && with(1, 23, 2).is_ok());
        for (rotation, publish, retention) in [(-1, 24, 30), (1, 24, 30), (90, 0, 30), (90, 24, 1)] {
            assert!(with(rotation, publish, retention).is_err());
        }
    }
}
