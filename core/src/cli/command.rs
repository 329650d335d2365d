//! What commands have in common.

use std::error::Error as StdError;

use crate::app::{App, open_kernel};
use crate::config::Config;

/// What a command answers: any error ends it with its text and status 1.
pub(super) type Done = Result<(), Box<dyn StdError>>;

/// Opens the server over its migrated database.
pub(super) async fn open(config: &Config) -> Result<App, Box<dyn StdError>> {
    Ok(App::open(config, open_kernel(config).await?).await?)
}
