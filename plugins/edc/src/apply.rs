//! Provisioning by EDC's `saveEdcProject`: a person's authorisation in a study is written as a whole.

use cardea_plugin_sdk::prelude::*;
use serde_json::{Value, json};

use crate::column;
use crate::listing::Listing;

pub fn apply(ctx: &Ctx, batch: &Batch) -> Result<Outcome, Fault> {
    let grants = batch.items.iter().any(|item| !item.after.is_empty());
    // The names of roles are for people; EDC goes by their ids.
    let known = if grants { remote::known_listing::<Listing>(ctx).ok() } else { None };
    remote::save(ctx, batch, "saveEdcProject", |item| Ok(content(ctx, item, known.as_ref())))
}

fn content(ctx: &Ctx, item: &Item, known: Option<&Listing>) -> Result<Value, Message> {
    let common = remote::Common::of(ctx, item);
    let picks = |column| item.after.iter().flat_map(move |grant| grant.picks(column)).cloned();
    let ids: Vec<String> = picks(column::SITES).collect();
    let sites = remote::sites(ctx, &ids)
        .ok_or_else(|| Message::new("sites.unknown", "A selected site does not belong to the project"))?;
    let roles = item.after.iter().flat_map(|grant| grant.pairs(column::ROLE_ENVIRONMENT)).map(|pair| {
        let role = known.and_then(|known| known.project_role(&pair.role));
        json!({
            "roleId": pair.role,
            "environmentId": pair.environment,
            "studyId": ctx.study.id,
            "roleName": role.map_or(&pair.role, |role| &role.name),
        })
    });
    Ok(json!({
        "studyUrlId": common.study_url_id,
        "tenantId": common.tenant_id,
        "userList": common.user_list,
        "EmailList": common.email_list,
        "userRole": common.user_role,
        "userTypeId": common.user_type_id,
        "siteList": ids,
        "sites": sites,
        "userPowerRoleId": picks(column::MODULE_ROLES).next(),
        "userStudyRoles": roles.collect::<Vec<_>>(),
    }))
}
