//! Roles: system roles (of a user) and tenant roles (of a membership), each with the menus of its permission set; an
//! administrator's role has everything in its scope.

mod api;
mod giving;
mod model;
mod seed;
mod service;
mod store;

#[cfg(test)]
mod tests;

pub use api::router;
pub use giving::{MenuIdle, RoleIdle, RoleMenu, giving, menus_of};
pub use model::{Administrators, NewRole, Role, RoleState, RoleType};
pub use seed::{PLATFORM_ADMINISTRATOR, PLATFORM_SUPPORT, STUDY_MEMBER, TENANT_ADMINISTRATOR, seed};
pub use service::{WithoutMenu, before_giving, create, create_as, create_named, give, may_give, stronger_than_own};
pub use store::{administrator, allowed, called, english, get, named};
