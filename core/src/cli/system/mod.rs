//! `cardea system`.

mod file;
mod register;

use std::io::Read as _;
use std::path::{Path, PathBuf};

use clap::Subcommand;

use self::file::Registration;
use super::command::{Done, open};
use super::output::print;
use crate::config::Config;
use crate::kernel::ctx::Ctx;

#[derive(Subcommand)]
pub enum Command {
    /// Register a trial system from a file (TOML or JSON): the system, and for each tenant its licence, its domains
    /// with their clients, and the studies that are bound to it. What is there already is brought to what the file
    /// says, and what the file does not name stays; a second run changes nothing. Prints what was done as JSON, with
    /// the secrets of new clients.
    Register {
        /// The file; `-` reads JSON from standard input.
        file: PathBuf,
        /// Set the keys of the file (appKey, apiKey) also where there is one.
        #[arg(long)]
        renew_keys: bool,
    },
}

/// Runs the command.
pub async fn run(command: Command, config: &Config) -> Done {
    let Command::Register { file, renew_keys } = command;
    let registration = read(&file)?;
    let app = open(config).await?;
    let mut cx = Ctx::system(&app.kernel, "cli");
    let done = register::register(&mut cx, &registration, renew_keys).await?;
    cx.commit().await?;
    if app.host.active(&done.software.web_code).is_none() {
        tracing::warn!(
            web_code = done.software.web_code,
            "no plugin is installed for this system; its panel appears after `cardea plugin install`"
        );
    }
    print(&done)
}

fn read(path: &Path) -> Result<Registration, String> {
    let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let mut text = String::new();
    if path.as_os_str() == "-" {
        std::io::stdin().read_to_string(&mut text).map_err(|error| failed(&error))?;
    } else {
        text = std::fs::read_to_string(path).map_err(|error| failed(&error))?;
    }
    let registration: Registration = if path.extension().is_some_and(|end| end == "toml") {
        toml::from_str(&text).map_err(|error| failed(&error))?
    } else {
        serde_json::from_str(&text).map_err(|error| failed(&error))?
    };
    registration.check().map_err(|error| failed(&error))?;
    Ok(registration)
}
