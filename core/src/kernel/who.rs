//! Who asks, and within which tenants they may do something.

use std::collections::BTreeMap;

use super::clock::Time;
use super::error::Code;
use super::id::Id;
use super::permission::Allowed;

/// A signed-in person, as the session found them at this request.
#[derive(Clone, Debug)]
pub struct Person {
    /// User id.
    pub id: Id,
    /// Login name.
    pub user_name: String,
    /// Full name.
    pub full_name: String,
    /// The session they use.
    pub session_id: Id,
    /// The tenant they chose, if any.
    pub tenant_id: Option<Id>,
    /// When they proved who they are.
    pub auth_time: Time,
    /// Their system role.
    pub system: Allowed,
    /// Their role in each tenant they belong to.
    pub tenants: BTreeMap<Id, Allowed>,
}

/// Who asks.
#[derive(Clone, Debug, Default)]
pub enum Who {
    /// Nobody is signed in; the code says why (no session, expired, ended).
    #[default]
    Nobody,
    /// A session was named but does not stand any more.
    Ended(Code),
    /// A person.
    Person(Box<Person>),
    /// A part of the server itself: a command, a job.
    System(&'static str),
}

/// The tenants within which somebody may do something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scope {
    /// All of them.
    All,
    /// These.
    Only(Vec<Id>),
}

impl Scope {
    /// Whether it holds the tenant.
    #[must_use]
    pub fn holds(&self, tenant: &Id) -> bool {
        match self {
            Self::All => true,
            Self::Only(ids) => ids.contains(tenant),
        }
    }
}
