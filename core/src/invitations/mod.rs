//! Invitations into a tenant: administrators send links by e-mail.
//!
//! An invitation is a row; its key has 256 random bits, and the row has a keyed hash of it while it is valid. It is
//! bound to its tenant and its address; what the form says of either is ignored. An address has one valid invitation in
//! a tenant, which may have further keys: the links of what waits there for whoever joins ([`Awaiting`]). It works once, until it expires, or is withdrawn or replaced; and only while its sender may still give its
//! role. A person with the key has the mailbox: without an account they make one with it, and an existing account of
//! the mailbox becomes a member. Nothing else happens: it signs nobody in and changes nothing of an account. While
//! another person is signed in in the browser, it does nothing.
//!
//! Every invalid key gets the same answer, whatever the reason.

mod accept;
mod admin;
mod api;
mod joining;
mod model;
mod reminders;
mod service;
mod store;

#[cfg(test)]
mod tests;

pub use api::router;
pub use joining::{Awaiting, Nothing, Offer, end_key, offer};
pub use model::{Invitation, WaitingSystem};
pub use reminders::remind;
pub use service::{hash, sender};
pub use store::waiting;

use crate::authentication::Sessions;
use crate::kernel::openapi::OpenApiRouter;
use crate::kernel::resource::Reference;

/// The references from invitations to other records.
pub const REFERENCES: &[Reference] = &[
    Reference::new(
        "dictionary_items",
        ("邀请", "invitations"),
        "SELECT 1 FROM invitations WHERE state = 'open' AND (type_id = $1 OR position_id = \
             $1) LIMIT 1",
    ),
    Reference::new(
        "roles",
        ("未接受的邀请", "open invitations"),
        "SELECT 1 FROM invitations WHERE state = 'open' AND role_id = $1 LIMIT 1",
    ),
    Reference::new(
        "tenants",
        ("未接受的邀请", "open invitations"),
        "SELECT 1 FROM invitations WHERE state = 'open' AND tenant_id = $1 LIMIT 1",
    ),
];

/// The administrators' operations, with their state.
pub fn admin_router(sessions: Sessions) -> OpenApiRouter {
    admin::router().with_state(sessions)
}
