//! The algorithms, and the reasons to refuse a signed token.

use serde::{Deserialize, Serialize};

/// A signature algorithm that this server uses and accepts (RFC 7518, section 3.1; RFC 8037, section 3.1).
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
    /// Every algorithm, the default first.
    pub const ALL: &[Self] = &[Self::Es256, Self::Rs256, Self::Ps256, Self::EdDsa];

    /// The value on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Es256 => "ES256",
            Self::Rs256 => "RS256",
            Self::Ps256 => "PS256",
            Self::EdDsa => "EdDSA",
        }
    }

    /// Parses the value on the wire.
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

/// The reason to refuse a signed token. For decisions and the log; callers outside get one sentence for all reasons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JoseError {
    /// Longer than [`MAX_TOKEN`].
    #[error("longer than any token that is taken")]
    TooLarge,
    /// Not three parts of strict base64url, or no JSON object where one is required.
    #[error("not a compact JWS")]
    Form,
    /// A header that this server does not accept: an extension, or a member of the wrong type.
    #[error("a header that is not taken")]
    Header,
    /// An algorithm that this server does not know, or that is not allowed here.
    #[error("an algorithm that is not allowed here")]
    Alg,
    /// No key fits. The key may be new: a set that can be fetched may be fetched again, once.
    #[error("no key of the set fits")]
    Key,
    /// Altered, or signed with another key.
    #[error("a wrong signature")]
    Signature,
}
