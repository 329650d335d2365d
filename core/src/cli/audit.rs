//! `cardea audit`.

use std::io::{BufReader, Write as _};
use std::path::PathBuf;

use clap::Subcommand;

use super::command::Done;
use super::output::print;
use crate::app::open_kernel;
use crate::audit::{Receipt, Trail, Verdict, Verifier, verify_export};
use crate::authorisation::verify_held;
use crate::config::Config;
use crate::kernel::outbound::Outbound;

#[derive(Subcommand)]
pub enum Command {
    /// Check every row, the tree over them, and the exported checkpoints. Fails at the first row that is altered,
    /// missing, inserted or moved, and if rows are not sealed.
    Verify {
        /// A file of exported checkpoints: from the folder, from a system log, or a single one. Without it, the
        /// checkpoints of the last days in the folder are used.
        #[arg(long, value_name = "FILE")]
        anchor: Vec<PathBuf>,
    },
    /// Print the public key of checkpoints. Give it once to each verifier, by a separate way.
    Key,
    /// Print a signed checkpoint of the present state.
    Checkpoint,
    /// Print rows as lines of JSON, with the proof that they are complete. Redirect it into a file.
    Export {
        /// The first row's number.
        #[arg(long, default_value_t = 1)]
        from: i64,
        /// The last row's number; the last sealed row by default.
        #[arg(long)]
        to: Option<i64>,
    },
    /// Verify an export. Needs no database and no settings.
    VerifyExport {
        /// The export.
        file: PathBuf,
        /// The public key, as `cardea audit key` printed it, or a file with it.
        #[arg(long)]
        key: String,
    },
    /// Verify a signed file of who had what on a study. Needs no database and no settings.
    VerifyGrants {
        /// The file.
        file: PathBuf,
        /// The public key, as `cardea audit key` printed it, or a file with it.
        #[arg(long)]
        key: String,
    },
    /// Print a receipt for one row, which proves the row without the others.
    Receipt {
        /// The row's id.
        id: String,
    },
    /// Verify a receipt. Needs no database and no settings.
    VerifyReceipt {
        /// The receipt.
        file: PathBuf,
        /// The public key, as `cardea audit key` printed it, or a file with it.
        #[arg(long)]
        key: String,
    },
}

fn public_key(text: &str) -> Result<Verifier, Box<dyn std::error::Error>> {
    match text.parse() {
        Ok(key) => Ok(key),
        Err(error) => match std::fs::read_to_string(text) {
            Ok(file) => Ok(file.parse()?),
            Err(_) => Err(Box::new(error)),
        },
    }
}

/// The trail of the installation, after sealing the rows that wait.
pub async fn trail(config: &Config) -> Result<Trail, Box<dyn std::error::Error>> {
    let kernel = open_kernel(config).await?;
    let trail = Trail::open(&kernel, config, &Outbound::new(config.outbound.allow.clone()));
    settle(&trail).await;
    Ok(trail)
}

/// Seals the rows that wait, as any node would. Leaves errors to the check that follows.
pub async fn settle(trail: &Trail) {
    if let Err(error) = trail.seal_all().await {
        tracing::warn!(%error, source = ?error.source, "audit rows could not be sealed");
    }
}

/// Runs the command.
pub async fn run(command: Command, config: &Config) -> Done {
    match command {
        Command::VerifyExport { file, key } => {
            let key = public_key(&key)?;
            let input = std::fs::File::open(&file).map_err(|e| format!("{}: {e}", file.display()))?;
            let proven = verify_export(BufReader::new(input), &key);
            print(&proven.map_err(|error| format!("the export does not stand: {error}"))?)
        }
        Command::VerifyGrants { file, key } => {
            let key = public_key(&key)?;
            let input = std::fs::File::open(&file).map_err(|e| format!("{}: {e}", file.display()))?;
            let proven = verify_held(BufReader::new(input), &key);
            print(&proven.map_err(|error| format!("the file does not stand: {error}"))?)
        }
        Command::VerifyReceipt { file, key } => {
            let key = public_key(&key)?;
            let text = std::fs::read_to_string(&file).map_err(|e| format!("{}: {e}", file.display()))?;
            let refuse = |error: &dyn std::fmt::Display| format!("the receipt does not stand: {error}");
            let receipt: Receipt = serde_json::from_str(&text).map_err(|error| refuse(&error))?;
            let checkpoint = receipt.verify(&key).map_err(|error| refuse(&error))?;
            let (size, signed_at) = (checkpoint.size, checkpoint.at);
            print(&serde_json::json!({
                "receipt": "genuine", "seq": receipt.seq, "row": receipt.row, "size": size, "signedAt": signed_at,
            }))
        }
        Command::Verify { anchor } => verify(&trail(config).await?, &anchor).await,
        Command::Key => {
            println!("{}", trail(config).await?.signer().await?.verifier());
            Ok(())
        }
        Command::Checkpoint => {
            let (_, note) = trail(config).await?.checkpoint().await?.ok_or("there is no row yet")?;
            print!("{note}");
            Ok(())
        }
        Command::Export { from, to } => {
            let mut out = std::io::BufWriter::new(std::io::stdout());
            trail(config).await?.export(from, to, &mut out).await?;
            Ok(out.flush()?)
        }
        Command::Receipt { id } => print(&trail(config).await?.receipt(&id).await?),
    }
}

async fn verify(trail: &Trail, files: &[PathBuf]) -> Done {
    let mut anchors = if files.is_empty() { trail.own_checkpoints().await? } else { Vec::new() };
    for file in files {
        anchors.extend(trail.checkpoints_in(file).await?);
    }
    let verdict: Verdict = trail.verify(&anchors).await?;
    print(&verdict)?;
    verdict.complaint().map_or(Ok(()), |complaint| Err(complaint.into()))
}
