//! Authentication: signing in and out, captchas, passwords, codes, second factors, sessions, recovery.
//!
//! Other modules use [`Sessions`] (the module's state, opened once), [`authenticate`] (the middleware that identifies
//! the caller of every request), [`Sessions::end`] and [`Sessions::end_all`] (in the caller's transaction; they notify
//! the [`Witness`]), [`info`] (the facts of a session that an OpenID provider asserts), [`Sessions::hasher`],
//! [`Sessions::enter`] (for a person who authenticated elsewhere), and [`Rules`] (the rules for new passwords). For
//! messages that anyone may ask for, the module tells the outbox the recipient ([`crate::notify::Addressing`]).
//!
//! The steps of a sign-in, in this order: the limit of its address and network (`app::open_calls`); the shape of the
//! request; a place in the queue for hashes, fair by network; the password's transport; the lock of the login name at
//! this place, at [`crate::config::SignIn::lock_after`]; the captcha, after [`crate::config::SignIn::captcha_after`]
//! failures and growing with them; the hash; the failure count, where the hash did not match; the account's own lock;
//! the password's age; the second factor, where one is required; the session.

mod addressing;
mod admission;
mod api;
mod bounded;
pub(crate) mod bounds;
mod browser_key;
pub(crate) mod captcha;
mod checked;
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
mod password_reminders;
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
pub(crate) use store::{OpenSession, open_sessions};
pub use transport::SEALED as TRANSPORT_KEYS;

use crate::kernel::openapi::{OpenApiRouter, routes};

/// The audit actions of sign-ins, each with its outcome in the metrics.
pub const SIGN_INS: &[(&str, &str)] = &[
    ("session.started", "signed_in"),
    ("session.refused", "refused"),
    ("session.password_asked", "password_asked"),
    ("session.factor_asked", "second_factor_asked"),
    ("session.factor_refused", "second_factor_refused"),
    ("session.renewed", "renewed"),
];

/// The module's documented operations, with their full paths.
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
