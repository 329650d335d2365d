//! The columns and choices of the panel.

use cardea_plugin_sdk::prelude::*;

use crate::column;
use crate::listing::{self, Listing};

/// The most sub-projects of one authorisation.
const MAX_SUB_PROJECTS: u32 = 100;

pub fn definition() -> Definition {
    let label = |key: &str, fallback: &str| Message::new(format!("column.{key}"), fallback);
    let columns = vec![
        Column::new(column::PROJECT, Kind::Projects, label(column::PROJECT, "Project")).required().platform(),
        Column::new(column::SUB_PROJECT, Kind::Projects, label(column::SUB_PROJECT, "Sub-project"))
            .depends_on(column::PROJECT)
            .tabs()
            .when_missing("selection.missing"),
        // Hidden unless somebody decides otherwise: what was seen cannot be unseen.
        Column::new(column::IS_BLIND, Kind::Flag, label(column::IS_BLIND, "Visibility after unblinding"))
            .named("isBlind.hidden", "isBlind.visible")
            .hint("default", "true"),
        Column::new(column::ROLE, Kind::ModuleRoles, label(column::ROLE, "Role")).depends_on(column::SUB_PROJECT),
        Column::new(column::SITES, Kind::Sites, label(column::SITES, "Sites"))
            .multiple()
            .depends_on(column::SUB_PROJECT),
        Column::new(column::STOCK_HOUSES, Kind::StockHouses, label(column::STOCK_HOUSES, "Stock houses"))
            .multiple()
            .depends_on(column::SUB_PROJECT),
    ];
    Definition { tabs: Vec::new(), columns, max_grants: MAX_SUB_PROJECTS }
}

pub fn options(ctx: &Ctx, query: &Query) -> Result<Page, Fault> {
    let known = [column::SUB_PROJECT, column::ROLE, column::SITES, column::STOCK_HOUSES];
    if !known.contains(&query.column.as_str()) {
        return Err(cardea_plugin_sdk::unknown_column(&query.column));
    }
    let list: Listing = remote::listing(ctx)?;
    if query.column == column::SUB_PROJECT {
        let tabs = list.sub_projects.into_iter().map(|one| Choice::new(one.project_id, one.project_name));
        return remote::page(tabs.collect(), query);
    }
    let tab = query.tab.as_deref().unwrap_or_default();
    let choices = list.sub_project(tab).map(|one| match query.column.as_str() {
        column::ROLE => listing::choices(&one.roles),
        column::SITES => listing::choices(&one.sites),
        _ => listing::choices(&one.stock_houses),
    });
    remote::page(choices.unwrap_or_default(), query)
}
