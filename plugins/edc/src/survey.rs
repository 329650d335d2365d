//! What EDC holds of the people of a study, as the panel would have selected it.

use cardea_plugin_sdk::prelude::*;
use serde::Deserialize;

use crate::column;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Access {
    /// Codes.
    site_list: Vec<String>,
    user_power_role_id: Option<String>,
    user_study_roles: Vec<StudyRole>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct StudyRole {
    role_id: String,
    environment_id: String,
}

pub fn survey(ctx: &Ctx, whom: &Whom) -> Result<Holdings, Fault> {
    remote::survey(ctx, whom, |access: Access| vec![grant(ctx, access)])
}

fn grant(ctx: &Ctx, access: Access) -> Grant {
    let sites = access.site_list.iter().map(|code| ctx.site_id(code)).collect();
    let pair = |role: StudyRole| Pair { role: role.role_id, environment: role.environment_id };
    let pairs = access.user_study_roles.into_iter().map(pair).collect();
    let picks = |column: &str, ids| (column.to_owned(), Cell::Picks(ids));
    let cells = vec![
        picks(column::PROJECT, vec![remote::study_url_id(ctx).to_owned()]),
        picks(column::SITES, sites),
        picks(column::MODULE_ROLES, access.user_power_role_id.into_iter().collect()),
        (column::ROLE_ENVIRONMENT.to_owned(), Cell::Pairs(pairs)),
    ];
    Grant { tab: None, cells }
}
