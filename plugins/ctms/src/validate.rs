//! The missing and contradictory parts of a selection.

use cardea_plugin_sdk::prelude::*;
use cardea_plugin_sdk::selection::Issues;

use crate::column;
use crate::listing::{Listing, find};

pub fn validate(ctx: &Ctx, grants: &[Grant]) -> Result<Vec<Issue>, Fault> {
    remote::study_code(ctx)?;
    let mut issues = Issues::default();
    for (index, grant) in (0_u32..).zip(grants) {
        issues.one(index, column::PROJECT, grant, "Please select a project");
        issues.some(index, column::SITES, grant, "Please select a site");
        if grant.picks(column::SITES).iter().any(|id| ctx.site_code(id).is_none()) {
            let message = Message::new("sites.unknown", "A selected site does not belong to the project");
            issues.say(index, column::SITES, message);
        }
        issues.one(index, column::TENANT_ROLE, grant, "Please select a tenant role");
        issues.one(index, column::STUDY_ROLE, grant, "Please select at least one project role");
    }
    let has_roles =
        |grant: &Grant| !grant.picks(column::TENANT_ROLE).is_empty() || !grant.picks(column::STUDY_ROLE).is_empty();
    if grants.iter().any(has_roles) {
        let list: Listing = remote::listing(ctx)?;
        for (index, grant) in (0_u32..).zip(grants) {
            issues.known(index, column::TENANT_ROLE, grant, |id| find(&list.tenant_roles, id).is_some());
            issues.known(index, column::STUDY_ROLE, grant, |id| find(&list.study_roles, id).is_some());
        }
    }
    Ok(issues.into_sorted())
}
