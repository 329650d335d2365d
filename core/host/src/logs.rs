//! The last lines that plugins logged, kept for whoever looks after them. The server's log has all of them.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Mutex;

use serde::Serialize;

use super::lock::lock;
use super::settings::Phase;

/// The most lines of one plugin, and the most bytes of them.
const MOST: usize = 200;
const MOST_BYTES: usize = 64 << 10;

/// A line that a plugin logged. Its text is the vendor's and is not to be trusted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LogLine {
    /// When the call started, in Unix milliseconds.
    pub at: u64,
    /// `debug`, `info`, `warn` or `error`.
    pub level: &'static str,
    /// The export that was called, as the interface names it.
    pub export: &'static str,
    /// The text, with control characters escaped.
    pub message: String,
}

#[derive(Debug, Default)]
struct Lines {
    lines: VecDeque<LogLine>,
    bytes: usize,
}

/// The lines by plugin id.
#[derive(Debug, Default)]
pub(super) struct Logs(Mutex<BTreeMap<String, Lines>>);

impl Logs {
    /// Keeps a line, and drops the oldest ones that are too many.
    pub(super) fn keep(&self, plugin: &str, at: u64, level: &'static str, phase: Phase, message: String) {
        let mut all = lock(&self.0);
        let kept = all.entry(plugin.to_owned()).or_default();
        kept.bytes += message.len();
        kept.lines.push_back(LogLine { at, level, export: phase.export(), message });
        while kept.lines.len() > MOST || kept.bytes > MOST_BYTES {
            let Some(oldest) = kept.lines.pop_front() else { break };
            kept.bytes -= oldest.message.len();
        }
    }

    /// The lines of a plugin, the latest first.
    pub(super) fn of(&self, plugin: &str) -> Vec<LogLine> {
        lock(&self.0).get(plugin).map(|kept| kept.lines.iter().rev().cloned().collect()).unwrap_or_default()
    }
}
