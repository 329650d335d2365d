//! Menus: the entries of the side bar, and the elements of a role's permission set. Two levels: groups, and items whose
//! url is a route of the router table (study administration, sections 2 and 3).

mod model;
mod seed;
mod service;
mod store;

#[cfg(test)]
mod tests;

pub use model::{LeaveRoles, Menu, MenuAct, MenuItem, MenuState, MenuStatus, ROOT, ResourceType};
pub use seed::seed;
pub use store::{all, list, tree};
