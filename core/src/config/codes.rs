//! Settings of the codes sent to phones, and of the requests that strangers may make for them.

use serde::{Deserialize, Serialize};

use super::value::ConfigError;

/// Codes by SMS, and links by e-mail.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
#[serde(deny_unknown_fields, default)]
pub struct Codes {
    /// Minutes for which a code is valid.
    pub life_minutes: i64,
    /// Wrong attempts after which a code is invalid.
    pub tries: i64,
    /// Seconds until another code may be requested (specification, portal, section 9: 60).
    pub resend_seconds: i64,
    /// The most codes to one phone or account within 24 hours (specification, portal, section 9: 30).
    pub per_target_day: i64,
    /// Codes to one phone or account within 24 hours after which a captcha is required.
    pub captcha_after: i64,
    /// The most requests from one client address (an IPv6 /64 is one) within an hour.
    pub per_address_hour: i64,
    /// The most requests for phones of one block (the first seven digits) within an hour.
    pub per_block_hour: i64,
    /// The most messages to the people of one tenant within an hour.
    pub per_tenant_hour: i64,
    /// The most requests of the whole deployment within an hour.
    pub total_hour: i64,
    /// Wrong codes from one client address (an IPv6 /64 is one), and from one network (IPv4 /24, IPv6 /48), within an
    /// hour, after which further codes are refused unchecked.
    pub wrong_per_address_hour: i64,
    /// See `wrong_per_address_hour`.
    pub wrong_per_network_hour: i64,
    /// Wrong codes of the whole deployment within an hour, after which new codes have eight digits and require a
    /// captcha.
    pub wrong_total_hour: i64,
    /// Minutes for which a link to a new password is valid.
    pub link_minutes: i64,
}

impl Default for Codes {
    fn default() -> Self {
        Self {
            life_minutes: 5,
            tries: 5,
            resend_seconds: 60,
            per_target_day: 30,
            captcha_after: 5,
            per_address_hour: 60,
            per_block_hour: 200,
            per_tenant_hour: 500,
            total_hour: 2000,
            wrong_per_address_hour: 60,
            wrong_per_network_hour: 120,
            wrong_total_hour: 300,
            link_minutes: 30,
        }
    }
}

impl Codes {
    pub(super) fn validate(&self) -> Result<(), ConfigError> {
        for (name, value, most) in [
            ("codes.life_minutes", self.life_minutes, 60),
            // Ten attempts at a million codes, thirty times a day: a chance of 3 in 10,000 per day and phone.
            ("codes.tries", self.tries, 10),
            ("codes.resend_seconds", self.resend_seconds, 3600),
            ("codes.per_target_day", self.per_target_day, 100),
            ("codes.captcha_after", self.captcha_after, 100),
            ("codes.per_address_hour", self.per_address_hour, 1_000_000),
            ("codes.per_block_hour", self.per_block_hour, 1_000_000),
            ("codes.per_tenant_hour", self.per_tenant_hour, 1_000_000),
            ("codes.total_hour", self.total_hour, 10_000_000),
            ("codes.wrong_per_address_hour", self.wrong_per_address_hour, 1_000_000),
            ("codes.wrong_per_network_hour", self.wrong_per_network_hour, 1_000_000),
            ("codes.wrong_total_hour", self.wrong_total_hour, 1_000_000),
            ("codes.link_minutes", self.link_minutes, 24 * 60),
        ] {
            if !(1..=most).contains(&value) {
                return Err(ConfigError::Value(name, format!("must be 1 to {most}")));
            }
        }
        Ok(())
    }
}
