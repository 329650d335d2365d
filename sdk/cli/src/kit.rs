//! The kit that this command is part of, where it is: an unpacked archive with the crates and all that they need.
//!
//! ```text
//! cardea-kit-<version>/bin/cardea-plugin
//!                      crates/cardea-plugin-sdk/   the SDK's sources
//!                      vendor/                     its dependencies, as `cargo vendor` leaves them
//! ```
//!
//! A plugin's Cargo.toml asks for the SDK by version, so that its folder is the same on every machine. Where the SDK
//! comes from a kit, cargo is told so by arguments.

use std::env;
use std::path::{Path, PathBuf};

use crate::error::CommandError;

/// The root of the kit that holds the running command.
fn root() -> Option<PathBuf> {
    let command = env::current_exe().ok()?.canonicalize().ok()?;
    let root = command.parent()?.parent()?;
    root.join("crates/cardea-plugin-sdk/Cargo.toml").is_file().then(|| root.to_owned())
}

/// The arguments that tell cargo where the SDK of the plugin in `folder` is, and with `offline` everything else.
/// None where the folder says so itself, in `.cargo/config.toml`, or no kit is there.
pub fn cargo_arguments(folder: &Path, offline: bool) -> Result<Vec<String>, CommandError> {
    let Some(root) = root() else {
        if offline {
            let reason = "--offline takes the dependencies from the kit; run the command in bin/ of an unpacked kit";
            return Err(CommandError::Argument(reason.into()));
        }
        return Ok(Vec::new());
    };
    let mut settings = Vec::new();
    if !folder.join(CONFIG).exists() {
        settings.push(patch(&root));
    }
    if offline {
        settings.push("source.crates-io.replace-with='cardea-kit'".to_owned());
        settings.push(format!("source.cardea-kit.directory='{}'", root.join("vendor").display()));
    }
    let mut arguments: Vec<_> = settings.into_iter().flat_map(|setting| ["--config".to_owned(), setting]).collect();
    if offline {
        arguments.push("--offline".to_owned());
    }
    Ok(arguments)
}

/// Where a folder says where the SDK is.
pub const CONFIG: &str = ".cargo/config.toml";

fn patch(root: &Path) -> String {
    format!("patch.crates-io.cardea-plugin-sdk.path='{}'", root.join("crates/cardea-plugin-sdk").display())
}

/// The contents of [`CONFIG`] for a plugin that is developed with this kit; none where there is no kit.
pub fn config() -> Option<String> {
    let setting = patch(&root()?);
    let about = "# Where the kit lies on this machine, for cargo and editors. `cardea-plugin` finds it by itself, so this file\n\
                 # is not part of what you share: another machine has another line.\n";
    Some(format!("{about}{setting}\n"))
}
