//! Cardea: identity server and account centre for clinical-trial platforms.

// Tests share one support file with the journeys; in it the crate goes by its outside name.
#[cfg(test)]
extern crate self as cardea;

pub mod account;
pub mod adapters;
pub mod app;
#[cfg(test)]
mod architecture;
pub mod audit;
pub mod authentication;
pub mod authorisation;
pub mod cli;
pub mod config;
pub mod ctms;
pub mod federation;
pub mod files;
pub mod invitations;
pub mod jobs;
pub mod kernel;
pub mod notify;
pub mod preauthorisation;
pub mod provider;
pub mod reports;
pub mod resources;
pub mod signing;
pub mod web;

pub use cardea_host as host;

#[cfg(test)]
#[allow(dead_code, reason = "tests of attacks use it")]
#[path = "../tests/support/attack.rs"]
mod attack;
#[cfg(test)]
#[path = "../tests/support/authority.rs"]
mod authority;
#[cfg(test)]
#[path = "../tests/support/bombs.rs"]
mod bombs;
#[cfg(test)]
#[path = "../tests/support/contract.rs"]
mod contract;
#[cfg(test)]
#[path = "../tests/support/db.rs"]
mod testing;
