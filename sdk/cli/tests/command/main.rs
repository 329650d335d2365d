//! The command as scripts use it: files as input, JSON and an exit status as output.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

mod kit;
mod limits;
mod packages;
mod packing;
mod running;
mod support;
