//! EDC's choices for a study, as `getAuthRemoteList` returns them.

use serde::Deserialize;

/// The type of a module role among the roles.
const MODULE_ROLE: u8 = 1;

/// The environments, and all roles.
#[derive(Debug, Deserialize)]
pub struct Listing {
    #[serde(rename = "Environments")]
    pub environments: Vec<Environment>,
    #[serde(rename = "RoleInfos")]
    roles: Vec<Role>,
}

#[derive(Debug, Deserialize)]
pub struct Environment {
    pub id: String,
    pub name: String,
}

#[derive(Debug, Deserialize)]
pub struct Role {
    pub id: String,
    pub name: String,
    #[serde(rename = "type")]
    kind: u8,
    /// Ids of the environments in which a project role exists.
    #[serde(default)]
    pub environments: Vec<String>,
}

impl Listing {
    pub fn module_roles(&self) -> impl Iterator<Item = &Role> {
        self.roles.iter().filter(|role| role.kind == MODULE_ROLE)
    }

    pub fn project_roles(&self) -> impl Iterator<Item = &Role> {
        self.roles.iter().filter(|role| role.kind != MODULE_ROLE)
    }

    pub fn project_role(&self, id: &str) -> Option<&Role> {
        self.project_roles().find(|role| role.id == id)
    }
}
