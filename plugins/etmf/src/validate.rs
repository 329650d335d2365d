//! The missing and contradictory parts of a selection, for one of its projects: the host asks about each.

use cardea_plugin_sdk::prelude::*;
use cardea_plugin_sdk::selection::Issues;

use crate::column;
use crate::listing::{Listing, sites_of};

pub fn validate(ctx: &Ctx, grants: &[Grant]) -> Result<Vec<Issue>, Fault> {
    let study = remote::study_code(ctx)?;
    let mut issues = Issues::default();
    for (index, grant) in (0_u32..).zip(grants) {
        issues.some(index, column::PROJECTS, grant, "Please select a project");
        if sites_of(study, grant).next().is_none() {
            let message = if grant.picks(column::PROJECTS).len() > 1 {
                Message::new("sites.missing_in", "Please select a site of the project {study}").arg("study", study)
            } else {
                Message::new("sites.missing", "Please select a site")
            };
            issues.say(index, column::SITES, message);
        }
        issues.one(index, column::TENANT_ROLE, grant, "Please select a tenant role");
        issues.one(index, column::STUDY_ROLE, grant, "Please select at least one project role");
    }
    let comparable = |grant: &Grant| {
        [column::SITES, column::TENANT_ROLE, column::STUDY_ROLE].iter().any(|key| !grant.picks(key).is_empty())
    };
    if grants.iter().any(comparable) {
        let list: Listing = remote::listing(ctx)?;
        for (index, grant) in (0_u32..).zip(grants) {
            for id in sites_of(study, grant).filter(|id| !list.sites.iter().any(|site| site.id == *id)) {
                let message = Message::new("sites.unknown", "The site {id} does not exist").arg("id", id);
                issues.say(index, column::SITES, message);
            }
            issues.known(index, column::TENANT_ROLE, grant, |id| list.tenant_roles().any(|role| role.id == id));
            issues.known(index, column::STUDY_ROLE, grant, |id| list.study_roles().any(|role| role.id == id));
        }
    }
    Ok(issues.into_sorted())
}
