//! The events of the audit: a record that changed, or anything else that happened.

use serde::Serialize;
use serde_json::Value;

use crate::kernel::id::Id;

/// A record as the audit names it. Its `Serialize` output is stored as the state before and after: it must hold no
/// secret.
pub trait Audited: Serialize {
    /// The resource, in the plural, as in the API.
    const RESOURCE: &'static str;
    /// The record's id.
    fn audit_id(&self) -> &str;
    /// The tenant it belongs to.
    fn audit_tenant(&self) -> Option<&Id> {
        None
    }
}

/// The outcome of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Done.
    Ok,
    /// Not allowed.
    Refused,
    /// Tried, and did not work.
    Failed,
}

impl Outcome {
    /// Its name in the audit.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Refused => "refused",
            Self::Failed => "failed",
        }
    }
}

/// An event to note in the audit.
#[derive(Debug, Default)]
pub struct Event {
    /// `resource.happened`, such as `session.started`.
    pub action: &'static str,
    /// The resource, in the plural.
    pub resource: &'static str,
    /// The record's id, or the value that was tried.
    pub record: String,
    /// The tenant it belongs to.
    pub tenant: Option<Id>,
    /// The state before.
    pub before: Option<Value>,
    /// The state after.
    pub after: Option<Value>,
    /// The reason, as the person or the rule gives it.
    pub reason: Option<String>,
    /// The outcome; [`Outcome::Ok`] where there is none.
    pub outcome: Option<Outcome>,
    /// Always writes a row of its own, even for one refusal of many: the row says what was done because of it, such
    /// as revoking tokens.
    pub alone: bool,
}
