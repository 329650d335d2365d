//! What `make attack` prints: each attack by name and engine, how often it was tried, how often refused.

use super::testing::Engine;

/// Says how an attack ended. Every try of it must have been refused.
///
/// The test that calls this stands in a module named `attacks`: `make attack` runs those.
pub fn refused(attack: &str, engine: Engine, tried: usize, refused: usize) {
    assert!(tried > 0, "{attack}: nothing was tried");
    println!("attack: {attack} [{engine:?}]: {tried} tried, {refused} refused");
    assert_eq!(tried, refused, "{attack} succeeded");
}
