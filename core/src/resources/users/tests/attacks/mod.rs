//! What must not work on people.

mod searches;
mod takeover;

use super::*;
