//! Tenant domains: the addresses of a tenant's trial systems. And study bindings: the systems of each study, with the
//! addresses and the credential of their role and callback APIs.

mod binding;
mod change;
mod model;
mod store;

#[cfg(test)]
mod tests;

use crate::kernel::resource::Reference;

pub use binding::{NewStudyBinding, StudyBinding, bind, bindings, bound};
pub use change::{FollowDomain, remove, update};
pub use model::{NewTenantDomain, TenantDomain};
pub use store::{SEALED, create, credential, get, in_tenant, of_tenant, set_credential};

/// The references from domains and from study bindings to other records.
pub const REFERENCES: &[Reference] = &[
    Reference::new(
        "tenants",
        ("域名", "domains"),
        "SELECT 1 FROM tenant_domains WHERE deleted_at IS NULL AND tenant_id = $1 LIMIT 1",
    ),
    Reference::new(
        "studies",
        ("软件授权", "systems"),
        "SELECT 1 FROM study_software WHERE deleted_at IS NULL AND study_id = $1 LIMIT 1",
    ),
];
