//! Federated sign-in: codes of trusted programs, tickets of office-chat services, and OpenID providers such as a
//! sponsor's directory.
//!
//! | call | purpose | file |
//! |---|---|---|
//! | `GET /api/sys/federation/providers` | the providers on the sign-in page | `tickets/api` |
//! | `GET /api/sys/federation/start/{id}` | sends the browser to a provider | `tickets/api`, `flow` |
//! | `POST /api/sys/loginByTicket` | a returning browser signs in, or is asked for its account | `tickets` |
//! | `POST /api/sys/ssoCode`, `POST /api/sys/ssoLogin` | sign-in by a program's code in the address | `sso` |
//! | `/api/account/identities` | the person's linked external accounts | `identities` |
//! | (`getPullUserInfo` of `resources::users`) | the person with an e-mail or a phone in the user centre | `centre` |
//!
//! A provider is a [`Service`]: it gives the address for the browser, and identifies the person from the returned
//! code or ticket. Only `identities` links that person to a local account, by the provider's own identifier (`iss`
//! and `sub`; service, corporation and user), and never by an e-mail address or a phone number, which pass to other
//! people. A person without a link keeps a sealed [`flow::Continuation`], signs in once in another way, and links.
//!
//! An address with a code or ticket may be another person's, sent to make the victim act in the attacker's account
//! (login CSRF, RFC 9700, section 4.7). So a sign-in that did not begin in this browser needs a confirmation
//! (`question`), another person's session is replaced only after one, and an account is linked only if the flow began
//! in this browser.
//!
//! Every sign-in ends at [`Sessions::enter`], which refuses locked and deleted accounts and asks for a second factor.
//! Every attempt is in the audit.

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

use crate::kernel::openapi::{OpenApiRouter, routes};

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
