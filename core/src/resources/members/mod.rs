//! Members: the people of a tenant, each with their tenant role. In the specification: tenant users.

mod api;
mod belonging;
mod department_store;
mod departments;
mod hold;
mod import;
mod model;
pub mod numbers;
mod service;
mod standing;
mod store;

#[cfg(test)]
mod tests;

pub use api::router;
pub use belonging::{FACTORS_REQUIRED, MemberTenant, tenant_of};
pub use departments::REFERENCES;
pub use hold::{hold, wait_for};
pub use model::{Enabled, Member, NewMembers};
pub use standing::{Idle, JOIN, JOINED, Joined, Membership, every_of_user, of_user};
pub use store::{add, administrators, by_users, get};
