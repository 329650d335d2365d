//! Checks of a selection that most panels share.

use crate::{Grant, GrantExt, Issue, Message};

/// Collects the issues of the selections of a call. The catalogues have a text for each key that it makes.
///
/// ```
/// use cardea_plugin_sdk::prelude::*;
/// use cardea_plugin_sdk::selection::Issues;
///
/// let grant = Grant { tab: None, cells: vec![("role".into(), Cell::Picks(vec!["gone".into()]))] };
/// let mut issues = Issues::default();
/// issues.some(0, "sites", &grant, "Please select a site");
/// issues.known(0, "role", &grant, |id| id == "reader");
/// let keys: Vec<_> = issues.into_sorted().into_iter().map(|issue| issue.message.key).collect();
/// assert_eq!(keys, ["sites.missing", "role.unknown"]);
/// ```
#[derive(Debug, Default)]
pub struct Issues(Vec<Issue>);

impl Issues {
    /// Adds an error about a column.
    pub fn say(&mut self, grant: u32, column: &str, message: Message) {
        self.0.push(Issue::error(grant, column, message));
    }

    /// A column in which exactly one choice is wanted: reports `<column>.missing` or `<column>.single`.
    pub fn one(&mut self, grant: u32, column: &str, selected: &Grant, missing: &str) {
        match selected.picks(column).len() {
            0 => self.say(grant, column, Message::new(format!("{column}.missing"), missing)),
            1 => {}
            _ => {
                self.say(grant, column, Message::new(format!("{column}.single"), "Only one can be selected at a time"));
            }
        }
    }

    /// A column in which at least one choice is wanted: reports `<column>.missing`.
    pub fn some(&mut self, grant: u32, column: &str, selected: &Grant, missing: &str) {
        if selected.picks(column).is_empty() {
            self.say(grant, column, Message::new(format!("{column}.missing"), missing));
        }
    }

    /// Reports `<column>.unknown` for every pick that the trial system does not have.
    pub fn known(&mut self, grant: u32, column: &str, selected: &Grant, exists: impl Fn(&str) -> bool) {
        for id in selected.picks(column).iter().filter(|id| !exists(id)) {
            let message = Message::new(format!("{column}.unknown"), "{id} does not exist").arg("id", id);
            self.say(grant, column, message);
        }
    }

    /// The issues, in the order of the selections.
    pub fn into_sorted(self) -> Vec<Issue> {
        let Self(mut issues) = self;
        issues.sort_by_key(|issue| issue.grant);
        issues
    }
}
