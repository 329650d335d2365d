//! `call`: one export of the real plugin, JSON in and out. `bench`: the same, many times.

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use serde_json::{Value, json};

use crate::error::{CommandError, malformed};
use crate::guest::{Case, Export, RunError, Running};

/// The arguments of `call`.
#[derive(Debug, Args)]
pub struct Call {
    #[command(flatten)]
    running: Running,
    /// The export, with an empty context and no input. What needs more is in a case.
    #[arg(required_unless_present = "case")]
    export: Option<Export>,
    /// A file with the call, its context and its input; `-` reads it from standard input.
    #[arg(long, conflicts_with = "export")]
    case: Option<PathBuf>,
}

/// The arguments of `bench`.
#[derive(Debug, Args)]
pub struct Bench {
    #[command(flatten)]
    call: Call,
    /// How often it is called, after once that does not count.
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    times: u32,
}

impl Call {
    fn case(&self) -> Result<Case, CommandError> {
        match (&self.case, self.export) {
            (Some(path), _) if path == Path::new("-") => {
                let mut text = String::new();
                std::io::stdin().read_to_string(&mut text).map_err(|error| malformed(path, error))?;
                Case::parse(&text, path)
            }
            (Some(path), _) => Case::read(path),
            (None, export) => Ok(Case::bare(export.unwrap_or(Export::Describe))),
        }
    }
}

/// Calls an export. A failure of the call is the command's failure.
pub fn call(arguments: &Call) -> Result<Value, CommandError> {
    let case = arguments.case()?;
    let run = arguments.running.load()?.run(&case)?;
    let report = run.to_json();
    match run.answer {
        Ok(_) => Ok(report),
        Err(error) => Err(RunError::Call { code: error.code(), message: error.to_string(), report }.into()),
    }
}

/// Measures an export.
pub fn bench(arguments: &Bench) -> Result<Value, CommandError> {
    let case = arguments.call.case()?;
    let guest = arguments.call.running.load()?;
    let (run, mut durations) = guest.repeat(&case, arguments.times)?;
    let report = run.to_json();
    if let Err(error) = run.answer {
        return Err(RunError::Call { code: error.code(), message: error.to_string(), report }.into());
    }
    durations.sort();
    Ok(json!({
        "call": case.call,
        "times": arguments.times,
        // The whole call as a server makes it: a fresh instance, the requests, the checks of the answer.
        "microseconds": {
            "median": part(&durations, 50),
            "p95": part(&durations, 95),
            "p99": part(&durations, 99),
            "most": part(&durations, 100),
        },
        "usage": run.usage,
    }))
}

/// The duration within which so many of a hundred ended, in microseconds.
fn part(sorted: &[Duration], percent: usize) -> u128 {
    let place = (sorted.len() * percent).div_ceil(100).max(1) - 1;
    sorted.get(place).map_or(0, Duration::as_micros)
}
