//! Invitations into a tenant: links that go out by e-mail at an administrator's word.
//!
//! An invitation is a row; its key is 256 random bits, of which a keyed hash is kept while it works. It is bound to
//! its tenant and its address: what else a form says of either counts for nothing. One works for an address in a
//! tenant, once, until it is over, withdrawn or replaced; and only while whoever sent it may still give the role
//! that it gives. Whoever has the key has the mailbox: somebody new makes an account with it, and the mailbox's
//! account becomes a member. That is all it does: nobody is signed in with it, and nothing of an account changes.
//! In the browser of somebody else who is signed in it does nothing.
//!
//! Keys that do not work are answered alike, whatever the reason.

mod accept;
mod admin;
mod api;
mod model;
mod service;
mod store;

#[cfg(test)]
mod tests;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub use model::Invitation;

use crate::authentication::Sessions;
use crate::kernel::resource::Reference;

/// What its records refer to.
pub const REFERENCES: &[Reference] = &[
    Reference::new(
        "dictionary_items",
        ("邀请", "invitations"),
        "SELECT 1 FROM invitations WHERE state = 'open' AND (type_id = $1 OR position_id = \
             $1) LIMIT 1",
    ),
    Reference::new(
        "tenants",
        ("未接受的邀请", "open invitations"),
        "SELECT 1 FROM invitations WHERE state = 'open' AND tenant_id = $1 LIMIT 1",
    ),
];

/// The documented calls, with their whole paths.
pub fn router(sessions: Sessions) -> OpenApiRouter {
    OpenApiRouter::default().routes(routes!(api::look)).routes(routes!(api::accept)).with_state(sessions)
}

/// The administrators' operations, with their state.
pub fn admin_router(sessions: Sessions) -> OpenApiRouter {
    admin::router().with_state(sessions)
}
