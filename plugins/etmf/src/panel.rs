//! The columns and choices of the panel.

use cardea_plugin_sdk::prelude::*;

use crate::column;
use crate::listing::{Listing, qualified};

pub fn definition() -> Definition {
    let label = |key: &str, fallback: &str| Message::new(format!("column.{key}"), fallback);
    let role = |key: &str, fallback: &str| {
        Column::new(key, Kind::ModuleRoles, label(key, fallback))
            .required()
            .depends_on(column::PROJECTS)
            .when_missing(&format!("{key}.missing"))
    };
    let columns = vec![
        Column::new(column::PROJECTS, Kind::Projects, label(column::PROJECTS, "Projects"))
            .required()
            .multiple()
            .platform(),
        Column::new(column::SITES, Kind::Sites, label(column::SITES, "Sites"))
            .required()
            .multiple()
            .depends_on(column::PROJECTS),
        role(column::TENANT_ROLE, "Tenant role"),
        role(column::STUDY_ROLE, "Default project role"),
    ];
    // Only one row: a new choice replaces the earlier one.
    Definition { tabs: Vec::new(), columns, max_grants: 1 }
}

/// The host asks for each selected project, and joins the answers.
pub fn options(ctx: &Ctx, query: &Query) -> Result<Page, Fault> {
    if ![column::SITES, column::TENANT_ROLE, column::STUDY_ROLE].contains(&query.column.as_str()) {
        return Err(cardea_plugin_sdk::unknown_column(&query.column));
    }
    let study = remote::study_code(ctx)?;
    let list: Listing = remote::listing(ctx)?;
    let choices = match query.column.as_str() {
        column::SITES => {
            let name = |site: &str, name: &str| Choice::new(qualified(study, site), format!("{study} · {name}"));
            list.sites.iter().map(|site| name(&site.id, &site.name)).collect()
        }
        column::TENANT_ROLE => list.tenant_roles().map(|role| Choice::new(&role.id, &role.name)).collect(),
        _ => list.study_roles().map(|role| Choice::new(&role.id, &role.name)).collect(),
    };
    remote::page(choices, query)
}
