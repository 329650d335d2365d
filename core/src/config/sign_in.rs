//! Settings of sign-in: passwords, captchas, locks, second factors.

use serde::{Deserialize, Serialize};

use super::value::ConfigError;

/// How the password may be sent.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum PasswordTransport {
    /// As a JWE, or plain over TLS.
    Any,
    /// Only as a JWE.
    Encrypted,
}

/// The profile of new passwords.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum PasswordProfile {
    /// 8 to 16 letters and digits with upper case, lower case and a digit; they expire according to the security
    /// strategy (specification, portal, section 5).
    Mlps3,
    /// 15 to 128 characters of any kind, without expiry (NIST SP 800-63B-4, section 3.1.1).
    Nist,
}

/// The people who must prove a second factor.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum FactorPolicy {
    /// Those who have one, and those of whom a role or a tenant requires one.
    Optional,
    /// Everybody.
    Required,
}

/// Signing in.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
#[serde(deny_unknown_fields, default)]
pub struct SignIn {
    /// How the password may be sent.
    pub password_transport: PasswordTransport,
    /// The profile of new passwords.
    pub password_profile: PasswordProfile,
    /// The number of passwords that a new one must differ from: the present one and those before. 0: none is
    /// remembered.
    pub password_history: i64,
    /// Failures of one account after which a captcha is required (specification: more than 3).
    pub captcha_after: i64,
    /// Bits of proof of work in place of a captcha's picture; each doubles the time.
    pub captcha_work_bits: u32,
    /// Failures of one account after which it is locked for a time.
    pub lock_after: i64,
    /// Minutes that such a lock lasts.
    pub lock_minutes: i64,
    /// The people who must prove a second factor.
    pub factor_policy: FactorPolicy,
    /// Wrong second factors of one account after which it accepts none for a time. The time is `lock_minutes`, and
    /// doubles with each such lock until a right one.
    pub factor_lock_after: i64,
    /// Minutes for which a proof of identity counts as recent. Changes of factors need a recent proof, and so do
    /// administrators who delete an account, export data or give a person access.
    pub recent_minutes: i64,
    /// Whether the first step of a recovery says that a user, or a verified way to reach them, does not exist
    /// (specification, portal, section 8). It reveals to strangers which accounts exist.
    pub recovery_tells_unknown: bool,
    /// argon2id: memory in KiB.
    pub hash_memory_kib: u32,
    /// argon2id: passes.
    pub hash_passes: u32,
    /// The most password hashes computed at once; 0: one fewer than there are cores, at least one.
    pub hash_permits: usize,
    /// The most sign-ins that may wait for a permit before the answer is 503.
    pub hash_queue: usize,
}

impl Default for SignIn {
    fn default() -> Self {
        Self {
            password_transport: PasswordTransport::Any,
            password_profile: PasswordProfile::Mlps3,
            password_history: 5,
            captcha_after: 3,
            captcha_work_bits: 18,
            lock_after: 10,
            lock_minutes: 15,
            factor_policy: FactorPolicy::Optional,
            factor_lock_after: 5,
            recent_minutes: 10,
            recovery_tells_unknown: false,
            hash_memory_kib: 19 * 1024,
            hash_passes: 2,
            hash_permits: 0,
            hash_queue: 64,
        }
    }
}

impl SignIn {
    pub(super) fn validate(&self) -> Result<(), ConfigError> {
        let at_least_one = "must be at least 1";
        for (ok, name, why) in [
            (self.lock_after >= 1, "sign_in.lock_after", at_least_one),
            (self.lock_minutes >= 1, "sign_in.lock_minutes", at_least_one),
            (self.factor_lock_after >= 1, "sign_in.factor_lock_after", at_least_one),
            (self.recent_minutes >= 1, "sign_in.recent_minutes", at_least_one),
            (self.hash_memory_kib >= 8 * 1024, "sign_in.hash_memory_kib", "must be at least 8192"),
            ((0..=24).contains(&self.password_history), "sign_in.password_history", "must be 0 to 24"),
            ((10..=24).contains(&self.captcha_work_bits), "sign_in.captcha_work_bits", "must be 10 to 24"),
        ] {
            if !ok {
                return Err(ConfigError::Value(name, why.into()));
            }
        }
        Ok(())
    }
}
