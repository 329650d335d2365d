//! Licences: which tenant may use which trial system, and until when.

mod model;
mod store;

pub use model::{Licence, LicensedSoftware, NewLicence, Standing};
pub use store::{create, get, software_of, standing};
