//! The errors of commands, and file operations that name the file in their errors.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use cardea_bundle::BundleError;
use serde_json::{Value, json};

/// The reason why a command failed.
#[derive(Debug, thiserror::Error)]
pub enum CommandError {
    /// A file cannot be read or written.
    #[error("{path}: {source}")]
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A text file is malformed.
    #[error("{path}: {reason}")]
    Text {
        /// Which.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// An argument has a value that cannot be used. The text names it and says what is wanted.
    #[error("{0}")]
    Argument(String),
    /// There is no compiler for guests.
    #[error("{0}")]
    Toolchain(String),
    /// The plugin does not compile. What the compiler said is on standard error already.
    #[error("{0} does not compile; the compiler's messages are above")]
    Compile(PathBuf),
    /// The guest cannot be made a component of the panel's worlds.
    #[error("the guest cannot be made a component: {0}")]
    Component(String),
    /// The bundle or a key is malformed, or not trusted.
    #[error(transparent)]
    Bundle(#[from] BundleError),
    /// A plugin that was run, or could not be.
    #[cfg(feature = "host")]
    #[error(transparent)]
    Run(#[from] crate::guest::RunError),
}

impl CommandError {
    /// A stable name of the error.
    pub fn code(&self) -> &'static str {
        match self {
            Self::File { .. } => "file",
            Self::Text { .. } => "text",
            Self::Argument(_) => "argument",
            Self::Toolchain(_) => "toolchain",
            Self::Compile(_) => "compile",
            Self::Component(_) => "component",
            Self::Bundle(error) => error.code(),
            #[cfg(feature = "host")]
            Self::Run(error) => error.code(),
        }
    }

    /// The error as programs read it: `code`, `message`, and what else is known of it.
    pub fn to_json(&self) -> Value {
        let said = [("code".to_owned(), json!(self.code())), ("message".to_owned(), json!(self.to_string()))];
        said.into_iter().chain(self.detail()).collect()
    }

    /// What is known beside.
    fn detail(&self) -> Option<(String, Value)> {
        match self {
            #[cfg(feature = "host")]
            Self::Run(error) => error.detail(),
            _ => None,
        }
    }
}

/// A malformed text file.
#[allow(clippy::needless_pass_by_value, reason = "the shape map_err wants")]
pub fn malformed(path: &Path, reason: impl ToString) -> CommandError {
    CommandError::Text { path: path.to_owned(), reason: reason.to_string() }
}

fn at(path: &Path) -> impl FnOnce(io::Error) -> CommandError {
    let path = path.to_owned();
    move |source| CommandError::File { path, source }
}

/// Reads a file.
pub fn read(path: &Path) -> Result<Vec<u8>, CommandError> {
    fs::read(path).map_err(at(path))
}

/// Reads a text file.
pub fn read_text(path: &Path) -> Result<String, CommandError> {
    fs::read_to_string(path).map_err(at(path))
}

#[cfg(feature = "host")]
/// Names of what is in a folder, sorted; nothing where there is no such folder.
pub fn list(path: &Path) -> Result<Vec<PathBuf>, CommandError> {
    let entries = match fs::read_dir(path) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(at(path)(error)),
    };
    let paths: Result<Vec<_>, _> = entries.map(|entry| entry.map(|entry| entry.path())).collect();
    let mut paths = paths.map_err(at(path))?;
    paths.sort();
    Ok(paths)
}

/// Makes a folder and its parents.
pub fn make_folder(path: &Path) -> Result<(), CommandError> {
    fs::create_dir_all(path).map_err(at(path))
}

/// Replaces a file atomically: readers see the old or the new one, never a half.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<(), CommandError> {
    let mut name = path.as_os_str().to_owned();
    name.push(".new");
    let new = PathBuf::from(name);
    fs::write(&new, bytes).map_err(at(&new))?;
    fs::rename(&new, path).map_err(at(path))
}

/// Writes a file that must not exist yet, readable by its owner alone where `secret`.
pub fn create(path: &Path, text: &str, secret: bool) -> Result<(), CommandError> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(if secret { 0o600 } else { 0o644 });
    }
    #[cfg(not(unix))]
    let _ = secret;
    let mut file = options.open(path).map_err(at(path))?;
    file.write_all(text.as_bytes()).map_err(at(path))
}
