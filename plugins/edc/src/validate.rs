//! The missing and contradictory parts of a selection.

use cardea_plugin_sdk::prelude::*;
use cardea_plugin_sdk::selection::Issues;

use crate::column;
use crate::listing::{Listing, is_open};

pub fn validate(ctx: &Ctx, grants: &[Grant]) -> Result<Vec<Issue>, Fault> {
    remote::study_code(ctx)?;
    let mut issues = Issues::default();
    for (index, grant) in (0_u32..).zip(grants) {
        shape(ctx, index, grant, &mut issues);
    }
    let comparable = |grant: &Grant| {
        !grant.picks(column::MODULE_ROLES).is_empty() || grant.pairs(column::ROLE_ENVIRONMENT).iter().any(is_whole)
    };
    // EDC is asked once a call, and only when a selection is complete enough to compare.
    if grants.iter().any(comparable) {
        let known: Listing = remote::listing(ctx)?;
        for (index, grant) in (0_u32..).zip(grants) {
            existence(ctx, index, grant, &known, &mut issues);
        }
    }
    Ok(issues.into_sorted())
}

fn is_whole(pair: &Pair) -> bool {
    !pair.role.is_empty() && !pair.environment.is_empty()
}

/// The issues that can be found without asking EDC.
fn shape(ctx: &Ctx, index: u32, grant: &Grant, issues: &mut Issues) {
    issues.one(index, column::PROJECT, grant, "Please select a project");
    issues.some(index, column::SITES, grant, "Please select a site");
    if grant.picks(column::SITES).iter().any(|id| ctx.site_code(id).is_none()) {
        let message = Message::new("sites.unknown", "A selected site does not belong to the project");
        issues.say(index, column::SITES, message);
    }
    issues.one(index, column::MODULE_ROLES, grant, "Please select a module role");
    let pairs = grant.pairs(column::ROLE_ENVIRONMENT);
    let message = if pairs.is_empty() || !pairs.iter().all(is_whole) {
        Message::new("roleEnvironment.missing", "Please select a project role and environment")
    } else if pairs.len() > 1 {
        Message::new("roleEnvironment.single", "Only one project role and environment at a time")
    } else {
        return;
    };
    issues.say(index, column::ROLE_ENVIRONMENT, message);
}

/// The issues of roles and modules that EDC does not have, and of environments that are closed.
fn existence(ctx: &Ctx, index: u32, grant: &Grant, known: &Listing, issues: &mut Issues) {
    issues.known(index, column::MODULE_ROLES, grant, |id| known.module_roles().any(|module| module.id == id));
    for pair in grant.pairs(column::ROLE_ENVIRONMENT).iter().filter(|pair| is_whole(pair)) {
        let message = match known.project_role(&pair.role) {
            None => Message::new("roleEnvironment.unknown", "The project role does not exist").arg("role", &pair.role),
            Some(role) if !role.environments.contains(&pair.environment) => {
                Message::new("roleEnvironment.elsewhere", "The project role does not exist in this environment")
                    .arg("role", &role.name)
                    .arg("environment", &pair.environment)
            }
            Some(_) if !is_open(ctx, &pair.environment) => {
                Message::new("roleEnvironment.closed", "Nobody is authorised in this environment")
                    .arg("environment", &pair.environment)
            }
            Some(_) => continue,
        };
        issues.say(index, column::ROLE_ENVIRONMENT, message);
    }
}
