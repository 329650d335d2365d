//! `new`: a plugin that works, to change into the one that is wanted.

use std::path::{Path, PathBuf};

use cardea_bundle::Manifest;
use clap::Args;
use serde_json::{Value, json};

use crate::error::{CommandError, create, make_folder};
use crate::kit;

/// A file of a template: its place in the plugin's folder, and its text. Cargo would take a `Cargo.toml` for another
/// package's, and npm a `package.json`, so those have another name here.
type File = (&'static str, &'static str);

/// What every plugin has, in whatever language.
const COMMON: [File; 8] = [
    ("manifest.toml", include_str!("../template/common/manifest.toml.in")),
    ("locales/zh.json", include_str!("../template/common/locales/zh.json")),
    ("locales/en.json", include_str!("../template/common/locales/en.json")),
    ("cases/roles.json", include_str!("../template/common/cases/roles.json")),
    ("cases/incomplete.json", include_str!("../template/common/cases/incomplete.json")),
    ("cases/granted.json", include_str!("../template/common/cases/granted.json")),
    ("cases/revoked.json", include_str!("../template/common/cases/revoked.json")),
    ("cases/claims.json", include_str!("../template/common/cases/claims.json")),
];

const RUST: &[File] = &[
    ("Cargo.toml", include_str!("../template/rust/Cargo.toml.in")),
    (".gitignore", include_str!("../template/rust/gitignore.in")),
    ("README.md", include_str!("../template/rust/README.md.in")),
    ("src/lib.rs", include_str!("../template/rust/src/lib.rs")),
];

/// The interface, for builders that read it from the plugin's folder.
const WIT: File = ("wit/panel.wit", include_str!("../template/wit/panel.wit"));

const JAVASCRIPT: &[File] = &[
    ("package.json", include_str!("../template/javascript/package.json.in")),
    (".gitignore", include_str!("../template/javascript/gitignore.in")),
    ("README.md", include_str!("../template/javascript/README.md.in")),
    ("panel.js", include_str!("../template/javascript/panel.js")),
    WIT,
];

const PYTHON: &[File] = &[
    ("requirements.txt", include_str!("../template/python/requirements.txt.in")),
    (".gitignore", include_str!("../template/python/gitignore.in")),
    ("README.md", include_str!("../template/python/README.md.in")),
    ("panel.py", include_str!("../template/python/panel.py")),
    WIT,
];

/// What a plugin is written in. Each template is the same panel, with the same cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Language {
    Rust,
    Javascript,
    Python,
}

impl Language {
    const fn files(self) -> &'static [File] {
        match self {
            Self::Rust => RUST,
            Self::Javascript => JAVASCRIPT,
            Self::Python => PYTHON,
        }
    }
}

/// The arguments of `new`.
#[derive(Debug, Args)]
pub struct New {
    /// The plugin's id, such as `consent`: lower-case letters, digits and hyphens. It stays for ever.
    id: String,
    /// The web code of the system that it serves, as the platform's administrators registered it.
    #[arg(long)]
    web_code: String,
    /// The system's authorisation style: 1 randomisation and supply, 2 data capture, 3 trial management, 4 trial master
    /// file.
    #[arg(long, default_value_t = 3)]
    style: u8,
    /// Its name in Chinese; the id by default.
    #[arg(long)]
    zh: Option<String>,
    /// Its name in English; the id by default.
    #[arg(long)]
    en: Option<String>,
    /// What it is written in.
    #[arg(long, value_enum, default_value_t = Language::Rust)]
    language: Language,
    /// The folder to make; the id by default.
    #[arg(long)]
    folder: Option<PathBuf>,
}

/// Makes the folder.
pub fn new(arguments: &New) -> Result<Value, CommandError> {
    let New { id, web_code, style, .. } = arguments;
    let name = |name: Option<&String>| toml_text(name.unwrap_or(id));
    let values = [
        ("{{id}}", id.clone()),
        ("{{web_code}}", web_code.clone()),
        ("{{style}}", style.to_string()),
        ("{{zh}}", name(arguments.zh.as_ref())),
        ("{{en}}", name(arguments.en.as_ref())),
        ("{{sdk_version}}", env!("CARGO_PKG_VERSION").to_owned()),
    ];
    let fill = |text: &str| values.iter().fold(text.to_owned(), |text, (name, value)| text.replace(name, value));
    let files = COMMON.iter().chain(arguments.language.files());
    let files: Vec<_> = files.map(|(path, text)| (*path, fill(text))).collect();
    for (path, text) in &files {
        if *path == "manifest.toml" {
            Manifest::parse(text.as_bytes()).map_err(|error| CommandError::Argument(error.to_string()))?;
        }
    }
    let folder = arguments.folder.clone().unwrap_or_else(|| PathBuf::from(id));
    if folder.exists() {
        return Err(CommandError::Argument(format!("{} is there already", folder.display())));
    }
    let mut written = Vec::new();
    let config = kit::config().filter(|_| arguments.language == Language::Rust).map(|text| (kit::CONFIG, text));
    for (path, text) in files.into_iter().chain(config) {
        let to = folder.join(path);
        make_folder(to.parent().unwrap_or(Path::new(".")))?;
        create(&to, &text, false)?;
        written.push(path);
    }
    Ok(json!({ "folder": folder, "files": written }))
}

/// The inside of a basic string of TOML.
fn toml_text(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace(char::is_control, " ")
}
