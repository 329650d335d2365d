//! Authorising people into trial systems, through each system's panel.
//!
//! The panel belongs to a plugin ([`crate::host`]); its answers become grants here. A request is stored with its
//! people and answered at once; the runner executes it, chunk by chunk, and writes each person's result in the same
//! transaction as their grant. If a node dies meanwhile, the batch's lease expires, and any node continues it:
//! `apply` is idempotent on (batch id, item id).
//!
//! Every change of a grant is a row of the ledger ([`ledger`]), which says who had what at any moment.
//!
//! The claims of a study are computed when the grant is saved and only read at sign-in, so a failing plugin never
//! prevents a sign-in.

mod activation;
mod allowed;
mod api;
mod batches;
mod blinding;
mod calls;
mod carrying;
mod changes;
mod choices;
mod chooser;
mod claims;
mod configuration;
mod conflicts;
mod context;
mod drift;
mod error;
mod failures;
mod initialising;
mod installed;
mod kept;
mod ledger;
mod listing;
mod managed;
mod model;
mod numbers;
mod of_person;
mod orders;
mod plugins;
mod publishers;
mod reading;
mod results;
mod revocation;
mod routes;
mod runner;
mod screening;
mod selection;
mod service;
mod shown;
pub mod standing;
mod store;
mod telling;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use crate::host::PluginHost;
use crate::kernel::Kernel;
use crate::kernel::resource::Reference;

pub use calls::{Launch, Place, router as documented_router};
pub use chooser::may_open;
#[cfg(test)]
pub use claims::trial_claims;
pub use claims::{CLAIM_ROWS, read_trial_claims, trial_claims_column};
pub use configuration::SEALED;
pub use error::InstallError;
pub use installed::{Change, Installed, follow, install, load_all, roll_back};
pub use kept::{NamedPick, keep};
pub use ledger::{Histories, router as ledger_router, verify as verify_held};
pub use model::Accepted;
pub use numbers::{any_grant, installed_systems};
pub use orders::{
    BLINDING, Choice, Chosen, Obstacle, Order, Refusal, candidates, ended, is_blinding_conflict, order, preauthorisable,
};
pub use publishers::{Enrolment, InstalledPlugin, enrol, installed_plugin, revision, revoke as revoke_publisher};
pub use revocation::{EndTokens, Followed};
pub use routes::router;
pub use runner::run_due;
pub use store::Candidate;

/// The references of this module's records.
pub const REFERENCES: &[Reference] = &[
    Reference::new(
        "dictionary_items",
        ("用户授权", "authorisations"),
        "SELECT 1 FROM grants WHERE revoked_at IS NULL AND user_type_id = $1 LIMIT 1",
    ),
    Reference::new(
        "studies",
        ("用户授权", "authorisations"),
        "SELECT 1 FROM study_software b JOIN grants g ON g.study_software_id = b.id WHERE b.study_id = $1 \
         AND g.revoked_at IS NULL LIMIT 1",
    ),
    // What was selected is the panel's; the id of a site is a text somewhere in it. First what is being carried out.
    Reference::new(
        "study_sites",
        ("用户授权", "authorisations"),
        "SELECT 1 FROM authorisation_batches WHERE state IN ('queued', 'running') \
         AND CAST(selection AS TEXT) LIKE '%\"' || $1 || '\"%' LIMIT 1",
    ),
    Reference::new(
        "study_sites",
        ("用户授权", "authorisations"),
        "SELECT 1 FROM study_sites s JOIN study_software b ON b.study_id = s.study_id JOIN grants g \
         ON g.study_software_id = b.id WHERE s.id = $1 AND g.revoked_at IS NULL \
         AND CAST(g.selection AS TEXT) LIKE '%\"' || $1 || '\"%' LIMIT 1",
    ),
    Reference::new(
        "software",
        ("插件", "a plugin"),
        "SELECT 1 FROM plugins p JOIN software s ON s.web_code = p.web_code WHERE s.id = $1 AND p.state = 'active' \
         LIMIT 1",
    ),
    Reference::new(
        "study_software",
        ("用户授权", "authorisations"),
        "SELECT 1 FROM grants WHERE revoked_at IS NULL AND study_software_id = $1 LIMIT 1",
    ),
];

/// The module's state. Cheap to clone.
#[derive(Clone)]
pub struct Authorisation {
    pub(crate) kernel: Kernel,
    pub(crate) host: PluginHost,
    tokens: Arc<dyn EndTokens>,
}

impl Authorisation {
    /// With the host that runs the panels; `tokens` ends the tokens of people who are no longer authorised.
    #[must_use]
    pub fn new(kernel: Kernel, host: PluginHost, tokens: Arc<dyn EndTokens>) -> Self {
        Self { kernel, host, tokens }
    }
}

impl axum::extract::FromRef<Authorisation> for Kernel {
    fn from_ref(authorisation: &Authorisation) -> Self {
        authorisation.kernel.clone()
    }
}
