//! An audit row that is to be written, and who caused it.

use std::net::IpAddr;

use serde_json::Value;

use super::event::{Event, Outcome};
use super::row::AuditRow;
use crate::kernel::clock::Time;
use crate::kernel::origin::Origin;
use crate::kernel::request::Request;
use crate::kernel::who::Who;

/// An audit row that is to be written, and its source.
#[derive(Debug)]
pub struct Draft {
    pub(super) row: AuditRow,
    pub(super) source: Option<Source>,
    pub(super) action: &'static str,
    pub(super) resource: &'static str,
    outcome: Outcome,
}

impl Draft {
    /// Makes the row of an event from the caller and the request.
    #[must_use]
    pub fn new(who: &Who, request: &Request, event: Event) -> Self {
        let (actor, actor_name, session_id) = match who {
            Who::Person(p) => (p.id.to_string(), p.user_name.clone(), Some(p.session_id.to_string())),
            Who::System(part) => (format!("system:{part}"), (*part).to_owned(), None),
            Who::Nobody | Who::Ended(_) => ("nobody".to_owned(), String::new(), None),
        };
        let outcome = event.outcome.unwrap_or(Outcome::Ok);
        let source = Source::of(who, request.address).filter(|_| outcome != Outcome::Ok && !event.alone);
        let row = AuditRow {
            id: String::new(),
            at: Time::default(),
            actor,
            actor_name,
            session_id,
            address: request.address.map(|a| a.to_string()),
            request_id: request.id.clone(),
            action: event.action.to_owned(),
            resource: event.resource.to_owned(),
            record_id: event.record,
            tenant_id: event.tenant.map(|t| t.to_string()),
            before: event.before.as_ref().map(Value::to_string),
            after: event.after.as_ref().map(Value::to_string),
            reason: event.reason,
            outcome: outcome.name().to_owned(),
        };
        Self { row, source, action: event.action, resource: event.resource, outcome }
    }

    /// The action and the outcome, for the metrics.
    #[must_use]
    pub const fn kind(&self) -> (&'static str, &'static str) {
        (self.action, self.outcome.name())
    }
}

/// The source of refusals and failures.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// A signed-in person, by user id.
    Person(String),
    /// A stranger, by address; for IPv6 by the /64 network that one customer has.
    Network(IpAddr),
    /// All sources beyond the number that are told apart.
    Many,
}

impl Source {
    /// The source under which refusals are gathered; none for the server itself, and none for a caller without an
    /// address, who does not come over the network.
    fn of(who: &Who, address: Option<IpAddr>) -> Option<Self> {
        match who {
            Who::System(_) => None,
            Who::Person(person) => Some(Self::Person(person.id.to_string())),
            Who::Nobody | Who::Ended(_) => Some(Self::Network(Origin::of(address?).address)),
        }
    }
}
