//! The errors of running a plugin.

use cardea_host::LoadError;
use serde_json::{Value, json};

use crate::error::CommandError;

/// The reason why a plugin was not run, or what was wrong with what came of it.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The host refuses the plugin, by one of the checks that a server makes when it is installed.
    #[error("a server would refuse the plugin: {0}")]
    Load(#[from] LoadError),
    /// A check of the plugin found errors.
    #[error("{} to mend", counted(.0.len(), "problem"))]
    Problems(Vec<Value>),
    /// Golden cases gave something else than they expect.
    #[error("{failed} of {} failed", counted(*.all, "case"))]
    Cases {
        /// How many failed.
        failed: usize,
        /// How many ran.
        all: usize,
        /// Each failed case, with the differences.
        reports: Vec<Value>,
    },
    /// A call failed.
    #[error("{message}")]
    Call {
        /// The host's code of the failure.
        code: &'static str,
        /// The host's own words for it.
        message: String,
        /// The call's log, and what it used.
        report: Value,
    },
    /// This machine cannot run the host.
    #[error("{0}")]
    Machine(String),
}

impl RunError {
    /// A stable name of the error.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Load(error) => error.code(),
            Self::Problems(_) => "problems",
            Self::Cases { .. } => "cases",
            Self::Call { code, .. } => code,
            Self::Machine(_) => "machine",
        }
    }

    /// What else is known of it, and its name.
    pub fn detail(&self) -> Option<(String, Value)> {
        let (name, detail) = match self {
            Self::Problems(problems) => ("problems", json!(problems)),
            Self::Cases { reports, .. } => ("cases", json!(reports)),
            Self::Call { report, .. } => ("call", report.clone()),
            Self::Load(_) | Self::Machine(_) => return None,
        };
        Some((name.to_owned(), detail))
    }
}

fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

/// What the machine does not let the command do.
#[allow(clippy::needless_pass_by_value, reason = "the shape map_err wants")]
pub fn machine(error: impl ToString) -> CommandError {
    RunError::Machine(error.to_string()).into()
}
