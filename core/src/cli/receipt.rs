//! `cardea receipt`.

use std::path::PathBuf;

use clap::Subcommand;

use super::command::Done;
use super::output::print;
use crate::app::open_kernel;
use crate::config::Config;
use crate::kernel::ctx::ReadCtx;
use crate::provider::jose::JwkSet;
use crate::provider::{keys, receipts};

#[derive(Subcommand)]
pub enum Command {
    /// Verify the receipt of an electronic signature, and print its content. Needs no server, and with `--jwks` no
    /// database.
    Verify {
        /// The receipt, as a compact JWS; `-` reads it from standard input.
        file: PathBuf,
        /// The key set that was kept with the receipt, as answered by `/oauth2/jwks`. Without it, every key that this
        /// installation ever had is accepted.
        #[arg(long, value_name = "FILE")]
        jwks: Option<PathBuf>,
    },
}

/// Runs the command.
pub async fn run(command: Command, config: &Config) -> Done {
    let Command::Verify { file, jwks } = command;
    let receipt = if file.as_os_str() == "-" {
        std::io::read_to_string(std::io::stdin())?
    } else {
        std::fs::read_to_string(file)?
    };
    let keys = match jwks {
        Some(file) => JwkSet::parse(&std::fs::read(file)?)?,
        None => keys::ever(&mut ReadCtx::system(&open_kernel(config).await?)).await?,
    };
    print(&receipts::read(&keys, &receipt).map_err(|error| format!("the receipt does not stand: {error}"))?)
}
