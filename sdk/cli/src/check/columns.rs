//! What the panel says of itself: texts that no catalogue has, and columns that would be asked without a study.

use std::collections::BTreeSet;

use cardea_bundle::{Catalogues, Contents};
use cardea_host::model::{Column, Definition, Kind};

use super::{Problem, is_marked, marked};
use crate::build::pack;
use crate::error::{CommandError, malformed};
use crate::guest::{Case, Export, RunError, Running};

const DESCRIBE: &str = "describe";

/// The panel of the plugin, with the key of each text in its place.
pub fn described(running: &Running, contents: &Contents, catalogues: &Catalogues) -> Result<Definition, CommandError> {
    // Loading it makes the checks of a server, `describe` without a study among them.
    let (bundle, trusted) = pack(&marked(contents, catalogues))?;
    let run = running.load_packed(bundle, trusted)?.run(&Case::bare(Export::Describe))?;
    let answer = run.answer.map_err(|error| RunError::Load(error.into()))?;
    serde_json::from_value(answer).map_err(|error| malformed(DESCRIBE.as_ref(), error))
}

/// What is to be mended.
pub fn problems(panel: &Definition) -> Vec<Problem> {
    let mut problems = Vec::new();
    for tab in panel.tabs.iter().filter(|tab| !is_marked(&tab.label)) {
        problems.push(unknown(&format!("the tab {}", tab.id), &tab.label));
    }
    for column in &panel.columns {
        if !is_marked(&column.label) {
            problems.push(unknown(&format!("the label of the column {}", column.key), &column.label));
        }
        for hint in ["missing", "label.true", "label.false"] {
            // Without a text the host shows the key.
            if let Some(text) = column.hints.get(hint).filter(|text| !is_marked(text)) {
                let message = format!(
                    "the hint {hint} of the column {} names the key {text}, which no catalogue has; add it to \
                     locales/zh.json and locales/en.json",
                    column.key
                );
                problems.push(Problem::error("message_unknown", DESCRIBE, message));
            }
        }
    }
    problems.extend(without_study(panel));
    problems
}

fn unknown(what: &str, fallback: &str) -> Problem {
    let message = format!(
        "{what} has a key that no catalogue has, so everybody reads its fallback, “{fallback}”; add the key to \
         locales/zh.json and locales/en.json"
    );
    Problem::error("message_unknown", DESCRIBE, message)
}

fn from_platform(column: &Column) -> bool {
    column.hints.get("source").is_some_and(|source| source == "platform")
}

/// The columns whose choices the plugin gives and that wait for no study: they are asked for as soon as the panel
/// opens, when there are no addresses to ask.
fn without_study(panel: &Definition) -> Vec<Problem> {
    let studies: Vec<&str> = of_kind(panel, Kind::Projects).collect();
    let mut waiting: BTreeSet<&str> = studies.iter().copied().collect();
    loop {
        let before = waiting.len();
        let depends = |column: &&Column| column.depends_on.iter().any(|other| waiting.contains(other.as_str()));
        let more: Vec<&str> = panel.columns.iter().filter(depends).map(|column| column.key.as_str()).collect();
        waiting.extend(more);
        if waiting.len() == before {
            break;
        }
    }
    let asked = panel.columns.iter().filter(|column| !from_platform(column) && column.kind != Kind::Flag);
    let at_once = asked.filter(|column| column.kind == Kind::Projects || !waiting.contains(column.key.as_str()));
    let advice = match studies.first() {
        Some(study) => format!("let it depend on {study}"),
        None => "add a column of kind projects that the platform fills, and let it depend on that".to_owned(),
    };
    at_once
        .map(|column| {
            let todo = if column.kind == Kind::Projects { "let the platform fill it" } else { &advice };
            let message = format!(
                "the column {} is asked for before a study is chosen, when neither of the trial system's addresses \
                 is known; {todo}",
                column.key
            );
            Problem::warning("column_without_study", DESCRIBE, message)
        })
        .collect()
}

fn of_kind(panel: &Definition, kind: Kind) -> impl Iterator<Item = &str> {
    panel.columns.iter().filter(move |column| column.kind == kind).map(|column| column.key.as_str())
}
