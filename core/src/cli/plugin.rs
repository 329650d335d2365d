//! `cardea plugin`.

use std::path::PathBuf;

use clap::Subcommand;

use super::{Done, open, print};
use crate::authorisation;
use crate::config::Config;
use crate::host::PublicKey;
use crate::kernel::ctx::Ctx;

#[derive(Subcommand)]
pub enum Command {
    /// Trust a publisher's key from now on.
    Enrol {
        /// Name, for people.
        #[arg(long)]
        name: String,
        /// File with the public key: 32 octets in base64.
        key: PathBuf,
    },
    /// Check a bundle and make it the active version of its system. A running server takes it up when it starts again.
    Install {
        /// The bundle.
        bundle: PathBuf,
    },
    /// What is active.
    List,
}

/// Runs the command.
pub async fn run(command: Command, config: &Config) -> Done {
    let app = open(config).await?;
    match command {
        Command::Enrol { name, key } => {
            let text = std::fs::read_to_string(&key).map_err(|e| format!("{}: {e}", key.display()))?;
            let key: PublicKey = text.parse()?;
            let mut cx = Ctx::system(&app.kernel, "cli");
            let id = authorisation::enrol(&mut cx, &name, key).await?;
            cx.commit().await?;
            print(&serde_json::json!({ "publisher": id }))
        }
        Command::Install { bundle } => {
            let bytes = std::fs::read(&bundle).map_err(|e| format!("{}: {e}", bundle.display()))?;
            let cx = Ctx::system(&app.kernel, "cli");
            print(&authorisation::install(cx, &app.host, bytes).await?)
        }
        Command::List => print(&app.host.slots().into_iter().map(|(_, info)| info).collect::<Vec<_>>()),
    }
}
