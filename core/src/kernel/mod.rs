//! The ground floor: used by every room, uses none.

pub mod outbound;
