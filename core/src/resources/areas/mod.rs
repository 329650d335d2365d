//! Regions: countries, their provinces, and the cities of these. The ids of seeded regions are ISO 3166 codes, and GB/T
//! 2260 codes for Chinese cities.

mod finding;
mod model;
mod seed;
mod service;
mod store;

#[cfg(test)]
mod tests;

use crate::kernel::Kernel;
use crate::kernel::openapi::OpenApiRouter;
use crate::kernel::resource::router as declared;

pub use finding::Finder;
pub use model::{Area, AreaInput, Place, PlaceNames, ROOT};
pub use seed::seed;
pub use service::{Names, check, create, describe};

/// The operations on regions.
pub fn router(kernel: Kernel) -> OpenApiRouter {
    declared::<Area>(kernel)
}
