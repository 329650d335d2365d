//! The columns and choices of the panel.

use cardea_plugin_sdk::prelude::*;

use crate::role_api::{self, Listing};
use crate::{column, study_code};

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
    let listing = Listing { study: study_code(ctx)?, locale: &ctx.locale };
    match query.column.as_str() {
        column::MODULE_ROLES => named(listing.module_roles(&query.search, query.cursor.as_deref())?),
        column::ENVIRONMENT => named(listing.environments(&query.search, query.cursor.as_deref())?),
        column::ROLE => roles(&listing, query),
        other => {
            let message = Message::new("sdk.column.unknown", "There are no options for {column}.");
            Err(Fault::Rejected(message.arg("column", other)))
        }
    }
}

#[allow(clippy::unnecessary_wraps, reason = "the arms of one match")]
fn named(list: role_api::List<role_api::Named>) -> Result<Page, Fault> {
    let choices = list.items.into_iter().map(|item| Choice::new(item.id, item.name)).collect();
    Ok(Page { choices, next: list.next })
}

/// The roles of the picked environment; before one is picked, all roles, each with its environments.
fn roles(listing: &Listing, query: &Query) -> Result<Page, Fault> {
    let environment = query.picked(column::ENVIRONMENT).next();
    let list = listing.roles(&query.search, environment, query.cursor.as_deref())?;
    let choice = |role: role_api::Role| {
        let note = environment.is_none().then(|| {
            let environments = role.environments.join(", ");
            Message::new("role.environments", "In: {environments}").arg("environments", environments)
        });
        Choice { note, ..Choice::new(role.id, role.name) }
    };
    Ok(Page { choices: list.items.into_iter().map(choice).collect(), next: list.next })
}
