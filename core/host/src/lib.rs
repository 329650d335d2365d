//! The plugin host: runs the code of vendors without trusting it.
//!
//! A plugin is a WebAssembly component behind the interface of `sdk/wit/v1`. It has no authority of its own, only the
//! capabilities of [`wit`] that this crate grants. Every call gets a fresh instance with budgets of CPU, wall clock,
//! memory, log, host calls and requests, and a failure in it is an error of that call alone.
//!
//! The path of a call: [`PluginHost`] → `call.rs` (breaker, permits, budgets) → `exports.rs` (the export) → the guest
//! → `state.rs`, `http/` (capabilities) → `convert.rs`, `reconcile.rs`, `projection.rs` (checks of its answer).

mod admission;
mod breaker;
mod call;
mod catalogue;
mod compiled;
mod configured;
mod convert;
mod engine;
mod error;
mod exports;
mod facade;
mod http;
mod info;
mod inner;
mod load;
mod lock;
mod logs;
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
mod tests;
mod wit;

pub use cardea_bundle::{Misfit, PublicKey, Setting, SettingKind, SettingValue, TrustedKeys};
pub use catalogue::Locale;
pub use configured::{Configured, DeclaredSetting, Stored};
pub use error::{HostError, LoadError};
pub use facade::PluginHost;
pub use info::PluginInfo;
pub use load::Trust;
pub use logs::LogLine;
pub use metrics::{ExportKey, ExportStats};
pub use plugin::{Loaded, Target};
pub use settings::{BreakerSettings, Budget, Budgets, Clock, Concurrency, HostSettings, HttpSettings, Phase, TICK};
