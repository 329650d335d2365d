//! `cardea client`.

use std::path::PathBuf;

use clap::Subcommand;

use super::command::{Done, open};
use super::output::print;
use crate::config::Config;
use crate::kernel::ctx::Ctx;
use crate::provider::clients;

#[derive(Subcommand)]
pub enum Command {
    /// Import clients from a file: one registration of RFC 7591, or an array of them. A given client_id and
    /// client_secret are kept. Prints the registered clients, with new secrets, as JSON.
    Import {
        /// The file.
        file: PathBuf,
    },
}

/// Runs the command.
pub async fn run(command: Command, config: &Config) -> Done {
    let Command::Import { file } = command;
    let json = std::fs::read(&file).map_err(|e| format!("{}: {e}", file.display()))?;
    let app = open(config).await?;
    let all = clients::read(app.provider.clients().remote(), &json).await?;
    let mut cx = Ctx::system(&app.kernel, "cli");
    let registered = clients::import(&mut cx, all).await?;
    cx.commit().await?;
    print(&registered)
}
