//! `cardea-plugin`: builds, signs and verifies plugins.
//!
//! Answers in JSON, one object on standard output; errors too, as `{"error": {"code", "message"}}`
//! on standard error with exit status 1. Usage errors exit with 2.

mod build;
mod error;
mod interfaces;
mod keys;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use cardea_bundle::TrustedKeys;
use clap::{Args, Parser, Subcommand};
use serde_json::{Value, json};

use crate::error::CommandError;

/// Builds, signs and verifies Cardea plugins.
#[derive(Debug, Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Makes a signed bundle, <out>/<id>.cardea, of a guest built for wasm32-unknown-unknown.
    Build(Build),
    /// Makes a publisher's key pair: the private key in <out>, the public one beside it (.pub).
    Keygen {
        /// Where to put the private key (PKCS#8, PEM, mode 0600). Never overwritten.
        #[arg(long)]
        out: PathBuf,
    },
    /// Replaces the signature of a bundle.
    Sign {
        /// The bundle, rewritten in place.
        bundle: PathBuf,
        /// The publisher's private key.
        #[arg(long)]
        key: PathBuf,
    },
    /// Checks a bundle: format, manifest, catalogues and signature.
    Verify {
        /// The bundle.
        bundle: PathBuf,
        /// A trusted publisher's public key file; may be given several times.
        #[arg(long = "key", required = true)]
        keys: Vec<PathBuf>,
    },
}

/// The arguments of `build`.
#[derive(Debug, Args)]
struct Build {
    /// The guest: a core module as the compiler leaves it, or a component.
    #[arg(long)]
    wasm: PathBuf,
    /// The plugin's folder, with manifest.toml and locales/{zh,en}.json.
    #[arg(long)]
    plugin: PathBuf,
    /// The publisher's private key.
    #[arg(long)]
    key: PathBuf,
    /// The folder for the bundle, made if it is not there.
    #[arg(long)]
    out: PathBuf,
    /// Another name for the file, without .cardea, in place of the plugin's id.
    #[arg(long)]
    name: Option<String>,
}

fn main() -> ExitCode {
    match run(Arguments::parse().command) {
        Ok(answer) => {
            println!("{answer}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            let error = json!({ "code": error.code(), "message": error.to_string() });
            eprintln!("{}", json!({ "error": error }));
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> Result<Value, CommandError> {
    match command {
        Command::Build(arguments) => build::build(&arguments),
        Command::Keygen { out } => keys::generate(&out),
        Command::Sign { bundle, key } => {
            let key = keys::signing(&key)?;
            let file = cardea_bundle::reseal(&error::read(&bundle)?, &key)?;
            error::replace(&bundle, &file)?;
            describe(&bundle, &file, &TrustedKeys::from_iter([key.public_key()]))
        }
        Command::Verify { bundle, keys } => {
            let keys = keys.iter().map(|path| keys::public(path));
            let trusted = keys.collect::<Result<TrustedKeys, _>>()?;
            describe(&bundle, &error::read(&bundle)?, &trusted)
        }
    }
}

/// Checks a bundle and describes its contents.
fn describe(path: &Path, file: &[u8], trusted: &TrustedKeys) -> Result<Value, CommandError> {
    let bundle = cardea_bundle::open(file, trusted)?;
    Ok(json!({
        "bundle": path,
        "digest": bundle.digest.to_string(),
        "publisher": bundle.publisher.to_string(),
        "manifest": bundle.manifest,
        "bytes": file.len(),
        "componentBytes": bundle.component.len(),
        "messages": bundle.catalogues.en.len(),
    }))
}
