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
//! Written on aws-lc-rs directly; `docs/decisions.md` says why.

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

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

pub use compact::{Compact, Header, MAX_TOKEN, peek};
pub use jwk::{Jwk, JwkError};
pub use set::{JwkSet, MAX_KEYS};
pub use signer::Signer;

/// A signature algorithm that this server makes and takes (RFC 7518, section 3.1; RFC 8037, section 3.1).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, utoipa::ToSchema,
)]
pub enum Alg {
    /// ECDSA on P-256 with SHA-256.
    #[default]
    #[serde(rename = "ES256")]
    Es256,
    /// RSASSA-PKCS1-v1_5 with SHA-256.
    #[serde(rename = "RS256")]
    Rs256,
    /// RSASSA-PSS with SHA-256.
    #[serde(rename = "PS256")]
    Ps256,
    /// Ed25519.
    #[serde(rename = "EdDSA")]
    EdDsa,
}

impl Alg {
    /// Every algorithm, the default one first.
    pub const ALL: &[Self] = &[Self::Es256, Self::Rs256, Self::Ps256, Self::EdDsa];

    /// As it is written.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Es256 => "ES256",
            Self::Rs256 => "RS256",
            Self::Ps256 => "PS256",
            Self::EdDsa => "EdDSA",
        }
    }

    /// From how it is written.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|alg| alg.as_str() == text)
    }
}

impl TryFrom<String> for Alg {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        Self::parse(&text).ok_or(text)
    }
}

/// Why a signed thing is not taken. For decisions and the log; callers outside hear one sentence for all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JoseError {
    /// Longer than [`MAX_TOKEN`].
    #[error("longer than any token that is taken")]
    TooLarge,
    /// Not three parts of strict base64url, or no JSON object where there must be one.
    #[error("not a compact JWS")]
    Form,
    /// A header that this server does not take: an extension, or a member of the wrong type.
    #[error("a header that is not taken")]
    Header,
    /// An algorithm that this server does not know, or that is not allowed here.
    #[error("an algorithm that is not allowed here")]
    Alg,
    /// No key fits. It may be a new one: a set that can be fetched again may be, once.
    #[error("no key of the set fits")]
    Key,
    /// Altered, or signed with another key.
    #[error("a wrong signature")]
    Signature,
}

/// What a signature was found to be good for.
#[derive(Clone, Debug)]
pub struct Verified {
    /// The protected header.
    pub header: Header,
    /// The claims (RFC 7519, section 4). Issuer, audience and times are the caller's to check.
    pub claims: Map<String, Value>,
}
