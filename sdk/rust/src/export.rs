//! Connects the generated exports to the traits.

use std::marker::PhantomData;

use crate::bindings::claims_part::exports::cardea::panel::claims::Guest as ClaimsGuest;
use crate::bindings::initialise_part::exports::cardea::panel::initialise::Guest as InitialiseGuest;
use crate::bindings::panel_plugin::exports::cardea::panel::panel::Guest as PanelGuest;
use crate::bindings::panel_plugin::exports::cardea::panel::provision::Guest as ProvisionGuest;
use crate::bindings::survey_part::exports::cardea::panel::survey::Guest as SurveyGuest;
use crate::{
    Batch, Claim, Claims, Ctx, Definition, Fault, Grant, Holdings, Initialise, Issue, Outcome, Page, Panel, Provision,
    Query, Survey, Tenant, Whom, log,
};

/// Implements the component's exports for a plugin.
pub struct Exported<T>(PhantomData<T>);

impl<T: Panel> PanelGuest for Exported<T> {
    fn describe(ctx: Ctx) -> Result<Definition, Fault> {
        log::report_panics();
        T::describe(&ctx)
    }

    fn options(ctx: Ctx, query: Query) -> Result<Page, Fault> {
        log::report_panics();
        T::options(&ctx, &query)
    }

    fn validate(ctx: Ctx, grants: Vec<Grant>) -> Result<Vec<Issue>, Fault> {
        log::report_panics();
        T::validate(&ctx, &grants)
    }
}

impl<T: Provision> ProvisionGuest for Exported<T> {
    fn apply(ctx: Ctx, batch: Batch) -> Result<Outcome, Fault> {
        log::report_panics();
        T::apply(&ctx, &batch)
    }
}

impl<T: Claims> ClaimsGuest for Exported<T> {
    fn project(ctx: Ctx, subject: String, grants: Vec<Grant>, scopes: Vec<String>) -> Result<Vec<Claim>, Fault> {
        log::report_panics();
        T::project(&ctx, &subject, &grants, &scopes)
    }
}

impl<T: Initialise> InitialiseGuest for Exported<T> {
    fn initialise(ctx: Ctx, tenant: Tenant, key: String) -> Result<(), Fault> {
        log::report_panics();
        T::initialise(&ctx, &tenant, &key)
    }
}

impl<T: Survey> SurveyGuest for Exported<T> {
    fn survey(ctx: Ctx, whom: Whom) -> Result<Holdings, Fault> {
        log::report_panics();
        T::survey(&ctx, &whom)
    }
}
