//! Writes audit rows in the caller's transaction: each row is complete, with an id and a keyed MAC, and waits for no
//! other writer. The audit module adds the sequence and the seal afterwards; it also reads and verifies.

mod draft;
pub mod event;
pub mod gather;
mod row;
mod writer;

pub use draft::Draft;
pub use row::{AuditRow, plain_hash};
pub use writer::AuditWriter;
