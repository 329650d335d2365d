//! The command line: one file for each command.

mod audit;
mod client;
mod command;
mod demo;
mod fields;
mod key;
mod output;
mod plugin;
mod receipt;
mod serve;
mod shipped;
mod show;
mod system;
mod user;

use std::error::Error as StdError;
use std::io::IsTerminal as _;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use output::{LastLines, LogWriter, print_line};
use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{EnvFilter, Layer as _};

use self::command::Done;
use crate::app::traces::Traces;
use crate::app::{open_kernel, open_outbound};
use crate::config::{Config, LogFormat};

/// Identity server and account centre for clinical-trial platforms.
#[derive(Parser)]
#[command(name = "cardea", version, about)]
struct Cli {
    /// Settings file; the environment (CARDEA_<SECTION>__<KEY>) overrides it.
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Serve. On an empty database, prints a one-time link that creates the first administrator.
    Serve,
    /// Serve demonstration data, with simulators of the four trial systems.
    Demo,
    /// Bring the database's schema up to date.
    Migrate,
    /// Check settings, database, keys, audit chain and plugins.
    Doctor,
    /// People.
    #[command(subcommand)]
    User(user::Command),
    /// OpenID Connect clients.
    #[command(subcommand)]
    Client(client::Command),
    /// Keys that sign tokens.
    #[command(subcommand)]
    Key(key::Command),
    /// Trial systems.
    #[command(subcommand)]
    System(system::Command),
    /// Plugins of the authorisation panels.
    #[command(subcommand)]
    Plugin(plugin::Command),
    /// The audit: check it, anchor it, prove rows to others.
    #[command(subcommand)]
    Audit(audit::Command),
    /// Receipts of electronic signatures.
    #[command(subcommand)]
    Receipt(receipt::Command),
    /// Print the description of every call (OpenAPI).
    Openapi,
    /// Print the settings in force.
    Config,
}

/// Reads the arguments and runs one command. `give_back` gives memory that is free back to the system: only the program
/// knows its allocator.
#[must_use]
pub fn run(give_back: fn()) -> ExitCode {
    let cli = Cli::parse();
    match execute(cli, give_back) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            output::complain(&error);
            ExitCode::FAILURE
        }
    }
}

fn execute(cli: Cli, give_back: fn()) -> Done {
    let config = Config::load(cli.config.as_deref())?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let serves = matches!(cli.command, Command::Serve | Command::Demo);
    let entered = runtime.enter();
    // Dropped in reverse order: the last traces are exported, then the last log lines are written.
    let (_last_lines, _traces) = log(&config, serves)?;
    drop(entered);
    runtime.block_on(async {
        match cli.command {
            Command::Serve => serve::run(&config, give_back).await,
            Command::Demo => Box::pin(demo::run(config, give_back)).await,
            Command::Migrate => {
                open_kernel(&config).await?;
                print_line("the schema is up to date")
            }
            Command::Doctor => show::doctor(&config).await,
            Command::User(command) => user::run(command, &config).await,
            Command::Client(command) => client::run(command, &config).await,
            Command::Key(command) => key::run(command, &config).await,
            Command::System(command) => system::run(command, &config).await,
            Command::Plugin(command) => plugin::run(command, &config).await,
            Command::Audit(command) => audit::run(command, &config).await,
            Command::Receipt(command) => receipt::run(command, &config).await,
            Command::Openapi => show::openapi(&config).await,
            Command::Config => show::config(&config),
        }
    })
}

/// The log on standard error, and the export of traces if `serves` and the settings name a collector. Must be called
/// within the runtime.
fn log(config: &Config, serves: bool) -> Result<(LastLines, Option<Traces>), Box<dyn StdError>> {
    let (writer, last_lines) = LogWriter::open(std::io::stderr())?;
    let colours = std::io::stderr().is_terminal();
    let traces = if serves { Traces::open(&config.tracing, &open_outbound(config)?)? } else { None };
    // Internal errors would report unwritable lines to the same place, by a macro that panics there.
    let lines = tracing_subscriber::fmt::layer().log_internal_errors(false).with_writer(writer).with_ansi(colours);
    let lines = match config.log.format {
        LogFormat::Text => lines.fmt_fields(fields::Fields).boxed(),
        LogFormat::Json => lines.json().with_span_list(false).boxed(),
    };
    tracing_subscriber::registry()
        .with(lines.with_filter(EnvFilter::try_new(&config.log.filter)?))
        .with(traces.as_ref().map(|traces| traces.layer().with_filter(LevelFilter::INFO)))
        .init();
    Ok((last_lines, traces))
}
