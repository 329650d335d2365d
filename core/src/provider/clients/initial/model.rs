//! Types of initial access tokens.

use serde::Serialize;

use crate::kernel::clock::Time;
use crate::kernel::ctx::Audited;
use crate::kernel::id::Id;
use crate::provider::clients::settings::Pkce;

/// An initial access token, without itself.
#[derive(Clone, Debug, Serialize, sqlx::FromRow, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InitialAccessToken {
    /// Id.
    pub id: Id,
    /// Version.
    pub version: i64,
    /// Whom it was given to, or what for.
    pub note: String,
    /// Whether the clients registered with it need PKCE.
    #[sqlx(try_from = "String")]
    pub pkce: Pkce,
    /// Registrations that it is good for.
    pub uses: i64,
    /// Registrations that were made with it.
    pub used: i64,
    /// Who made it.
    pub created_by: Option<Id>,
    /// When it was made.
    pub created_at: Time,
    /// Its end.
    pub expires_at: Time,
    /// When it was taken back.
    pub revoked_at: Option<Time>,
}

impl Audited for InitialAccessToken {
    const RESOURCE: &'static str = "initial-access-tokens";
    fn audit_id(&self) -> &str {
        self.id.as_str()
    }
}
