//! The authorisation panel of the RTSM system (web code 030, authorisation style 1).
//!
//! A study has sub-projects, one tab each. A grant is a sub-project with a role, sites and stock houses, and whether
//! what a person did not see stays hidden after unblinding. All of these are RTSM's own.

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
pub struct Rtsm;

export_plugin!(Rtsm, claims, initialise, survey);

/// Column keys.
mod column {
    pub const PROJECT: &str = "project";
    pub const SUB_PROJECT: &str = "subProject";
    pub const IS_BLIND: &str = "isBlind";
    pub const ROLE: &str = "role";
    pub const SITES: &str = "sites";
    pub const STOCK_HOUSES: &str = "stockHouses";
}

impl Panel for Rtsm {
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

impl Provision for Rtsm {
    fn apply(ctx: &Ctx, batch: &Batch) -> Result<Outcome, Fault> {
        apply::apply(ctx, batch)
    }
}

impl Claims for Rtsm {
    fn project(ctx: &Ctx, _subject: &str, grants: &[Grant], _scopes: &[String]) -> Result<Vec<Claim>, Fault> {
        claims::project(ctx, grants)
    }
}

impl Initialise for Rtsm {}

impl Survey for Rtsm {
    fn survey(ctx: &Ctx, whom: &Whom) -> Result<Holdings, Fault> {
        survey::survey(ctx, whom)
    }
}
