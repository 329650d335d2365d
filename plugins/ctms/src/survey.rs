//! What CTMS holds of the people of a study, as the panel would have selected it.

use cardea_plugin_sdk::prelude::*;
use serde::Deserialize;

use crate::column;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Access {
    site_list: Vec<String>,
    tenant_role_id: Option<String>,
    user_study_roles: Vec<StudyRole>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct StudyRole {
    role_id: String,
}

pub fn survey(ctx: &Ctx, whom: &Whom) -> Result<Holdings, Fault> {
    remote::survey(ctx, whom, |access: Access| vec![grant(ctx, access)])
}

fn grant(ctx: &Ctx, access: Access) -> Grant {
    let picks = |column: &str, ids| (column.to_owned(), Cell::Picks(ids));
    let cells = vec![
        picks(column::PROJECT, vec![remote::study_url_id(ctx).to_owned()]),
        picks(column::SITES, access.site_list.iter().map(|code| ctx.site_id(code)).collect()),
        picks(column::TENANT_ROLE, access.tenant_role_id.into_iter().collect()),
        picks(column::STUDY_ROLE, access.user_study_roles.into_iter().map(|role| role.role_id).collect()),
    ];
    Grant { tab: None, cells }
}
