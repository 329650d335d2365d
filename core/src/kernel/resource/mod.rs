//! The administered records: what they have in common, and how one is declared.
//!
//! | file | what |
//! |---|---|
//! | `record` | a row: its statements, derived of its struct |
//! | `declaration` | a resource: its names, permissions, sorts and rules |
//! | `operations` | listed, read, made, changed and removed |
//! | `routes` | the same over HTTP, with its description |
//! | `rows` | versions, tombstones, and what holds a row |
//! | `input` | what forms have in common |

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
