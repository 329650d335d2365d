//! Provisioning by CTMS's `saveCTMSProject`: a person's authorisation in a study is written as a whole.

use cardea_plugin_sdk::prelude::*;
use serde_json::{Value, json};

use crate::column;
use crate::listing::{Listing, find};

pub fn apply(ctx: &Ctx, batch: &Batch) -> Result<Outcome, Fault> {
    let list = if batch.items.iter().any(|item| !item.after.is_empty()) {
        Some(remote::known_listing::<Listing>(ctx)?)
    } else {
        None
    };
    remote::save(ctx, batch, "saveCTMSProject", |item| Ok(content(ctx, item, list.as_ref())))
}

fn content(ctx: &Ctx, item: &Item, list: Option<&Listing>) -> Result<Value, Message> {
    let common = remote::Common::of(ctx, item);
    let picks = |column| item.after.iter().flat_map(move |grant| grant.picks(column)).cloned();
    let ids: Vec<String> = picks(column::SITES).collect();
    let sites = remote::sites(ctx, &ids)
        .ok_or_else(|| Message::new("sites.unknown", "A selected site does not belong to the project"))?;
    let role = |id: String| {
        let role = list
            .and_then(|list| find(&list.study_roles, &id))
            .ok_or_else(|| Message::new("studyRole.unknown", "The project role {id} does not exist").arg("id", &id))?;
        Ok(json!({
            "environmentId": role.environment_id,
            "roleId": role.id,
            "roleName": role.name,
            "studyId": ctx.study.id,
        }))
    };
    let roles = picks(column::STUDY_ROLE).map(role).collect::<Result<Vec<Value>, Message>>()?;
    Ok(json!({
        "TenantId": common.tenant_id,
        "UserList": common.user_list,
        "EmailList": common.email_list,
        "UserRole": common.user_role,
        "UserTypeId": common.user_type_id,
        "SiteList": ids,
        "sites": sites,
        "allSite": ctx.site_count() == Some(ids.len()),
        "tenantRoleId": picks(column::TENANT_ROLE).next(),
        "studyRoleId": picks(column::STUDY_ROLE).next(),
        "userStudyRoles": roles,
    }))
}
