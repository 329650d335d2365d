//! What operators fill in for the settings that a plugin declares: for every tenant, and for one tenant over that.
//!
//! The host gives the values to the guest and sends the secrets itself (`host/configured.rs`). They are read with each
//! call's context, so a change is in effect on every node at once. A secret is sealed, and never read back.

mod api;
mod model;
mod service;
mod store;

pub use api::router;
pub use store::{SEALED, of_platform, of_system};
