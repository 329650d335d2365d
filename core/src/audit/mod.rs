//! Seals, reads and verifies the audit. Rows are written by `kernel::audit`, in the caller's transaction; here they get
//! their places and seals, a Merkle tree over them, and checkpoints that leave the database.

mod anchors;
mod error;
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
pub use error::TrailError;
pub use export::{VerifiedExport, verify_export};
pub use note::{Checkpoint, NoteError, Signer, Verifier};
pub use receipt::{ProofError, Receipt};
pub use trail::{PATIENCE, Sealed, Trail};
pub use verify::{Fault, Verdict};

use crate::kernel::Kernel;
use crate::kernel::error::Error;

/// Days of which checkpoints that left are held against the tree, where nobody names others.
const DAYS: usize = 7;

impl Trail {
    /// The checkpoints that left by an anchor that can be read, of the last days.
    pub async fn own_checkpoints(&self) -> Result<Vec<Checkpoint>, Error> {
        self.left(DAYS).await
    }

    /// The checkpoints in a file: of the folder that they go to, of a system log, or one alone. Each must be signed by
    /// this installation.
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

/// Whether the database answers; and for how many seconds rows of the audit have waited, where that is too long.
pub async fn overdue(kernel: &Kernel) -> sqlx::Result<Option<i64>> {
    let oldest = store::oldest_unsealed(&mut kernel.db().autocommit().await?).await?;
    Ok(trail::overdue(oldest, kernel.now()))
}

/// For how many seconds the oldest row of the audit has waited to be sealed; 0 where none waits.
pub async fn unsealed_seconds(kernel: &Kernel) -> sqlx::Result<i64> {
    let oldest = store::oldest_unsealed(&mut kernel.db().autocommit().await?).await?;
    Ok(oldest.map_or(0, |at| (kernel.now().0 - at.0).max(0) / 1000))
}

/// Checks every row and the tree over them, without checkpoints that left: see [`Trail::verify`].
pub async fn verify(kernel: &Kernel) -> Result<Verdict, Error> {
    Trail::with_anchors(kernel, Vec::new(), 1).verify(&[]).await
}
