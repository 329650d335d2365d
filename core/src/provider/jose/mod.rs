//! JOSE: signatures of others, checked, and the algorithms of ours (RFC 7515, 7517, 7518, 8037, 7638).
//!
//! Everything that somebody else signed and sent here goes through [`JwkSet::verify`] or [`Jwk::verify`]:
//! client assertions, request objects, DPoP proofs, our own tokens when they come back. What RFC 8725 asks
//! for holds there and cannot be turned off:
//!
//! - compact form alone, strict base64url, bounded size, no member twice (`compact`, `json`);
//! - the key decides the algorithm (`alg` of the JWK, or what its type can do), the caller names those that
//!   it takes, and the token's `alg` only has to agree: there is no `none`, and no HMAC to confuse a public
//!   key with;
//! - no extension is understood, so every `crit` is refused, and an unencoded payload (RFC 7797) too;
//! - `jku`, `x5u`, `x5c` and `jwk` of a header are never followed or believed. DPoP, where the key is meant
//!   to come along, takes it out itself;
//! - keys that are private, too short, of a broken generator, or meant for something else are not used.
//!
//! Written on aws-lc-rs directly; `docs/decisions/tokens.md` says why.

mod alg;
mod compact;
mod json;
mod jwk;
mod set;
mod signer;
#[cfg(test)]
pub(super) mod testing;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod vectors;

pub use alg::{Alg, JoseError};
pub use compact::{Compact, Header, MAX_TOKEN, Verified, peek};
pub use jwk::{Jwk, JwkError};
pub use set::{JwkSet, MAX_KEYS};
pub use signer::Signer;
