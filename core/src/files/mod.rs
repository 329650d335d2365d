//! Files that the server keeps: what was imported, what was exported, the bundles of plugins (study and platform
//! administration, section 2.15).
//!
//! A record is in the database, its content in the object store under the same id. A record is written first, as one that
//! is being written, then the content, and then the caller's transaction says that the file is kept. So no content is
//! without a record: what is left behind by a call that failed is found by its record, and swept away.

mod api;
mod keeping;
mod model;
mod objects;
mod range;
mod remote;
mod store;

#[cfg(test)]
mod tests;

pub use api::router;
pub use keeping::{Files, Keeping, Written, copied};
pub use model::{NewFile, Purpose, plain_name};
