//! `cardea key`.

use clap::Subcommand;

use super::{Done, open, print};
use crate::config::Config;
use crate::kernel::ctx::Ctx;
use crate::oidc::jose::Alg;
use crate::oidc::keys;

#[derive(Subcommand)]
pub enum Command {
    /// List the signing keys that are published, as JSON.
    List,
    /// Rotate signing keys. Running servers sign with the new ones within seconds; what older keys signed stays
    /// valid.
    Rotate {
        /// Only this algorithm: ES256, RS256, PS256 or EdDSA. All of them where it is not given.
        #[arg(long, value_parser = alg)]
        alg: Option<Alg>,
    },
}

fn alg(text: &str) -> Result<Alg, String> {
    Alg::parse(text).ok_or_else(|| "one of ES256, RS256, PS256, EdDSA".to_owned())
}

/// Runs the command.
pub async fn run(command: Command, config: &Config) -> Done {
    let app = open(config).await?;
    match command {
        Command::List => print(&keys::published(&mut Ctx::new_reading(&app.kernel)).await?),
        Command::Rotate { alg } => {
            let mut rotated = Vec::new();
            for alg in Alg::ALL.iter().copied().filter(|one| alg.is_none_or(|alg| alg == *one)) {
                rotated.push(app.provider.keys().rotate(Ctx::system(&app.kernel, "cli"), alg).await?);
            }
            print(&rotated)
        }
    }
}
