//! The server's nonces (RFC 9449, section 8): a keyed hash of the time. Nothing is stored, and every node accepts
//! those of the others, as they share the key.

use aws_lc_rs::constant_time::verify_slices_are_equal;

use crate::kernel::Kernel;
use crate::kernel::clock::Time;

/// Seconds between two nonces.
const STEP: i64 = 60;
/// Number of earlier nonces that are still accepted, and of later ones: the clocks of nodes differ a little.
const EARLIER: i64 = 4;
const LATER: i64 = 1;
/// Longest time for which a nonce is accepted, in seconds.
pub const LIFE: i64 = (EARLIER + 1 + LATER) * STEP;

fn of(kernel: &Kernel, step: i64) -> String {
    format!("{step:x}.{}", kernel.hash("dpop-nonce", &step.to_string()))
}

const fn step(now: Time) -> i64 {
    now.unix_seconds().div_euclid(STEP)
}

/// The nonce for answers now.
pub fn current(kernel: &Kernel, now: Time) -> String {
    of(kernel, step(now))
}

/// Whether this is an accepted nonce of this server.
pub fn holds(kernel: &Kernel, given: &str, now: Time) -> bool {
    let said = given.split_once('.').and_then(|(step, _)| i64::from_str_radix(step, 16).ok());
    let Some(said) = said.filter(|said| (step(now) - EARLIER..=step(now) + LATER).contains(said)) else {
        return false;
    };
    verify_slices_are_equal(of(kernel, said).as_bytes(), given.as_bytes()).is_ok()
}
