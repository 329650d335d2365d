//! Measures how long it takes to authorise a thousand people for a study.

use std::process::ExitCode;

use cardea_bench::party::{Party, SignIn};
use cardea_bench::place::Place;
use cardea_bench::systems::{Cardea, account};
use cardea_bench::{Result, authorising, ended};
use clap::Parser;

/// Measures how long it takes to authorise a thousand people for a study, against the demonstration's data capture.
///
/// Ends with status 2 where it takes longer than it may, and with 1 where anything else went wrong.
#[derive(Parser)]
struct Cli {
    /// People.
    #[arg(long, default_value_t = 1000)]
    people: usize,
    /// An empty PostgreSQL database; SQLite where none is given.
    #[arg(long)]
    database: Option<String>,
    #[command(flatten)]
    place: Place,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    ended("authorising", execute(Cli::parse()).await)
}

/// Whether it is quick enough.
async fn execute(cli: Cli) -> Result<bool> {
    let folder = cli.place.folder("authorising-")?;
    let program = cli.place.program()?;
    let cardea = Cardea { program, folder: folder.path().to_owned(), database: cli.database.clone() };
    let SignIn::Password { password, .. } = account("admin")? else { return Err("no password".into()) };
    let running = cardea.demonstrate(&password).await?;
    let mut party = Party::open(&running.issuer, Vec::new()).await?;
    party.sign_in(&SignIn::Password { user_name: "admin".to_owned(), password }).await?;
    let done = authorising::run(&party, cli.people).await?;
    let engine = if cli.database.is_some() { "PostgreSQL" } else { "SQLite" };
    let figures = format!("{engine}.\n\n{}", done.markdown());
    cli.place.show(&format!("authorising on {engine}"), &figures)?;
    Ok(done.is_met())
}
