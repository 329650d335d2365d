//! The traits of a plugin. The functions have no `self`: an instance lives for one call.

use crate::{
    Batch, Claim, Ctx, Definition, Fault, Grant, Holdings, Issue, Message, Outcome, Page, Query, Success, Tenant, Whom,
    remote,
};

/// The panel: the columns and choices for an administrator.
pub trait Panel {
    /// Declares tabs and columns. Called when the plugin is loaded and whenever the panel opens;
    /// it must not depend on the trial system.
    ///
    /// # Errors
    /// [`Fault::BadConfig`] when the study's settings do not allow a panel.
    fn describe(ctx: &Ctx) -> Result<Definition, Fault>;

    /// Offers the choices of a column, one page at a time. Never called for columns of the platform.
    ///
    /// # Errors
    /// [`Fault::Downstream`] when the trial system does not answer properly. The default returns [`Fault::Rejected`]
    /// for every column.
    fn options(ctx: &Ctx, query: &Query) -> Result<Page, Fault> {
        let _ = ctx;
        Err(unknown_column(&query.column))
    }

    /// Reports missing and contradictory values. An empty list means that the grants can be saved.
    ///
    /// # Errors
    /// As [`Panel::options`]. The default finds no issues.
    fn validate(ctx: &Ctx, grants: &[Grant]) -> Result<Vec<Issue>, Fault> {
        let _ = (ctx, grants);
        Ok(Vec::new())
    }
}

/// Provisioning: transfers grants to the trial system.
pub trait Provision {
    /// Provisions one bounded chunk of users. Must be idempotent on (batch id, item id), and answer each item exactly
    /// once.
    ///
    /// # Errors
    /// Only when no item can be processed at all. By default every item succeeds: the system learns its users from
    /// their tokens.
    fn apply(ctx: &Ctx, batch: &Batch) -> Result<Outcome, Fault> {
        let _ = ctx;
        let succeeded =
            batch.items.iter().map(|item| Success { item_id: item.item_id.clone(), external_ref: None }).collect();
        Ok(Outcome { succeeded, failed: Vec::new() })
    }
}

/// Claims: the trial system's claims in a user's ID token and userinfo.
pub trait Claims {
    /// Projects grants to claims. Pure: [`crate::http`] and [`crate::cache`] are denied here.
    ///
    /// # Errors
    /// Never stops a sign-in: the host keeps the claims it had.
    fn project(ctx: &Ctx, subject: &str, grants: &[Grant], scopes: &[String]) -> Result<Vec<Claim>, Fault>;
}

/// Initialising: prepares the trial system for a tenant whose domain was connected.
pub trait Initialise {
    /// Prepares the system for the tenant. Must be idempotent on `key`: a call that is repeated with the same key does
    /// nothing more. The call is about no study; [`crate::http::Endpoint::CallbackApi`] is the domain's service address.
    ///
    /// # Errors
    /// [`Fault::Rejected`] and [`Fault::BadConfig`] say that nothing was done; any other fault leaves it unknown. The
    /// default calls `initSoftware` ([`remote::init_software`]).
    fn initialise(ctx: &Ctx, tenant: &Tenant, key: &str) -> Result<(), Fault> {
        remote::init_software(ctx, tenant, key)
    }
}

/// Surveying: says what the trial system holds of a study's people, so that it can be compared with what was granted.
pub trait Survey {
    /// The people of the study, each with the selections that would make what they have: these people, or everybody,
    /// page by page. Whoever has nothing in the study is left out. `site.<id>.code` is there for every site of the study
    /// ([`crate::CtxExt::site_id`]).
    ///
    /// # Errors
    /// When the trial system does not say.
    fn survey(ctx: &Ctx, whom: &Whom) -> Result<Holdings, Fault>;
}

/// The fault for options of a column that has none.
pub fn unknown_column(column: &str) -> Fault {
    let message = Message::new("sdk.column.unknown", "There are no options for {column}.");
    Fault::Rejected(message.arg("column", column))
}
