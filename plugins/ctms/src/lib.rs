//! The authorisation panel of the CTMS system (web code 040, authorisation style 3).
//!
//! A grant is a project, its sites, a tenant role and a default project role. Roles are CTMS's own; projects and sites
//! are the platform's.

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
pub struct Ctms;

export_plugin!(Ctms, claims, initialise, survey);

/// Column keys.
mod column {
    pub const PROJECT: &str = "project";
    pub const SITES: &str = "sites";
    pub const TENANT_ROLE: &str = "tenantRole";
    pub const STUDY_ROLE: &str = "studyRole";
}

impl Panel for Ctms {
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

impl Provision for Ctms {
    fn apply(ctx: &Ctx, batch: &Batch) -> Result<Outcome, Fault> {
        apply::apply(ctx, batch)
    }
}

impl Claims for Ctms {
    fn project(ctx: &Ctx, _subject: &str, grants: &[Grant], _scopes: &[String]) -> Result<Vec<Claim>, Fault> {
        claims::project(ctx, grants)
    }
}

impl Initialise for Ctms {}

impl Survey for Ctms {
    fn survey(ctx: &Ctx, whom: &Whom) -> Result<Holdings, Fault> {
        survey::survey(ctx, whom)
    }
}
