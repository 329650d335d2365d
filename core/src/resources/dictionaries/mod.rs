//! Dictionaries: categories, and the items that forms let one choose from. An item belongs to one tenant or,
//! with tenant `0`, to all.

mod api;
mod content;
mod model;
mod seed;
mod service;
mod store;

#[cfg(test)]
mod tests;

use crate::kernel::resource::Reference;

pub use api::router;
pub use model::{Category, Item, ItemInput};
pub use seed::seed;
pub use service::create;
pub use store::{choices, exists, named, names};

/// What its records refer to.
pub const REFERENCES: &[Reference] = &[
    Reference::new(
        "dictionary_items",
        ("子项", "items below it"),
        "SELECT 1 FROM dictionary_items WHERE deleted_at IS NULL AND parent_id = $1 LIMIT 1",
    ),
    Reference::new(
        "tenants",
        ("自有字典项", "dictionary items of its own"),
        // By category first, as the index has them.
        "SELECT 1 FROM dictionary_items WHERE deleted_at IS NULL AND tenant_id = $1 AND \
             category_id IN (SELECT id FROM dictionary_categories) LIMIT 1",
    ),
];
