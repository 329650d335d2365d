//! The catalogue of trial systems that people reach through this server (study and platform administration, section
//! 2.10).

mod api;
mod model;
mod service;
mod store;

#[cfg(test)]
mod tests;

pub use api::router;
pub use model::{AuthorizationStyle, Software, SoftwareInput};
pub use service::{create, get};
pub use store::{SEALED, by_web_code, list};
