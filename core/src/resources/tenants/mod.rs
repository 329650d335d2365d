//! Tenants: the organisations whose studies and people are administered.

mod api;
mod model;
mod store;
mod usage;

#[cfg(test)]
mod tests;

pub use api::router;
pub use model::{Tenant, TenantInput};
pub use store::{choices, create, get, names};
