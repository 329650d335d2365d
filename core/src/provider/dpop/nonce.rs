//! The server's nonces (RFC 9449, section 8): a keyed hash of the time. Nothing is kept, and every node knows
//! those of the others, as they share the key.

use aws_lc_rs::constant_time::verify_slices_are_equal;

use crate::kernel::Kernel;
use crate::kernel::clock::Time;

/// Seconds after which there is a new nonce.
const STEP: i64 = 60;
/// Earlier nonces that are still taken, and how many later ones: clocks of nodes differ a little.
const EARLIER: i64 = 4;
const LATER: i64 = 1;
/// Seconds for which a nonce is taken, at most.
pub const LIFE: i64 = (EARLIER + 1 + LATER) * STEP;

fn of(kernel: &Kernel, step: i64) -> String {
    format!("{step:x}.{}", kernel.hash("dpop-nonce", &step.to_string()))
}

const fn step(now: Time) -> i64 {
    now.unix_seconds().div_euclid(STEP)
}

/// The nonce to give out.
pub fn current(kernel: &Kernel, now: Time) -> String {
    of(kernel, step(now))
}

/// Whether this is a nonce of ours that is still taken.
pub fn holds(kernel: &Kernel, given: &str, now: Time) -> bool {
    let said = given.split_once('.').and_then(|(step, _)| i64::from_str_radix(step, 16).ok());
    let Some(said) = said.filter(|said| (step(now) - EARLIER..=step(now) + LATER).contains(said)) else {
        return false;
    };
    verify_slices_are_equal(of(kernel, said).as_bytes(), given.as_bytes()).is_ok()
}
