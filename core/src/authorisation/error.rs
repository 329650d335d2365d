//! The errors of installing a plugin.

use crate::host::LoadError;
use crate::kernel::error::Error;

/// The reason why a plugin was not installed.
#[derive(Debug, thiserror::Error)]
pub enum InstallError {
    /// The bundle did not pass the load checks.
    #[error("the bundle is refused: {0}")]
    Refused(#[from] LoadError),
    /// An error of the database.
    #[error("{0}")]
    Kernel(#[from] Error),
}
