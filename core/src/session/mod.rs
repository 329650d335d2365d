//! Sign-in: passwords, captchas, sessions, the first set-up, invitations, and what the portal shows of its person.
//!
//! Other modules use [`Sessions`] (open it once; it is the module's state), [`authenticate`] (the middleware that
//! tells every request who asks), [`Sessions::end`] and [`Sessions::end_all`] (in the caller's transaction;
//! the [`Witness`] is told), [`info`] (what an OpenID provider asserts of a session), [`password`] (the
//! hasher of [`Sessions::hasher`]), [`Sessions::send_verification`] (of an e-mail address), [`Sessions::enter`] (for who proved elsewhere who they are), and [`Rules`]
//! (which new passwords are taken). It tells the outbox whom the
//! messages go to that anybody may ask for ([`crate::notify::Addressing`]).
//!
//! What a sign-in goes through, in this order: the limit of its address and network (`app::open_calls`); its shape; a
//! place in the line for hashes, fair by network; the password's transport; the lock of its name at this place, at
//! [`crate::config::SignIn::lock_after`]; the captcha, after [`crate::config::SignIn::captcha_after`] failures and growing
//! with them; the hash; the count, where it failed; the account's own lock; the password's age; the second factor, where
//! one is wanted; the session.

mod account;
mod addressing;
mod administered;
mod api;
mod bounded;
mod bounds;
mod browser_key;
mod captcha;
mod changes;
mod checking;
mod codes;
mod cookies;
mod deliveries;
mod device;
mod ending;
mod entry;
mod factors;
mod gate;
mod invitations;
mod locks;
mod model;
mod owner;
pub mod password;
mod passwords;
mod permissions;
mod pins;
mod portal;
mod proof;
mod recovery;
mod rules;
mod service;
mod setup;
mod standing;
mod store;
mod transport;

#[cfg(test)]
mod tests;

pub use cookies::{Cookies, read as read_cookie};
pub use entry::{ELSEWHERE, Elsewhere};
#[cfg(test)]
pub use factors::totp_code;
pub use factors::{SEED, has_factor};
pub use gate::{authenticate, from_another_site, from_browser};
pub use locks::AutomaticLock;
pub use model::{EndReason, LoginAnswer, SessionInfo};
pub use passwords::Expiring;
pub use pins::{PinAsked, PinSigner};
pub use rules::Rules;
pub use service::{Begun, LinkAtSignIn, Sessions, Witness};
pub use standing::info;
pub use transport::SEALED as TRANSPORT_KEYS;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

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
        .routes(routes!(changes::change_password))
        .routes(routes!(changes::change_password_by_name))
        .routes(routes!(recovery::find))
        .routes(routes!(recovery::send))
        .routes(routes!(recovery::by_code))
        .routes(routes!(recovery::email))
        .routes(routes!(recovery::phone))
        .routes(routes!(recovery::link_state, recovery::reset))
        .routes(routes!(portal::user_info))
        .routes(routes!(portal::tenants))
        .routes(routes!(portal::languages))
        .routes(routes!(portal::branding))
        .routes(routes!(browser_key::browser_key))
        .routes(routes!(setup::state, setup::complete))
        .routes(routes!(invitations::verify))
        .routes(routes!(invitations::look))
        .routes(routes!(invitations::accept))
        .routes(routes!(pins::list, pins::set))
        .routes(routes!(pins::send))
        .merge(factors::router())
        .merge(account::router())
        .with_state(sessions)
}

/// The administrators' operations, with their state.
pub fn admin_router(sessions: Sessions) -> OpenApiRouter {
    let operations = invitations::admin_router().merge(factors::admin_router()).merge(administered::router());
    let operations = operations.routes(routes!(pins::send_to)).routes(routes!(deliveries::state));
    operations.with_state(sessions)
}
