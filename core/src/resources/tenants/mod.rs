//! Tenants: the organisations whose studies and people are administered.

mod api;
mod model;
mod store;

#[cfg(test)]
mod tests;

use crate::kernel::resource::Reference;

pub use api::router;
pub use model::{Tenant, TenantInput};
pub use store::{choices, create, get, names};

/// What its records refer to.
pub const REFERENCES: &[Reference] = &[
    Reference {
        to: "areas",
        holders: ("租户", "tenants"),
        sql: "SELECT 1 FROM tenants WHERE deleted_at IS NULL AND (country_id = $1 OR province_id = \
             $1 OR city_id = $1) LIMIT 1",
    },
    Reference {
        to: "dictionary_items",
        holders: ("租户", "tenants"),
        sql: "SELECT 1 FROM tenants WHERE deleted_at IS NULL AND category_id = $1 LIMIT 1",
    },
];
