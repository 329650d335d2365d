//! `cardea key`.

use clap::Subcommand;

use super::command::{Done, open};
use super::output::{print, print_line};
use crate::config::Config;
use crate::kernel::clock::SystemEntropy;
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::seal::fresh;
use crate::provider::jose::Alg;
use crate::provider::keys;

#[derive(Subcommand)]
pub enum Command {
    /// List the published signing keys, as JSON.
    List,
    /// Rotate signing keys. Running servers sign with the new keys within seconds; signatures of older keys stay valid.
    Rotate {
        /// Only this algorithm: ES256, RS256, PS256 or EdDSA. All of them by default.
        #[arg(long, value_parser = alg)]
        alg: Option<Alg>,
    },
    /// Seal again every value sealed under an older master key or in the format of an earlier version. Afterwards
    /// only the first line of the master key file is needed.
    Reseal,
    /// Print a new master key. Add it to the master key file of every node: first as the second line, then, once all
    /// nodes have it, as the first.
    Master,
}

fn alg(text: &str) -> Result<Alg, String> {
    Alg::parse(text).ok_or_else(|| "one of ES256, RS256, PS256, EdDSA".to_owned())
}

/// Runs the command.
pub async fn run(command: Command, config: &Config) -> Done {
    if let Command::Master = command {
        return print_line(&fresh(&SystemEntropy));
    }
    let app = open(config).await?;
    match command {
        Command::List => print(&keys::published(&mut ReadCtx::system(&app.kernel)).await?),
        Command::Rotate { alg } => {
            let mut rotated = Vec::new();
            for alg in Alg::ALL.iter().copied().filter(|one| alg.is_none_or(|alg| alg == *one)) {
                rotated.push(app.provider.keys().rotate(Ctx::system(&app.kernel, "cli"), alg).await?);
            }
            print(&rotated)
        }
        Command::Reseal => print(&app.reseal().await?),
        Command::Master => Ok(()),
    }
}
