//! Faults that stop the audit.

use super::head::HeadError;
use crate::kernel::error::Error;

/// Why the trail cannot continue.
#[derive(Debug, thiserror::Error)]
pub enum TrailError {
    /// The head is forged, or its key is missing.
    #[error(transparent)]
    Head(#[from] HeadError),
    /// The key of checkpoints differs from the one that the head names.
    #[error("the key of audit checkpoints is not the one that the tree began with")]
    CheckpointKey,
    /// The stored hashes do not give the head's root.
    #[error("the audit's tree does not fit its head; `cardea audit verify` finds out where")]
    Tree,
}

impl From<TrailError> for Error {
    fn from(error: TrailError) -> Self {
        Self::internal(error)
    }
}
