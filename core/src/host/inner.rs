//! What the host is made of.

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

/// What every clone of the host shares.
pub(super) struct Inner {
    pub settings: HostSettings,
    pub engine: Engine,
    pub linker: Linker<CallState>,
    pub runtime: GuestRuntime,
    pub compiled: CompiledCache,
    pub registry: Registry,
    pub admission: Admission,
    /// By (digest, export): one that fails does not take the plugin's others with it, and a new
    /// version starts afresh.
    pub breakers: Arc<Breakers<(String, Phase)>>,
    pub shared: Arc<Shared>,
    pub loading: tokio::sync::Mutex<()>,
}
