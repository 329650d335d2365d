//! Roles: system roles (of a user) and tenant roles (of a membership), each with the menus of its permission set; an
//! administrator's role has everything in its scope.

mod api;
mod model;
mod service;
mod store;

#[cfg(test)]
mod tests;

pub use api::router;
pub use model::{NewRole, Role, RoleType};
pub use service::{before_giving, create, create_named, may_give, stronger_than_own};
pub use store::{RoleMenu, administrator, allowed, english, get, menus_of, named};
