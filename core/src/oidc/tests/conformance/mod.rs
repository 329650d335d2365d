//! A test for each module of the OpenID Foundation's conformance plans, named after it, so that a missing one
//! is seen.

mod dynamic;

use super::*;
