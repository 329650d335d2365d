//! The columns and choices of the panel.

use cardea_plugin_sdk::prelude::*;

use crate::column;
use crate::listing::{Listing, Role};

pub fn definition() -> Definition {
    let label = |key: &str, fallback: &str| Message::new(format!("column.{key}"), fallback);
    let columns = vec![
        Column::new(column::PROJECT, Kind::Projects, label(column::PROJECT, "Project")).required().platform(),
        Column::new(column::SITES, Kind::Sites, label(column::SITES, "Sites"))
            .required()
            .multiple()
            .depends_on(column::PROJECT)
            .platform(),
        Column::new(column::MODULE_ROLES, Kind::ModuleRoles, label(column::MODULE_ROLES, "Module role"))
            .required()
            .depends_on(column::PROJECT),
        Column::new(
            column::ROLE_ENVIRONMENT,
            Kind::RoleEnvironment,
            label(column::ROLE_ENVIRONMENT, "Project role and environment"),
        )
        .required()
        .depends_on(column::PROJECT),
    ];
    // Only one row: a new choice replaces the earlier one.
    Definition { tabs: Vec::new(), columns, max_grants: 1 }
}

pub fn options(ctx: &Ctx, query: &Query) -> Result<Page, Fault> {
    if ![column::MODULE_ROLES, column::ENVIRONMENT, column::ROLE].contains(&query.column.as_str()) {
        return Err(cardea_plugin_sdk::unknown_column(&query.column));
    }
    let list = remote::listing::<Listing>(ctx)?.open(ctx);
    let choices = match query.column.as_str() {
        column::MODULE_ROLES => list.module_roles().map(|role| Choice::new(&role.id, &role.name)).collect(),
        column::ENVIRONMENT => list.environments.into_iter().map(|one| Choice::new(one.id, one.name)).collect(),
        _ => roles(&list, query),
    };
    remote::page(choices, query)
}

/// The roles of the picked environment; before one is picked, all roles, each with its environments.
fn roles(list: &Listing, query: &Query) -> Vec<Choice> {
    let environment = query.picked(column::ENVIRONMENT).next();
    let there = |role: &&Role| environment.is_none_or(|id| role.environments.iter().any(|other| other == id));
    let choice = |role: &Role| {
        let note = environment.is_none().then(|| {
            let environments = role.environments.join(", ");
            Message::new("role.environments", "In: {environments}").arg("environments", environments)
        });
        Choice { note, ..Choice::new(&role.id, &role.name) }
    };
    list.project_roles().filter(there).map(choice).collect()
}
