//! The logout notices to clients, and their results.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::kernel::clock::Time;
use crate::kernel::ctx::Audited;
use crate::kernel::id::Id;
use crate::kernel::outbound::OutboundError;

/// The state of a delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = NoticeState)]
pub enum State {
    /// Not delivered yet; it is retried automatically.
    Waiting,
    /// Confirmed by the client.
    Delivered,
    /// Given up; it is retried only on request.
    Failed,
}

impl State {
    /// The value in the database.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Delivered => "delivered",
            Self::Failed => "failed",
        }
    }
}

impl TryFrom<String> for State {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        [Self::Waiting, Self::Delivered, Self::Failed].into_iter().find(|s| s.as_str() == text).ok_or(text)
    }
}

/// The reason why an attempt failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Trouble {
    /// The client answered with another status than 2xx.
    Status,
    /// The address is private and not allowed by `outbound.allow`.
    Denied,
    /// The client did not answer in time.
    Timeout,
    /// No connection to the client.
    Connect,
    /// The client's certificate is not valid.
    Tls,
    /// The client's answer is malformed or far too large.
    Answer,
    /// The client was deleted, or no longer has a back-channel address.
    Gone,
}

impl Trouble {
    const ALL: [Self; 7] =
        [Self::Status, Self::Denied, Self::Timeout, Self::Connect, Self::Tls, Self::Answer, Self::Gone];

    /// The value in the database.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Status => "status",
            Self::Denied => "denied",
            Self::Timeout => "timeout",
            Self::Connect => "connect",
            Self::Tls => "tls",
            Self::Answer => "answer",
            Self::Gone => "gone",
        }
    }
}

impl TryFrom<String> for Trouble {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        Self::ALL.into_iter().find(|t| t.as_str() == text).ok_or(text)
    }
}

impl From<&OutboundError> for Trouble {
    fn from(error: &OutboundError) -> Self {
        match error {
            OutboundError::Denied(_) | OutboundError::Invalid(_) => Self::Denied,
            OutboundError::Timeout => Self::Timeout,
            OutboundError::Connect(_) => Self::Connect,
            OutboundError::Tls(_) => Self::Tls,
            OutboundError::TooLarge(_) | OutboundError::Broken(_) => Self::Answer,
        }
    }
}

/// The delivery of one logout notice: the end of one session, to one client.
#[derive(Clone, Debug, Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Delivery {
    /// Its id.
    pub id: Id,
    /// The client.
    pub client_id: String,
    /// The client's name.
    pub client_name: String,
    /// The person of the session.
    pub user_id: Id,
    /// The person's login name.
    pub user_name: String,
    /// The session; `sid` in the logout token.
    pub session_id: Id,
    /// State of the delivery.
    #[sqlx(try_from = "String")]
    pub state: State,
    /// Attempts so far.
    pub attempts: i64,
    /// When the next attempt is due; only meaningful while it waits.
    pub next_attempt_at: Option<Time>,
    /// When automatic attempts end.
    pub gives_up_at: Time,
    /// Why the latest attempt failed.
    #[sqlx(try_from = "Option<String>")]
    pub last_error: LastError,
    /// Status of the client's latest answer.
    pub last_status: Option<i64>,
    /// When the session ended.
    pub created_at: Time,
    /// When this last changed.
    pub updated_at: Time,
}

/// The reason why the latest attempt failed, if it did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(transparent)]
pub struct LastError(pub Option<Trouble>);

impl TryFrom<Option<String>> for LastError {
    type Error = String;
    fn try_from(text: Option<String>) -> Result<Self, String> {
        text.map(Trouble::try_from).transpose().map(Self)
    }
}

impl Audited for Delivery {
    const RESOURCE: &'static str = "logout-deliveries";
    fn audit_id(&self) -> &str {
        self.id.as_str()
    }
}
