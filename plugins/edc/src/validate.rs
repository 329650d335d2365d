//! The missing and contradictory parts of a selection.

use cardea_plugin_sdk::prelude::*;

use crate::role_api::{Listing, Named, Role};
use crate::{column, study_code};

/// EDC's roles and modules, read once a call and only when a selection is complete enough to compare.
struct Known {
    roles: Vec<Role>,
    modules: Vec<Named>,
}

pub fn validate(ctx: &Ctx, grants: &[Grant]) -> Result<Vec<Issue>, Fault> {
    let listing = Listing { study: study_code(ctx)?, locale: &ctx.locale };
    let mut issues = Vec::new();
    for (index, grant) in (0_u32..).zip(grants) {
        issues.extend(shape(ctx, index, grant));
    }
    let comparable = |grant: &&Grant| {
        !grant.picks(column::MODULE_ROLES).is_empty() || grant.pairs(column::ROLE_ENVIRONMENT).iter().any(is_whole)
    };
    if grants.iter().any(|grant| comparable(&grant)) {
        let known = Known { roles: listing.all_roles()?, modules: listing.all_module_roles()? };
        for (index, grant) in (0_u32..).zip(grants) {
            issues.extend(existence(index, grant, &known));
        }
    }
    issues.sort_by_key(|issue| issue.grant);
    Ok(issues)
}

fn is_whole(pair: &Pair) -> bool {
    !pair.role.is_empty() && !pair.environment.is_empty()
}

/// The issues that can be found without asking EDC.
fn shape(ctx: &Ctx, index: u32, grant: &Grant) -> Vec<Issue> {
    let mut issues = Vec::new();
    let mut say = |column, key: &str, fallback: &str| {
        issues.push(Issue::error(index, column, Message::new(key, fallback)));
    };
    match grant.picks(column::PROJECT).len() {
        0 => say(column::PROJECT, "project.missing", "Please select a project"),
        1 => {}
        _ => say(column::PROJECT, "project.single", "Only one project at a time"),
    }
    let sites = grant.picks(column::SITES);
    if sites.is_empty() {
        say(column::SITES, "sites.missing", "Please select a site");
    } else if sites.iter().any(|id| ctx.site_code(id).is_none()) {
        say(column::SITES, "sites.unknown", "A selected site does not belong to the project");
    }
    match grant.picks(column::MODULE_ROLES).len() {
        0 => say(column::MODULE_ROLES, "moduleRoles.missing", "Please select a module role"),
        1 => {}
        _ => say(column::MODULE_ROLES, "moduleRoles.single", "Only one module role at a time"),
    }
    let pairs = grant.pairs(column::ROLE_ENVIRONMENT);
    if pairs.is_empty() || !pairs.iter().all(is_whole) {
        let fallback = "Please select a project role and environment";
        say(column::ROLE_ENVIRONMENT, "roleEnvironment.missing", fallback);
    } else if pairs.len() > 1 {
        let fallback = "Only one project role and environment at a time";
        say(column::ROLE_ENVIRONMENT, "roleEnvironment.single", fallback);
    }
    issues
}

/// The issues of roles and modules that EDC does not have.
fn existence(index: u32, grant: &Grant, known: &Known) -> Vec<Issue> {
    let mut issues = Vec::new();
    for id in grant.picks(column::MODULE_ROLES) {
        if !known.modules.iter().any(|module| module.id == *id) {
            let message = Message::new("moduleRoles.unknown", "The module role does not exist");
            issues.push(Issue::error(index, column::MODULE_ROLES, message.arg("id", id)));
        }
    }
    for pair in grant.pairs(column::ROLE_ENVIRONMENT).iter().filter(|pair| is_whole(pair)) {
        let message = match known.roles.iter().find(|role| role.id == pair.role) {
            None => Message::new("roleEnvironment.unknown", "The project role does not exist").arg("role", &pair.role),
            Some(role) if !role.environments.contains(&pair.environment) => {
                Message::new("roleEnvironment.elsewhere", "The project role does not exist in this environment")
                    .arg("role", &role.name)
                    .arg("environment", &pair.environment)
            }
            Some(_) => continue,
        };
        issues.push(Issue::error(index, column::ROLE_ENVIRONMENT, message));
    }
    issues
}
