//! `check`: what a server, an administrator or a vendor would stumble over, with the file and the field.

mod columns;
mod message_calls;
mod messages;
mod release;
mod rust;

use std::path::{Path, PathBuf};

use cardea_bundle::{BundleError, Catalogues, Contents};
use clap::Args;
use serde::Serialize;
use serde_json::{Value, json};

use crate::error::CommandError;
use crate::folder::Folder;
use crate::guest::{RunError, Running};

/// The arguments of `check`.
#[derive(Debug, Args)]
pub struct Check {
    #[command(flatten)]
    running: Running,
    /// The bundle of the release before; by default the one in `dist` in the plugin's folder, where there is one.
    #[arg(long)]
    against: Option<PathBuf>,
    /// Fail on warnings too.
    #[arg(long)]
    deny_warnings: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Severity {
    /// The plugin cannot be installed, or shows something wrong.
    Error,
    /// It works; somebody should look at it.
    Warning,
}

/// Something to mend.
#[derive(Debug, Serialize)]
struct Problem {
    severity: Severity,
    /// A stable name.
    code: &'static str,
    /// The file, relative to the plugin's folder; `describe` for what the panel says of itself.
    file: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    /// What is wrong, and what to do.
    message: String,
}

impl Problem {
    fn error(code: &'static str, file: impl Into<String>, message: impl Into<String>) -> Self {
        Self { severity: Severity::Error, code, file: file.into(), line: None, message: message.into() }
    }

    fn warning(code: &'static str, file: impl Into<String>, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, file, message) }
    }

    fn at(self, line: usize) -> Self {
        Self { line: Some(line), ..self }
    }
}

/// Checks a plugin.
pub fn check(arguments: &Check) -> Result<Value, CommandError> {
    let source = arguments.running.source();
    let folder = source.folder();
    let mut problems = Vec::new();
    let manifest = told(folder.manifest(), "manifest.toml", &mut problems)?;
    let catalogues = told(folder.catalogues(), "locales", &mut problems)?;
    if let Some(catalogues) = &catalogues {
        problems.extend(messages::problems(folder.path(), catalogues)?);
    }
    let (Some(manifest), Some(catalogues)) = (manifest, catalogues) else {
        return answer(&problems, arguments.deny_warnings, Value::Null);
    };
    let contents = source.contents()?;
    let definition = columns::described(&arguments.running, &contents, &catalogues)?;
    problems.extend(columns::problems(&definition));
    if let Some(previous) = previous(arguments, &folder, &manifest.id) {
        problems.extend(release::problems(&previous, &contents, &manifest)?);
    }
    let about = json!({
        "plugin": manifest.id,
        "version": manifest.version,
        "sequence": manifest.sequence,
        "columns": definition.columns.iter().map(|column| &column.key).collect::<Vec<_>>(),
        "messages": catalogues.en.len(),
    });
    answer(&problems, arguments.deny_warnings, about)
}

/// What was read; what is wrong with a text becomes a problem. A file that cannot be read ends the check.
fn told<T>(read: Result<T, CommandError>, file: &str, problems: &mut Vec<Problem>) -> Result<Option<T>, CommandError> {
    let problem = match read {
        Ok(read) => return Ok(Some(read)),
        Err(CommandError::Bundle(BundleError::Manifest(reason))) => Problem::error("manifest", file, reason),
        Err(CommandError::Bundle(BundleError::Catalogue { entry, reason })) => {
            Problem::error("catalogue", entry, reason)
        }
        Err(CommandError::Text { path, reason }) => Problem::error("catalogue", path.display().to_string(), reason),
        Err(error) => return Err(error),
    };
    problems.push(problem);
    Ok(None)
}

fn previous(arguments: &Check, folder: &Folder, id: &str) -> Option<PathBuf> {
    let default = || folder.path().join("dist").join(format!("{id}.cardea"));
    arguments.against.clone().or_else(|| Some(default()).filter(|path| path.exists()))
}

fn answer(problems: &[Problem], deny_warnings: bool, mut about: Value) -> Result<Value, CommandError> {
    let fails = problems.iter().any(|problem| deny_warnings || problem.severity == Severity::Error);
    let problems: Vec<Value> = problems.iter().map(|problem| json!(problem)).collect();
    if fails {
        return Err(RunError::Problems(problems).into());
    }
    about["problems"] = json!(problems);
    Ok(about)
}

/// A path below the plugin's folder, as it is shown.
fn relative(path: &Path, folder: &Path) -> String {
    path.strip_prefix(folder).unwrap_or(path).display().to_string()
}

/// The same plugin, in which each text is its key in brackets, so that what it shows tells the key.
fn marked(contents: &Contents, catalogues: &Catalogues) -> Contents {
    let texts: std::collections::BTreeMap<_, _> =
        catalogues.en.keys().map(|key| (key.clone(), format!("{OPEN}{key}{CLOSE}"))).collect();
    // A map of strings is always JSON.
    let text = serde_json::to_string(&texts).unwrap_or_default();
    Contents { zh: text.clone(), en: text, ..contents.clone() }
}

const OPEN: char = '\u{27e6}';
const CLOSE: char = '\u{27e7}';

fn is_marked(text: &str) -> bool {
    text.starts_with(OPEN) && text.ends_with(CLOSE)
}
