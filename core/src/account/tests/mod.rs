//! The account of the signed-in person over HTTP, on both engines.

mod contacts;
mod of_person;
mod portal;
mod setup;
mod verification;

use crate::authentication::testing::*;
