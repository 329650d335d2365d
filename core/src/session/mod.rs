//! Sign-in: passwords, captchas, sessions, the first set-up, and what the portal shows of its person.
//!
//! Other rooms use [`Sessions`] (open it once; it is the room's state), [`authenticate`] (the middleware that
//! tells every request who asks), [`Sessions::end`] and [`Sessions::end_all`] (in the caller's transaction;
//! the [`Witness`] is told), [`info`] (what an OpenID provider asserts of a session), and [`password`] (the
//! rule, and the hasher of [`Sessions::hasher`]).
//!
//! What a sign-in goes through, in this order: its shape; the password's transport; the count of attempts,
//! raised and committed; the captcha, after [`crate::config::SignIn::captcha_after`] failures; the lock, at
//! [`crate::config::SignIn::lock_after`]; the hash; the account's own lock; the password's age; the session.

mod api;
mod bounded;
mod captcha;
mod cookies;
mod gate;
mod model;
pub mod password;
mod portal;
mod proof;
mod service;
mod setup;
mod store;
mod transport;

#[cfg(test)]
mod tests;

pub use cookies::Cookies;
pub use gate::authenticate;
pub use model::{EndReason, SessionInfo};
pub use service::{Begun, Sessions, Witness, info};

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// The room's documented calls, with their whole paths.
pub fn router(sessions: Sessions) -> OpenApiRouter {
    OpenApiRouter::default()
        .routes(routes!(api::public_key))
        .routes(routes!(api::picture))
        .routes(routes!(api::login))
        .routes(routes!(api::logout))
        .routes(routes!(api::change_password))
        .routes(routes!(api::change_password_by_name))
        .routes(routes!(portal::user_info))
        .routes(routes!(portal::tenants))
        .routes(routes!(portal::languages))
        .routes(routes!(portal::branding))
        .routes(routes!(setup::state, setup::complete))
        .with_state(sessions)
}
