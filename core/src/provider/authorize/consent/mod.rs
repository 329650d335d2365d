//! Consent: what a person agreed to give a client, shown to them and withdrawn when they say so.
//!
//! Clients of the operator's own (`cardea_consent` `never`) are not asked about: whom they serve was authorised
//! into them. The others are asked about once, until they want more than was agreed to, or every time. An
//! agreement is kept in any case, so that people can see and withdraw it.

pub mod api;
mod model;
mod service;
mod store;

pub use api::ClientShown;
pub use model::Access;
pub use service::{covers, take};
