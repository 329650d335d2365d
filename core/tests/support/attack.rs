//! The output of `make attack`: each attack by name and engine, with the numbers of attempts and refusals.

use super::testing::Engine;

/// Reports the result of an attack. Every attempt of it must have been refused.
///
/// The calling test is in a module named `attacks`: `make attack` runs those.
pub fn refused(attack: &str, engine: Engine, tried: usize, refused: usize) {
    assert!(tried > 0, "{attack}: nothing was tried");
    println!("attack: {attack} [{engine:?}]: {tried} tried, {refused} refused");
    assert_eq!(tried, refused, "{attack} succeeded");
}
