//! The types of second factors.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::kernel::clock::Time;
use crate::kernel::id::Id;

/// The `acr` of a sign-in by more than one factor: two of them, or a passkey with user verification.
pub const ACR_MULTIPLE: &str = "2";
/// The `amr` of a code, from an application or the recovery list (RFC 8176, section 2).
pub const BY_CODE: &[&str] = &["otp", "mfa"];

/// A way to authenticate beside the first factor, or again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Way {
    /// A code of an authenticator application.
    Totp,
    /// A passkey.
    Passkey,
    /// A recovery code.
    Recovery,
    /// The password: only for a recent proof, and only without a factor.
    Password,
}

/// The factors that a person has, and whether one is required.
#[derive(Clone, Copy, Debug, sqlx::FromRow)]
pub struct FactorStatus {
    /// The number of authenticator applications.
    pub totp: i64,
    /// Passkeys.
    pub passkeys: i64,
    /// Unused recovery codes.
    pub recovery: i64,
    /// The number of roles and tenants that require a factor.
    pub required: i64,
}

impl FactorStatus {
    /// Whether there is a factor to ask for. Recovery codes alone do not count: they replace a lost factor.
    pub const fn has_any(self) -> bool {
        self.totp > 0 || self.passkeys > 0
    }

    /// The ways to prove a factor, the quickest first. `passkeys`: whether this server takes them.
    pub fn ways(self, passkeys: bool) -> Vec<Way> {
        let mut ways = Vec::new();
        if passkeys && self.passkeys > 0 {
            ways.push(Way::Passkey);
        }
        if self.totp > 0 {
            ways.push(Way::Totp);
        }
        if self.recovery > 0 && self.has_any() {
            ways.push(Way::Recovery);
        }
        ways
    }
}

/// The continuation of the second step, from an answer with code 20011.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct Continue {
    /// `data.continuation` of that answer.
    pub continuation: String,
}

/// A code typed at the second step.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct ContinueWithCode {
    /// `data.continuation` of the answer with code 20011.
    pub continuation: String,
    /// The code.
    pub code: String,
}

/// An assertion or a new passkey, at the second step.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct ContinueWithPasskey {
    /// `data.continuation` of the answer with code 20011.
    pub continuation: String,
    /// The result of `navigator.credentials` as JSON (WebAuthn, section 5.1, `toJSON`).
    #[schema(value_type = Object)]
    pub credential: Value,
    /// The name of a new passkey.
    pub name: Option<String>,
}

/// The confirmation of an authenticator application, at the second step.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct ContinueWithEnrolment {
    /// `data.continuation` of the answer with code 20011.
    pub continuation: String,
    /// `enrolment` of the answer that began it.
    pub enrolment: String,
    /// The code that the application shows.
    pub code: String,
}

/// A sign-in by passkey alone.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasskeySignIn {
    /// The result of `navigator.credentials.get` as JSON.
    #[schema(value_type = Object)]
    pub credential: Value,
    /// The address to continue at after signing in. The server takes only its own: the authorisation endpoint, the
    /// console and a few other pages.
    pub return_to: Option<String>,
}

/// An offered authenticator application: the server stores nothing until a code of it comes back.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct TotpOffer {
    /// Send it back with the code.
    pub enrolment: String,
    /// The `otpauth://` address, for a QR code.
    pub uri: String,
    /// The seed in base32, for typing where scanning is impossible.
    pub secret: String,
}

/// The options that begin a passkey ceremony.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct CeremonyOptions {
    /// The `publicKey` argument of `navigator.credentials`, as JSON with base64url octets.
    #[schema(value_type = Object)]
    pub options: Value,
}

/// An authenticator application, as its owner sees it.
#[derive(Debug, Serialize, sqlx::FromRow, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TotpShown {
    /// When it was added.
    pub created_at: Time,
    /// When it was last used.
    pub used_at: Option<Time>,
}

/// A passkey, as its owner sees it.
#[derive(Debug, Serialize, sqlx::FromRow, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasskeyShown {
    /// Id.
    pub id: Id,
    /// Its name, given by the owner.
    pub name: String,
    /// Whether it may be synced to several devices of its owner.
    pub synced: bool,
    /// When it was added.
    pub created_at: Time,
    /// When it was last used.
    pub used_at: Option<Time>,
}

/// A person's factors.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FactorsShown {
    /// Whether a factor is required of the person.
    pub required: bool,
    /// Their authenticator application.
    pub totp: Option<TotpShown>,
    /// Their passkeys, the oldest first.
    pub passkeys: Vec<PasskeyShown>,
    /// Unused recovery codes.
    pub recovery_codes: i64,
    /// Whether this server takes passkeys: its public address must have a host name.
    pub passkeys_available: bool,
}

/// New recovery codes, shown only once.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecoveryCodes {
    /// Ten codes; each works once. Null where there already were codes, which remain valid.
    pub recovery_codes: Option<Vec<String>>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recovery_codes_stand_in_for_a_factor_and_are_none() {
        let of = |totp, passkeys, recovery| FactorStatus { totp, passkeys, recovery, required: 0 };
        assert!(of(0, 0, 10).ways(true).is_empty() && !of(0, 0, 10).has_any());
        assert_eq!(of(1, 0, 0).ways(true), [Way::Totp]);
        assert_eq!(of(1, 2, 3).ways(true), [Way::Passkey, Way::Totp, Way::Recovery]);
        assert_eq!(of(0, 2, 3).ways(false), [Way::Recovery], "a server that lost its name still lets people in");
    }
}
