//! Regions: countries, their provinces, and the cities of these. Ids of what the server brings along are codes
//! of ISO 3166, and of GB/T 2260 for cities of China.

mod api;
mod finding;
mod model;
mod seed;
mod service;
mod store;

#[cfg(test)]
mod tests;

use crate::kernel::resource::Reference;

pub use api::router;
pub use finding::Finder;
pub use model::{Area, AreaInput, Place, PlaceNames, ROOT};
pub use seed::seed;
pub use service::{Names, check, create, describe};

/// What its records refer to.
pub const REFERENCES: &[Reference] = &[Reference {
    to: "areas",
    holders: ("下级区域", "regions in it"),
    sql: "SELECT 1 FROM areas WHERE deleted_at IS NULL AND parent_id = $1 LIMIT 1",
}];
