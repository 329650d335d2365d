//! Provisioning by RTSM's `saveIwrsProject`, which takes the sub-projects that changed and leaves the others alone. What
//! somebody no longer has is sent with the status that closes it.

use cardea_plugin_sdk::prelude::*;
use serde_json::{Value, json};

use crate::column;
use crate::listing::Listing;

/// The status of a sub-project's entry that is in force.
const OPEN: u8 = 0;
/// The status of one that is taken away.
const CLOSED: u8 = 1;
/// Values of `isBlind`.
const NOT_VISIBLE: u8 = 1;
const VISIBLE: u8 = 0;

pub fn apply(ctx: &Ctx, batch: &Batch) -> Result<Outcome, Fault> {
    let list = if batch.items.iter().any(|item| !item.after.is_empty()) {
        Some(remote::known_listing::<Listing>(ctx)?)
    } else {
        None
    };
    remote::save(ctx, batch, "saveIwrsProject", |item| Ok(content(ctx, item, list.as_ref())))
}

/// The sub-projects that are gone, and those that differ from before; where nothing differs and the same is granted
/// again, all that there are.
fn changed(item: &Item) -> Vec<(&Grant, u8)> {
    let gone = item.before.iter().filter(|was| !item.after.iter().any(|grant| grant.tab == was.tab));
    let new = item.after.iter().filter(|grant| !item.before.contains(grant));
    let changed: Vec<_> = gone.map(|grant| (grant, CLOSED)).chain(new.map(|grant| (grant, OPEN))).collect();
    if changed.is_empty() { item.after.iter().map(|grant| (grant, OPEN)).collect() } else { changed }
}

fn content(ctx: &Ctx, item: &Item, list: Option<&Listing>) -> Result<Value, Message> {
    let common = remote::Common::of(ctx, item);
    let known = |grant: &Grant| list.and_then(|list| list.sub_project(grant.tab.as_deref().unwrap_or_default()));
    let entry = |(grant, status): (&Grant, u8)| {
        let id = grant.tab.as_deref().unwrap_or_default();
        let one = known(grant)
            .ok_or_else(|| Message::new("subProject.unknown", "The sub-project {id} does not exist").arg("id", id))?;
        let is_blind = if grant.flag(column::IS_BLIND).unwrap_or(true) { NOT_VISIBLE } else { VISIBLE };
        Ok(json!({
            "environmentFlag": one.environment_flag,
            "isBlind": is_blind,
            "projectId": one.project_id,
            "roleId": grant.picks(column::ROLE).first(),
            "siteList": grant.picks(column::SITES),
            "stockHouseList": grant.picks(column::STOCK_HOUSES),
            "status": status,
            "studyId": one.study_id,
        }))
    };
    // A sub-project that RTSM no longer has need not be closed.
    let entries = changed(item).into_iter().filter(|(grant, status)| *status == OPEN || known(grant).is_some());
    let entries = entries.map(entry).collect::<Result<Vec<Value>, Message>>()?;
    Ok(json!({
        "studyUrlId": common.study_url_id,
        "tenantId": common.tenant_id,
        "userList": common.user_list,
        "EmailList": common.email_list,
        "userRole": common.user_role,
        "userTypeId": common.user_type_id,
        "userRoleList": entries,
    }))
}
