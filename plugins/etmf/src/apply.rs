//! Provisioning by eTMF's `saveETMFProject`: a person's authorisation in a study is written as a whole.

use cardea_plugin_sdk::prelude::*;
use serde_json::{Value, json};

use crate::column;
use crate::listing::{Listing, sites_of};

pub fn apply(ctx: &Ctx, batch: &Batch) -> Result<Outcome, Fault> {
    let list = if batch.items.iter().any(|item| !item.after.is_empty()) {
        Some(remote::known_listing::<Listing>(ctx)?)
    } else {
        None
    };
    remote::save(ctx, batch, "saveETMFProject", |item| Ok(content(ctx, item, list.as_ref())))
}

fn content(ctx: &Ctx, item: &Item, list: Option<&Listing>) -> Result<Value, Message> {
    let common = remote::Common::of(ctx, item);
    let picks = |column| item.after.iter().flat_map(move |grant| grant.picks(column));
    let sites: Vec<&str> = item.after.iter().flat_map(|grant| sites_of(&ctx.study.code, grant)).collect();
    let all = list.is_some_and(|list| list.sites.iter().all(|site| sites.contains(&site.id.as_str())));
    let role = |id: &String| {
        let role = list
            .and_then(|list| list.study_roles().find(|role| role.id == *id))
            .ok_or_else(|| Message::new("studyRole.unknown", "The project role {id} does not exist").arg("id", id))?;
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
        "SiteList": sites,
        "allSite": all,
        "tenantRoleId": picks(column::TENANT_ROLE).next(),
        "userStudyRoles": roles,
    }))
}
