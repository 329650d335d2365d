//! The types of second factors.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::kernel::clock::Time;
use crate::kernel::id::Id;

/// `acr` of a sign-in by more than one factor: two of them, or a passkey that verified its user.
pub const ACR_MULTIPLE: &str = "2";
/// `amr` of a code, from an application or off the recovery list (RFC 8176, section 2).
pub const BY_CODE: &[&str] = &["otp", "mfa"];

/// A way to prove who somebody is, beside their first factor or again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Way {
    /// A code of an authenticator application.
    Totp,
    /// A passkey.
    Passkey,
    /// A recovery code.
    Recovery,
    /// The password: only to prove again, and only without a factor.
    Password,
}

/// What a person has, and has to have.
#[derive(Clone, Copy, Debug, sqlx::FromRow)]
pub struct FactorStatus {
    /// Authenticator applications.
    pub totp: i64,
    /// Passkeys.
    pub passkeys: i64,
    /// Recovery codes that are left.
    pub recovery: i64,
    /// Roles and tenants that require a factor.
    pub required: i64,
}

impl FactorStatus {
    /// Whether there is a factor to ask for. Recovery codes alone are none: they stand in for one.
    pub const fn has_any(self) -> bool {
        self.totp > 0 || self.passkeys > 0
    }

    /// The ways in which it can be proved, the quickest first. `passkeys`: whether this server can take them.
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

/// Says what the second step needs: the continuation of an answer with code 20011.
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
    /// What was typed.
    pub code: String,
}

/// An assertion or a new passkey at the second step.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct ContinueWithPasskey {
    /// `data.continuation` of the answer with code 20011.
    pub continuation: String,
    /// What `navigator.credentials` answered, as JSON (WebAuthn, section 5.1, `toJSON`).
    #[schema(value_type = Object)]
    pub credential: Value,
    /// For a new one: what its owner calls it.
    pub name: Option<String>,
}

/// A confirmation of an authenticator application at the second step.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct ContinueWithEnrolment {
    /// `data.continuation` of the answer with code 20011.
    pub continuation: String,
    /// `enrolment` as it was begun.
    pub enrolment: String,
    /// The code that the application shows.
    pub code: String,
}

/// A sign-in by passkey alone.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasskeySignIn {
    /// What `navigator.credentials.get` answered, as JSON.
    #[schema(value_type = Object)]
    pub credential: Value,
    /// Where to go on to: a local address of the authorisation endpoint.
    pub return_to: Option<String>,
}

/// An authenticator application to be set up: nothing is kept until a code of it comes back.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct TotpOffer {
    /// To be sent back with the code.
    pub enrolment: String,
    /// `otpauth://` address, to be shown as a QR code.
    pub uri: String,
    /// The seed in base32, for who cannot scan.
    pub secret: String,
}

/// What a passkey ceremony begins with.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct CeremonyOptions {
    /// `publicKey` of `navigator.credentials`, as JSON with base64url octets.
    #[schema(value_type = Object)]
    pub options: Value,
}

/// An authenticator application, as its owner sees it.
#[derive(Debug, Serialize, sqlx::FromRow, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TotpShown {
    /// Since when.
    pub created_at: Time,
    /// When it last served.
    pub used_at: Option<Time>,
}

/// A passkey, as its owner sees it.
#[derive(Debug, Serialize, sqlx::FromRow, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasskeyShown {
    /// Id.
    pub id: Id,
    /// What its owner calls it.
    pub name: String,
    /// Whether it may be on several devices of its owner.
    pub synced: bool,
    /// Since when.
    pub created_at: Time,
    /// When it last served.
    pub used_at: Option<Time>,
}

/// A person's factors.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FactorsShown {
    /// Whether one is required of them.
    pub required: bool,
    /// Their authenticator application.
    pub totp: Option<TotpShown>,
    /// Their passkeys, the oldest first.
    pub passkeys: Vec<PasskeyShown>,
    /// Recovery codes that are left.
    pub recovery_codes: i64,
    /// Whether this server takes passkeys: its public address must be a name.
    pub passkeys_available: bool,
}

/// Recovery codes, shown this once.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecoveryCodes {
    /// Ten codes; each works once. Null where there were codes before, which stay.
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
