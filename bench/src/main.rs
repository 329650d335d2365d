//! Runs the scenarios at every system, one after the other, and says what came of it.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use cardea_bare::random;
use cardea_bare::recording::Recording;
use cardea_bench::cpu::Meter;
use cardea_bench::load::Load;
use cardea_bench::party::Party;
use cardea_bench::report::{Results, Sample, put_between};
use cardea_bench::scenario::{Scenario, Size};
use cardea_bench::systems::{Cardea, Programs, Running, System, beside, pin, sync_time};
use cardea_bench::{Result, ended, registrations};
use clap::{Parser, ValueEnum as _};

/// Measures Cardea beside node-oidc-provider and a bare axum program.
///
/// Ends with status 2 where a goal is missed, and with 1 where anything else went wrong: an answer that is
/// not a success ends everything at once.
#[derive(Parser)]
struct Cli {
    /// Only these scenarios.
    #[arg(long, value_enum, value_delimiter = ',')]
    scenarios: Vec<Scenario>,
    /// Only these systems. The bare program answers as the first one does.
    #[arg(long, value_enum, value_delimiter = ',')]
    systems: Vec<System>,
    /// Runs of each scenario at each system.
    #[arg(long, default_value_t = 5)]
    runs: usize,
    /// Seconds that a run lasts, and one that warms up.
    #[arg(long, default_value_t = 4.0)]
    seconds: f64,
    /// Connections at once.
    #[arg(long, default_value_t = 16)]
    connections: usize,
    /// Codes exchanged in a run, for about a second or more of it: in less, a good part is what comes first. They must all be
    /// made before the first of them expires.
    #[arg(long, default_value_t = 10_000)]
    codes: usize,
    /// Processor for the servers.
    #[arg(long, default_value_t = 0)]
    server_core: u32,
    /// Processor for the generator.
    #[arg(long, default_value_t = 1)]
    load_core: u32,
    /// The server; beside this program where it is not given.
    #[arg(long)]
    cardea: Option<PathBuf>,
    /// Folder of node-oidc-provider with its packages.
    #[arg(long, default_value = "bench/node")]
    node: PathBuf,
    /// Folder for the databases, on the disk that is to be measured.
    #[arg(long, default_value = "target")]
    disk: PathBuf,
    /// Page to put the figures into.
    #[arg(long)]
    page: Option<PathBuf>,
    /// File for every single sample, as JSON.
    #[arg(long)]
    samples: Option<PathBuf>,
}

/// Every system must give these, whatever is measured.
const DOCUMENTS: &[Scenario] = &[Scenario::Discovery, Scenario::Jwks];

/// A system at work, and a client of it.
struct Subject {
    running: Running,
    party: Party,
}

struct Bench {
    programs: Programs,
    scenarios: Vec<Scenario>,
    size: Size,
    meter: Meter,
    clients: Vec<registrations::Registration>,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    ended("bench", execute(Cli::parse()).await)
}

/// Whether every goal is met.
async fn execute(cli: Cli) -> Result<bool> {
    pin(cli.load_core).await?;
    std::fs::create_dir_all(&cli.disk)?;
    let folder = tempfile::Builder::new().prefix("bench-").tempdir_in(std::fs::canonicalize(&cli.disk)?)?;
    let systems = if cli.systems.is_empty() { System::value_variants().to_vec() } else { cli.systems.clone() };
    let bench = Bench::new(&cli, folder.path().to_owned())?;
    let subjects = bench.open(&systems).await?;
    let results = bench.run(&cli, &subjects).await?;
    let sync = sync_time(folder.path())?;
    let figures = format!(
        "{} runs of {} s (code exchange: {} codes), {} connections. A sync of 4 KiB to the disk takes {sync} µs.\n\n{}",
        cli.runs,
        cli.seconds,
        cli.codes,
        cli.connections,
        results.markdown()
    );
    println!("{figures}");
    if let Some(path) = &cli.samples {
        std::fs::write(path, serde_json::to_vec_pretty(&results)?)?;
    }
    if let Some(path) = &cli.page {
        let page = std::fs::read_to_string(path)?;
        std::fs::write(path, put_between(&page, "figures", &figures)?)?;
        results.chart().put_beside(path, "requests.svg")?;
    }
    Ok(results.verdicts().iter().all(cardea_bench::report::Verdict::is_met))
}

impl Bench {
    fn new(cli: &Cli, folder: PathBuf) -> Result<Self> {
        let scenarios =
            if cli.scenarios.is_empty() { Scenario::value_variants().to_vec() } else { cli.scenarios.clone() };
        let needed = |id: &str| scenarios.iter().chain(DOCUMENTS).any(|scenario| scenario.client_id() == id);
        let clients: Vec<_> = registrations::all(random)?.into_iter().filter(|c| needed(&c.client_id)).collect();
        let programs = Programs {
            cardea: Cardea {
                program: cli.cardea.clone().map_or_else(|| beside("cardea"), Ok)?,
                folder: folder.clone(),
                database: None,
            },
            bare: beside("cardea-bare")?,
            node: cli.node.clone(),
            core: cli.server_core,
            clients: folder.join("clients.json"),
            recording: folder.join("recording.json"),
            folder,
        };
        std::fs::write(&programs.clients, serde_json::to_vec(&clients)?)?;
        let size = Size { connections: cli.connections, codes: cli.codes };
        Ok(Self { programs, scenarios, size, meter: Meter::new()?, clients })
    }

    /// Starts the systems and proves that each gives right answers. What the first one says is recorded.
    async fn open(&self, systems: &[System]) -> Result<BTreeMap<System, Subject>> {
        let mut subjects = BTreeMap::new();
        for (place, &system) in systems.iter().enumerate() {
            let running = self.programs.start(system).await?;
            let mut party = Party::open(&running.issuer, self.clients.clone()).await?;
            party.sign_in(&running.sign_in).await?;
            let mut recording = Recording { issuer: running.issuer.clone(), ..Recording::default() };
            for scenario in DOCUMENTS.iter().chain(&self.scenarios) {
                recording.answers.extend(scenario.prove(&party).await?);
            }
            if place == 0 {
                std::fs::write(&self.programs.recording, serde_json::to_vec(&recording)?)?;
            }
            subjects.insert(system, Subject { running, party });
        }
        Ok(subjects)
    }

    async fn run(&self, cli: &Cli, subjects: &BTreeMap<System, Subject>) -> Result<Results> {
        let time = Duration::try_from_secs_f64(cli.seconds)?;
        let mut results = Results::default();
        for &scenario in &self.scenarios {
            for subject in subjects.values() {
                self.measure(scenario, subject, time).await?;
            }
            for run in 0..cli.runs {
                // Every system is first as often as last.
                let order = subjects.iter().cycle().skip(run % subjects.len()).take(subjects.len());
                for (&system, subject) in order {
                    let sample = self.measure(scenario, subject, time).await?;
                    let name = scenario.title();
                    eprintln!(
                        "{name}, run {}: {system:?} {:.1} µs, {:.0}/s, p99 {:.0} µs, server {:.2}",
                        run + 1,
                        sample.cpu_micros,
                        sample.per_second,
                        sample.p99_micros,
                        sample.server_busy
                    );
                    results.add(scenario, system, sample);
                }
            }
        }
        Ok(results)
    }

    /// One run. Codes and tokens are made, and connections opened, before it begins.
    async fn measure(&self, scenario: Scenario, subject: &Subject, time: Duration) -> Result<Sample> {
        let feeds = scenario.feeds(&subject.party, self.size).await?;
        // Codes are used up, however long it takes.
        let time = if scenario == Scenario::CodeExchange { time.max(Duration::from_mins(1)) } else { time };
        let load = Load::open(subject.party.address(), feeds).await?;
        let awake = tokio::spawn(stay_awake());
        let server = self.meter.read(subject.running.pid)?;
        let outcome = load.run(time).await?;
        let server = self.meter.read(subject.running.pid)? - server;
        awake.abort();
        let (requests, elapsed) = (outcome.latencies.len(), outcome.elapsed.as_secs_f64());
        if requests == 0 {
            return Err("nothing was answered".into());
        }
        #[expect(clippy::cast_precision_loss, reason = "both stay far below 2^52")]
        let (count, p99) = (requests as f64, outcome.latencies.value_at_quantile(0.99) as f64);
        Ok(Sample {
            requests,
            cpu_micros: server * 1e6 / count,
            per_second: count / elapsed,
            p99_micros: p99,
            server_busy: server / elapsed,
        })
    }
}

/// Keeps the processor of this program from going to sleep: whoever writes to a program that sleeps pays for waking it, on a
/// virtual machine more than for the rest of an answer, and the faster a system is, the less often it pays.
async fn stay_awake() {
    loop {
        tokio::task::yield_now().await;
    }
}
