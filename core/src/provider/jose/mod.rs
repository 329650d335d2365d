//! JOSE: verifies signatures, and lists the algorithms of this server's own (RFC 7515, 7517, 7518, 8037, 7638).
//!
//! Every signed token that comes in goes through [`JwkSet::verify`] or [`Jwk::verify`]: client assertions, request
//! objects, DPoP proofs, and this server's own tokens. The rules of RFC 8725 hold there and cannot be turned off:
//!
//! - only the compact form, strict base64url, bounded size, no member twice (`compact`, `json`);
//! - the key decides the algorithm (`alg` of the JWK, or the algorithms of its type), the caller names the accepted
//!   ones, and the token's `alg` only has to agree: there is no `none`, and no HMAC to confuse a public key with;
//! - no extension is supported, so every `crit` is refused, and an unencoded payload (RFC 7797) too;
//! - `jku`, `x5u`, `x5c` and `jwk` of a header are never followed or trusted. DPoP, where the proof brings its key,
//!   reads `jwk` itself;
//! - keys that are private, too short, from a broken generator, or for another purpose are not used.
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
