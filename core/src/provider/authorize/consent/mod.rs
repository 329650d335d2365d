//! Consent: the grants that a person agreed to give a client, which the person can see and withdraw.
//!
//! The operator's own clients (`cardea_consent` `never`) need no consent: their users were authorised into them.
//! Other clients need it once, until they ask for more than was agreed to, or every time. The agreement is stored in
//! either case, so that people can see and withdraw it.

pub mod api;
mod model;
mod service;
mod store;

pub use api::ClientShown;
pub use model::{Access, Agreement};
pub use service::covering;
pub use store::used;
