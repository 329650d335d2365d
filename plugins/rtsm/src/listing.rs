//! RTSM's choices for a study, as `getAuthRemoteList` returns them: a list of sub-projects.

use cardea_plugin_sdk::Choice;
use serde::Deserialize;

#[derive(Debug, Deserialize)]
pub struct Listing {
    #[serde(rename = "List")]
    pub sub_projects: Vec<SubProject>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SubProject {
    pub project_id: String,
    pub project_name: String,
    /// The study of this sub-project at RTSM.
    pub study_id: String,
    pub environment_flag: String,
    pub roles: Vec<Named>,
    pub sites: Vec<Named>,
    pub stock_houses: Vec<Named>,
}

/// A role, a site or a stock house.
#[derive(Debug, Deserialize)]
pub struct Named {
    pub id: String,
    pub name: String,
}

impl Listing {
    pub fn sub_project(&self, id: &str) -> Option<&SubProject> {
        self.sub_projects.iter().find(|one| one.project_id == id)
    }
}

/// Whether a list has an entry of this id.
pub fn has(list: &[Named], id: &str) -> bool {
    list.iter().any(|one| one.id == id)
}

/// The entries of a list as choices.
pub fn choices(list: &[Named]) -> Vec<Choice> {
    list.iter().map(|one| Choice::new(&one.id, &one.name)).collect()
}
