//! `cardea-plugin`: makes, checks, tests, packs and signs plugins.
//!
//! Answers in JSON, one object on standard output; errors too, as `{"error": {"code", "message"}}`
//! on standard error with exit status 1. Usage errors exit with 2. What a compiler says goes to standard error.

mod build;
#[cfg(feature = "host")]
mod call;
#[cfg(feature = "host")]
mod cases;
#[cfg(feature = "host")]
mod check;
#[cfg(feature = "host")]
mod dev;
mod error;
mod folder;
#[cfg(feature = "host")]
mod guest;
mod interfaces;
mod keys;
mod kit;
mod new;
#[cfg(feature = "host")]
mod panel;
mod toolchain;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use cardea_bundle::TrustedKeys;
use clap::{Parser, Subcommand};
use serde_json::{Value, json};

use crate::error::CommandError;

/// Makes, checks, tests, packs and signs Cardea plugins.
#[derive(Debug, Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Makes the folder of a plugin that works, to change into the one that is wanted.
    New(new::New),
    /// Compiles the plugin and makes a signed bundle, <out>/<id>.cardea.
    Build(build::Build),
    /// Finds what a server would refuse and what people would stumble over: fields of the manifest, missing texts, a
    /// release number used before, columns asked without a study.
    #[cfg(feature = "host")]
    Check(check::Check),
    /// Runs the cases of the plugin, on the host that servers run.
    #[cfg(feature = "host")]
    Test(cases::Test),
    /// Calls one export, on the host that servers run: its answer, what it used, what it logged.
    #[cfg(feature = "host")]
    Call(call::Call),
    /// Calls one export many times: how long it took, and what it used.
    #[cfg(feature = "host")]
    Bench(call::Bench),
    /// Runs the demonstration of Cardea with the plugin's system in it, and installs the plugin anew when it changes.
    #[cfg(feature = "host")]
    Dev(dev::Dev),
    /// Serves a page on this machine that draws the panel against the answers that the cases record.
    #[cfg(feature = "host")]
    Panel(panel::Panel),
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

fn main() -> ExitCode {
    match run(Arguments::parse().command) {
        Ok(answer) => {
            println!("{answer}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{}", json!({ "error": error.to_json() }));
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> Result<Value, CommandError> {
    match command {
        Command::New(arguments) => new::new(&arguments),
        Command::Build(arguments) => build::build(&arguments),
        #[cfg(feature = "host")]
        Command::Check(arguments) => check::check(&arguments),
        #[cfg(feature = "host")]
        Command::Test(arguments) => cases::test(&arguments),
        #[cfg(feature = "host")]
        Command::Call(arguments) => call::call(&arguments),
        #[cfg(feature = "host")]
        Command::Bench(arguments) => call::bench(&arguments),
        #[cfg(feature = "host")]
        Command::Dev(arguments) => dev::dev(&arguments),
        #[cfg(feature = "host")]
        Command::Panel(arguments) => panel::panel(&arguments),
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
