//! Signing in with somebody else: codes of trusted programs, tickets of office-chat services, and OpenID
//! providers such as a sponsor's directory.
//!
//! | call | what | file |
//! |---|---|---|
//! | `GET /api/sys/federation/providers` | what the sign-in page offers | `tickets/api` |
//! | `GET /api/sys/federation/start/{id}` | sends the browser to a provider | `tickets/api`, `flow` |
//! | `POST /api/sys/loginByTicket` | what came back signs in, or asks whose it is | `tickets` |
//! | `POST /api/sys/ssoCode`, `POST /api/sys/ssoLogin` | a program's code in the address | `sso` |
//! | `/api/account/identities` | accounts elsewhere that belong to one here | `identities` |
//! | (`getPullUserInfo` of `resources::users`) | who has an e-mail or a phone in the user centre | `centre` |
//!
//! A provider is a [`Service`]: it says where to send the browser, and who somebody is by what comes back. Who
//! that is here stands in `identities` alone, under the provider's own word for them (`iss` and `sub`; service,
//! corporation and user): never under an e-mail address or a phone number, which are handed on. Somebody whom
//! nobody knows here yet keeps a sealed [`flow::Continuation`], signs in once in another way, and links.
//!
//! Two people can meet in a browser: an address with a code or ticket may be somebody else's, sent to make the
//! reader act in a stranger's account (login CSRF, RFC 9700, section 4.7). So what did not begin in this very browser
//! signs in after a question alone (`question`), a session of another person is only replaced after one, and nothing
//! is linked that began elsewhere.
//!
//! Every way in ends at [`Sessions::enter`], where locked and deleted accounts are refused and a second factor is
//! asked for. Every attempt is in the audit.

mod centre;
mod chat;
mod flow;
mod identities;
mod model;
mod openid;
mod question;
mod refusal;
mod service;
mod sso;
mod state;
mod store;
#[cfg(test)]
mod tests;
mod tickets;
mod user_centre;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub use state::{Federation, Program, Programs};

/// The documented calls of this module, with their whole paths.
pub fn router(federation: Federation) -> OpenApiRouter {
    OpenApiRouter::default()
        .routes(routes!(tickets::api::providers))
        .routes(routes!(tickets::api::start))
        .routes(routes!(tickets::api::login_by_ticket))
        .routes(routes!(sso::issue))
        .routes(routes!(sso::login))
        .routes(routes!(identities::list, identities::link))
        .routes(routes!(identities::unlink))
        .with_state(federation)
}
