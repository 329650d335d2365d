//! Regions: countries, their provinces, and the cities of these. Ids of what the server brings along are codes
//! of ISO 3166, and of GB/T 2260 for cities of China.

mod api;
mod finding;
mod model;
mod seed;
mod service;
mod store;
mod usage;

#[cfg(test)]
mod tests;

pub use api::router;
pub use finding::Finder;
pub use model::{Area, AreaInput, Place, PlaceNames, ROOT};
pub use seed::seed;
pub use service::{Names, check, create, describe};
