//! What is noted in the audit: a record that changed, or anything else that happened.

use serde::Serialize;
use serde_json::Value;

use crate::kernel::id::Id;

/// A record as the audit names it. `Serialize` gives before and after: no secret may be in it.
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

/// How an attempt ended.
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

/// Something to note in the audit.
#[derive(Debug, Default)]
pub struct Event {
    /// `resource.happened`, such as `session.started`.
    pub action: &'static str,
    /// The resource, in the plural.
    pub resource: &'static str,
    /// The record's id, or what was tried.
    pub record: String,
    /// The tenant it belongs to.
    pub tenant: Option<Id>,
    /// What was before.
    pub before: Option<Value>,
    /// What is now.
    pub after: Option<Value>,
    /// Why, as the person or the rule says.
    pub reason: Option<String>,
    /// How it ended; done unless said otherwise.
    pub outcome: Option<Outcome>,
    /// Always a row of its own, even where it is one refusal of many: it says what was done because of it, such as
    /// tokens that were revoked.
    pub alone: bool,
}
