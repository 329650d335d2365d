//! The only file that knows every module: it opens the modules in their order and merges their routes.

mod background;
mod beans;
mod described;
mod metrics;
pub mod open_calls;
mod ready;
mod service;
pub mod traces;

use std::path::Path;
use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::middleware::from_fn_with_state;
use axum::routing::get;
use described::Described;
use serde_json::Value;
use tower_http::catch_panic::CatchPanicLayer;

use crate::adapters::{BoundClients, ClientPrograms, Clients, Launchers, SessionAdapter, Studies, Tokens};
use crate::audit::Trail;
use crate::authentication::{self, Sessions};
use crate::authorisation::{self, Authorisation, Followed, Histories};
use crate::config::{Config, ConfigError};
use crate::ctms::{self, Ctms};
use crate::federation::{self, Federation};
use crate::files::{self, Files};
use crate::host::{Clock, Concurrency, HostError, HostSettings, PluginHost};
use crate::jobs::Jobs;
use crate::kernel::clock::{SystemClock, SystemEntropy};
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::db::Db;
use crate::kernel::denials::audit_denials;
use crate::kernel::error::Error;
use crate::kernel::layer::AroundLayer;
use crate::kernel::limits::Limits;
use crate::kernel::observe::Observe;
use crate::kernel::openapi::OpenApiRouter;
use crate::kernel::outbound::{Outbound, OutboundError};
use crate::kernel::proxies::Proxies;
use crate::kernel::readiness::Readiness;
use crate::kernel::reseal::{self, Resealed};
use crate::kernel::resource::Reference;
use crate::kernel::seal::{self, Column, SealError, Sealer};
use crate::kernel::{Kernel, folder, http};
use crate::notify::Outbox;
use crate::preauthorisation::Preauthorisations;
use crate::provider::receipts::Receipts;
use crate::provider::{self, Notices, Provider};
use crate::reports::{self, Reports};
use crate::resources;
use crate::resources::sheet::Exports;
use crate::resources::users::Users;
use crate::{account, invitations, preauthorisation, signing, web};

/// Why the server cannot start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The settings are wrong.
    #[error("settings: {0}")]
    Config(#[from] ConfigError),
    /// A folder or file cannot be used.
    #[error("{path}: {source}")]
    File {
        /// Its path.
        path: std::path::PathBuf,
        /// The cause.
        source: std::io::Error,
    },
    /// The database cannot be opened.
    #[error("database: {0}")]
    Database(#[from] sqlx::Error),
    /// The schema cannot be migrated.
    #[error("database schema: {0}")]
    Migrate(#[from] sqlx::migrate::MigrateError),
    /// The master key cannot be used.
    #[error(transparent)]
    Seal(#[from] SealError),
    /// The brand's pictures cannot be used.
    #[error(transparent)]
    Picture(#[from] web::PictureError),
    /// The plugin host cannot be opened.
    #[error("plugin host: {0}")]
    Host(#[from] HostError),
    /// Outbound calls cannot be set up.
    #[error("outgoing calls: {0}")]
    Outbound(#[from] OutboundError),
    /// A module cannot be opened.
    #[error("{}", chain(.0))]
    Module(#[from] Error),
}

fn chain(error: &Error) -> String {
    error.source.as_ref().map_or_else(|| error.to_string(), |source| format!("{error}: {source}"))
}

/// Opens the database with its master key, migrates the schema and seeds the records that every installation has.
pub async fn open_kernel(config: &Config) -> Result<Kernel, StartError> {
    let dir = config.data_dir.clone();
    let failed = |source| StartError::File { path: dir.clone(), source };
    folder::make_private(&dir).map_err(failed)?;
    let entropy = Arc::new(SystemEntropy);
    let sealer = Sealer::open_file(&dir.join("master.key"), entropy.as_ref())?;
    let db = Db::open(&config.database_url(), config.database.max_connections).await?;
    db.migrate().await?;
    let kernel = Kernel::open(db, Arc::new(SystemClock), entropy, sealer).await?;
    let mut cx = Ctx::system(&kernel, "start");
    resources::seed(&mut cx).await?;
    resources::seed_roles(&mut cx).await?;
    resources::seed_reference(&mut cx).await?;
    crate::jobs::seed(&mut cx).await?;
    crate::notify::seed(&mut cx).await?;
    cx.commit().await?;
    Ok(kernel)
}

/// The server's modules, opened. Cheap to clone.
#[derive(Clone)]
pub struct App {
    /// Database, clock, randomness.
    pub kernel: Kernel,
    /// Sign-in.
    pub sessions: Sessions,
    /// The OpenID provider.
    pub provider: Provider,
    /// Logout notices to clients.
    pub notices: Notices,
    /// Sign-in through external identity providers.
    pub federation: Federation,
    /// The trial-management interface.
    pub ctms: Ctms,
    /// Panels and grants.
    pub authorisation: Authorisation,
    /// What people are offered in trial systems.
    pub preauthorisations: Preauthorisations,
    /// The plugin host.
    pub host: PluginHost,
    /// Messages to people.
    pub outbox: Outbox,
    /// Jobs by cron expressions.
    pub jobs: Jobs,
    /// The sealer of the audit.
    pub trail: Trail,
    /// Files.
    pub files: Files,
    exports: Exports,
    pictures: web::Pictures,
    max_body: usize,
    proxies: Proxies,
    limits: Arc<Limits>,
    secure: bool,
    access_log: bool,
}

/// The references of the modules above the resources.
pub fn references() -> Vec<Reference> {
    let all = [
        provider::clients::REFERENCES,
        authorisation::REFERENCES,
        invitations::REFERENCES,
        preauthorisation::REFERENCES,
    ];
    all.concat()
}

impl App {
    /// Opens the modules over a kernel, and loads the installed plugins.
    pub async fn open(config: &Config, kernel: Kernel) -> Result<Self, StartError> {
        let outbound = open_outbound(config)?;
        let host = open_host(config, &kernel, &outbound)?;
        let limits = Limits::new((&config.limits).into(), kernel.entropy());
        let sessions = Sessions::open(&kernel, config, Arc::new(Clients)).await?;
        let authorisation = Authorisation::new(kernel.clone(), host.clone(), Arc::new(Tokens));
        let adapter = Arc::new(SessionAdapter::new(sessions.clone()));
        let files = Files::open(&kernel, config, &outbound)?;
        let exports = Exports::new(files.clone());
        let preauthorisations =
            Preauthorisations::new(sessions.clone(), authorisation.clone(), adapter.clone(), exports.clone());
        let issuer = config.issuer()?;
        let provider = Provider::open(kernel.clone(), issuer, &outbound, Arc::new(Studies), adapter).await?;
        let provider = provider.with_key_policy((&config.oidc).into()).with_limits(Arc::clone(&limits));
        let notices = Notices::new(provider.clone(), &outbound)?;
        let programs = Arc::new(ClientPrograms(provider.clone()));
        let federation = Federation::open(&kernel, config, &outbound, sessions.clone(), programs)?;
        sessions.link_with(Arc::new(federation.clone()));
        let ctms = Ctms::open(&kernel, config, &outbound, sessions.clone())?;
        authorisation::load_all(&mut ReadCtx::system(&kernel), &host).await?;
        let outbox = Outbox::open(&kernel, config, &outbound, Arc::new(sessions.clone()))?;
        let trail = Trail::open(&kernel, config, &outbound);
        let beans = beans::Parts {
            outbox: outbox.clone(),
            authorisation: authorisation.clone(),
            provider: provider.clone(),
            sessions: sessions.clone(),
            notices: notices.clone(),
            federation: federation.clone(),
            trail: trail.clone(),
            files: files.clone(),
        };
        let jobs = Jobs::open(&kernel, &outbound, Arc::new(beans))?;
        let secure = config.public_url()?.scheme() == "https";
        let pictures = web::Pictures::read(&config.branding, &config.data_dir)?;
        let max_body = config.http.max_body;
        let proxies = config.http.trusted_proxies.clone().into();
        Ok(Self {
            kernel,
            sessions,
            provider,
            notices,
            federation,
            ctms,
            authorisation,
            preauthorisations,
            files,
            exports,
            host,
            outbox,
            jobs,
            trail,
            pictures,
            max_body,
            proxies,
            limits,
            secure,
            access_log: config.log.access,
        })
    }

    /// Seals every value again that is not in the present format under the present key.
    pub async fn reseal(&self) -> Result<Vec<Resealed>, Error> {
        let mut all = Vec::new();
        for column in SEALED {
            all.push(reseal::column(&self.kernel, column).await?);
        }
        Ok(all)
    }

    fn documented(&self) -> OpenApiRouter {
        let launch = Arc::new(Launchers(self.provider.clone()));
        authentication::router(self.sessions.clone())
            .merge(account::router(self.sessions.clone()))
            .merge(invitations::router(self.sessions.clone(), Arc::new(self.preauthorisations.clone())))
            .merge(preauthorisation::router(self.preauthorisations.clone()))
            .merge(signing::router(self.sessions.clone()))
            .merge(authorisation::documented_router(self.kernel.clone(), launch))
            .merge(provider::documented_router(self.provider.clone()))
            .merge(federation::router(self.federation.clone()))
            .merge(ctms::router(self.ctms.clone()))
            .merge(provider::receipts::router(Receipts {
                provider: self.provider.clone(),
                sessions: self.sessions.clone(),
            }))
            .fallback(|| async { StatusCode::NOT_FOUND })
            .layer((
                open_calls::count(&self.kernel, &self.limits),
                http::documented(),
                open_calls::refuse(&self.kernel, &self.limits),
                authentication::authenticate(self.sessions.clone()),
            ))
    }

    fn admin(&self) -> OpenApiRouter {
        let adapter = SessionAdapter::new(self.sessions.clone());
        let rules = self.sessions.rules().clone();
        let users = Users {
            kernel: self.kernel.clone(),
            hasher: Arc::new(adapter.clone()),
            rule: Arc::new(move |password: &str, user_name: &str| rules.check(password, user_name)),
            sessions: Arc::new(adapter.clone()),
            owners: Arc::new(adapter.clone()),
            locks: Arc::new(adapter.clone()),
            verification: Arc::new(adapter.clone()),
            centre: Arc::new(self.federation.clone()),
            step_up: Arc::new(adapter.clone()),
            grants: Arc::new(Followed(Arc::new(Tokens))),
            tenants: Arc::new(Tokens),
            exports: self.exports.clone(),
        };
        let reports = Reports {
            kernel: self.kernel.clone(),
            step_up: Arc::clone(&users.step_up),
            sessions: self.sessions.clone(),
            exports: users.exports.clone(),
            host: self.host.clone(),
        };
        let histories = Histories {
            kernel: self.kernel.clone(),
            step_up: Arc::clone(&users.step_up),
            exports: users.exports.clone(),
            trail: self.trail.clone(),
        };
        let resources = resources::router(users, Arc::new(BoundClients));
        self.kernel.references().declare(&references());
        resources
            .merge(authentication::admin_router(self.sessions.clone()))
            .merge(account::admin_router(self.sessions.clone()))
            .merge(invitations::admin_router(self.sessions.clone()))
            .merge(preauthorisation::admin_router(self.preauthorisations.clone()))
            .merge(signing::admin_router(self.sessions.clone()))
            .merge(authorisation::router(self.authorisation.clone(), reports.step_up.clone(), self.files.clone()))
            .merge(files::router(self.files.clone(), reports.step_up.clone()))
            .merge(authorisation::ledger_router(histories))
            .merge(provider::admin_router(self.provider.clone(), Arc::new(adapter)))
            .merge(crate::notify::router(&self.outbox))
            .merge(crate::jobs::router(self.kernel.clone()))
            .merge(reports::router(reports))
            .layer((
                http::admin(),
                authentication::authenticate(self.sessions.clone()),
                from_fn_with_state(self.kernel.clone(), audit_denials),
            ))
    }

    /// Every call that is described.
    fn calls(&self) -> OpenApiRouter {
        let counted = || {
            let refuse = open_calls::refuse(&self.kernel, &self.limits);
            (open_calls::count(&self.kernel, &self.limits), provider::face(), refuse)
        };
        let navigation = provider::navigation(self.provider.clone())
            .layer((counted(), authentication::authenticate(self.sessions.clone())));
        self.documented()
            .merge(self.admin())
            .merge(navigation)
            .merge(provider::calls(self.provider.clone()).layer(counted()))
            .merge(provider::documents(self.provider.clone()))
    }

    /// The OpenAPI 3.1 description of every call, as JSON.
    ///
    /// # Errors
    /// It cannot be made: a fault of the server.
    pub fn openapi(&self) -> Result<Value, Error> {
        described::description(|| self.calls())
    }

    /// Every route with every layer; see [`Self::service`].
    pub fn router(&self) -> Router {
        let (kernel, readiness) = (self.kernel.clone(), Readiness::default());
        let guard = web::Guard { secure: self.secure };
        let described = self.clone();
        let description = Described::new(move || described.openapi());
        let unknown_call = Router::new().fallback(|| async { StatusCode::NOT_FOUND }).layer(http::documented());
        let unknown_admin = Router::new().fallback(|| async { StatusCode::NOT_FOUND }).layer(http::admin());
        Router::new()
            .merge(self.calls().into_router())
            .route("/api/openapi.json", get(move || description.answer()).layer(http::documented()))
            .route("/healthz", get(|| async { "ok\n" }))
            .route("/readyz", get(move || ready::ready(kernel.clone(), readiness.clone())))
            .merge(self.local_metrics())
            .nest_service("/api/admin", unknown_admin)
            .nest_service("/api", unknown_call)
            .fallback_service(web::router(self.pictures.clone()))
            .layer((
                http::identify_behind(self.kernel.clone(), self.proxies.clone()),
                Observe { metrics: self.kernel.metrics().clone(), access_log: self.access_log },
                AroundLayer(guard),
                DefaultBodyLimit::max(self.max_body),
                CatchPanicLayer::new(),
            ))
    }
}

/// Every column with sealed values.
const SEALED: &[&Column] = &[
    &seal::SETTINGS,
    &authentication::TRANSPORT_KEYS,
    &authentication::SEED,
    &provider::keys::SEALED,
    &crate::notify::SEALED,
    &crate::jobs::SEALED,
    &authorisation::SEALED,
    &resources::domains::SEALED,
    &resources::software::SEALED,
];

/// The guard of outbound calls, as the settings configure it.
pub fn open_outbound(config: &Config) -> Result<Outbound, OutboundError> {
    let outbound = Outbound::new(config.outbound.allow.clone());
    match config.outbound.ca_file.as_str() {
        "" => Ok(outbound),
        file => outbound.believing(Path::new(file)),
    }
}

fn open_host(config: &Config, kernel: &Kernel, outbound: &Outbound) -> Result<PluginHost, HostError> {
    let settings = HostSettings {
        threads: config.plugins.threads,
        concurrency: Concurrency::of(config.plugins.max_calls),
        cache_dir: Some(config.data_dir.join("plugin-cache")),
        ..HostSettings::default()
    };
    let kernel = kernel.clone();
    let clock: Clock = Arc::new(move || u64::try_from(kernel.now().0).unwrap_or_default());
    PluginHost::new(settings, outbound, clock)
}
