//! Types of tickets.

use serde::Deserialize;

/// The parameters with which a browser returns from a provider.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TicketLogin {
    /// The ticket or code; or the `continuation` of an earlier answer.
    pub ticket: String,
    /// The provider. With `state`, the provider of the browser's flow counts.
    pub login_type: Option<String>,
    /// `state`, if the provider returned it.
    pub state: Option<String>,
    /// `iss` (RFC 9207), if the provider returned it.
    pub iss: Option<String>,
    /// Whether the person confirmed the question of the previous call.
    #[serde(default)]
    pub confirm: bool,
}
