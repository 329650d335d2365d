//! Measures what calls into plugins cost, and what sign-ins cost beside plugins that loop.

use std::path::PathBuf;
use std::process::ExitCode;

use cardea_bench::party::Party;
use cardea_bench::place::Place;
use cardea_bench::plugins::{calls, languages, neighbours};
use cardea_bench::systems::{Cardea, account};
use cardea_bench::{Result, ended};
use clap::Parser;

/// Measures what calls into plugins cost, and what sign-ins cost beside plugins that loop.
///
/// Ends with status 2 where a goal is missed, and with 1 where anything else went wrong.
#[derive(Parser)]
struct Cli {
    /// Calls for the host's own part, with each number of plugins.
    #[arg(long, default_value_t = 20_000)]
    calls: usize,
    /// Calls of each kind into the plugins of each language.
    #[arg(long, default_value_t = 200)]
    language_calls: usize,
    /// Seconds of sign-ins, with and without plugins that loop.
    #[arg(long, default_value_t = 20.0)]
    seconds: f64,
    /// Sign-ins at once.
    #[arg(long, default_value_t = 4)]
    connections: usize,
    /// The folder with `plugins/dist` and `target/guests`.
    #[arg(long, default_value = ".")]
    root: PathBuf,
    #[command(flatten)]
    place: Place,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    ended("plugins", execute(Cli::parse()).await)
}

/// Whether every goal is met.
async fn execute(cli: Cli) -> Result<bool> {
    let mut overhead = Vec::new();
    for plugins in calls::PLUGINS {
        overhead.push((plugins, calls::run(plugins, cli.calls).await?));
    }
    eprintln!("{}", calls::markdown(&overhead));
    let written = languages::run(&cli.root, cli.language_calls).await?;
    eprintln!("{}", languages::markdown(&written));

    let folder = cli.place.folder("plugins-")?;
    let program = cli.place.program()?;
    let cardea = Cardea { program, folder: folder.path().to_owned(), database: None };
    let account = account("some.body")?;
    cardea.create(&account, "some.body@example.org").await?;
    let running = cardea.serve().await?;
    let party = Party::open(&running.issuer, Vec::new()).await?;
    let sign_ins = neighbours::run(&party, &account, cli.seconds, cli.connections).await?;

    let figures = format!(
        "{}\n{}\n{}",
        calls::markdown(&overhead),
        languages::markdown(&written),
        neighbours::markdown(&sign_ins)
    );
    cli.place.show("plugins", &figures)?;
    let quick = overhead.iter().all(|(_, times)| times.within(0.5) <= calls::GOAL_MICROS);
    Ok(quick && sign_ins.factor() <= neighbours::GOAL)
}
