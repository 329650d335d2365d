//! What RTSM holds of the people of a study, as the panel would have selected it.

use cardea_plugin_sdk::prelude::*;
use serde::Deserialize;

use crate::column;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Access {
    user_role_list: Vec<SubProject>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SubProject {
    project_id: String,
    role_id: Option<String>,
    site_list: Vec<String>,
    stock_house_list: Vec<String>,
    /// 1: not visible after unblinding; 0: visible.
    is_blind: u8,
}

pub fn survey(ctx: &Ctx, whom: &Whom) -> Result<Holdings, Fault> {
    remote::survey(ctx, whom, |access: Access| access.user_role_list.into_iter().map(|one| grant(ctx, one)).collect())
}

fn grant(ctx: &Ctx, one: SubProject) -> Grant {
    let picks = |column: &str, ids| (column.to_owned(), Cell::Picks(ids));
    let cells = vec![
        picks(column::PROJECT, vec![remote::study_url_id(ctx).to_owned()]),
        (column::IS_BLIND.to_owned(), Cell::Flag(one.is_blind != 0)),
        picks(column::ROLE, one.role_id.into_iter().collect()),
        picks(column::SITES, one.site_list),
        picks(column::STOCK_HOUSES, one.stock_house_list),
    ];
    Grant { tab: Some(one.project_id), cells }
}
