//! Sign-out at the clients of a session.
//!
//! | file | contents |
//! |---|---|
//! | `initiated` | a client sends the browser here: OpenID Connect RP-Initiated Logout 1.0 |
//! | `front` | the browser calls the clients: OpenID Connect Front-Channel Logout 1.0 |
//! | `notices`, `token` | this server calls the clients: OpenID Connect Back-Channel Logout 1.0 |
//! | `portal` | what a sign-out at the portal does to the systems of its session |
//! | `api` | the calls to clients in the admin REST |
//!
//! The clients of an ended session are told by the back channel, however the session ends: [`sessions_ended`] is
//! called in the transaction that ends it. The front channel needs the browser, and so serves only sign-outs that
//! begin there.

mod api;
mod front;
mod initiated;
mod model;
mod notices;
mod portal;
pub(super) mod store;
mod token;

use axum::http::HeaderValue;
use futures::future::BoxFuture;

use crate::kernel::ctx::Ctx;
use crate::kernel::error::Error;
use crate::kernel::id::Id;

pub use api::router as admin_router;
#[doc(hidden)]
pub use initiated::{__path_get_logout, __path_post_logout};
pub use initiated::{get_logout, post_logout};
#[cfg(test)]
pub use model::State;
pub use notices::{Notices, sessions_ended};
#[doc(hidden)]
pub use portal::__path_get_signed_out;
pub use portal::{get_signed_out, router as portal_router};
pub use store::{DELIVERIES, failed_since as failed_notices_since};

/// Ends sessions; implemented by `authentication`.
pub trait EndSession: Send + Sync + std::fmt::Debug {
    /// Ends the session in the context's transaction. The caller audits and commits. A session that has
    /// ended already is no error.
    fn end_session<'a>(&'a self, cx: &'a mut Ctx, session: &'a Id) -> BoxFuture<'a, Result<(), Error>>;

    /// `Set-Cookie` values that clear the session's cookies in the browser.
    fn clearing_cookies(&self) -> Vec<HeaderValue>;
}
