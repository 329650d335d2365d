//! Measures how long it takes to authorise a thousand people for a study.

use std::path::PathBuf;
use std::process::ExitCode;

use cardea_bench::party::{Party, SignIn};
use cardea_bench::report::put_between;
use cardea_bench::systems::{Cardea, account};
use cardea_bench::{Result, authorising, ended, systems};
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
    /// The server; beside this program where it is not given.
    #[arg(long)]
    cardea: Option<PathBuf>,
    /// Folder for the data, on the disk that is to be measured.
    #[arg(long, default_value = "target")]
    disk: PathBuf,
    /// Page to put the figures into.
    #[arg(long)]
    page: Option<PathBuf>,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    ended("authorising", execute(Cli::parse()).await)
}

/// Whether it is quick enough.
async fn execute(cli: Cli) -> Result<bool> {
    let folder = tempfile::Builder::new().prefix("authorising-").tempdir_in(std::fs::canonicalize(&cli.disk)?)?;
    let program = cli.cardea.map_or_else(|| systems::beside("cardea"), Ok)?;
    let cardea = Cardea { program, folder: folder.path().to_owned(), database: cli.database.clone() };
    let SignIn::Password { password, .. } = account("admin")? else { return Err("no password".into()) };
    let running = cardea.demonstrate(&password).await?;
    let mut party = Party::open(&running.issuer, Vec::new()).await?;
    party.sign_in(&SignIn::Password { user_name: "admin".to_owned(), password }).await?;
    let done = authorising::run(&party, cli.people).await?;
    let engine = if cli.database.is_some() { "PostgreSQL" } else { "SQLite" };
    let figures = format!("{engine}.\n\n{}", done.markdown());
    println!("{figures}");
    if let Some(path) = &cli.page {
        let marks = format!("authorising on {engine}");
        std::fs::write(path, put_between(&std::fs::read_to_string(path)?, &marks, figures.trim_end())?)?;
    }
    Ok(done.is_met())
}
