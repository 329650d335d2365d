//! The public interface of the host.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::call::WhenDropped;
use super::catalogue::Locale;
use super::configured::DeclaredSetting;
use super::error::{HostError, LoadError};
use super::exports::{Apply, Describe, Initialise, Options, Project, Survey, Validate};
use super::http::Downstream;
use super::info::PluginInfo;
use super::inner::Inner;
use super::load::{self, Trust};
use super::metrics::{self, ExportKey, ExportStats};
use super::model::{
    Batch, CallContext, Claims, Definition, Grant, Holdings, Issue, Outcome, Page, Projection, Query, Tenant, Whom,
};
use super::plugin::{Loaded, Plugin, Target};
use super::settings::{Clock, HostSettings, Phase};
use super::{admission, breaker, compiled, engine, logs, lossy, registry, state};
use cardea_outbound::{Bounds, Outbound};

/// The host. Cheap to clone; its threads end with the last clone.
#[derive(Clone)]
pub struct PluginHost(pub(super) Arc<Inner>);

impl PluginHost {
    /// Starts the host: its engine, its threads, and a guarded client for its plugins' requests.
    ///
    /// # Errors
    /// [`HostError::Host`] if the platform cannot run it: no memory to reserve, no threads, a cache folder that is
    /// not private.
    pub fn new(settings: HostSettings, outbound: &Outbound, clock: Clock) -> Result<Self, HostError> {
        fn failed(error: impl std::fmt::Display) -> HostError {
            HostError::Host(error.to_string())
        }
        let engine = engine::engine(&settings).map_err(failed)?;
        let client = outbound
            .client(Bounds {
                total: settings.http.timeout,
                connect: settings.http.timeout,
                max_bytes: settings.http.max_response,
            })
            .map_err(failed)?;
        let shared = state::Shared {
            clock: Arc::clone(&clock),
            cache: lossy::LossyCache::default(),
            downstream: Downstream {
                client,
                breakers: breaker::Breakers::new(settings.breaker, Arc::clone(&clock)),
                settings: settings.http,
                clock: Arc::clone(&clock),
            },
            metrics: metrics::Metrics::default(),
            logs: logs::Logs::default(),
        };
        Ok(Self(Arc::new(Inner {
            linker: load::linker(&engine).map_err(failed)?,
            runtime: engine::GuestRuntime::new(settings.threads).map_err(failed)?,
            compiled: compiled::CompiledCache::new(settings.cache_dir.clone()).map_err(failed)?,
            registry: registry::Registry::default(),
            admission: admission::Admission::new(settings.concurrency),
            breakers: breaker::Breakers::new(settings.breaker, clock),
            shared: Arc::new(shared),
            loading: tokio::sync::Mutex::new(()),
            engine,
            settings,
        })))
    }

    /// Checks a bundle and prepares it, without activating it.
    ///
    /// # Errors
    /// The first check that failed.
    pub async fn load(&self, bundle: Vec<u8>, trust: Trust) -> Result<Loaded, LoadError> {
        self.0.load(bundle, trust).await
    }

    /// Makes a version the active one of a slot; the version before stays for [`Self::rollback`]. Running calls
    /// finish on the version that they started with.
    pub fn activate(&self, slot: &str, loaded: &Loaded) -> PluginInfo {
        self.0.registry.activate(slot, &loaded.0);
        loaded.0.info.clone()
    }

    /// Swaps a slot's version with the one before it.
    ///
    /// # Errors
    /// [`HostError::NotActive`] if there is no version before it.
    pub fn rollback(&self, slot: &str) -> Result<PluginInfo, HostError> {
        let plugin = self.0.registry.rollback(slot);
        plugin.map(|plugin| plugin.info.clone()).ok_or_else(|| HostError::NotActive(slot.to_owned()))
    }

    /// Empties a slot, and returns the plugin that was active.
    pub fn deactivate(&self, slot: &str) -> Option<PluginInfo> {
        let plugin = self.0.registry.deactivate(slot)?;
        Some(plugin.info.clone())
    }

    /// The active plugin of a slot.
    pub fn active(&self, slot: &str) -> Option<PluginInfo> {
        let plugin = self.0.registry.active(slot)?;
        Some(plugin.info.clone())
    }

    /// The settings of a slot's active plugin with their texts in a language, in the order of the form.
    pub fn settings(&self, slot: &str, locale: Locale) -> Option<Vec<DeclaredSetting>> {
        Some(self.0.registry.active(slot)?.settings(locale))
    }

    /// Every slot with its active plugin.
    pub fn slots(&self) -> Vec<(String, PluginInfo)> {
        let slots = self.0.registry.all().into_iter();
        slots.map(|(slot, plugin)| (slot, plugin.info.clone())).collect()
    }

    /// Holds a slot's active version, so that a batch can continue with it by its digest after the slot changes.
    pub fn pin(&self, slot: &str) -> Option<Loaded> {
        self.0.registry.active(slot).map(Loaded)
    }

    /// Whether a version can still be called by its digest.
    pub fn is_loaded(&self, digest: &str) -> bool {
        self.0.registry.by_digest(digest).is_some()
    }

    /// The panel's definition. Cancelled when dropped.
    ///
    /// # Errors
    /// See [`HostError`]; the same for the other calls.
    pub async fn describe(&self, target: Target<'_>, context: CallContext) -> Result<Definition, HostError> {
        let plugin = self.find(target)?;
        self.0.run(plugin, context, Describe, WhenDropped::Cancel).await
    }

    /// A page of choices of one column. Cancelled when dropped.
    pub async fn options(&self, target: Target<'_>, context: CallContext, query: Query) -> Result<Page, HostError> {
        let plugin = self.find(target)?;
        let export = Options::new(query);
        self.0.run(plugin, context, export, WhenDropped::Cancel).await
    }

    /// The missing or contradictory parts of a selection. Cancelled when dropped.
    pub async fn validate(
        &self,
        target: Target<'_>,
        context: CallContext,
        grants: Vec<Grant>,
    ) -> Result<Vec<Issue>, HostError> {
        let plugin = self.find(target)?;
        let export = Validate::new(grants);
        self.0.run(plugin, context, export, WhenDropped::Cancel).await
    }

    /// Provisions one chunk of people. A running call continues to its end even if the future is dropped; to learn
    /// its outcome, await it in a task of its own.
    ///
    /// A failure that [`HostError::is_retryable`] may be repeated with the same batch and item ids.
    pub async fn apply(&self, target: Target<'_>, context: CallContext, batch: Batch) -> Result<Outcome, HostError> {
        let plugin = self.find(target)?;
        if batch.items.len() > Batch::MAX_ITEMS {
            return Err(HostError::InputTooLarge(Batch::MAX_ITEMS));
        }
        let export = Apply::new(batch);
        self.0.run(plugin, context, export, WhenDropped::Detach).await
    }

    /// The claims for a person's tokens in one system; none if the plugin projects none. Pure, and cancelled when
    /// dropped.
    pub async fn project(
        &self,
        target: Target<'_>,
        context: CallContext,
        projection: Projection,
    ) -> Result<Claims, HostError> {
        let plugin = self.find(target)?;
        if plugin.claims.is_none() {
            return Ok(Claims::new());
        }
        let export = Project::new(projection);
        self.0.run(plugin, context, export, WhenDropped::Cancel).await
    }

    /// Prepares a trial system for a tenant. A running call continues to its end even if the future is dropped. It may
    /// be repeated with the same key.
    ///
    /// # Errors
    /// See [`HostError`]; [`HostError::NotActive`] also where the plugin initialises nothing.
    pub async fn initialise(
        &self,
        target: Target<'_>,
        context: CallContext,
        (tenant, key): (Tenant, String),
    ) -> Result<(), HostError> {
        let plugin = self.find(target)?;
        if plugin.initialise.is_none() {
            return Err(HostError::NotActive(plugin.info.web_code.clone()));
        }
        self.0.run(plugin, context, Initialise::new(tenant, key), WhenDropped::Detach).await
    }

    /// What a trial system holds of a study's people. Cancelled when dropped.
    ///
    /// # Errors
    /// See [`HostError`]; [`HostError::NotActive`] also where the plugin does not survey.
    pub async fn survey(&self, target: Target<'_>, context: CallContext, whom: Whom) -> Result<Holdings, HostError> {
        let plugin = self.find(target)?;
        if plugin.survey.is_none() {
            return Err(HostError::NotActive(plugin.info.web_code.clone()));
        }
        self.0.run(plugin, context, Survey::new(whom), WhenDropped::Cancel).await
    }

    /// Whether the breaker refuses calls to an export of a slot's active version at the moment.
    pub fn is_suspended(&self, slot: &str, phase: Phase) -> bool {
        self.0.registry.active(slot).is_some_and(|plugin| {
            let key = (plugin.info.digest.clone(), phase);
            self.0.breakers.is_open(&key)
        })
    }

    /// The number of running calls.
    pub fn running(&self) -> usize {
        self.0.admission.running()
    }

    /// Waits until no call is running, including detached ones.
    pub async fn idle(&self) {
        self.0.admission.idle().await;
    }

    /// The counters of every export since the start.
    pub fn metrics(&self) -> BTreeMap<ExportKey, ExportStats> {
        let mut stats = self.0.shared.metrics.snapshot();
        for (_, plugin) in self.0.registry.all() {
            for phase in Phase::ALL {
                let key = (plugin.info.digest.clone(), phase);
                if self.0.breakers.is_open(&key) {
                    let key = (plugin.info.id.clone(), phase);
                    stats.entry(key).or_default().breaker_open = true;
                }
            }
        }
        stats
    }

    /// The last lines that a plugin logged on this node, by its id, the latest first.
    pub fn log_of(&self, plugin: &str) -> Vec<logs::LogLine> {
        self.0.shared.logs.of(plugin)
    }

    pub(super) fn find(&self, target: Target<'_>) -> Result<Arc<Plugin>, HostError> {
        let (found, name) = match target {
            Target::Slot(slot) => (self.0.registry.active(slot), slot),
            Target::Digest(digest) => (self.0.registry.by_digest(digest), digest),
        };
        found.ok_or_else(|| HostError::NotActive(name.to_owned()))
    }
}
