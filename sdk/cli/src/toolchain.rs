//! The compiler for guests: rustup's, or Debian's packages where rustup cannot fetch the target.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::error::CommandError;
use crate::kit;

const TARGET: &str = "wasm32-unknown-unknown";
const DEBIAN: &str = "rustc-web, cargo-web, rust-web-src and lld-22";

/// Which compiler is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Toolchain {
    /// rustup's where it has the target, Debian's otherwise.
    Auto,
    /// `cargo` of the search path, with the target that `rustup target add` installs.
    Rustup,
    /// `/usr/bin/cargo` of Debian's packages; it compiles the standard library too.
    Debian,
}

/// How a guest is compiled.
#[derive(Clone, Debug, clap::Args)]
pub struct Compiling {
    /// The profile of Cargo.toml to compile with.
    #[arg(long, default_value = "release")]
    profile: String,
    /// The compiler for wasm32-unknown-unknown.
    #[arg(long, value_enum, default_value = "auto", env = "CARDEA_GUEST_TOOLCHAIN")]
    toolchain: Toolchain,
    /// Take every dependency from the kit that this command is part of, and nothing from a registry.
    #[arg(long)]
    offline: bool,
}

impl Compiling {
    /// Compiles the plugin in `folder`. Returns the path of its module.
    pub fn compile(&self, folder: &Path) -> Result<PathBuf, CommandError> {
        let mut command = self.toolchain.cargo()?;
        let manifest = folder.join("Cargo.toml");
        command
            .args(["build", "--profile", &self.profile, "--target", TARGET])
            .args(["--message-format", "json-render-diagnostics", "--manifest-path"])
            .arg(&manifest)
            .args(kit::cargo_arguments(folder, self.offline)?);
        let failed = |error: std::io::Error| CommandError::Toolchain(format!("cargo cannot be run: {error}"));
        let output = command.stdin(Stdio::null()).stderr(Stdio::inherit()).output().map_err(failed)?;
        if !output.status.success() {
            return Err(CommandError::Compile(folder.to_owned()));
        }
        module(&output.stdout, &manifest).ok_or_else(|| {
            let reason = format!("{}: [lib] needs crate-type = [\"cdylib\", \"rlib\"]", manifest.display());
            CommandError::Component(reason)
        })
    }
}

/// The last module that cargo reports for the package of `manifest` (one JSON object a line).
fn module(messages: &[u8], manifest: &Path) -> Option<PathBuf> {
    let manifest = manifest.canonicalize().ok()?;
    let of_package = |message: &Value| {
        message["reason"] == "compiler-artifact"
            && message["manifest_path"].as_str().is_some_and(|p| manifest == Path::new(p))
    };
    let text = str::from_utf8(messages).ok()?;
    let messages = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()).filter(of_package);
    let files = messages.flat_map(|message| message["filenames"].as_array().cloned().unwrap_or_default());
    let mut modules = files.filter_map(|file| file.as_str().map(PathBuf::from));
    modules.rfind(|file| file.extension().is_some_and(|ending| ending == "wasm"))
}

impl Toolchain {
    /// `cargo`, ready to compile for the target.
    fn cargo(self) -> Result<Command, CommandError> {
        let missing = |what: &str| Err(CommandError::Toolchain(what.to_owned()));
        match self {
            Self::Auto | Self::Rustup if has_target() => Ok(rustup()),
            Self::Auto | Self::Debian if has_debian() => Ok(debian()),
            Self::Auto => missing(&format!(
                "no compiler for {TARGET}: run `rustup target add {TARGET}`, or install Debian's packages {DEBIAN}"
            )),
            Self::Rustup => missing(&format!("no target {TARGET}: run `rustup target add {TARGET}`")),
            Self::Debian => missing(&format!("install Debian's packages {DEBIAN}")),
        }
    }
}

fn rustup() -> Command {
    Command::new("cargo")
}

/// Debian's compiler has no standard library for the target, and compiles it.
fn debian() -> Command {
    let mut cargo = Command::new("/usr/bin/cargo");
    cargo
        .env("RUSTC", "/usr/bin/rustc")
        .env("RUSTC_BOOTSTRAP", "1")
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", "wasm-ld-22")
        .args(["-Zbuild-std=std,panic_abort"]);
    cargo
}

/// Whether the `rustc` of the search path has the target's standard library.
fn has_target() -> bool {
    sysroot("rustc").is_some_and(|root| root.join("lib/rustlib").join(TARGET).join("lib").is_dir())
}

fn has_debian() -> bool {
    let sources = "lib/rustlib/src/rust/library/std";
    Path::new("/usr/bin/cargo").exists()
        && in_search_path("wasm-ld-22")
        && sysroot("/usr/bin/rustc").is_some_and(|root| root.join(sources).is_dir())
}

fn sysroot(rustc: &str) -> Option<PathBuf> {
    let output = Command::new(rustc).args(["--print", "sysroot"]).stdin(Stdio::null()).output().ok()?;
    let path = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| PathBuf::from(path.trim()))
}

#[expect(clippy::disallowed_methods, reason = "the search path is not a setting")]
fn search_path() -> OsString {
    env::var_os("PATH").unwrap_or_default()
}

fn in_search_path(program: &str) -> bool {
    env::split_paths(&search_path()).any(|folder| folder.join(program).is_file())
}
