//! Studies of a tenant. The specification's operations call a study a project.

mod model;
mod store;

use crate::kernel::resource::Reference;

pub use model::{NewStudy, Study};
pub use store::{create, get, walk};

/// The references from studies to other records.
pub const REFERENCES: &[Reference] = &[Reference::new(
    "tenants",
    ("项目", "studies"),
    "SELECT 1 FROM studies WHERE deleted_at IS NULL AND tenant_id = $1 LIMIT 1",
)];
