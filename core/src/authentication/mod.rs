//! Authentication: signing in and out, captchas, passwords, codes, second factors, sessions, recovery.
//!
//! Other modules use [`Sessions`] (open it once; it is the module's state), [`authenticate`] (the middleware that
//! tells every request who asks), [`Sessions::end`] and [`Sessions::end_all`] (in the caller's transaction;
//! the [`Witness`] is told), [`info`] (what an OpenID provider asserts of a session), [`Sessions::hasher`],
//! [`Sessions::enter`] (for who proved elsewhere who they are), and [`Rules`] (which new passwords are taken). It tells
//! the outbox whom the messages go to that anybody may ask for ([`crate::notify::Addressing`]).
//!
//! What a sign-in goes through, in this order: the limit of its address and network (`app::open_calls`); its shape; a
//! place in the line for hashes, fair by network; the password's transport; the lock of its name at this place, at
//! [`crate::config::SignIn::lock_after`]; the captcha, after [`crate::config::SignIn::captcha_after`] failures and growing
//! with them; the hash; the count, where it failed; the account's own lock; the password's age; the second factor, where
//! one is wanted; the session.

mod addressing;
mod admission;
mod api;
mod bounded;
pub(crate) mod bounds;
mod browser_key;
pub(crate) mod captcha;
mod checking;
pub(crate) mod codes;
mod cookies;
mod device;
mod ending;
mod entrant;
mod entry;
pub(crate) mod factors;
mod gate;
pub(crate) mod hasher;
mod jwk;
mod locks;
mod lookup;
mod marks;
pub(crate) mod messages;
pub(crate) mod model;
mod password_change;
mod password_continuation;
pub(crate) mod password_history;
mod password_reset;
pub(crate) mod proof;
pub(crate) mod recovery;
mod rules;
mod state;
pub(crate) mod store;
pub(crate) mod transport;

#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
pub(crate) mod tests;

pub use cookies::{Cookies, read as read_cookie};
pub use entrant::ELSEWHERE;
pub use entry::Elsewhere;
#[cfg(test)]
pub use factors::totp_code;
pub use factors::{SEED, has_factor};
pub use gate::{authenticate, from_another_site, from_browser};
pub use locks::AutomaticLock;
pub use lookup::info;
pub use model::{EndReason, LoginAnswer, SessionInfo};
pub use password_history::Expiring;
pub use rules::Rules;
pub use state::{Begun, LinkAtSignIn, Sessions, Witness};
pub(crate) use store::open_sessions;
pub use transport::SEALED as TRANSPORT_KEYS;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// What the audit notes of sign-ins, and what they come to in the metrics.
pub const SIGN_INS: &[(&str, &str)] = &[
    ("session.started", "signed_in"),
    ("session.refused", "refused"),
    ("session.password_asked", "password_asked"),
    ("session.factor_asked", "second_factor_asked"),
    ("session.factor_refused", "second_factor_refused"),
    ("session.renewed", "renewed"),
];

/// The module's documented calls, with their whole paths.
pub fn router(sessions: Sessions) -> OpenApiRouter {
    OpenApiRouter::default()
        .routes(routes!(api::public_key))
        .routes(routes!(api::picture))
        .routes(routes!(api::work))
        .routes(routes!(api::password_rules))
        .routes(routes!(api::login))
        .routes(routes!(codes::send))
        .routes(routes!(codes::check))
        .routes(routes!(api::logout))
        .routes(routes!(password_change::change_password))
        .routes(routes!(password_change::change_password_by_name))
        .routes(routes!(recovery::find))
        .routes(routes!(recovery::send))
        .routes(routes!(recovery::by_code))
        .routes(routes!(recovery::email))
        .routes(routes!(recovery::phone))
        .routes(routes!(recovery::link_state, recovery::reset))
        .routes(routes!(browser_key::browser_key))
        .merge(factors::router())
        .with_state(sessions)
}

/// The administrators' operations, with their state.
pub fn admin_router(sessions: Sessions) -> OpenApiRouter {
    factors::admin_router().merge(password_reset::router()).with_state(sessions)
}
