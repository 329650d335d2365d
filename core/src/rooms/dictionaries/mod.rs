//! Dictionaries: categories, and the items that forms let one choose from. An item belongs to one tenant or,
//! with tenant `0`, to all.

mod api;
mod model;
mod seed;
mod store;

#[cfg(test)]
mod tests;

pub use api::router;
pub use model::{Category, Item};
pub use seed::seed;
pub use store::{choices, exists, names};
