//! Regions: countries, their provinces, and the cities of these. Ids of what the server brings along are codes
//! of ISO 3166, and of GB/T 2260 for cities of China.

mod finding;
mod model;
mod seed;
mod service;
mod store;

#[cfg(test)]
mod tests;

use utoipa_axum::router::OpenApiRouter;

use crate::kernel::Kernel;
use crate::kernel::resource::{Reference, router as declared};

pub use finding::Finder;
pub use model::{Area, AreaInput, Place, PlaceNames, ROOT};
pub use seed::seed;
pub use service::{Names, check, create, describe};

/// What its records refer to.
pub const REFERENCES: &[Reference] = &[Reference::new(
    "areas",
    ("下级区域", "regions in it"),
    "SELECT 1 FROM areas WHERE deleted_at IS NULL AND parent_id = $1 LIMIT 1",
)];

/// The operations on regions.
pub fn router(kernel: Kernel) -> OpenApiRouter {
    declared::<Area>(kernel)
}
