//! Measures what a PostgreSQL server that is a network away costs.

use std::fmt::Write as _;
use std::process::ExitCode;
use std::time::Duration;

use cardea_bare::random;
use cardea_bench::distance::Distance;
use cardea_bench::load::Load;
use cardea_bench::operation::Operation;
use cardea_bench::party::Party;
use cardea_bench::place::Place;
use cardea_bench::scenario::Scenario;
use cardea_bench::systems::{Cardea, account};
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
    #[command(flatten)]
    place: Place,
}

/// Callers at once.
const CALLERS: &[usize] = &[1, 4, 16, 32];

const OPERATIONS: &[Operation] = &[
    Operation::SignIn,
    Operation::Of(Scenario::Refresh),
    Operation::Of(Scenario::Userinfo),
    Operation::Of(Scenario::Introspection),
];

/// Operations a second, by callers, that there should be.
const fn goal(of: Operation, callers: usize) -> Option<f64> {
    match (of, callers) {
        (Operation::SignIn, 1) => Some(80.0),
        (Operation::SignIn, 32) => Some(1000.0),
        (Operation::Of(Scenario::Refresh), 1) => Some(200.0),
        (Operation::Of(Scenario::Userinfo), 32) => Some(5000.0),
        (Operation::Of(Scenario::Refresh), 32) | (Operation::Of(Scenario::Userinfo), 1) => Some(1500.0),
        _ => None,
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    ended("distance", execute(Cli::parse()).await)
}

/// Whether every goal is met.
async fn execute(cli: Cli) -> Result<bool> {
    let folder = cli.place.folder("distance-")?;
    let near = cli.database.clone();
    let distance = Distance::open(&near, Duration::try_from_secs_f64(cli.round_trip / 1000.0)?)?;
    let program = cli.place.program()?;
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
    running.at_rest().await?;
    let mut party = Party::open(&running.issuer, clients).await?;
    party.sign_in(&person).await?;

    let time = Duration::try_from_secs_f64(cli.seconds)?;
    let head: Vec<String> = CALLERS.iter().map(|callers| format!("{callers} at once")).collect();
    let mut table =
        format!("| Operation | Crossings | {} | |\n|---|--:|{}---|\n", head.join(" | "), "--:|".repeat(CALLERS.len()));
    let mut all_met = true;
    for &operation in OPERATIONS {
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
                    met &= goal(operation, callers).is_none_or(|goal| rate >= goal);
                    rates.push(format!("{rate:.0}"));
                }
            }
        }
        all_met &= met;
        let _ = writeln!(table, " {each:.1} | {} | {} |", rates.join(" | "), if met { "met" } else { "**missed**" });
    }
    let figures = format!("Operations a second; a round trip takes {} ms longer.\n\n{table}", cli.round_trip);
    cli.place.show("distance", &figures)?;
    Ok(all_met)
}
