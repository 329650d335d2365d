//! Measures how the cost of a server grows.

use std::process::ExitCode;
use std::time::Duration;

use cardea_bare::random;
use cardea_bench::cpu::Meter;
use cardea_bench::distance::Distance;
use cardea_bench::party::Party;
use cardea_bench::place::Place;
use cardea_bench::scale::{loaded, logins, nodes, signed};
use cardea_bench::signer::Signer;
use cardea_bench::systems::{Cardea, account};
use cardea_bench::{Result, ended, registrations};
use clap::Parser;
use serde_json::json;

/// Measures how the cost of a server grows: sign-ins by password beside their hash, tokens while sign-ins take every place
/// for hashing, signed and bound requests, and one, two and four nodes on one database that is a network away.
///
/// Ends with status 2 where a goal is missed, and with 1 where anything else went wrong.
#[derive(Parser)]
struct Cli {
    /// An empty PostgreSQL database.
    #[arg(long, env = "CARDEA_TEST_POSTGRES_URL")]
    database: String,
    /// How much longer a round trip to it takes for nodes, in milliseconds.
    #[arg(long, default_value_t = 2.4)]
    round_trip: f64,
    /// Seconds that a run lasts.
    #[arg(long, default_value_t = 6.0)]
    seconds: f64,
    #[command(flatten)]
    place: Place,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    ended("scale", execute(Cli::parse()).await)
}

/// Whether every goal is met.
async fn execute(cli: Cli) -> Result<bool> {
    let folder = cli.place.folder("scale-")?;
    let program = cli.place.program()?;
    let clients = registrations::all(random)?;
    let (signer, person, meter) = (Signer::new("signer")?, account("some.body")?, Meter::new()?);
    let mut registered = serde_json::to_value(&clients)?;
    registered.as_array_mut().ok_or("no clients")?.push(signer.registration());
    let file = folder.path().join("clients.json");
    std::fs::write(&file, serde_json::to_vec(&json!(registered))?)?;
    let import = ["client", "import", file.to_str().ok_or("a folder with a name that is not text")?];
    let cardea = |name: &str, database| Cardea { program: program.clone(), folder: folder.path().join(name), database };

    // By itself, on SQLite.
    let alone = cardea("alone", None);
    std::fs::create_dir_all(&alone.folder)?;
    alone.create(&person, "some.body@example.org").await?;
    alone.run(&import, "").await?;
    let people = logins::people(&alone).await?;
    let (logins, quick, bound, plugins) = {
        let running = alone.serve().await?;
        running.at_rest().await?;
        let mut party = Party::open(&running.issuer, clients.clone()).await?;
        party.sign_in(&person).await?;
        let (logins, quick) = logins::run(meter, &running, &party, &people, cli.seconds).await?;
        // Each sign-in ended the session that its browser had.
        party.sign_in(&person).await?;
        let bound = signed::run(meter, &running, &party, &signer, cli.seconds).await?;
        let plugins = loaded::run(meter, &alone, &running, &party, cli.seconds).await?;
        (logins, quick, bound, plugins)
    };

    let distance = Distance::open(&cli.database, Duration::try_from_secs_f64(cli.round_trip / 1000.0)?)?;
    // An operator is nearer.
    let operator = cardea("nodes", Some(cli.database.clone()));
    std::fs::create_dir_all(&operator.folder)?;
    operator.create(&person, "some.body@example.org").await?;
    operator.run(&import, "").await?;
    let (nodes, enough) = nodes::run(meter, &operator, &distance.url, (&clients, &person), cli.seconds).await?;

    let figures = format!(
        "{logins}\n{bound}\n{plugins}\nEach node has four callers; a round trip to the database takes {} ms longer. Nodes, database, proxy \
         and callers share two processors.\n\n{nodes}",
        cli.round_trip
    );
    cli.place.show("scale", &figures)?;
    Ok(quick && enough)
}
