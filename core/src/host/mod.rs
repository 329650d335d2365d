//! The plugin host: runs what vendors wrote without trusting it.
//!
//! A plugin is a WebAssembly component behind the interface of `sdk/wit/v1`. It holds no authority of
//! its own; what it may do is what [`wit`] imports and this module grants. Every call gets a fresh
//! instance with budgets of CPU, wall clock, memory, log, host calls and requests, and whatever goes
//! wrong in it is an error of that call alone.
//!
//! The way of a call: [`PluginHost`] → `call.rs` (breaker, permits, budgets) → `exports.rs` (the
//! export) → the guest → `state.rs`, `http/` (capabilities) → `convert.rs`, `reconcile.rs`,
//! `projection.rs` (what it answers is checked).

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use wasmtime::{Engine, component::Linker};

mod admission;
mod breaker;
mod call;
mod catalogue;
mod compiled;
mod convert;
mod engine;
mod error;
mod exports;
mod http;
mod load;
mod lossy;
mod metrics;
pub mod model;
mod plugin;
mod projection;
mod reconcile;
mod registry;
mod settings;
mod state;
#[cfg(test)]
pub(crate) mod tests;
mod wit;

pub use cardea_bundle::{PublicKey, TrustedKeys};
pub use catalogue::Locale;
pub use error::{HostError, LoadError};
pub use load::Trust;
pub use metrics::{ExportKey, ExportStats};
pub use plugin::{Loaded, PluginInfo, Target};
pub use settings::{BreakerSettings, Budget, Budgets, Concurrency, HostSettings, HttpSettings, Phase, TICK};

use self::{
    call::WhenDropped,
    exports::{Apply, Describe, Options, Project, Validate},
    model::{Batch, CallContext, Claims, Definition, Grant, Issue, Outcome, Page, Projection, Query},
    plugin::Plugin,
};
use crate::kernel::outbound::{Bounds, Outbound};

/// The time in Unix milliseconds.
pub type Clock = Arc<dyn Fn() -> u64 + Send + Sync>;

/// The host. Cheap to clone; its threads end with the last clone.
#[derive(Clone)]
pub struct PluginHost(Arc<Inner>);

struct Inner {
    settings: HostSettings,
    engine: Engine,
    linker: Linker<state::CallState>,
    runtime: engine::GuestRuntime,
    compiled: compiled::CompiledCache,
    registry: registry::Registry,
    admission: admission::Admission,
    /// By (digest, export): one that fails does not take the plugin's others with it, and a new
    /// version starts afresh.
    breakers: Arc<breaker::Breakers<(String, Phase)>>,
    shared: Arc<state::Shared>,
    loading: tokio::sync::Mutex<()>,
}

impl PluginHost {
    /// Starts the host: its engine, its threads, and a guarded client for its plugins' requests.
    ///
    /// # Errors
    /// [`HostError::Host`] where the platform cannot run it: no memory to reserve, no threads, a cache
    /// folder that is not private.
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
            downstream: http::Downstream {
                client,
                breakers: breaker::Breakers::new(settings.breaker, Arc::clone(&clock)),
                settings: settings.http,
                clock: Arc::clone(&clock),
            },
            metrics: metrics::Metrics::default(),
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

    /// Checks a bundle and makes it ready, without activating it.
    ///
    /// # Errors
    /// The first check that failed.
    pub async fn load(&self, bundle: Vec<u8>, trust: Trust) -> Result<Loaded, LoadError> {
        self.0.load(bundle, trust).await
    }

    /// Makes a version the active one of a slot; the one before stays for [`Self::rollback`]. Calls in
    /// flight finish on the version they started with.
    pub fn activate(&self, slot: &str, loaded: &Loaded) -> PluginInfo {
        self.0.registry.activate(slot, &loaded.0);
        loaded.0.info.clone()
    }

    /// Exchanges a slot's version with the one before it.
    ///
    /// # Errors
    /// [`HostError::NotActive`] where there is none before.
    pub fn rollback(&self, slot: &str) -> Result<PluginInfo, HostError> {
        let plugin = self.0.registry.rollback(slot);
        plugin.map(|plugin| plugin.info.clone()).ok_or_else(|| HostError::NotActive(slot.to_owned()))
    }

    /// Empties a slot and says what was in it.
    pub fn deactivate(&self, slot: &str) -> Option<PluginInfo> {
        let plugin = self.0.registry.deactivate(slot)?;
        Some(plugin.info.clone())
    }

    /// What is active in a slot.
    pub fn active(&self, slot: &str) -> Option<PluginInfo> {
        let plugin = self.0.registry.active(slot)?;
        Some(plugin.info.clone())
    }

    /// Every slot and what is active in it.
    pub fn slots(&self) -> Vec<(String, PluginInfo)> {
        let slots = self.0.registry.all().into_iter();
        slots.map(|(slot, plugin)| (slot, plugin.info.clone())).collect()
    }

    /// Holds a slot's active version, so that a batch can go on with it by its digest whatever becomes
    /// of the slot.
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
    /// See [`HostError`]; so for the other calls.
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

    /// What is missing or contradictory in a selection. Cancelled when dropped.
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

    /// Provisions one chunk of people. Once it runs it goes on to its end, also when the future is
    /// dropped; who wants its outcome must keep waiting, in a task of their own.
    ///
    /// Of the errors, those that [`HostError::is_retryable`] may be tried again with the same batch
    /// and item ids.
    pub async fn apply(&self, target: Target<'_>, context: CallContext, batch: Batch) -> Result<Outcome, HostError> {
        let plugin = self.find(target)?;
        if batch.items.len() > Batch::MAX_ITEMS {
            return Err(HostError::InputTooLarge(Batch::MAX_ITEMS));
        }
        let export = Apply::new(batch);
        self.0.run(plugin, context, export, WhenDropped::Detach).await
    }

    /// Claims for a person's tokens in one system; none where the plugin projects none. Pure, and
    /// cancelled when dropped.
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

    /// Whether an export of a slot's active version is refused by its breaker now.
    pub fn is_suspended(&self, slot: &str, phase: Phase) -> bool {
        self.0.registry.active(slot).is_some_and(|plugin| {
            let key = (plugin.info.digest.clone(), phase);
            self.0.breakers.is_open(&key)
        })
    }

    /// Calls running now.
    pub fn running(&self) -> usize {
        self.0.admission.running()
    }

    /// Waits until no call is running, detached ones included.
    pub async fn idle(&self) {
        self.0.admission.idle().await;
    }

    /// Counters of every export since the start.
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

    fn find(&self, target: Target<'_>) -> Result<Arc<Plugin>, HostError> {
        let (found, name) = match target {
            Target::Slot(slot) => (self.0.registry.active(slot), slot),
            Target::Digest(digest) => (self.0.registry.by_digest(digest), digest),
        };
        found.ok_or_else(|| HostError::NotActive(name.to_owned()))
    }
}

/// Locks, also after a panic elsewhere: what is guarded here is consistent between statements.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Lower-case hexadecimal.
fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a string does not fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}
