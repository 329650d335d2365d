//! Starting and stopping a simulator.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::ops::Deref;
use std::sync::Arc;

use axum::extract::{ConnectInfo, Request, State};
use axum::middleware::{self, Next};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS};
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use openidconnect::{ClientId, ClientSecret, IssuerUrl, PostLogoutRedirectUrl, RedirectUrl};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::api::ApiError;
use crate::faults::Switch;
use crate::ledger::Ledger;
use crate::relying_party::{HttpClient, Pending, Registration, Session};
use crate::sessions::Store;
use crate::trial_management::{self, Interface};
use crate::{Faults, Software, UserRecord, api, callback_api, faults, pages, relying_party, role_api};

/// The options of a simulator.
#[derive(Clone, Debug)]
pub struct Options {
    /// Which system it is.
    pub software: Software,
    /// The address to listen on; port 0 picks a free one.
    pub listen: SocketAddr,
    /// Its public address for browsers, without a trailing slash; `http://<listen>` if absent.
    pub public_url: Option<String>,
    /// The provider. It is first contacted at a sign-in, so it may start later.
    pub issuer: String,
    /// `client_id` at the provider.
    pub client_id: String,
    /// `client_secret` (`client_secret_basic`); absent for a public client.
    pub client_secret: Option<String>,
    /// The bearer token that callers of the two APIs must carry.
    pub api_key: String,
    /// The initial faults of the APIs.
    pub faults: Faults,
    /// The key of the trial-management interface; without one there is no such interface.
    pub trial_management_key: Option<[u8; 32]>,
    /// Whether that interface's signatures cover only timestamp and digits, and not the call.
    pub trial_management_compatible: bool,
    /// Milliseconds since 1970 at which this system's clock stands still: for tests whose other side has such a
    /// clock.
    pub clock: Option<u128>,
}

impl Options {
    /// A well-behaved system on a free loopback port.
    pub fn new(
        software: Software,
        issuer: impl Into<String>,
        client_id: impl Into<String>,
        api_key: impl Into<String>,
    ) -> Self {
        Self {
            software,
            listen: SocketAddr::from(([127, 0, 0, 1], 0)),
            public_url: None,
            issuer: issuer.into(),
            client_id: client_id.into(),
            client_secret: None,
            api_key: api_key.into(),
            faults: Faults::default(),
            trial_management_key: None,
            trial_management_compatible: false,
            clock: None,
        }
    }
}

/// The reason why a simulator did not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// It cannot listen on the address.
    #[error("cannot listen on {address}: {source}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// The reason.
        source: std::io::Error,
    },
    /// The issuer or the public address is malformed.
    #[error("not an address: {0}")]
    Address(#[from] url::ParseError),
    /// The HTTP client cannot be made.
    #[error("the HTTP client cannot be made: {0}")]
    Client(#[from] reqwest::Error),
}

/// The state of every handler.
pub(crate) struct Inner {
    pub software: Software,
    pub api_key: String,
    pub registration: Registration,
    pub http: HttpClient,
    pub faults: Switch,
    pub ledger: Ledger,
    pub pending: Store<Pending>,
    pub sessions: Store<Session>,
    pub trial_management: Option<Interface>,
    pub clock: Option<u128>,
    /// Whether its public address is https.
    pub secure: bool,
    pub policy: HeaderValue,
}

/// A handle on [`Inner`].
#[derive(Clone)]
pub(crate) struct Shared(Arc<Inner>);

impl Deref for Shared {
    type Target = Inner;

    fn deref(&self) -> &Inner {
        &self.0
    }
}

/// Starts simulators.
#[derive(Debug)]
pub struct Simulator;

impl Simulator {
    /// Starts a simulator, which serves when this returns.
    ///
    /// # Errors
    /// It cannot listen, or an address is malformed.
    pub async fn start(options: Options) -> Result<Running, StartError> {
        let address = options.listen;
        let failed = |source| StartError::Listen { address, source };
        let listener = TcpListener::bind(address).await.map_err(failed)?;
        let addr = listener.local_addr().map_err(failed)?;
        let base = options.public_url.clone().unwrap_or_else(|| format!("http://{addr}"));
        let shared = Shared(Arc::new(inner(options, &base)?));
        let (stop, stopped) = oneshot::channel();
        let service = router(shared.clone()).into_make_service_with_connect_info::<SocketAddr>();
        let server = axum::serve(listener, service).with_graceful_shutdown(async {
            // Also stops when the sender is dropped, as nothing else could stop it then.
            let _ = stopped.await;
        });
        let task = tokio::spawn(server.into_future());
        Ok(Running { addr, base, shared, stop, task })
    }
}

fn inner(options: Options, base: &str) -> Result<Inner, StartError> {
    let issuer = IssuerUrl::new(options.issuer)?;
    // Sign-out is a form that redirects to the provider; browsers check that target too.
    let policy = format!(
        "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; \
         frame-ancestors 'none'; form-action 'self' {}",
        issuer.url().origin().ascii_serialization()
    );
    Ok(Inner {
        software: options.software,
        api_key: options.api_key,
        registration: Registration {
            issuer,
            client_id: ClientId::new(options.client_id),
            client_secret: options.client_secret.map(ClientSecret::new),
            redirect_uri: RedirectUrl::new(format!("{base}/callback"))?,
            post_logout_redirect_uri: PostLogoutRedirectUrl::new(format!("{base}/"))?,
        },
        http: HttpClient::new()?,
        faults: Switch::new(options.faults),
        ledger: Ledger::default(),
        pending: Store::default(),
        sessions: Store::default(),
        trial_management: options
            .trial_management_key
            .as_ref()
            .and_then(|key| Interface::new(key, options.trial_management_compatible)),
        clock: options.clock,
        secure: base.starts_with("https://"),
        // An origin's serialization is ASCII without control characters (RFC 6454, 6.2).
        policy: HeaderValue::try_from(policy).unwrap_or(HeaderValue::from_static("default-src 'none'")),
    })
}

fn router(shared: Shared) -> axum::Router {
    let apis = role_api::router()
        .merge(callback_api::router())
        .route_layer(middleware::from_fn_with_state(shared.clone(), api::require_key))
        .route_layer(middleware::from_fn_with_state(shared.clone(), faults::misbehave));
    let signed = trial_management::router()
        .route_layer(middleware::from_fn_with_state(shared.clone(), trial_management::verify))
        .route_layer(middleware::from_fn_with_state(shared.clone(), faults::misbehave));
    let css = HeaderValue::from_static("text/css; charset=utf-8");
    let svg = HeaderValue::from_static("image/svg+xml");
    axum::Router::new()
        .merge(apis)
        .merge(signed)
        .merge(relying_party::router())
        .route("/faults", get(current_faults).post(faults::set))
        .route("/arrived", get(arrived))
        .route("/style.css", get(async || ([(CONTENT_TYPE, css)], pages::STYLE)))
        .route("/icon.svg", get(async || ([(CONTENT_TYPE, svg)], pages::ICON)))
        .layer(middleware::from_fn_with_state(shared.clone(), harden))
        .with_state(shared)
}

/// What came by the callback API. For this machine only, because it names people.
async fn arrived(
    State(shared): State<Shared>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
) -> Result<Html<String>, ApiError> {
    if !peer.ip().to_canonical().is_loopback() {
        return Err(ApiError::new(StatusCode::FORBIDDEN, "forbidden", "this page is for the same machine"));
    }
    let page = relying_party::page(&shared, &headers);
    Ok(Html(page.arrived(&shared.ledger.arrived())))
}

async fn current_faults(State(shared): State<Shared>) -> impl IntoResponse {
    axum::Json(shared.faults.get())
}

async fn harden(State(shared): State<Shared>, request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    let set: [(HeaderName, HeaderValue); 4] = [
        (CONTENT_SECURITY_POLICY, shared.policy.clone()),
        (X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
        (REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
        (CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    headers.extend(set);
    response
}

/// A running simulator. Dropping it stops it without waiting.
pub struct Running {
    addr: SocketAddr,
    base: String,
    shared: Shared,
    stop: oneshot::Sender<()>,
    task: JoinHandle<std::io::Result<()>>,
}

impl std::fmt::Debug for Running {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Running({} on {})", self.shared.software.abbreviation(), self.addr)
    }
}

impl Running {
    /// Which system it is.
    pub fn software(&self) -> Software {
        self.shared.software
    }

    /// The address that it listens on.
    pub fn addr(&self) -> SocketAddr {
        self.addr
    }

    /// Its public address for browsers, without a trailing slash: the software's domain.
    pub fn base_url(&self) -> &str {
        &self.base
    }

    /// The launch address for the software chooser, which starts the code flow.
    pub fn launch_url(&self) -> String {
        format!("{}/login", self.base)
    }

    /// The `redirect_uri` to register.
    pub fn redirect_uri(&self) -> String {
        format!("{}/callback", self.base)
    }

    /// The `post_logout_redirect_uri` to register.
    pub fn post_logout_redirect_uri(&self) -> String {
        format!("{}/", self.base)
    }

    /// The `backchannel_logout_uri` to register.
    pub fn backchannel_logout_uri(&self) -> String {
        format!("{}/backchannel-logout", self.base)
    }

    /// The role API's base address; a plugin's path starts with the study code.
    pub fn role_api(&self) -> String {
        format!("{}/role-api", self.base)
    }

    /// The callback API's base address; a plugin's path starts with the study code.
    pub fn callback_api(&self) -> String {
        format!("{}/callback-api", self.base)
    }

    /// The base address of the trial-management interface.
    pub fn trial_management(&self) -> String {
        format!("{}/ctms-api", self.base)
    }

    /// Whether it was initialised for a tenant.
    pub fn is_initialised(&self, tenant: &str) -> bool {
        self.shared.ledger.is_initialised(tenant)
    }

    /// The bodies of the last calls of the callback API with their names, the newest first.
    pub fn arrived(&self) -> Vec<(String, String)> {
        self.shared.ledger.arrived().into_iter().map(|one| (one.call, one.body)).collect()
    }

    /// Sets the faults.
    pub fn set_faults(&self, faults: Faults) {
        self.shared.faults.set(faults);
    }

    /// The users provisioned in a study: user id to record.
    pub fn users(&self, study: &str) -> BTreeMap<String, UserRecord> {
        self.shared.ledger.users(study)
    }

    /// Changes a user of a study by hand, as somebody does who works in the system itself; `None` removes the user.
    pub fn meddle(&self, study: &str, user: &str, record: Option<UserRecord>) {
        self.shared.ledger.meddle((study.to_owned(), user.to_owned()), record);
    }

    /// The number of provisioning changes; repeated requests do not count.
    pub fn applied(&self) -> u64 {
        self.shared.ledger.applied()
    }

    /// The number of calls of the two APIs.
    pub fn calls(&self) -> u64 {
        self.shared.faults.calls()
    }

    /// Stops accepting connections, and waits for the open ones to finish.
    pub async fn stop(self) {
        let _ = self.stop.send(());
        if let Ok(Err(error)) = self.task.await {
            tracing::warn!(%error, "the simulator stopped with an error");
        }
    }
}
