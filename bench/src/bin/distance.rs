//! Measures what a PostgreSQL server that is a network away costs.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use cardea_bench::distance::Distance;
use cardea_bench::load::{Feed, Load};
use cardea_bench::party::{Party, random};
use cardea_bench::report::put_between;
use cardea_bench::scenario::{Scenario, Size};
use cardea_bench::systems::{Cardea, account, beside};
use cardea_bench::{Result, ended, registrations};
use clap::Parser;

/// Measures what a PostgreSQL server that is a network away costs: operations a second, and how often each of them asks
/// the database and waits.
///
/// Ends with status 2 where there are fewer than there should be, and with 1 where anything else went wrong.
#[derive(Parser)]
struct Cli {
    /// An empty PostgreSQL database.
    #[arg(long, env = "CARDEA_TEST_POSTGRES_URL")]
    database: String,
    /// How much longer a round trip to it takes, in milliseconds.
    #[arg(long, default_value_t = 2.4)]
    round_trip: f64,
    /// Seconds that a run lasts, and one that warms up.
    #[arg(long, default_value_t = 4.0)]
    seconds: f64,
    /// The server; beside this program where it is not given.
    #[arg(long)]
    cardea: Option<PathBuf>,
    /// Folder for data that are not in the database.
    #[arg(long, default_value = "target")]
    disk: PathBuf,
    /// Page to put the figures into.
    #[arg(long)]
    page: Option<PathBuf>,
}

/// Callers at once.
const CALLERS: &[usize] = &[1, 4, 16, 32];

/// One thing that is asked again and again.
#[derive(Clone, Copy)]
enum Operation {
    /// An authorization request of a person with a session, and the exchange of its code.
    SignIn,
    /// What a scenario asks.
    Of(Scenario),
}

impl Operation {
    const ALL: &[Self] =
        &[Self::SignIn, Self::Of(Scenario::Refresh), Self::Of(Scenario::Userinfo), Self::Of(Scenario::Introspection)];

    fn title(self) -> &'static str {
        match self {
            Self::SignIn => "Sign-in with a session: authorise and exchange",
            Self::Of(scenario) => scenario.title(),
        }
    }

    /// Requests of which one is made.
    const fn requests(self) -> f64 {
        if matches!(self, Self::SignIn) { 2.0 } else { 1.0 }
    }

    /// Operations a second, by callers, that there should be.
    const fn goal(self, callers: usize) -> Option<f64> {
        match (self, callers) {
            (Self::SignIn, 1) => Some(80.0),
            (Self::SignIn, 32) => Some(1000.0),
            (Self::Of(Scenario::Refresh), 1) => Some(200.0),
            (Self::Of(Scenario::Userinfo), 32) => Some(5000.0),
            (Self::Of(Scenario::Refresh), 32) | (Self::Of(Scenario::Userinfo), 1) => Some(1500.0),
            _ => None,
        }
    }

    async fn feeds(self, party: &Party, callers: usize) -> Result<Vec<Feed>> {
        match self {
            Self::SignIn => Scenario::sign_ins(party, callers),
            Self::Of(scenario) => scenario.feeds(party, Size { connections: callers, codes: callers }).await,
        }
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    ended("distance", execute(Cli::parse()).await)
}

/// Whether every goal is met.
async fn execute(cli: Cli) -> Result<bool> {
    std::fs::create_dir_all(&cli.disk)?;
    let folder = tempfile::Builder::new().prefix("distance-").tempdir_in(std::fs::canonicalize(&cli.disk)?)?;
    let near = cli.database.clone();
    let distance = Distance::open(&near, Duration::try_from_secs_f64(cli.round_trip / 1000.0)?)?;
    let program = cli.cardea.clone().map_or_else(|| beside("cardea"), Ok)?;
    let cardea = |database| Cardea { program: program.clone(), folder: folder.path().to_owned(), database };
    let clients = registrations::all(random)?;
    let file = folder.path().join("clients.json");
    std::fs::write(&file, serde_json::to_vec(&clients)?)?;
    let person = account("some.body")?;
    // An operator is nearer.
    let operator = cardea(Some(near));
    operator.create(&person, "some.body@example.org").await?;
    operator.run(&["client", "import", file.to_str().ok_or("a folder with a name that is not text")?], "").await?;
    let running = cardea(Some(distance.url.clone())).serve().await?;
    let mut party = Party::open(&running.issuer, clients).await?;
    party.sign_in(&person).await?;

    let time = Duration::try_from_secs_f64(cli.seconds)?;
    let head: Vec<String> = CALLERS.iter().map(|callers| format!("{callers} at once")).collect();
    let mut table =
        format!("| Operation | Crossings | {} | |\n|---|--:|{}---|\n", head.join(" | "), "--:|".repeat(CALLERS.len()));
    let mut all_met = true;
    for &operation in Operation::ALL {
        let _ = write!(table, "| {} |", operation.title());
        let (mut rates, mut each, mut met) = (Vec::new(), f64::MAX, true);
        for &callers in CALLERS {
            for measured in [false, true] {
                let load = Load::open(party.address(), operation.feeds(&party, callers).await?).await?;
                let before = distance.crossings();
                let outcome = load.run(time).await?;
                let done = f64::from(u32::try_from(outcome.latencies.len())?) / operation.requests();
                let rate = done / outcome.elapsed.as_secs_f64();
                let crossings = f64::from(u32::try_from(distance.crossings() - before)?) / done;
                if measured {
                    eprintln!("{}, {callers} at once: {rate:.0}/s, {crossings:.2} crossings", operation.title());
                    each = each.min(crossings);
                    met &= operation.goal(callers).is_none_or(|goal| rate >= goal);
                    rates.push(format!("{rate:.0}"));
                }
            }
        }
        all_met &= met;
        let _ = writeln!(table, " {each:.1} | {} | {} |", rates.join(" | "), if met { "met" } else { "**missed**" });
    }
    let figures = format!("Operations a second; a round trip takes {} ms longer.\n\n{table}", cli.round_trip);
    println!("{figures}");
    if let Some(path) = &cli.page {
        let page = std::fs::read_to_string(path)?;
        std::fs::write(path, put_between(&page, "distance", figures.trim_end())?)?;
    }
    Ok(all_met)
}
