//! Types of initial access tokens.

use serde::Serialize;

use crate::kernel::clock::Time;
use crate::kernel::ctx::Audited;
use crate::kernel::id::Id;
use crate::provider::clients::settings::Pkce;

/// An initial access token, without its value.
#[derive(Clone, Debug, Serialize, sqlx::FromRow, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InitialAccessToken {
    /// Id.
    pub id: Id,
    /// Version.
    pub version: i64,
    /// The holder or the purpose of the token.
    pub note: String,
    /// Whether the clients registered with it need PKCE.
    #[sqlx(try_from = "String")]
    pub pkce: Pkce,
    /// Number of registrations that it allows.
    pub uses: i64,
    /// Number of registrations made with it.
    pub used: i64,
    /// The administrator who made it.
    pub created_by: Option<Id>,
    /// When it was made.
    pub created_at: Time,
    /// When it expires.
    pub expires_at: Time,
    /// When it was revoked.
    pub revoked_at: Option<Time>,
}

impl Audited for InitialAccessToken {
    const RESOURCE: &'static str = "initial-access-tokens";
    fn audit_id(&self) -> &str {
        self.id.as_str()
    }
}
