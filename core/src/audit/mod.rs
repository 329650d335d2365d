//! Seals, reads and verifies the audit. `kernel::audit` writes the rows in the caller's transaction; this module
//! gives them their numbers and seals, builds a Merkle tree over them, and exports signed checkpoints.

mod anchors;
mod checks;
mod error;
pub mod events;
mod export;
mod head;
mod merkle;
mod note;
mod receipt;
pub mod sign_ins;
mod store;
mod trail;
mod tree;
mod verify;

#[cfg(test)]
mod tests;

use std::path::Path;

pub use anchors::{Anchor, AnchorError, Folder, Syslog};
pub use checks::{Check, CheckOutcome};
pub use error::TrailError;
pub use export::{VerifiedExport, verify_export};
pub use note::{Checkpoint, NoteError, Signer, Verifier};
pub use receipt::{ProofError, Receipt};
pub use trail::{PATIENCE, Sealed, Trail};
pub use verify::{Fault, Verdict};

use crate::kernel::Kernel;
use crate::kernel::error::Error;

/// The days of exported checkpoints that a check compares with the tree by default.
const DAYS: usize = 7;

impl Trail {
    /// The exported checkpoints of the last days, from the destinations that can be read.
    pub async fn own_checkpoints(&self) -> Result<Vec<Checkpoint>, Error> {
        self.left(DAYS).await
    }

    /// The checkpoints in a file: from the folder of checkpoints, from a system log, or a single one. Each must be
    /// signed by this installation.
    pub async fn checkpoints_in(&self, file: &Path) -> Result<Vec<Checkpoint>, Box<dyn std::error::Error>> {
        let text = tokio::fs::read_to_string(file).await.map_err(|e| format!("{}: {e}", file.display()))?;
        let verifier = self.signer().await?.verifier();
        let found: Vec<_> = verifier.find(&text).iter().map(|note| verifier.open(note)).collect::<Result<_, _>>()?;
        if found.is_empty() {
            return Err(format!("{}: there is no checkpoint of this installation", file.display()).into());
        }
        Ok(found)
    }
}

/// The seconds for which the oldest unsealed row has waited, if that is too long. Fails if the database does not
/// answer.
pub async fn overdue(kernel: &Kernel) -> sqlx::Result<Option<i64>> {
    let oldest = store::oldest_unsealed(&mut kernel.db().autocommit().await?).await?;
    Ok(trail::overdue(oldest, kernel.now()))
}

/// The seconds for which the oldest row has waited to be sealed; 0 if none waits.
pub async fn unsealed_seconds(kernel: &Kernel) -> sqlx::Result<i64> {
    let oldest = store::oldest_unsealed(&mut kernel.db().autocommit().await?).await?;
    Ok(oldest.map_or(0, |at| (kernel.now().0 - at.0).max(0) / 1000))
}

/// Checks every row and the tree over them, without exported checkpoints: see [`Trail::verify`].
pub async fn verify(kernel: &Kernel) -> Result<Verdict, Error> {
    Trail::with_anchors(kernel, Vec::new(), 1).verify(&[]).await
}
