//! `cardea plugin`.

use std::path::PathBuf;

use clap::Subcommand;

use super::command::{Done, open};
use super::output::print;
use crate::authorisation::{self, Change, Enrolment};
use crate::config::Config;
use crate::host::PublicKey;
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::resources::software;

#[derive(Subcommand)]
pub enum Command {
    /// Trust a publisher's key from now on, for plugins of the named systems.
    Enrol {
        /// The publisher's name.
        #[arg(long)]
        name: String,
        /// Web code of a system that its plugins may serve, such as 020; may be repeated.
        #[arg(long, required = true)]
        web_code: Vec<String>,
        /// File with the public key: 32 octets in base64.
        key: PathBuf,
    },
    /// Stop trusting a publisher: its plugins stop serving.
    Revoke {
        /// The publisher's id, as `enrol` printed it.
        publisher: String,
    },
    /// Check a bundle and make it the active version of its system. Running servers load it within seconds.
    Install {
        /// The bundle.
        bundle: PathBuf,
        /// Allow it to replace another publisher's plugin.
        #[arg(long)]
        change_publisher: bool,
    },
    /// Activate the version of a system before the active one again.
    Rollback {
        /// The system's web code.
        web_code: String,
    },
    /// List the active plugins.
    List,
}

/// Runs the command.
pub async fn run(command: Command, config: &Config) -> Done {
    let app = open(config).await?;
    match command {
        Command::Enrol { name, web_code, key } => {
            let text = std::fs::read_to_string(&key).map_err(|e| format!("{}: {e}", key.display()))?;
            let key: PublicKey = text.parse()?;
            let mut cx = Ctx::system(&app.kernel, "cli");
            let new = Enrolment { name: &name, key, web_codes: &web_code, shipped: false };
            let id = authorisation::enrol(&mut cx, new).await?;
            cx.commit().await?;
            print(&serde_json::json!({ "publisher": id, "webCodes": web_code }))
        }
        Command::Revoke { publisher } => {
            let mut cx = Ctx::system(&app.kernel, "cli");
            authorisation::revoke_publisher(&mut cx, &publisher).await?;
            cx.commit().await?;
            print(&serde_json::json!({ "publisher": publisher, "revoked": true }))
        }
        Command::Install { bundle, change_publisher } => {
            let change = if change_publisher { Change::Wanted } else { Change::Refused };
            let bytes = std::fs::read(&bundle).map_err(|e| format!("{}: {e}", bundle.display()))?;
            let cx = Ctx::system(&app.kernel, "cli");
            let info = authorisation::install(cx, &app.host, bytes, change).await?;
            let mut cx = ReadCtx::system(&app.kernel);
            if software::by_web_code(&mut cx, &info.web_code).await?.is_none() {
                tracing::warn!(
                    web_code = info.web_code,
                    "no system has this web code; its panel appears once it is registered (`cardea system register`)"
                );
            }
            print(&info)
        }
        Command::Rollback { web_code } => {
            let mut cx = Ctx::system(&app.kernel, "cli");
            let digest = authorisation::roll_back(&mut cx, &web_code).await?;
            cx.commit().await?;
            print(&serde_json::json!({ "webCode": web_code, "digest": digest }))
        }
        Command::List => print(&app.host.slots().into_iter().map(|(_, info)| info).collect::<Vec<_>>()),
    }
}
