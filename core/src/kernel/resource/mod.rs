//! The administered records: their common operations, and how to declare one.
//!
//! | file | content |
//! |---|---|
//! | `record` | a row: its statements, derived from its struct |
//! | `declaration` | a resource: its names, permissions, sorts and rules |
//! | `operations` | list, read, create, update and remove |
//! | `routes` | the operations over HTTP, with their description |
//! | `rows` | versions, tombstones, and the references to a row |
//! | `input` | the common checks of forms |

pub mod declaration;
pub mod input;
pub mod operations;
pub mod record;
mod routes;
mod rows;

pub(crate) use declaration::sorts;
pub use declaration::{ByName, Change, Kind, Narrow, Operation, Reach, Resource};
pub use record::{Actions, Form, Record};
pub use routes::{ACCESS, router};
pub use rows::{PathId, one_row, refuse_if_held, taken, tombstone, used};

pub use super::references::{Reference, References};
