//! JOSE: the signatures of others and of ours (RFC 7515, 7517, 7518, 8037; hardened as RFC 8725 says).

use serde::{Deserialize, Serialize};

/// A signature algorithm that this server makes and takes (RFC 7518, section 3.1; RFC 8037, section 3.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
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
