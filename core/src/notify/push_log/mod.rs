//! The SMS log and the e-mail log: what was sent to whom, what came of each attempt, and sending again (study and
//! platform administration, section 2.14).

mod api;
mod filter;
mod model;
mod store;

pub use api::router;
