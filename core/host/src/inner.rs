//! The parts of the host.

use std::sync::Arc;

use wasmtime::Engine;
use wasmtime::component::Linker;

use super::admission::Admission;
use super::breaker::Breakers;
use super::compiled::CompiledCache;
use super::engine::GuestRuntime;
use super::registry::Registry;
use super::settings::{HostSettings, Phase};
use super::state::{CallState, Shared};

/// The state that the clones of the host share.
pub(super) struct Inner {
    pub settings: HostSettings,
    pub engine: Engine,
    pub linker: Linker<CallState>,
    pub runtime: GuestRuntime,
    pub compiled: CompiledCache,
    pub registry: Registry,
    pub admission: Admission,
    /// By (digest, export): a failing export does not suspend the plugin's others, and a new version starts with
    /// closed breakers.
    pub breakers: Arc<Breakers<(String, Phase)>>,
    pub shared: Arc<Shared>,
    pub loading: tokio::sync::Mutex<()>,
}
