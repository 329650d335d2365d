//! Signing keys as administrators see them, and the times of rotation.

use serde::{Deserialize, Serialize};

use crate::config::Oidc;
use crate::kernel::clock::Time;
use crate::kernel::ctx::Audited;
use crate::kernel::seal::{Before, Column};
use crate::provider::jose::Alg;

/// The state of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum KeyState {
    /// Published, but does not sign yet.
    Next,
    /// Signs.
    Current,
    /// Verifies only.
    Retired,
    /// Kept as a record only.
    Removed,
}

impl KeyState {
    /// The value on the wire.
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

/// A signing key, without its private part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, sqlx::FromRow, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SigningKey {
    /// `kid`: the RFC 7638 thumbprint.
    #[sqlx(rename = "kid")]
    pub id: String,
    /// Algorithm.
    #[sqlx(try_from = "String")]
    pub alg: Alg,
    /// State of the key.
    #[sqlx(try_from = "String")]
    pub state: KeyState,
    /// When it was added to the JWK set.
    pub published_at: Time,
    /// When it is to start signing, if an administrator asked for an early rotation.
    pub promote_at: Option<Time>,
    /// When it started signing.
    pub current_at: Option<Time>,
    /// When it stopped signing.
    pub retired_at: Option<Time>,
    /// When everything that it signed has expired.
    pub remove_at: Option<Time>,
    /// When it was removed from the JWK set.
    pub removed_at: Option<Time>,
}

impl Audited for SigningKey {
    const RESOURCE: &'static str = "signing-keys";
    fn audit_id(&self) -> &str {
        &self.id
    }
}

/// The times of key rotation, in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyPolicy {
    /// How long a key signs; `None`: until an administrator rotates it.
    pub rotation: Option<i64>,
    /// How long a key is published before it signs.
    pub publish_ahead: i64,
    /// How long a key verifies after it stopped signing: the longest lifetime of anything signed by it.
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

/// The filter of the list of keys.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Filter {
    /// Keys of this algorithm.
    pub alg: Option<Alg>,
    /// Keys in this state.
    pub state: Option<KeyState>,
}

/// The column of the sealed private keys.
pub const SEALED: Column =
    Column { table: "signing_keys", column: "private_key", row: "kid", before: Before::Purpose("keys.sign") };
