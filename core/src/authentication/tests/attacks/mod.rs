//! Attacks over HTTP that must fail.

mod administrators;
mod sign_in;
mod strangers;

use super::*;
