//! The columns and choices of the panel.

use cardea_plugin_sdk::prelude::*;

use crate::column;
use crate::listing::Listing;

pub fn definition() -> Definition {
    let label = |key: &str, fallback: &str| Message::new(format!("column.{key}"), fallback);
    let role = |key: &str, fallback: &str| {
        Column::new(key, Kind::ModuleRoles, label(key, fallback))
            .required()
            .depends_on(column::PROJECT)
            .when_missing(&format!("{key}.missing"))
    };
    let columns = vec![
        Column::new(column::PROJECT, Kind::Projects, label(column::PROJECT, "Project")).required().platform(),
        Column::new(column::SITES, Kind::Sites, label(column::SITES, "Sites"))
            .required()
            .multiple()
            .depends_on(column::PROJECT)
            .platform(),
        role(column::TENANT_ROLE, "Tenant role"),
        role(column::STUDY_ROLE, "Default project role"),
    ];
    // Only one row: a new choice replaces the earlier one.
    Definition { tabs: Vec::new(), columns, max_grants: 1 }
}

pub fn options(ctx: &Ctx, query: &Query) -> Result<Page, Fault> {
    if ![column::TENANT_ROLE, column::STUDY_ROLE].contains(&query.column.as_str()) {
        return Err(cardea_plugin_sdk::unknown_column(&query.column));
    }
    let list: Listing = remote::listing(ctx)?;
    let roles = if query.column == column::TENANT_ROLE { list.tenant_roles } else { list.study_roles };
    remote::page(roles.into_iter().map(|role| Choice::new(role.id, role.name)).collect(), query)
}
