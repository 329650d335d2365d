//! Measures every list of the administration, with a million people in the database.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use cardea_bench::lists::{self, Asker, Crowd, figures, imports, questions::QUESTIONS, seed};
use cardea_bench::party::{Party, SignIn};
use cardea_bench::place::Place;
use cardea_bench::systems::{Cardea, account};
use cardea_bench::{Result, ended};
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
    /// Folder to keep: the data stay, and the next run with it measures them again. Imports are not measured, and the
    /// slowest questions are named. For work on a single list.
    #[arg(long)]
    keep: Option<PathBuf>,
    /// Only lists whose path holds this.
    #[arg(long, default_value = "")]
    only: String,
    /// People among whom the same is asked, too, to see how the lists grow; 0 for none.
    #[arg(long, default_value_t = 1000)]
    few: u64,
    #[command(flatten)]
    place: Place,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    ended("lists", execute(Cli::parse()).await)
}

/// The account of that name, with the password that the folder keeps.
fn kept(folder: &Path, user_name: &str) -> Result<SignIn> {
    let file = folder.join(user_name);
    if let Ok(password) = std::fs::read_to_string(&file) {
        return Ok(SignIn::Password { user_name: user_name.to_owned(), password });
    }
    let account = account(user_name)?;
    if let SignIn::Password { password, .. } = &account {
        std::fs::write(&file, password)?;
    }
    Ok(account)
}

/// Whether every list is quick enough.
async fn execute(cli: Cli) -> Result<bool> {
    let folder = cli.place.folder("lists-")?;
    let program = cli.place.program()?;
    let folder_of_data = cli.keep.clone().unwrap_or_else(|| folder.path().to_owned());
    std::fs::create_dir_all(&folder_of_data)?;
    let filled = folder_of_data.join("filled");
    let (admin, clerk) = (kept(&folder_of_data, "some.body")?, kept(&folder_of_data, "some.clerk")?);
    let cardea = Cardea { program, folder: folder_of_data, database: cli.database.clone() };
    let amount = seed::Amount { users: cli.users, tenants: cli.tenants, studies: cli.studies, events: cli.events };
    if !filled.exists() {
        cardea.create(&admin, "some.body@example.org").await?;
        cardea.create(&clerk, "some.clerk@example.org").await?;
        eprintln!("lists: {} people and {} tenants come into the database", amount.users, amount.tenants);
        seed::run(&cardea.database(), amount, "some.body", "some.clerk").await?;
        std::fs::write(&filled, "")?;
    }
    let openapi = cardea.run(&["openapi"], "").await?;
    lists::complete(&serde_json::from_str(&openapi)?)?;

    let running = cardea.serve().await?;
    let mut measured = Vec::new();
    let mut platform = None;
    for (who, account, asker) in [("the platform", &admin, Asker::Platform), ("a tenant", &clerk, Asker::Tenant)] {
        let tenant_only = asker == Asker::Tenant;
        let mut party = Party::open(&running.issuer, Vec::new()).await?;
        party.sign_in(account).await?;
        if !tenant_only {
            lists::until_filed(&party, cli.users).await?;
        }
        let asked = QUESTIONS.iter().filter(|question| !tenant_only || question.tenant_too);
        let asked: Vec<_> = asked.filter(|question| question.list.contains(&cli.only)).collect();
        let most = asked.iter().map(|question| question.rounds()).max().unwrap_or_default();
        let rounds = cli.rounds.max(most);
        // The goal's million has somebody for every question.
        let crowd = if cli.users < 1_000_000 { Crowd::Few } else { Crowd::Many };
        // Once round everything: nobody's first page after a start is what is measured.
        lists::ask(&party, &asked, (asker, crowd), most, cli.connections).await?;
        measured.push((who, lists::ask(&party, &asked, (asker, crowd), rounds, cli.connections).await?));
        platform.get_or_insert(party);
    }
    eprintln!("{}", figures::markdown(&measured));
    if cli.keep.is_some() {
        for (who, asked) in measured.iter().flat_map(|(who, all)| all.iter().map(move |asked| (who, asked))) {
            eprintln!("asked by {who}:\n{}", asked.slowest_of_each());
        }
    }
    let platform = platform.ok_or("nobody is signed in")?;
    let imported = if cli.keep.is_some() { Vec::new() } else { imports::run(&platform, cli.users).await? };
    let engine = if cli.database.is_some() { "PostgreSQL" } else { "SQLite" };
    let mut growth = String::new();
    if cli.few > 0 && cli.database.is_none() && cli.keep.is_none() {
        let few = among_few(&cli, &folder.path().join("few")).await?;
        let (_, many) = measured.first().ok_or("nothing was asked")?;
        let grown = figures::Growth::of((cli.few, &few), (cli.users, many));
        growth = format!("\n{}", grown.markdown());
        cli.place.draw(&grown.chart(), "lists.svg")?;
    }
    let figures = format!(
        "{engine}, {} people, {} tenants, {} studies, {} events, {} administrators at once.\n\n{}{growth}\n{}",
        cli.users,
        cli.tenants,
        cli.studies,
        cli.events,
        cli.connections,
        figures::markdown(&measured),
        imports::markdown(&imported)
    );
    cli.place.show(&format!("lists on {engine}"), &figures)?;
    let missed: Vec<_> = measured.iter().flat_map(|(_, all)| all).filter(|asked| !asked.is_met()).collect();
    for asked in &missed {
        println!("missed: {}", asked.slowest());
    }
    Ok(missed.is_empty() && imported.iter().all(imports::Imported::is_met))
}

/// What the platform's administrator asks where there are few people, and few of everything else.
async fn among_few(cli: &Cli, folder: &Path) -> Result<Vec<figures::Asked>> {
    std::fs::create_dir_all(folder)?;
    let program = cli.place.program()?;
    let cardea = Cardea { program, folder: folder.to_owned(), database: None };
    let (admin, clerk) = (kept(folder, "some.body")?, kept(folder, "some.clerk")?);
    cardea.create(&admin, "some.body@example.org").await?;
    cardea.create(&clerk, "some.clerk@example.org").await?;
    let share = |of: u64| (of * cli.few / cli.users).max(10);
    let amount = seed::Amount {
        users: cli.few,
        tenants: share(cli.tenants),
        studies: share(cli.studies),
        events: share(cli.events),
    };
    seed::run(&cardea.database(), amount, "some.body", "some.clerk").await?;
    let running = cardea.serve().await?;
    let mut party = Party::open(&running.issuer, Vec::new()).await?;
    party.sign_in(&admin).await?;
    lists::until_filed(&party, cli.few).await?;
    let asked: Vec<_> = QUESTIONS.iter().filter(|question| question.list.contains(&cli.only)).collect();
    let most = asked.iter().map(|question| question.rounds()).max().unwrap_or_default();
    let by = (Asker::Platform, Crowd::Few);
    lists::ask(&party, &asked, by, most, cli.connections).await?;
    lists::ask(&party, &asked, by, cli.rounds.max(most), cli.connections).await
}
