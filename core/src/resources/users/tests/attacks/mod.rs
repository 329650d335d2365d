//! Attacks on accounts that must fail.

mod searches;
mod takeover;

use super::*;
