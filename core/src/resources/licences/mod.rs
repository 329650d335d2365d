//! Licences: which tenant may use which trial system, and until when.

mod api;
mod listing;
mod model;
mod store;

#[cfg(test)]
mod tests;

use crate::kernel::resource::Reference;

pub use api::router;
pub use model::{Licence, LicenceStatus, LicensedSoftware, NewLicence};
pub use store::{create, get, software_of, standing};

/// What its records refer to.
pub const REFERENCES: &[Reference] =
    &[Reference::new("tenants", ("软件许可", "licences"), "SELECT 1 FROM licences WHERE tenant_id = $1 LIMIT 1")];
