//! Why the audit cannot go on.

use super::head::HeadError;
use crate::kernel::error::Error;

/// Why the trail cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum TrailError {
    /// The head.
    #[error(transparent)]
    Head(#[from] HeadError),
    /// The key of checkpoints is not the one that the head names.
    #[error("the key of audit checkpoints is not the one that the tree began with")]
    CheckpointKey,
    /// Stored hashes do not make the head's root.
    #[error("the audit's tree does not fit its head; `cardea audit verify` finds out where")]
    Tree,
}

impl From<TrailError> for Error {
    fn from(error: TrailError) -> Self {
        Self::internal(error)
    }
}
