//! What must not work, tried over HTTP.

mod administrators;
mod sign_in;
mod strangers;

use super::*;
