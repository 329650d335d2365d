//! Menus: the entries of the side bar, and the elements of a role's permission set. Two levels: groups, and items whose
//! url is a route of the router table (study administration, sections 2 and 3).

mod model;
mod seed;
mod store;

#[cfg(test)]
mod tests;

pub use model::{Menu, MenuAct, MenuItem, ROOT, ResourceType};
pub use seed::seed;
pub use store::{id_of, list, tree};
