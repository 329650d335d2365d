//! The state of one call: its budgets, the resources that it has used, and the small capabilities.

use std::sync::Arc;

use wasmtime::ResourceLimiter;

use super::breaker::Pass;
use super::engine;
use super::http::Downstream;
use super::logs::Logs;
use super::lossy::{LossyCache, Owner};
use super::metrics::{Metrics, Usage};
use super::model::CallContext;
use super::settings::{Clock, Phase};
use super::wit;

/// The most elements of a table; more than any compiler emits.
const MAX_TABLE_ELEMENTS: usize = 100_000;
/// The longest log message with its fields, in bytes.
const MAX_LOG_LINE: usize = 4 << 10;

/// The state that all calls share.
pub(super) struct Shared {
    pub(super) clock: Clock,
    pub(super) cache: LossyCache,
    pub(super) downstream: Downstream,
    pub(super) metrics: Metrics,
    pub(super) logs: Logs,
}

/// Why the host stopped a guest. Passed through the runtime's error and extracted from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Stop {
    /// The CPU budget is spent.
    #[error("CPU budget")]
    Cpu,
    /// The call's memory limit is reached.
    #[error("memory limit")]
    Memory,
    /// The call's table limit is reached.
    #[error("table limit")]
    Table,
}

/// The state of one call's store.
pub(super) struct CallState {
    pub(super) shared: Arc<Shared>,
    pub(super) context: Arc<CallContext>,
    /// The plugin's id.
    pub(super) plugin: String,
    pub(super) phase: Phase,
    /// The breaker's pass, settled before the state is dropped. None while a plugin that is being loaded is tried out.
    pub(super) pass: Option<Pass<(String, Phase)>>,
    /// The clock of the guest: the time at which the call started, in Unix milliseconds.
    pub(super) started: u64,
    pub(super) cpu_budget: u32,
    pub(super) max_memory: usize,
    pub(super) log_left: usize,
    pub(super) cache_owner: Owner,
    /// What the plugin's settings add to every request.
    pub(super) headers: Vec<(http::HeaderName, http::HeaderValue)>,
    pub(super) usage: Usage,
    pub(super) memory: usize,
    /// `cancelled` until the call ends.
    pub(super) outcome: &'static str,
}

impl Drop for CallState {
    /// Counts every call, including one whose future was dropped halfway. A trial does not count.
    fn drop(&mut self) {
        if self.pass.is_none() {
            return;
        }
        self.usage.duration_ms = (self.shared.clock)().saturating_sub(self.started);
        self.shared.metrics.record(&self.plugin, self.phase, self.outcome, self.usage);
    }
}

impl CallState {
    /// Counts a tick of CPU. False if the budget is spent.
    pub(super) fn tick(&mut self) -> bool {
        self.usage.cpu_ticks += 1;
        self.usage.cpu_ticks <= self.cpu_budget
    }
}

impl ResourceLimiter for CallState {
    /// Limits all memories of a call together, regardless of their declared maximum. Fails the call instead of the
    /// instruction: a guest that continues without memory fails later and less clearly.
    fn memory_growing(&mut self, current: usize, desired: usize, _maximum: Option<usize>) -> wasmtime::Result<bool> {
        let total = self.memory + desired.saturating_sub(current);
        if total > self.max_memory {
            return Err(Stop::Memory.into());
        }
        self.memory = total;
        self.usage.memory_peak = self.usage.memory_peak.max(total);
        Ok(true)
    }

    fn memory_grow_failed(&mut self, _error: wasmtime::Error) -> wasmtime::Result<()> {
        Err(Stop::Memory.into())
    }

    fn table_growing(&mut self, _current: usize, desired: usize, _maximum: Option<usize>) -> wasmtime::Result<bool> {
        if desired > MAX_TABLE_ELEMENTS {
            return Err(Stop::Table.into());
        }
        Ok(true)
    }

    fn table_grow_failed(&mut self, _error: wasmtime::Error) -> wasmtime::Result<()> {
        Err(Stop::Table.into())
    }

    fn instances(&self) -> usize {
        engine::MAX_INSTANCES as usize
    }

    fn tables(&self) -> usize {
        engine::MAX_TABLES as usize
    }

    fn memories(&self) -> usize {
        engine::MAX_MEMORIES as usize
    }
}

impl wit::types::Host for CallState {}

impl wit::clock::Host for CallState {
    fn now_ms(&mut self) -> u64 {
        self.usage.host_calls += 1;
        self.started
    }
}

impl wit::cache::Host for CallState {
    fn get(&mut self, key: String) -> Option<Vec<u8>> {
        self.usage.host_calls += 1;
        if !self.phase.has_capabilities() {
            return None;
        }
        let now = (self.shared.clock)();
        self.shared.cache.get(&self.cache_owner, &key, now)
    }

    fn put(&mut self, key: String, value: Vec<u8>, ttl_s: u32) -> bool {
        self.usage.host_calls += 1;
        if !self.phase.has_capabilities() {
            return false;
        }
        let now = (self.shared.clock)();
        self.shared.cache.put(&self.cache_owner, key, value, ttl_s, now)
    }
}

impl wit::log::Host for CallState {
    /// Logs the guest's text in a field of its own, escaped, so that it cannot pass for a line of the server's log.
    fn log(&mut self, level: wit::log::Level, message: String, fields: Vec<(String, String)>) {
        self.usage.host_calls += 1;
        if self.log_left == 0 {
            return;
        }
        let mut line = message;
        for (name, value) in fields {
            if line.len() > MAX_LOG_LINE {
                break;
            }
            line.extend([" ", &name, "=", &value]);
        }
        let limit = line.floor_char_boundary(self.log_left.min(MAX_LOG_LINE));
        line.truncate(limit);
        // An empty line costs something too; otherwise a flood of them would be free.
        let cost = line.len().max(16).min(self.log_left);
        self.log_left -= cost;
        self.usage.log_bytes += cost;
        let plugin = self.plugin.as_str();
        let guest = line.escape_debug().to_string();
        let level = match level {
            wit::log::Level::Debug => {
                tracing::debug!(plugin, untrusted = true, guest);
                "debug"
            }
            wit::log::Level::Info => {
                tracing::info!(plugin, untrusted = true, guest);
                "info"
            }
            wit::log::Level::Warn => {
                tracing::warn!(plugin, untrusted = true, guest);
                "warn"
            }
            wit::log::Level::Error => {
                tracing::error!(plugin, untrusted = true, guest);
                "error"
            }
        };
        self.shared.logs.keep(plugin, self.started, level, self.phase, guest);
        if self.log_left == 0 {
            tracing::warn!(plugin, "the plugin's log is cut off for this call");
        }
    }
}
