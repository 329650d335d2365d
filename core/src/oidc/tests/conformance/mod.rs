//! A test for each module of the OpenID Foundation's conformance plans, named after it, so that a missing one
//! is seen.

mod back_channel_logout;
mod basic;
mod fapi2_par;
mod fapi2_proofs;
mod front_channel_logout;
mod rp_initiated_logout;
mod tokens;

use super::*;
