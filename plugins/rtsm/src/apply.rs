//! Provisioning by RTSM's `saveIwrsProject`, which takes the sub-projects that changed and leaves the others alone.

use cardea_plugin_sdk::prelude::*;
use serde_json::{Value, json};

use crate::column;
use crate::listing::Listing;

/// The status of a sub-project's entry that is in force.
const OPEN: u8 = 0;
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

/// The sub-projects that differ from before; all of them, where nothing differs and the same is granted again.
fn changed(item: &Item) -> Vec<&Grant> {
    let changed: Vec<_> = item.after.iter().filter(|grant| !item.before.contains(grant)).collect();
    if changed.is_empty() { item.after.iter().collect() } else { changed }
}

fn content(ctx: &Ctx, item: &Item, list: Option<&Listing>) -> Result<Value, Message> {
    let common = remote::Common::of(ctx, item);
    let entry = |grant: &Grant| {
        let id = grant.tab.as_deref().unwrap_or_default();
        let one = list
            .and_then(|list| list.sub_project(id))
            .ok_or_else(|| Message::new("subProject.unknown", "The sub-project {id} does not exist").arg("id", id))?;
        let is_blind = if grant.flag(column::IS_BLIND).unwrap_or(true) { NOT_VISIBLE } else { VISIBLE };
        Ok(json!({
            "environmentFlag": one.environment_flag,
            "isBlind": is_blind,
            "projectId": one.project_id,
            "roleId": grant.picks(column::ROLE).first(),
            "siteList": grant.picks(column::SITES),
            "stockHouseList": grant.picks(column::STOCK_HOUSES),
            "status": OPEN,
            "studyId": one.study_id,
        }))
    };
    let entries = changed(item).into_iter().map(entry).collect::<Result<Vec<Value>, Message>>()?;
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
