//! The common parts of the commands.

use std::error::Error as StdError;

use crate::app::{App, open_kernel};
use crate::config::Config;
use crate::kernel::clock::SystemEntropy;

/// The result of a command: an error ends it with the error's text and status 1.
pub(super) type Done = Result<(), Box<dyn StdError>>;

/// Opens the server over its migrated database.
pub(super) async fn open(config: &Config) -> Result<App, Box<dyn StdError>> {
    SystemEntropy::begin();
    Ok(App::open(config, open_kernel(config).await?).await?)
}
