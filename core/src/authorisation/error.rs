//! Why a plugin was not installed.

use crate::host::LoadError;
use crate::kernel::error::Error;

/// Why a plugin was not installed.
#[derive(Debug, thiserror::Error)]
pub enum InstallError {
    /// The bundle did not pass the load checks.
    #[error("the bundle is refused: {0}")]
    Refused(#[from] LoadError),
    /// The database.
    #[error("{0}")]
    Kernel(#[from] Error),
}
