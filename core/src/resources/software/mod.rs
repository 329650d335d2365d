//! The catalogue of trial systems that people reach through this server.

mod model;
mod store;

pub use model::{AuthorizationStyle, NewSoftware, Software};
pub use store::{by_web_code, create, get, list};
