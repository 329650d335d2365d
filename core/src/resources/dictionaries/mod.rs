//! Dictionaries: categories, and their items, which forms offer as choices. An item belongs to one tenant or, with
//! tenant `0`, to all.

mod api;
mod content;
mod model;
mod seed;
mod service;
mod store;

#[cfg(test)]
mod tests;

pub use api::router;
pub use model::{Category, Item, ItemInput};
pub use seed::seed;
pub use service::create;
pub use store::{Field, check, choices, exists, kept, named, names};
