//! `test`: the golden cases of a plugin. A case is a file in `cases`: a call, what the trial system answers, and what
//! must come of it.

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Map, Value, json};

use crate::error::{CommandError, list, malformed, read_text, replace};
use crate::guest::{Case, Expected, Run, RunError, Running};

/// The arguments of `test`.
#[derive(Debug, Args)]
pub struct Test {
    #[command(flatten)]
    running: Running,
    /// Folder with the cases; `cases` in the plugin's folder by default.
    #[arg(long)]
    cases: Option<PathBuf>,
    /// Write what comes of each case into its file as what must come of it. Read the difference before you keep it.
    #[arg(long)]
    bless: bool,
}

/// Runs every case.
pub fn test(arguments: &Test) -> Result<Value, CommandError> {
    let folder = arguments.cases.clone().unwrap_or_else(|| arguments.running.source().plugin.join("cases"));
    let paths: Vec<_> =
        list(&folder)?.into_iter().filter(|path| path.extension().is_some_and(|e| e == "json")).collect();
    if paths.is_empty() {
        let reason = format!("{}: no cases (*.json); write one for each thing that the plugin does", folder.display());
        return Err(CommandError::Argument(reason));
    }
    let cases = paths.iter().map(|path| Case::read(path)).collect::<Result<Vec<_>, _>>()?;
    let guest = arguments.running.load()?;
    let (mut passed, mut reports) = (Vec::new(), Vec::new());
    for (path, case) in paths.iter().zip(&cases) {
        let run = guest.run(case)?;
        let name = path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let came = came(&run);
        if arguments.bless && case.expect.as_ref() != Some(&came) {
            write(path, &came)?;
        }
        let expected = if arguments.bless { Some(&came) } else { case.expect.as_ref() };
        let differences = differences(case, expected, &came, &run);
        if differences.is_empty() {
            passed.push(json!({ "case": name, "call": case.call, "usage": run.usage }));
        } else {
            let detail = run.answer.as_ref().err().map(ToString::to_string);
            reports.push(json!({
                "case": name, "call": case.call, "differences": differences, "detail": detail, "log": run.log,
            }));
        }
    }
    if reports.is_empty() {
        return Ok(json!({ "passed": passed }));
    }
    Err(RunError::Cases { failed: reports.len(), all: cases.len(), reports }.into())
}

/// What came of a case.
fn came(run: &Run) -> Expected {
    match &run.answer {
        Ok(answer) => Expected::Answer(answer.clone()),
        Err(error) => Expected::Error { code: error.code().to_owned(), message: run.told.clone().unwrap_or_default() },
    }
}

fn differences(case: &Case, expected: Option<&Expected>, found: &Expected, run: &Run) -> Vec<String> {
    let mut told = Vec::new();
    match expected {
        Some(expected) => compare("", &json!(expected), &json!(found), &mut told),
        None => told.push("the case has no `expect`; `--bless` writes it".to_owned()),
    }
    told.extend(run.differences.iter().cloned());
    let most = case.at_most;
    let mut limit = |name: &str, most: Option<u64>, used: u64| {
        if let Some(most) = most.filter(|most| used > *most) {
            told.push(format!("atMost.{name}: {most} allowed, {used} used"));
        }
    };
    limit("cpuTicks", most.cpu_ticks, run.usage.cpu_ticks);
    limit("memoryBytes", most.memory_bytes.map(|bytes| bytes as u64), run.usage.memory_bytes as u64);
    limit("requests", most.requests, run.usage.requests);
    told
}

/// The places in which two values differ, each with both.
fn compare(place: &str, expected: &Value, came: &Value, found: &mut Vec<String>) {
    let below = |name: &str| if place.is_empty() { name.to_owned() } else { format!("{place}.{name}") };
    match (expected, came) {
        (Value::Object(a), Value::Object(b)) => {
            let names: std::collections::BTreeSet<_> = a.keys().chain(b.keys()).collect();
            for name in names {
                compare(&below(name), a.get(name).unwrap_or(&Value::Null), b.get(name).unwrap_or(&Value::Null), found);
            }
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            for (at, (a, b)) in a.iter().zip(b).enumerate() {
                compare(&format!("{place}[{at}]"), a, b, found);
            }
        }
        _ if expected == came => {}
        _ => found.push(format!("{place}: {expected} expected, {came} came")),
    }
}

/// Puts what came of a case into its file.
fn write(path: &Path, came: &Expected) -> Result<(), CommandError> {
    let mut file: Map<String, Value> =
        serde_json::from_str(&read_text(path)?).map_err(|error| malformed(path, error))?;
    file.insert("expect".to_owned(), json!(came));
    let text = serde_json::to_string_pretty(&file).map_err(|error| malformed(path, error))?;
    replace(path, format!("{text}\n").as_bytes())
}
