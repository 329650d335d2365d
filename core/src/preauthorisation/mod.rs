//! Pre-authorisations: somebody is offered an authorisation in a trial system by e-mail, and has it once they accept.
//!
//! A pre-authorisation keeps the selection as the panel's plugin validated it, for an account or an address. The trial
//! system is told nothing of it. Its person accepts it in the portal, or by registering through its link, which is a
//! key of an invitation into the tenant ([`crate::invitations`]); then it becomes an ordinary batch of authorisations,
//! on behalf of the administrator who sent it, who must still be allowed to. What stands against it at that moment, such
//! as a full licence, keeps it waiting, and is shown to both. It ends by being accepted, by withdrawal, or in time.
//!
//! The key of its link is made from the server's secret, so that a reminder can name it again; the row has a hash.

mod accepting;
mod again;
mod api;
mod checks;
mod due;
mod ending;
mod history;
mod history_api;
mod joining;
mod links;
mod model;
mod own;
mod routes;
mod sending;
mod state;
mod store;

use crate::kernel::resource::Reference;

pub use due::run_due;
pub use routes::{admin_router, router};
pub use state::Preauthorisations;

/// The references from what waits to other records.
pub const REFERENCES: &[Reference] = &[
    Reference::new(
        "studies",
        ("未接受的预授权", "open pre-authorisations"),
        "SELECT 1 FROM preauthorisation_studies WHERE study_id = $1 LIMIT 1",
    ),
    Reference::new(
        "study_software",
        ("未接受的预授权", "open pre-authorisations"),
        "SELECT 1 FROM preauthorisation_studies WHERE study_software_id = $1 LIMIT 1",
    ),
    Reference::new(
        "tenants",
        ("未接受的预授权", "open pre-authorisations"),
        "SELECT 1 FROM preauthorisations WHERE tenant_id = $1 AND state = 'waiting' LIMIT 1",
    ),
];
