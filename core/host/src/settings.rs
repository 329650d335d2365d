//! The budgets of plugins, and the number of calls that may run at once.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// The period of the epoch; the unit of the CPU budget.
pub const TICK: Duration = Duration::from_millis(10);

/// The purpose of a call. Each phase has budgets of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// The panel's definition.
    Describe,
    /// Choices of a column.
    Options,
    /// The issues of a selection.
    Validate,
    /// Provisions granted selections in the trial system.
    Apply,
    /// Turns granted selections into claims. Pure.
    Claims,
    /// Prepares the trial system for a tenant.
    Initialise,
    /// Reads what the trial system holds.
    Survey,
}

impl Phase {
    /// Every phase.
    pub const ALL: [Self; 7] =
        [Self::Describe, Self::Options, Self::Validate, Self::Apply, Self::Claims, Self::Initialise, Self::Survey];

    /// The export's name in the interface.
    pub const fn export(self) -> &'static str {
        match self {
            Self::Describe => "describe",
            Self::Options => "options",
            Self::Validate => "validate",
            Self::Apply => "apply",
            Self::Claims => "project",
            Self::Initialise => "initialise",
            Self::Survey => "survey",
        }
    }

    /// Whether `http` and `cache` are available in this phase.
    pub const fn has_capabilities(self) -> bool {
        !matches!(self, Self::Claims)
    }
}

/// The budgets of one call.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// CPU time, in ticks of [`TICK`] during which the guest ran.
    pub cpu_ticks: u32,
    /// Wall-clock time, including waits for the trial system.
    pub wall: Duration,
}

/// The budgets of every phase.
#[derive(Clone, Copy, Debug)]
pub struct Budgets {
    /// For `describe` and `validate`.
    pub panel: Budget,
    /// For `options`, and for a page of `survey`.
    pub options: Budget,
    /// For one chunk of `apply`, and for `initialise`.
    pub apply: Budget,
    /// For `project`.
    pub claims: Budget,
}

impl Budgets {
    /// The budget of a phase.
    pub const fn of(&self, phase: Phase) -> Budget {
        match phase {
            Phase::Describe | Phase::Validate => self.panel,
            Phase::Options | Phase::Survey => self.options,
            Phase::Apply | Phase::Initialise => self.apply,
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

/// The most calls that run at once. A full host answers `plugin_busy`; calls do not queue.
#[derive(Clone, Copy, Debug)]
pub struct Concurrency {
    /// Of all plugins in this process. Also sizes the pool of instances.
    pub overall: u32,
    /// Of one plugin.
    pub per_plugin: u32,
    /// For one study.
    pub per_study: u32,
}

impl Concurrency {
    /// At most `overall` calls in this process; half of them for one plugin and for one study, so that neither takes
    /// all.
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

/// The settings of circuit breakers.
#[derive(Clone, Copy, Debug)]
pub struct BreakerSettings {
    /// The failures in a row that open the breaker.
    pub failures: u32,
    /// How long it stays open before one call is tried, in milliseconds.
    pub open_ms: u64,
}

impl Default for BreakerSettings {
    fn default() -> Self {
        Self { failures: 5, open_ms: 30_000 }
    }
}

/// The bounds of the HTTP capability.
#[derive(Clone, Copy, Debug)]
pub struct HttpSettings {
    /// The most requests of one call, without retries.
    pub requests: u32,
    /// The most requests of one call that are under way at once.
    pub in_flight: usize,
    /// The largest response after decompression, in bytes.
    pub max_response: usize,
    /// The most bytes of all responses of one `send-all` together.
    pub max_responses: usize,
    /// The largest request body, in bytes.
    pub max_request: usize,
    /// The time for one request, unless the guest gives a shorter one.
    pub timeout: Duration,
    /// Further attempts after the first, for requests that may safely be repeated.
    pub retries: u32,
    /// The pause before the first further attempt; doubled for each later one.
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
    /// The private folder for compiled code. Without one, plugins are compiled at every start.
    pub cache_dir: Option<PathBuf>,
    /// The threads that run guests.
    pub threads: usize,
    /// The most linear memory of one call, in bytes.
    pub max_memory: usize,
    /// The most data that a guest may pass in one host call or as its answer, in bytes.
    pub hostcall_fuel: usize,
    /// The most log of guests in one call, in bytes.
    pub max_log: usize,
    /// The largest `plugin.wasm`, in bytes.
    pub max_component: usize,
    /// The largest input of one call, in bytes.
    pub max_input: usize,
    /// The budgets of CPU and wall clock.
    pub budgets: Budgets,
    /// The most calls at once.
    pub concurrency: Concurrency,
    /// The breakers of exports and of the trial systems' endpoints.
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
            max_component: 32 << 20,
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
