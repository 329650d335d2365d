//! Signing keys as administrators see them, and the times that rotation goes by.

use serde::{Deserialize, Serialize};

use crate::config::Oidc;
use crate::kernel::clock::Time;
use crate::kernel::ctx::Audited;
use crate::kernel::seal::{Before, Column};
use crate::provider::jose::Alg;

/// Where a key is in its life.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum KeyState {
    /// Published, and does not sign yet.
    Next,
    /// Signs.
    Current,
    /// Verifies.
    Retired,
    /// A record.
    Removed,
}

impl KeyState {
    /// As it is written.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Next => "next",
            Self::Current => "current",
            Self::Retired => "retired",
            Self::Removed => "removed",
        }
    }
}

impl TryFrom<String> for KeyState {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        [Self::Next, Self::Current, Self::Retired, Self::Removed]
            .into_iter()
            .find(|state| state.as_str() == text)
            .ok_or(text)
    }
}

/// A signing key, without anything secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, sqlx::FromRow, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SigningKey {
    /// `kid`: its RFC 7638 thumbprint.
    #[sqlx(rename = "kid")]
    pub id: String,
    /// What it signs with.
    #[sqlx(try_from = "String")]
    pub alg: Alg,
    /// Where it is in its life.
    #[sqlx(try_from = "String")]
    pub state: KeyState,
    /// When it came into the JWK set.
    pub published_at: Time,
    /// When it is to begin to sign, where somebody asked for that before its time.
    pub promote_at: Option<Time>,
    /// When it began to sign.
    pub current_at: Option<Time>,
    /// When it ceased to.
    pub retired_at: Option<Time>,
    /// When nothing signed by it lives any more.
    pub remove_at: Option<Time>,
    /// When it left the JWK set.
    pub removed_at: Option<Time>,
}

impl Audited for SigningKey {
    const RESOURCE: &'static str = "signing-keys";
    fn audit_id(&self) -> &str {
        &self.id
    }
}

/// When keys change. Times in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyPolicy {
    /// How long a key signs; `None`: until somebody rotates it.
    pub rotation: Option<i64>,
    /// How long a key is published before it signs.
    pub publish_ahead: i64,
    /// How long a key is believed after it ceased to sign: the longest life of anything signed by it.
    pub retention: i64,
}

impl From<&Oidc> for KeyPolicy {
    fn from(settings: &Oidc) -> Self {
        const DAY: i64 = 86_400;
        Self {
            rotation: (settings.key_rotation_days > 0).then_some(settings.key_rotation_days * DAY),
            publish_ahead: settings.key_publish_hours * 3600,
            retention: settings.key_retention_days * DAY,
        }
    }
}

impl Default for KeyPolicy {
    fn default() -> Self {
        Self::from(&Oidc::default())
    }
}

/// What a list of keys is narrowed by.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Filter {
    /// Of this algorithm.
    pub alg: Option<Alg>,
    /// In this state.
    pub state: Option<KeyState>,
}

/// Where the private keys lie sealed.
pub const SEALED: Column =
    Column { table: "signing_keys", column: "private_key", row: "kid", before: Before::Purpose("keys.sign") };
