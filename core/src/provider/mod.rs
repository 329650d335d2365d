//! The OpenID provider: signing in at trial systems (OpenID Connect Core 1.0, OAuth 2.0 with RFC 9700).
//!
//! | path | what | file |
//! |---|---|---|
//! | `/.well-known/openid-configuration`, `/.well-known/oauth-authorization-server` | metadata | `discovery` |
//! | `/oauth2/jwks` | public keys | `keys` |
//! | `/oauth2/authorize`, `/oauth2/par` | code flow with PKCE, consent | `authorize` |
//! | `/oauth2/token` | tokens, by every grant | `token`, `client_auth` |
//! | `/oauth2/device_authorization`, `/api/account/device` | sign-in on a device | `device` |
//! | `/oauth2/introspect`, `/oauth2/revoke` | what a token says, and its end | `introspection`, `revocation` |
//! | `/oauth2/userinfo` | claims | `userinfo`, `claims` |
//! | `/oauth2/logout` | sign-out begun by a client, and telling the clients | `logout` |
//! | `/oauth2/register` | clients that register themselves | `clients` |
//! | (the portal's chooser) | where a sign-in that begins here is sent | `launch` |
//!
//! Only the shapes of the RFCs leave here; see `error`. `app` hands in what lies elsewhere: the study
//! roles ([`StudyClaims`]) and the end of a session ([`EndSession`]), and lays the session's layer over
//! [`navigation`], which puts [`crate::kernel::ctx::Who`] into each request, and [`face`] over that. That layer
//! must not ask for JSON or the same origin here: the protocols are used across sites, with forms, and guard
//! themselves.

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
pub mod granted;
mod introspection;
pub mod jose;
pub mod keys;
pub mod launch;
mod limit;
mod logout;
mod pages;
mod params;
pub mod receipts;
mod redirect;
mod revocation;
mod store;
mod subject;
#[cfg(test)]
mod tests;
mod token;
mod userinfo;

use std::sync::{Arc, OnceLock};

use axum::extract::{DefaultBodyLimit, FromRef, Request as HttpRequest};
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value};
use tower_http::cors::{Any, CorsLayer};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::kernel::Kernel;
use crate::kernel::ctx::Ctx;
use crate::kernel::error::{Code, Error, Text};
use crate::kernel::http::{self, Request};
use crate::kernel::layer::{Admission, Ahead, AheadLayer, Around, AroundLayer};
use crate::kernel::limits::Limits;
use crate::kernel::outbound::Outbound;
use crate::resources::StepUp;
use caller::Caller;
use claims::{ID_TOKEN_TYPE, IdTokenHint};
use client_auth::Failures;
use clients::{AuthMethod, Client, Clients, registration};
use document::Document;
use error::{ErrorCode, OAuthError};
use keys::{KeyPolicy, SigningKeys};
use limit::Limit;
use params::Params;

pub use claims::StudyClaims;
pub use discovery::at_hand;
pub use logout::{EndSession, Notices, sessions_ended};
pub use revocation::end_tokens;

/// Largest form taken, in octets; what is in it ends in addresses, which are shorter still.
const MAX_FORM: usize = 64 * 1024;

/// The provider's state. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Provider(Arc<Parts>);

#[derive(Debug)]
struct Parts {
    kernel: Kernel,
    issuer: String,
    keys: SigningKeys,
    clients: Clients,
    failures: Failures,
    device_requests: Limit,
    limits: OnceLock<Arc<Limits>>,
    discovery: Document,
    studies: Arc<dyn StudyClaims>,
    sessions: Arc<dyn EndSession>,
}

impl Provider {
    /// Opens the provider: loads its keys, made at first start, and its clients. `issuer` is the public
    /// address without a trailing slash; what clients keep on their own servers is fetched through `outbound`.
    pub async fn open(
        kernel: Kernel,
        issuer: String,
        outbound: &Outbound,
        studies: Arc<dyn StudyClaims>,
        sessions: Arc<dyn EndSession>,
    ) -> Result<Self, Error> {
        let keys = SigningKeys::open(&kernel).await?;
        let clients = Clients::open(kernel.clone(), outbound).await?;
        let discovery = Document::new(&discovery::Metadata::new(&issuer))?;
        Ok(Self(Arc::new(Parts {
            kernel,
            issuer,
            keys,
            clients,
            failures: Failures::default(),
            device_requests: device::limit(),
            limits: OnceLock::new(),
            discovery,
            studies,
            sessions,
        })))
    }

    /// The clients, as requests see them.
    #[must_use]
    pub fn clients(&self) -> &Clients {
        &self.0.clients
    }

    /// The same, with signing keys that are rotated by this policy.
    #[must_use]
    pub fn with_key_policy(self, policy: KeyPolicy) -> Self {
        self.0.keys.set_policy(policy);
        self
    }

    /// The signing keys.
    #[must_use]
    pub fn keys(&self) -> &SigningKeys {
        &self.0.keys
    }

    /// Removes requests, codes, tokens and counts that are over, in short transactions. To be run now and then;
    /// how many rows.
    pub async fn sweep(&self) -> Result<u64, Error> {
        let kernel = self.kernel();
        Ok(authorize::sweep(kernel).await? + token::store::sweep(kernel).await? + limit::sweep(kernel).await?)
    }

    /// The client that a documented call comes from, by its headers or the members of its body. One that proves
    /// nothing is nobody here.
    ///
    /// Errors: [`Code::NoSession`] where it does not prove itself; [`Code::TooMany`] after too many tries.
    pub async fn program(
        &self,
        cx: &Ctx,
        headers: &HeaderMap,
        body: &Map<String, Value>,
        path: &'static str,
    ) -> Result<Arc<Client>, Error> {
        let unproven = || {
            let text = Text::new("调用方身份验证失败", "The program did not prove itself");
            Error::new(Code::NoSession).message(text)
        };
        let params = Params::of_members(client_auth::PARAMS, body);
        let caller = Caller { who: cx.who.clone(), request: cx.request.clone() };
        let client = match client_auth::authenticate(self, &caller, headers, &params, path).await {
            Ok(client) => client,
            Err(OAuthError { source: Some(source), .. }) => {
                return Err(Arc::into_inner(source).unwrap_or_else(unproven));
            }
            Err(_) => return Err(unproven()),
        };
        if client.token_endpoint_auth_method == AuthMethod::None { Err(unproven()) } else { Ok(client) }
    }

    fn kernel(&self) -> &Kernel {
        &self.0.kernel
    }

    fn issuer(&self) -> &str {
        &self.0.issuer
    }

    fn failures(&self) -> &Failures {
        &self.0.failures
    }

    fn device_requests(&self) -> &Limit {
        &self.0.device_requests
    }

    fn discovery(&self) -> &Document {
        &self.0.discovery
    }

    fn studies(&self) -> &dyn StudyClaims {
        self.0.studies.as_ref()
    }

    fn sessions(&self) -> &dyn EndSession {
        self.0.sessions.as_ref()
    }

    /// An ID token of ours that comes back as a hint. It may have expired: it only says who is meant
    /// (OpenID Connect Core 1.0, section 3.1.2.1).
    fn id_token_hint(&self, hint: &str) -> Result<IdTokenHint, OAuthError> {
        let wrong = OAuthError::new(ErrorCode::InvalidRequest, "id_token_hint is not an ID token of this server");
        let hint: IdTokenHint = self.keys().verify(ID_TOKEN_TYPE, hint).map_err(|_| wrong.clone())?;
        if hint.iss == self.issuer() && hint.token_use.is_none() { Ok(hint) } else { Err(wrong) }
    }
}

impl FromRef<Provider> for Kernel {
    fn from_ref(provider: &Provider) -> Self {
        provider.kernel().clone()
    }
}

/// The documented calls of this module, with their whole paths: consent, and what people answer devices.
pub fn documented_router(provider: Provider) -> OpenApiRouter {
    authorize::consent::api::router(provider.clone()).merge(device::portal::router(provider))
}

/// Whether an administrator proved a moment ago who they are.
type Proof = Arc<dyn StepUp>;

/// What the administrators' operations work with.
#[derive(Clone)]
struct Guarded {
    provider: Provider,
    proof: Proof,
}

impl FromRef<Guarded> for Provider {
    fn from_ref(guarded: &Guarded) -> Self {
        guarded.provider.clone()
    }
}

impl FromRef<Guarded> for Kernel {
    fn from_ref(guarded: &Guarded) -> Self {
        guarded.provider.kernel().clone()
    }
}

impl FromRef<Guarded> for Proof {
    fn from_ref(guarded: &Guarded) -> Self {
        Self::clone(&guarded.proof)
    }
}

/// The administrators' operations, with their state. What lets a program in, or
/// changes what it proves itself by, needs a recent proof.
pub fn admin_router(provider: Provider, proof: Arc<dyn StepUp>) -> OpenApiRouter {
    let kernel = provider.kernel().clone();
    let guarded = Guarded { provider, proof };
    logout::admin_router(kernel).merge(keys::router(guarded.clone())).merge(clients::api::router(guarded))
}

/// Whatever is public, and calls whose only credential is in the request itself: cookies count for nothing
/// there, so a script of any origin may ask. authorize and logout are for navigation.
fn any_origin() -> CorsLayer {
    CorsLayer::new()
        .allow_origin(Any)
        .allow_methods([Method::GET, Method::POST])
        .allow_headers([header::AUTHORIZATION, header::CONTENT_TYPE, dpop::HEADER])
        .expose_headers([header::WWW_AUTHENTICATE, dpop::NONCE_HEADER])
}

/// The public documents, with their state: who asks does not matter, and nothing is refused.
pub fn documents(provider: Provider) -> OpenApiRouter {
    OpenApiRouter::new()
        .routes(routes!(discovery::openid_configuration))
        .routes(routes!(discovery::oauth_authorization_server))
        .routes(routes!(discovery::jwks))
        .layer((face(), keys::keep_fresh(provider.clone()), any_origin()))
        .with_state(provider)
}

/// Where browsers are sent, with their state. Who is signed in there is the session's to say: its layer goes
/// around these, and [`face`] around that.
pub fn navigation(provider: Provider) -> OpenApiRouter {
    OpenApiRouter::new()
        .routes(routes!(authorize::get_authorize, authorize::post_authorize))
        .routes(routes!(logout::get_logout, logout::post_logout))
        .layer((DefaultBodyLimit::max(MAX_FORM), keys::keep_fresh(provider.clone()), face(), AheadLayer(NoHead)))
        .with_state(provider)
}

/// What clients call, with their state. A session counts for nothing there.
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

/// HEAD promises to change nothing (RFC 9110, section 9.2.1). Where GET makes a code or ends a session there is
/// no HEAD, or whoever looks at an address before it is opened, such as a preview of a link, would do it.
#[derive(Clone, Copy, Debug)]
struct NoHead;

impl Ahead for NoHead {
    fn admit(&self, request: HttpRequest) -> Admission {
        if request.method() == Method::HEAD {
            let allow = [(header::ALLOW, "GET, POST")];
            return Admission::No((StatusCode::METHOD_NOT_ALLOWED, allow).into_response());
        }
        Admission::Now(request)
    }
}

/// The OAuth face: whatever else went wrong leaves in the RFC's shape too, and causes go to the log. The
/// routes have it already; it goes once more around layers that can fail, such as the session's.
#[must_use]
pub const fn face() -> AroundLayer<Face> {
    AroundLayer(Face)
}

/// See [`face`].
#[derive(Clone, Copy, Debug)]
pub struct Face;

impl Around for Face {
    type Kept = Option<Request>;

    fn before(&self, request: &mut HttpRequest) -> Self::Kept {
        request.extensions().get::<Request>().cloned()
    }

    fn after(about: Self::Kept, mut response: Response) -> Response {
        let about = || about.unwrap_or_else(|| Request::internal(String::new()));
        // Taken out, so that nothing is logged twice.
        if let Some(error) = response.extensions_mut().remove::<OAuthError>() {
            error::log(&error, &about());
            if let Some(mark) = error.mark() {
                response.extensions_mut().insert(mark);
            }
            return response;
        }
        if let Some(error) = http::carried(&response) {
            let code = error.code;
            let error = OAuthError { source: Some(error), ..OAuthError::from(Error::new(code)) };
            error::log(&error, &about());
            let mut written = error.into_response();
            written.extensions_mut().remove::<OAuthError>();
            return written;
        }
        if response.status() == StatusCode::METHOD_NOT_ALLOWED {
            let allow = response.headers().get(header::ALLOW).cloned();
            let why = "this method is not supported here";
            let mut written = OAuthError::new(ErrorCode::InvalidRequest, why).into_response();
            *written.status_mut() = response.status();
            written.headers_mut().extend(allow.map(|allow| (header::ALLOW, allow)));
            return written;
        }
        response
    }
}
