//! The authorisation panel of the eTMF system (web code 070, authorisation style 4).
//!
//! A grant is any number of projects, their sites, a tenant role and a default project role. Projects are the
//! platform's; sites and roles are eTMF's own, from one call. As a selection spans projects, a site is named with the
//! code of its project: `HK-101:S01`.

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
pub struct Etmf;

export_plugin!(Etmf, claims, initialise, survey);

/// Column keys.
mod column {
    pub const PROJECTS: &str = "projects";
    pub const SITES: &str = "sites";
    pub const TENANT_ROLE: &str = "tenantRole";
    pub const STUDY_ROLE: &str = "studyRole";
}

impl Panel for Etmf {
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

impl Provision for Etmf {
    fn apply(ctx: &Ctx, batch: &Batch) -> Result<Outcome, Fault> {
        apply::apply(ctx, batch)
    }
}

impl Claims for Etmf {
    fn project(ctx: &Ctx, _subject: &str, grants: &[Grant], _scopes: &[String]) -> Result<Vec<Claim>, Fault> {
        claims::project(ctx, grants)
    }
}

impl Initialise for Etmf {}

impl Survey for Etmf {
    fn survey(ctx: &Ctx, whom: &Whom) -> Result<Holdings, Fault> {
        survey::survey(ctx, whom)
    }
}
