//! Types of tickets.

use serde::Deserialize;

/// What came back.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TicketLogin {
    /// The ticket or code; or the `continuation` of an earlier answer.
    pub ticket: String,
    /// The provider. With `state`, the one that the browser was sent to holds.
    pub login_type: Option<String>,
    /// `state`, where it came along.
    pub state: Option<String>,
    /// `iss` (RFC 9207), where it came along.
    pub iss: Option<String>,
    /// The person said yes to the question of the call before.
    #[serde(default)]
    pub confirm: bool,
}
