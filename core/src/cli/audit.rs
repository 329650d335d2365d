//! `cardea audit`.

use clap::Subcommand;

use super::{Done, print};
use crate::app::open_kernel;
use crate::audit::{self, Verdict};
use crate::config::Config;

#[derive(Subcommand)]
pub enum Command {
    /// Walk the whole chain; fails at the first altered, missing or reordered row.
    Verify,
}

/// Runs the command.
pub async fn run(command: Command, config: &Config) -> Done {
    let Command::Verify = command;
    let verdict = audit::verify(&open_kernel(config).await?).await?;
    print(&verdict)?;
    match verdict {
        Verdict::Whole { .. } => Ok(()),
        Verdict::Broken { at } => Err(format!("the audit chain is broken at row {at}").into()),
    }
}
