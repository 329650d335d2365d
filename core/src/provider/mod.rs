//! The OpenID provider: signing in at trial systems (OpenID Connect Core 1.0, OAuth 2.0 with RFC 9700).
//!
//! | path | purpose | file |
//! |---|---|---|
//! | `/.well-known/openid-configuration`, `/.well-known/oauth-authorization-server` | metadata | `discovery` |
//! | `/oauth2/jwks` | public keys | `keys` |
//! | `/oauth2/authorize`, `/oauth2/par` | code flow with PKCE, consent | `authorize` |
//! | `/oauth2/token` | tokens, by every grant | `token`, `client_auth` |
//! | `/oauth2/device_authorization`, `/api/account/device` | sign-in on a device | `device` |
//! | `/oauth2/introspect`, `/oauth2/revoke` | token introspection and revocation | `introspection`, `revocation` |
//! | `/oauth2/userinfo` | claims | `userinfo`, `claims` |
//! | `/oauth2/logout` | sign-out begun by a client, and the logout notices to clients | `logout` |
//! | `/oauth2/register` | clients that register themselves | `clients` |
//! | (the portal's chooser) | the address at which a sign-in begun here starts | `launch` |
//!
//! Every answer has the shape of its RFC; see `error`. `app` passes in the parts that lie elsewhere: the study roles
//! ([`StudyClaims`]) and the end of a session ([`EndSession`]). It puts the session's layer, which adds
//! [`crate::kernel::ctx::Who`] to each request, around [`navigation`], and [`face`] around that layer. The session's
//! layer must not require JSON or the same origin here: other sites call these protocols with forms, and the
//! protocols guard themselves.

mod authorize;
mod caller;
mod claims;
mod client_auth;
pub mod clients;
mod device;
mod discovery;
mod document;
mod dpop;
mod error;
mod face;
pub mod granted;
mod introspection;
pub mod jose;
pub mod keys;
pub mod launch;
mod limit;
mod logout;
mod opening;
mod pages;
mod params;
mod program;
pub mod receipts;
mod redirect;
mod revocation;
mod state;
mod step_up;
mod store;
mod subject;
#[cfg(test)]
mod tests;
mod token;
mod userinfo;

use std::sync::Arc;

use axum::extract::DefaultBodyLimit;
use axum::http::{Method, header};
use clients::registration;
use face::NoHead;
use step_up::StepUpState;
use tower_http::cors::{Any, CorsLayer};

use crate::kernel::ctx::{Audited as _, Permission};
use crate::kernel::layer::GuardLayer;
use crate::kernel::openapi::{OpenApiRouter, routes};
use crate::kernel::step_up::StepUp;

pub use claims::{StudyClaims, TrialClaims};
pub use discovery::at_hand;
pub use face::{Face, face};
pub use logout::{DELIVERIES, EndSession, Notices, failed_notices_since, sessions_ended};
pub use revocation::{end_tokens, end_tokens_in};
pub use state::Provider;

/// Largest form accepted, in octets; its contents end in addresses, which are shorter still.
const MAX_FORM: usize = 64 * 1024;

/// The documented calls of this module, with their whole paths: consent, the systems of a sign-out, and the answers of
/// people to devices.
pub fn documented_router(provider: Provider) -> OpenApiRouter {
    authorize::consent::api::router(provider.clone())
        .merge(logout::portal_router(provider.clone()))
        .merge(device::portal::router(provider))
}

/// The administrators' operations, with their state. Letting a program in, or changing its credentials, needs a
/// recent proof.
pub fn admin_router(provider: Provider, proof: Arc<dyn StepUp>) -> OpenApiRouter {
    let kernel = provider.kernel().clone();
    kernel.readers().declare(clients::Client::RESOURCE, &[Permission::Clients]);
    let state = StepUpState { provider, proof };
    logout::admin_router(kernel).merge(keys::router(state.clone())).merge(clients::api::router(state))
}

/// For public documents, and for calls whose only credential is in the request itself: cookies count for nothing
/// there, so a script of any origin may call. Authorize and logout are for navigation.
fn any_origin() -> CorsLayer {
    CorsLayer::new()
        .allow_origin(Any)
        .allow_methods([Method::GET, Method::POST])
        .allow_headers([header::AUTHORIZATION, header::CONTENT_TYPE, dpop::HEADER])
        .expose_headers([header::WWW_AUTHENTICATE, dpop::NONCE_HEADER])
}

/// The public documents, with their state: any caller may read them, and nothing is refused.
pub fn documents(provider: Provider) -> OpenApiRouter {
    OpenApiRouter::new()
        .routes(routes!(discovery::openid_configuration))
        .routes(routes!(discovery::oauth_authorization_server))
        .routes(routes!(discovery::jwks))
        .layer((face(), keys::keep_fresh(provider.clone()), any_origin()))
        .with_state(provider)
}

/// The endpoints that browsers navigate to, with their state. The session tells the signed-in person: its layer goes
/// around these, and [`face`] around that layer.
pub fn navigation(provider: Provider) -> OpenApiRouter {
    OpenApiRouter::new()
        .routes(routes!(authorize::get_authorize, authorize::post_authorize))
        .routes(routes!(logout::get_logout, logout::post_logout))
        .routes(routes!(logout::get_signed_out))
        .layer((DefaultBodyLimit::max(MAX_FORM), keys::keep_fresh(provider.clone()), face(), GuardLayer(NoHead)))
        .with_state(provider)
}

/// The endpoints that clients call, with their state. A session counts for nothing there.
pub fn calls(provider: Provider) -> OpenApiRouter {
    let limits = || (DefaultBodyLimit::max(MAX_FORM), keys::keep_fresh(provider.clone()));
    let nonce = || dpop::provide_nonce(provider.clone());
    let scripts = OpenApiRouter::new()
        .routes(routes!(token::token))
        .routes(routes!(authorize::pushed_authorization_request))
        .routes(routes!(introspection::introspect))
        .routes(routes!(revocation::revoke))
        .routes(routes!(device::device_authorization))
        .routes(routes!(userinfo::get_userinfo, userinfo::post_userinfo))
        .layer((limits(), nonce(), face(), any_origin()));
    OpenApiRouter::new()
        .routes(routes!(registration::register))
        .routes(routes!(registration::read, registration::replace, registration::remove))
        .layer((limits(), nonce(), face()))
        .merge(scripts)
        .with_state(provider)
}
