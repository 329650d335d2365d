//! Runs one export of a plugin on the production host, with the same checks and limits as on a server.

mod case;
mod error;
mod recorded;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use cardea_bundle::TrustedKeys;
use cardea_host::model::{CallContext, Endpoint, Endpoints};
use cardea_host::{
    BreakerSettings, Budget, Budgets, Concurrency, ExportStats, HostError, HostSettings, LogLine, Phase, PluginHost,
    PluginInfo, Target, Trust,
};
use cardea_outbound::Outbound;
use ipnet::IpNet;
use serde::Serialize;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::runtime::Runtime;
use url::Url;

pub use case::{Case, Expected, Export};
pub use error::{RunError, machine};
use recorded::Recorded;

use crate::build::{Source, adopt, pack};
use crate::error::{CommandError, malformed};

/// What is run, and how.
#[derive(Clone, Debug, clap::Args)]
pub struct Running {
    #[command(flatten)]
    source: Source,
    /// A packed bundle to run, in place of the folder. Its signature is not checked here; `verify` does that.
    #[arg(long, conflicts_with = "wasm")]
    bundle: Option<PathBuf>,
    /// How many times the budgets of CPU and wall-clock time of a server, for a machine that is slower or busy.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    slack: u32,
    /// An address range that calls may go to, such as 10.0.0.0/8, beside this machine and public addresses.
    #[arg(long)]
    allow: Vec<IpNet>,
}

impl Running {
    /// The plugin's folder.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// Compiles the plugin where that is needed, and makes it ready to run.
    pub fn load(&self) -> Result<Guest, CommandError> {
        let (bundle, trusted) = match &self.bundle {
            Some(bundle) => adopt(bundle)?,
            None => pack(&self.source.contents()?)?,
        };
        self.load_packed(bundle, trusted)
    }

    /// Makes a bundle ready to run.
    pub fn load_packed(&self, bundle: Vec<u8>, trusted: TrustedKeys) -> Result<Guest, CommandError> {
        let mut allow = vec![IpNet::new_assert([127, 0, 0, 0].into(), 8)];
        allow.extend(&self.allow);
        Ok(Guest {
            bundle,
            trust: Trust { keys: trusted, ..Trust::default() },
            settings: settings(self.slack),
            outbound: Outbound::new(allow),
            compiled: tempfile::tempdir().map_err(machine)?,
            runtime: Runtime::new().map_err(machine)?,
        })
    }
}

/// A server's settings, but for three: few calls at once, budgets times `slack`, and breakers that stay closed, so that
/// one case's failures are not another's.
fn settings(slack: u32) -> HostSettings {
    let times = |budget: Budget| Budget {
        cpu_ticks: budget.cpu_ticks.saturating_mul(slack),
        wall: budget.wall.saturating_mul(slack),
    };
    let Budgets { panel, options, apply, claims } = Budgets::default();
    HostSettings {
        budgets: Budgets { panel: times(panel), options: times(options), apply: times(apply), claims: times(claims) },
        concurrency: Concurrency::of(2),
        breaker: BreakerSettings { failures: u32::MAX, ..BreakerSettings::default() },
        ..HostSettings::default()
    }
}

/// A plugin that is ready to run.
pub struct Guest {
    bundle: Vec<u8>,
    trust: Trust,
    settings: HostSettings,
    outbound: Outbound,
    /// Code that is compiled once and read by every run.
    compiled: TempDir,
    runtime: Runtime,
}

/// What became of a call.
#[derive(Debug)]
pub struct Run {
    /// The answer, or why there is none.
    pub answer: Result<Value, HostError>,
    /// The sentence that people see in place of an answer.
    pub told: Option<String>,
    /// What the call used.
    pub usage: Usage,
    /// What the plugin logged, the first line first.
    pub log: Vec<LogLine>,
    /// Requests that the case does not record, and recorded ones that were not made.
    pub differences: Vec<String>,
}

/// What a call used.
#[derive(Clone, Copy, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Usage {
    /// CPU time in ticks of 10 ms; a call that ends within its first tick has none.
    pub cpu_ticks: u64,
    /// The most memory, in bytes.
    pub memory_bytes: usize,
    /// Calls of the host's functions.
    pub host_calls: u64,
    /// Requests to the trial system, without the host's own retries.
    pub requests: u64,
}

impl Guest {
    /// Runs a case in a host of its own, so that nothing of one case is left for another: no cache, no log.
    pub fn run(&self, case: &Case) -> Result<Run, CommandError> {
        self.runtime.block_on(async {
            let session = self.start(case.now_ms()).await?;
            session.run(case).await
        })
    }

    /// Runs a case `times` times in one host. Returns the last run, and how long each took.
    pub fn repeat(&self, case: &Case, times: u32) -> Result<(Run, Vec<Duration>), CommandError> {
        self.runtime.block_on(async {
            let session = self.start(case.now_ms()).await?;
            let mut run = session.run(case).await?;
            let mut durations = Vec::new();
            for _ in 0..times {
                #[expect(clippy::disallowed_methods, reason = "it measures")]
                let since = std::time::Instant::now();
                run = session.run(case).await?;
                durations.push(since.elapsed());
            }
            Ok((run, durations))
        })
    }

    async fn start(&self, now_ms: u64) -> Result<Session, CommandError> {
        // The host makes the folder itself, for its owner alone.
        let settings = HostSettings { cache_dir: Some(self.compiled.path().join("code")), ..self.settings.clone() };
        let clock = Arc::new(move || now_ms);
        let host = PluginHost::new(settings, &self.outbound, clock);
        let host = host.map_err(machine)?;
        let loaded = host.load(self.bundle.clone(), self.trust.clone()).await.map_err(RunError::Load)?;
        let info = host.activate(SLOT, &loaded);
        Ok(Session { host, info })
    }
}

const SLOT: &str = "plugin";

/// A host with the plugin in it.
struct Session {
    host: PluginHost,
    info: PluginInfo,
}

impl Session {
    async fn run(&self, case: &Case) -> Result<Run, CommandError> {
        let recorded = match &case.http {
            Some(exchanges) => Some(Recorded::start(exchanges.clone()).await?),
            None => None,
        };
        let context = case.context(recorded.as_ref())?;
        let phase = case.call.phase();
        let before = self.stats(phase);
        let lines = self.host.log_of(&self.info.id).len();
        let locale = context.locale;
        let answer = self.call(case, context).await?;
        let after = self.stats(phase);
        let mut log = self.host.log_of(&self.info.id);
        log.truncate(log.len().saturating_sub(lines));
        log.reverse();
        Ok(Run {
            told: answer.as_ref().err().map(|error| error.message(locale)),
            answer,
            usage: Usage {
                cpu_ticks: after.cpu_ticks - before.cpu_ticks,
                memory_bytes: after.memory_peak,
                host_calls: after.host_calls - before.host_calls,
                requests: after.http_requests - before.http_requests,
            },
            log,
            differences: recorded.map(Recorded::stop).unwrap_or_default(),
        })
    }

    fn stats(&self, phase: Phase) -> ExportStats {
        self.host.metrics().remove(&(self.info.id.clone(), phase)).unwrap_or_default()
    }

    /// Calls the export with the case's input.
    async fn call(&self, case: &Case, context: CallContext) -> Result<Result<Value, HostError>, CommandError> {
        let target = Target::Slot(SLOT);
        let host = &self.host;
        Ok(match case.call {
            Export::Describe => host.describe(target, context).await.map(json),
            Export::Options => host.options(target, context, case.input()?).await.map(json),
            Export::Validate => host.validate(target, context, case.grants()?).await.map(json),
            Export::Apply => host.apply(target, context, case.input()?).await.map(json),
            Export::Project => host.project(target, context, case.projection()?).await.map(json),
            Export::Initialise => host.initialise(target, context, case.tenant()?).await.map(json),
            Export::Survey => host.survey(target, context, case.whom()?).await.map(json),
        })
    }
}

/// The host's answers are plain data, which is always JSON.
fn json(answer: impl Serialize) -> Value {
    serde_json::to_value(answer).unwrap_or_default()
}

impl Run {
    /// The whole run as programs read it.
    pub fn to_json(&self) -> Value {
        let mut report = json!({ "usage": self.usage, "log": self.log });
        match &self.answer {
            Ok(answer) => report["answer"] = answer.clone(),
            Err(error) => {
                report["error"] = json!({ "code": error.code(), "message": self.told, "detail": error.to_string() });
            }
        }
        if !self.differences.is_empty() {
            report["http"] = json!(self.differences);
        }
        report
    }
}

/// The endpoints of recorded answers.
fn recorded_endpoints(recorded: &Recorded) -> Result<Endpoints, CommandError> {
    let endpoint = |name: &str| -> Result<Option<Endpoint>, CommandError> {
        let base = recorded.base(name).parse::<Url>().map_err(|error| malformed("http".as_ref(), error))?;
        Ok(Some(Endpoint { base, credentials: cardea_host::model::Credentials::default() }))
    };
    Ok(Endpoints { role_api: endpoint("role-api")?, callback_api: endpoint("callback-api")? })
}
