//! Licences: the trial systems that a tenant may use, and until when.

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

/// The references from licences to other records.
pub const REFERENCES: &[Reference] =
    &[Reference::new("tenants", ("软件许可", "licences"), "SELECT 1 FROM licences WHERE tenant_id = $1 LIMIT 1")];
