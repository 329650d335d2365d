//! Measures every list of the administration, with a million people in the database.

use std::path::PathBuf;
use std::process::ExitCode;

use cardea_bench::lists::{self, figures, imports, questions::QUESTIONS, seed};
use cardea_bench::party::Party;
use cardea_bench::report::put_between;
use cardea_bench::systems::{Cardea, account};
use cardea_bench::{Result, systems};
use clap::Parser;

/// Measures every list of the administration, with a million people in the database.
///
/// Ends with status 2 where a list takes longer than it may, and with 1 where anything else went wrong.
#[derive(Parser)]
struct Cli {
    /// People.
    #[arg(long, default_value_t = 1_000_000)]
    users: u64,
    /// Tenants.
    #[arg(long, default_value_t = 10_000)]
    tenants: u64,
    /// Studies.
    #[arg(long, default_value_t = 20_000)]
    studies: u64,
    /// Events of the audit.
    #[arg(long, default_value_t = 1_000_000)]
    events: u64,
    /// Pages asked of each list by each administrator, at least.
    #[arg(long, default_value_t = 100)]
    rounds: usize,
    /// Administrators at work at once.
    #[arg(long, default_value_t = 4)]
    connections: usize,
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
    match execute(Cli::parse()).await {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(2),
        Err(error) => {
            eprintln!("lists: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Whether every list is quick enough.
async fn execute(cli: Cli) -> Result<bool> {
    let folder = tempfile::Builder::new().prefix("lists-").tempdir_in(std::fs::canonicalize(&cli.disk)?)?;
    let program = cli.cardea.clone().map_or_else(|| systems::beside("cardea"), Ok)?;
    let cardea = Cardea { program, folder: folder.path().to_owned(), database: cli.database.clone() };
    let (admin, clerk) = (account("some.body")?, account("some.clerk")?);
    cardea.create(&admin, "some.body@example.org").await?;
    cardea.create(&clerk, "some.clerk@example.org").await?;
    let amount = seed::Amount { users: cli.users, tenants: cli.tenants, studies: cli.studies, events: cli.events };
    eprintln!("lists: {} people and {} tenants come into the database", amount.users, amount.tenants);
    seed::run(&cardea.database(), amount, "some.body", "some.clerk").await?;
    let openapi = cardea.run(&["openapi"], "").await?;
    lists::complete(&serde_json::from_str(&openapi)?)?;

    let running = cardea.serve().await?;
    let mut measured = Vec::new();
    let mut platform = None;
    for (who, account, tenant_only) in [("the platform", &admin, false), ("a tenant", &clerk, true)] {
        let mut party = Party::open(&running.issuer, Vec::new()).await?;
        party.sign_in(account).await?;
        if !tenant_only {
            lists::until_filed(&party, cli.users).await?;
        }
        let asked: Vec<_> = QUESTIONS.iter().filter(|question| !tenant_only || question.tenant_too).collect();
        let most = asked.iter().map(|question| question.rounds()).max().unwrap_or_default();
        let rounds = cli.rounds.max(most);
        // Once round everything: nobody's first page after a start is what is measured.
        lists::ask(&party, &asked, tenant_only, most, cli.connections).await?;
        measured.push((who, lists::ask(&party, &asked, tenant_only, rounds, cli.connections).await?));
        platform.get_or_insert(party);
    }
    eprintln!("{}", figures::markdown(&measured));
    let platform = platform.ok_or("nobody is signed in")?;
    let imported = imports::run(&platform, cli.users).await?;
    let engine = if cli.database.is_some() { "PostgreSQL" } else { "SQLite" };
    let figures = format!(
        "{engine}, {} people, {} tenants, {} studies, {} events, {} administrators at once.\n\n{}\n{}",
        cli.users,
        cli.tenants,
        cli.studies,
        cli.events,
        cli.connections,
        figures::markdown(&measured),
        imports::markdown(&imported)
    );
    println!("{figures}");
    let missed: Vec<_> = measured.iter().flat_map(|(_, all)| all).filter(|asked| !asked.is_met()).collect();
    for asked in &missed {
        println!("missed: {}", asked.slowest());
    }
    if let Some(path) = &cli.page {
        let marks = format!("lists on {engine}");
        std::fs::write(path, put_between(&std::fs::read_to_string(path)?, &marks, figures.trim_end())?)?;
    }
    Ok(missed.is_empty() && imported.iter().all(imports::Imported::is_met))
}
