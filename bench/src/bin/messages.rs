//! Measures how fast queued messages are handed to a mail server.

use std::path::PathBuf;
use std::process::ExitCode;

use cardea_bench::report::put_between;
use cardea_bench::{Result, ended, messages};
use clap::Parser;

/// Measures how fast queued messages are handed to a mail server on loopback, unsigned and signed. To be run on one
/// processor.
///
/// Ends with status 2 where it is slower than it may be, and with 1 where anything else went wrong.
#[derive(Parser)]
struct Cli {
    /// Messages.
    #[arg(long, default_value_t = 10_000)]
    messages: u32,
    /// An empty PostgreSQL database; SQLite where none is given.
    #[arg(long)]
    database: Option<String>,
    /// Folder for the data, on the disk that is to be measured.
    #[arg(long, default_value = "target")]
    disk: PathBuf,
    /// Page to put the figures into.
    #[arg(long)]
    page: Option<PathBuf>,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    ended("messages", execute(Cli::parse()).await)
}

/// Whether it is quick enough.
async fn execute(cli: Cli) -> Result<bool> {
    let mut table = messages::HEAD.to_owned();
    let mut met = true;
    // One folder for both: its key is the database's.
    let folder = tempfile::Builder::new().prefix("messages-").tempdir_in(std::fs::canonicalize(&cli.disk)?)?;
    for signed in [false, true] {
        let handed = messages::run(folder.path(), cli.database.as_deref(), cli.messages, signed).await?;
        table += &handed.row();
        met &= handed.is_met();
    }
    let engine = if cli.database.is_some() { "PostgreSQL" } else { "SQLite" };
    let figures = format!("{engine}.\n\n{table}");
    println!("{figures}");
    if let Some(path) = &cli.page {
        let marks = format!("messages on {engine}");
        std::fs::write(path, put_between(&std::fs::read_to_string(path)?, &marks, figures.trim_end())?)?;
    }
    Ok(met)
}
