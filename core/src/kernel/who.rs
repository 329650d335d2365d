//! The caller, and the tenants in which the caller has permissions.

use std::collections::BTreeMap;

use super::clock::Time;
use super::error::Code;
use super::id::Id;
use super::permission::{Act, Allowed, Permission};

/// A signed-in person, as the session shows them at this request.
#[derive(Clone, Debug)]
pub struct Person {
    /// User id.
    pub id: Id,
    /// Login name.
    pub user_name: String,
    /// Full name.
    pub full_name: String,
    /// The present session.
    pub session_id: Id,
    /// The chosen tenant, if any.
    pub tenant_id: Option<Id>,
    /// The time of authentication.
    pub auth_time: Time,
    /// The strength of the authentication (`acr`).
    pub acr: String,
    /// The authentication methods (RFC 8176).
    pub amr: Vec<String>,
    /// The permissions of the system role.
    pub system: Allowed,
    /// The permissions of the role in each of their tenants.
    pub tenants: BTreeMap<Id, Allowed>,
}

impl Person {
    /// Where the person has the permission; `None`: nowhere.
    #[must_use]
    pub fn scope(&self, permission: Permission, act: Act) -> Option<Scope> {
        Scope::of(&self.system, &self.tenants, permission, act)
    }
}

/// The caller.
#[derive(Clone, Debug, Default)]
pub enum Who {
    /// No session.
    #[default]
    Nobody,
    /// A session that was presented but has ended or expired; the code says why.
    Ended(Code),
    /// A person.
    Person(Box<Person>),
    /// A part of the server itself: a command, a job.
    System(&'static str),
}

/// The tenants in which the caller has a permission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scope {
    /// All of them.
    All,
    /// These tenants.
    Only(Vec<Id>),
}

impl Scope {
    /// Where these roles give a permission: everywhere by the one on the platform, else in the tenants whose role gives
    /// it; `None`: nowhere. Every operation and every explanation of one is decided here.
    #[must_use]
    pub fn of(system: &Allowed, tenants: &BTreeMap<Id, Allowed>, permission: Permission, act: Act) -> Option<Self> {
        if system.covers(permission, act) {
            return Some(Self::All);
        }
        let has = tenants.iter().filter(|(_, allowed)| allowed.covers(permission, act));
        let tenants: Vec<Id> = has.map(|(id, _)| id.clone()).collect();
        (!tenants.is_empty()).then_some(Self::Only(tenants))
    }

    /// The tenant, where it is a single one.
    #[must_use]
    pub fn single(&self) -> Option<&Id> {
        match self {
            Self::Only(ids) if ids.len() == 1 => ids.first(),
            _ => None,
        }
    }

    /// The tenants, unless it is all of them.
    #[must_use]
    pub fn only(&self) -> Option<impl Iterator<Item = Id>> {
        match self {
            Self::All => None,
            Self::Only(ids) => Some(ids.iter().cloned()),
        }
    }

    /// Whether the scope contains the tenant.
    #[must_use]
    pub fn holds(&self, tenant: &Id) -> bool {
        match self {
            Self::All => true,
            Self::Only(ids) => ids.contains(tenant),
        }
    }
}
