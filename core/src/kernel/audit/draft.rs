//! What is to be written, and who caused it.

use std::net::IpAddr;

use serde_json::Value;

use super::event::{Event, Outcome};
use super::row::AuditRow;
use crate::kernel::clock::Time;
use crate::kernel::origin::Origin;
use crate::kernel::request::Request;
use crate::kernel::who::Who;

/// What is to be written, and whose it is.
#[derive(Debug)]
pub struct Draft {
    pub(super) row: AuditRow,
    pub(super) source: Option<Source>,
    pub(super) action: &'static str,
    pub(super) resource: &'static str,
    outcome: Outcome,
}

impl Draft {
    /// From what a context knows.
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

    /// What happened, and how it ended: for counting.
    #[must_use]
    pub const fn kind(&self) -> (&'static str, &'static str) {
        (self.action, self.outcome.name())
    }
}

/// Who causes refusals.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// Somebody who is signed in.
    Person(String),
    /// A stranger, by address; of IPv6 by the network that one customer has (64 bits).
    Network(IpAddr),
    /// One of more than are told apart.
    Many,
}

impl Source {
    /// Who is to be gathered: not the server itself, nor whoever has no address, as nothing that comes by network.
    fn of(who: &Who, address: Option<IpAddr>) -> Option<Self> {
        match who {
            Who::System(_) => None,
            Who::Person(person) => Some(Self::Person(person.id.to_string())),
            Who::Nobody | Who::Ended(_) => Some(Self::Network(Origin::of(address?).address)),
        }
    }
}
