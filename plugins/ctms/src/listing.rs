//! CTMS's choices for a study, as `getAuthRemoteList` returns them: `tenantRoles` and `studyRoles`.

use serde::Deserialize;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Listing {
    pub tenant_roles: Vec<Role>,
    pub study_roles: Vec<Role>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Role {
    pub id: String,
    pub name: String,
    /// The environment of a study role.
    pub environment_id: Option<String>,
}

/// The role of this id.
pub fn find<'a>(roles: &'a [Role], id: &str) -> Option<&'a Role> {
    roles.iter().find(|role| role.id == id)
}
