//! What a plugin may use, and how many calls may run at once.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// How often the epoch moves on; the grain of the CPU budget.
pub const TICK: Duration = Duration::from_millis(10);

/// What a call is for. Each phase has budgets of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// The panel's definition.
    Describe,
    /// Choices of a column.
    Options,
    /// What is wrong with a selection.
    Validate,
    /// Granted selections become calls on the trial system.
    Apply,
    /// Granted selections become claims. Pure.
    Claims,
}

impl Phase {
    /// Every phase.
    pub const ALL: [Self; 5] = [Self::Describe, Self::Options, Self::Validate, Self::Apply, Self::Claims];

    /// The export's name as the interface spells it.
    pub const fn export(self) -> &'static str {
        match self {
            Self::Describe => "describe",
            Self::Options => "options",
            Self::Validate => "validate",
            Self::Apply => "apply",
            Self::Claims => "project",
        }
    }

    /// Whether `http` and `cache` answer in this phase.
    pub const fn has_capabilities(self) -> bool {
        !matches!(self, Self::Claims)
    }
}

/// Budgets of one call.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// CPU time, in ticks of [`TICK`] during which the guest was running.
    pub cpu_ticks: u32,
    /// Wall clock, waiting for the trial system included.
    pub wall: Duration,
}

/// Budgets of every phase.
#[derive(Clone, Copy, Debug)]
pub struct Budgets {
    /// For `describe` and `validate`.
    pub panel: Budget,
    /// For `options`.
    pub options: Budget,
    /// For one chunk of `apply`.
    pub apply: Budget,
    /// For `project`.
    pub claims: Budget,
}

impl Budgets {
    /// The budget of a phase.
    pub const fn of(&self, phase: Phase) -> Budget {
        match phase {
            Phase::Describe | Phase::Validate => self.panel,
            Phase::Options => self.options,
            Phase::Apply => self.apply,
            Phase::Claims => self.claims,
        }
    }
}

impl Default for Budgets {
    fn default() -> Self {
        const fn budget(cpu_ticks: u32, wall_ms: u64) -> Budget {
            Budget { cpu_ticks, wall: Duration::from_millis(wall_ms) }
        }
        Self {
            panel: budget(10, 1_000),
            options: budget(20, 10_000),
            apply: budget(100, 60_000),
            claims: budget(2, 50),
        }
    }
}

/// How many calls run at once. A full one answers `plugin_busy`; nothing queues.
#[derive(Clone, Copy, Debug)]
pub struct Concurrency {
    /// In this process. Also sizes the pool of instances.
    pub overall: u32,
    /// Of one plugin.
    pub per_plugin: u32,
    /// For one study.
    pub per_study: u32,
}

impl Concurrency {
    /// So many calls in this process; of one plugin and for one study half of them, so that neither takes all.
    #[must_use]
    pub const fn of(overall: u32) -> Self {
        let half = overall.div_ceil(2);
        Self { overall, per_plugin: half, per_study: half }
    }
}

impl Default for Concurrency {
    fn default() -> Self {
        Self::of(32)
    }
}

/// When repeated failure stops the calls for a while.
#[derive(Clone, Copy, Debug)]
pub struct BreakerSettings {
    /// Failures in a row that open the breaker.
    pub failures: u32,
    /// How long it stays open before one call may try again, in milliseconds.
    pub open_ms: u64,
}

impl Default for BreakerSettings {
    fn default() -> Self {
        Self { failures: 5, open_ms: 30_000 }
    }
}

/// Bounds of the HTTP capability.
#[derive(Clone, Copy, Debug)]
pub struct HttpSettings {
    /// Requests of one call, retries not counted.
    pub requests: u32,
    /// Requests of one call under way at once.
    pub in_flight: usize,
    /// Largest response after decompression, in bytes.
    pub max_response: usize,
    /// All responses of one `send-all` together, in bytes.
    pub max_responses: usize,
    /// Largest request body, in bytes.
    pub max_request: usize,
    /// What one request may take where the guest names nothing shorter.
    pub timeout: Duration,
    /// Further attempts after the first, for requests that may safely be repeated.
    pub retries: u32,
    /// Pause before the first further attempt; doubles each time.
    pub backoff: Duration,
}

impl Default for HttpSettings {
    fn default() -> Self {
        Self {
            requests: 500,
            in_flight: 8,
            max_response: 2 << 20,
            max_responses: 16 << 20,
            max_request: 2 << 20,
            timeout: Duration::from_secs(5),
            retries: 2,
            backoff: Duration::from_millis(100),
        }
    }
}

/// Settings of the host.
#[derive(Clone, Debug)]
pub struct HostSettings {
    /// Private folder for compiled code. Without one, plugins are compiled at every start.
    pub cache_dir: Option<PathBuf>,
    /// Threads that guests run on.
    pub threads: usize,
    /// Linear memory of one call, in bytes.
    pub max_memory: usize,
    /// What a guest may hand over in one host call or as its answer, in bytes.
    pub hostcall_fuel: usize,
    /// Guest log of one call, in bytes.
    pub max_log: usize,
    /// Largest `plugin.wasm`, in bytes.
    pub max_component: usize,
    /// Largest input to one call, in bytes.
    pub max_input: usize,
    /// CPU and wall clock.
    pub budgets: Budgets,
    /// Calls at once.
    pub concurrency: Concurrency,
    /// Breakers of exports and of downstream endpoints.
    pub breaker: BreakerSettings,
    /// The HTTP capability.
    pub http: HttpSettings,
}

impl Default for HostSettings {
    fn default() -> Self {
        Self {
            cache_dir: None,
            threads: 2,
            max_memory: 48 << 20,
            hostcall_fuel: 4 << 20,
            max_log: 64 << 10,
            max_component: 16 << 20,
            max_input: 4 << 20,
            budgets: Budgets::default(),
            concurrency: Concurrency::default(),
            breaker: BreakerSettings::default(),
            http: HttpSettings::default(),
        }
    }
}

/// The time in Unix milliseconds.
pub type Clock = Arc<dyn Fn() -> u64 + Send + Sync>;
