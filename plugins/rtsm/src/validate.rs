//! The missing and contradictory parts of a selection.

use std::collections::BTreeSet;

use cardea_plugin_sdk::prelude::*;
use cardea_plugin_sdk::selection::Issues;

use crate::column;
use crate::listing::{Listing, has};

pub fn validate(ctx: &Ctx, grants: &[Grant]) -> Result<Vec<Issue>, Fault> {
    remote::study_code(ctx)?;
    let mut issues = Issues::default();
    let mut tabs = BTreeSet::new();
    for (index, grant) in (0_u32..).zip(grants) {
        issues.one(index, column::PROJECT, grant, "Please select a project");
        if !is_complete(grant) {
            let fallback = "Please select at least one role and one site or stock house for pre-authorisation";
            issues.say(index, first_missing(grant), Message::new("selection.missing", fallback));
        }
        if grant.picks(column::ROLE).len() > 1 {
            issues.say(index, column::ROLE, Message::new("role.single", "Only one role can be selected at a time"));
        }
        if let Some(tab) = &grant.tab
            && !tabs.insert(tab)
        {
            let message = Message::new("subProject.twice", "The sub-project {id} appears twice").arg("id", tab);
            issues.say(index, column::SUB_PROJECT, message);
        }
    }
    if grants.iter().any(is_complete) {
        let list: Listing = remote::listing(ctx)?;
        for (index, grant) in (0_u32..).zip(grants).filter(|(_, grant)| is_complete(grant)) {
            existence(index, grant, &list, &mut issues);
        }
    }
    Ok(issues.into_sorted())
}

/// Whether it is a sub-project with a role and at least one site or stock house.
fn is_complete(grant: &Grant) -> bool {
    let places = grant.picks(column::SITES).len() + grant.picks(column::STOCK_HOUSES).len();
    grant.tab.is_some() && !grant.picks(column::ROLE).is_empty() && places > 0
}

fn first_missing(grant: &Grant) -> &'static str {
    match grant.tab {
        None => column::SUB_PROJECT,
        Some(_) if grant.picks(column::ROLE).is_empty() => column::ROLE,
        Some(_) => column::SITES,
    }
}

/// The issues of what RTSM does not have.
fn existence(index: u32, grant: &Grant, list: &Listing, issues: &mut Issues) {
    let tab = grant.tab.as_deref().unwrap_or_default();
    let Some(one) = list.sub_project(tab) else {
        let message = Message::new("subProject.unknown", "The sub-project {id} does not exist").arg("id", tab);
        issues.say(index, column::SUB_PROJECT, message);
        return;
    };
    issues.known(index, column::ROLE, grant, |id| has(&one.roles, id));
    issues.known(index, column::SITES, grant, |id| has(&one.sites, id));
    issues.known(index, column::STOCK_HOUSES, grant, |id| has(&one.stock_houses, id));
}
