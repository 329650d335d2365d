//! Tokens whose signature was found valid: it is not computed again for the same octets.
//!
//! Whether a signature is valid depends on the octets of the token and on the keys alone, so the answer stays right for
//! as long as the keys do: each snapshot of the keys knows its own tokens. Everything else of a token (its type, times,
//! audience, family) is checked each time. A token is known by its digest, so that nothing here is worth stealing.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use aws_lc_rs::digest::{SHA256, SHA256_OUTPUT_LEN, digest};

/// The most tokens of one generation; there are two.
const MOST: usize = 4096;

/// The SHA-256 digest of a token.
pub(super) type Digest = [u8; SHA256_OUTPUT_LEN];

/// Tokens with valid signatures, under one set of keys. When a generation is full, the one before is forgotten.
#[derive(Debug, Default)]
pub(super) struct KnownSignatures(Mutex<Generations>);

#[derive(Debug, Default)]
struct Generations {
    young: HashSet<Digest>,
    old: HashSet<Digest>,
}

/// The digest that a token is known by.
pub(super) fn digest_of(token: &str) -> Digest {
    let mut octets = Digest::default();
    octets.copy_from_slice(digest(&SHA256, token.as_bytes()).as_ref());
    octets
}

impl KnownSignatures {
    /// Whether the signature of this token was found valid.
    pub(super) fn hold(&self, token: &Digest) -> bool {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.young.contains(token) || known.old.contains(token)
    }

    /// Notes that the signature of this token is valid.
    pub(super) fn add(&self, token: Digest) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.young.len() >= MOST {
            known.old = std::mem::take(&mut known.young);
        }
        known.young.insert(token);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_generations_are_known_and_no_more() {
        let known = KnownSignatures::default();
        let tokens: Vec<_> = (0..=2 * MOST).map(|at| digest_of(&at.to_string())).collect();
        for (at, token) in tokens.iter().enumerate() {
            assert!(!known.hold(token));
            known.add(*token);
            assert!(known.hold(token) && at.checked_sub(MOST).is_none_or(|before| known.hold(&tokens[before])));
        }
        assert!(!known.hold(&tokens[0]), "the first generation is forgotten");
        let generations = known.0.lock().unwrap();
        assert_eq!((generations.young.len(), generations.old.len()), (1, MOST));
    }
}
