//! Studies of a tenant. The specification's operations call a study a project.

mod model;
mod service;
mod store;

#[cfg(test)]
mod tests;

pub use model::{NewStudy, Study, StudyInput};
pub use service::{create, make};
pub use store::{by_code, get, walk};
