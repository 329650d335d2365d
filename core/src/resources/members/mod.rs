//! Members: who belongs to a tenant, and with which tenant role. In the specification: tenant users.

mod api;
mod hold;
mod import;
mod items;
mod model;
mod service;
mod store;

#[cfg(test)]
mod tests;

use crate::kernel::resource::Reference;

pub use api::router;
pub use hold::{hold, wait_for};
pub use model::{Enabled, Member, NewMembers};
pub use store::{Membership, add, by_users, get, of_user};

/// What its records refer to.
pub const REFERENCES: &[Reference] = &[
    Reference::new(
        "dictionary_items",
        ("租户用户", "tenant users"),
        "SELECT 1 FROM memberships WHERE type_id = $1 LIMIT 1",
    ),
    Reference::new(
        "dictionary_items",
        ("租户用户", "tenant users"),
        "SELECT 1 FROM memberships WHERE position_id = $1 LIMIT 1",
    ),
    Reference::new("tenants", ("用户", "users"), "SELECT 1 FROM memberships WHERE tenant_id = $1 LIMIT 1"),
];
