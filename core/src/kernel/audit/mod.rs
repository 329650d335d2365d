//! Writing audit rows, in the caller's transaction: each whole, with an id and a keyed MAC, and waiting for nobody.
//! Sequence and seal come afterwards, from the audit module, which also reads and verifies.

mod draft;
pub mod event;
pub mod gather;
mod row;
mod writer;

pub use draft::Draft;
pub use row::{AuditRow, plain_hash};
pub use writer::AuditWriter;
