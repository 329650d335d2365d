//! The authorisation panel of the EDC system (web code 020, authorisation style 2).
//!
//! A grant is a project, its sites, a module role, and a project role in an environment. Roles,
//! module roles and environments are EDC's own; projects and sites are the platform's.

mod apply;
mod claims;
mod listing;
mod panel;
mod survey;
#[cfg(test)]
mod tests;
mod validate;

use cardea_plugin_sdk::prelude::*;

/// The plugin.
#[derive(Debug)]
pub struct Edc;

export_plugin!(Edc, claims, initialise, survey);

/// Column keys.
mod column {
    pub const PROJECT: &str = "project";
    pub const SITES: &str = "sites";
    pub const MODULE_ROLES: &str = "moduleRoles";
    pub const ROLE_ENVIRONMENT: &str = "roleEnvironment";
    pub const ROLE: &str = "roleEnvironment.role";
    pub const ENVIRONMENT: &str = "roleEnvironment.environment";
}

impl Panel for Edc {
    fn describe(_: &Ctx) -> Result<Definition, Fault> {
        Ok(panel::definition())
    }

    fn options(ctx: &Ctx, query: &Query) -> Result<Page, Fault> {
        panel::options(ctx, query)
    }

    fn validate(ctx: &Ctx, grants: &[Grant]) -> Result<Vec<Issue>, Fault> {
        validate::validate(ctx, grants)
    }
}

impl Provision for Edc {
    fn apply(ctx: &Ctx, batch: &Batch) -> Result<Outcome, Fault> {
        apply::apply(ctx, batch)
    }
}

impl Claims for Edc {
    fn project(ctx: &Ctx, _subject: &str, grants: &[Grant], _scopes: &[String]) -> Result<Vec<Claim>, Fault> {
        claims::project(ctx, grants)
    }
}

impl Initialise for Edc {}

impl Survey for Edc {
    fn survey(ctx: &Ctx, whom: &Whom) -> Result<Holdings, Fault> {
        survey::survey(ctx, whom)
    }
}
