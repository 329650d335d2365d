//! EDC's choices for a study, as `getAuthRemoteList` returns them.

use cardea_plugin_sdk::prelude::*;
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

/// Whether people are authorised in an environment: where an operator named some, only in those.
pub fn is_open(ctx: &Ctx, environment: &str) -> bool {
    let named = ctx.config("environments").unwrap_or_default();
    let mut named = named.split([',', '，']).map(str::trim).filter(|id| !id.is_empty()).peekable();
    named.peek().is_none() || named.any(|id| id == environment)
}

impl Listing {
    /// Without the environments in which nobody is authorised.
    pub fn open(mut self, ctx: &Ctx) -> Self {
        self.environments.retain(|one| is_open(ctx, &one.id));
        for role in &mut self.roles {
            role.environments.retain(|id| is_open(ctx, id));
        }
        self
    }

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
