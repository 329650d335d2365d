//! eTMF's choices for a study, as `getAuthRemoteList` returns them: `sites` together with `roles`.

use cardea_plugin_sdk::prelude::*;
use serde::Deserialize;

use crate::column;

/// The type of a tenant role among the roles.
const TENANT_ROLE: u8 = 1;

#[derive(Debug, Deserialize)]
pub struct Listing {
    pub sites: Vec<Site>,
    roles: Vec<Role>,
}

#[derive(Debug, Deserialize)]
pub struct Site {
    pub id: String,
    pub name: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Role {
    pub id: String,
    pub name: String,
    #[serde(rename = "type")]
    kind: u8,
    /// The environment of a project role.
    pub environment_id: Option<String>,
}

impl Listing {
    pub fn tenant_roles(&self) -> impl Iterator<Item = &Role> {
        self.roles.iter().filter(|role| role.kind == TENANT_ROLE)
    }

    pub fn study_roles(&self) -> impl Iterator<Item = &Role> {
        self.roles.iter().filter(|role| role.kind != TENANT_ROLE)
    }
}

/// A site's name in a selection, which may span projects.
pub fn qualified(study: &str, site: &str) -> String {
    format!("{study}:{site}")
}

/// The selected sites of one study.
pub fn sites_of<'a>(study: &'a str, grant: &'a Grant) -> impl Iterator<Item = &'a str> {
    let ids = grant.picks(column::SITES).iter();
    ids.filter_map(move |id| id.strip_prefix(study)?.strip_prefix(':'))
}
