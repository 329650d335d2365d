//! Licences: which tenant may use which trial system, and until when.

mod api;
mod listing;
mod model;
mod store;

#[cfg(test)]
mod tests;

pub use api::router;
pub use model::{Licence, LicensedSoftware, NewLicence, Standing};
pub use store::{create, get, software_of, standing};
