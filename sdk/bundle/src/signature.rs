//! The signed text, and the signature's own file.

use std::fmt;

use aws_lc_rs::digest::{SHA256, digest};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};

use crate::{BundleError, EntryName, KeyId};

/// First line of the signed text. A change of the format changes it, so that no signature of one format is valid in
/// another.
const HEADING: &str = "cardea-bundle-v1\n";

/// SHA-256 of a bundle's signed text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Digest([u8; 32]);

impl Digest {
    /// The digest of a signed text.
    pub fn of(text: &str) -> Self {
        Self(sha256(text.as_bytes()))
    }

    /// The 32 bytes.
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex(&self.0))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digest({self})")
    }
}

/// The text that a publisher signs: the heading, then `<sha256 hex>  <entry name>` for each entry except the
/// signature, sorted by name, each line ended by a line feed.
pub fn signed_text<'a>(entries: impl IntoIterator<Item = (EntryName, &'a [u8])>) -> String {
    let mut lines: Vec<_> = entries.into_iter().collect();
    lines.sort_by_key(|(name, _)| *name);
    let mut text = String::from(HEADING);
    for (name, bytes) in lines {
        text.push_str(&hex(&sha256(bytes)));
        text.push_str("  ");
        text.push_str(name);
        text.push('\n');
    }
    text
}

/// `signature.toml`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// The key of the publisher.
    pub publisher: KeyId,
    /// The Ed25519 signature over the signed text.
    pub signature: [u8; 64],
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Wire {
    publisher: String,
    signature: String,
}

impl Signature {
    /// Reads `signature.toml`.
    ///
    /// # Errors
    /// [`BundleError::MalformedSignature`].
    pub fn parse(toml: &[u8]) -> Result<Self, BundleError> {
        let wire: Wire = toml::from_slice(toml).map_err(|error| BundleError::MalformedSignature(error.to_string()))?;
        let publisher =
            wire.publisher.parse().map_err(|_| BundleError::MalformedSignature("publisher is not a key id".into()))?;
        let signature = STANDARD
            .decode(&wire.signature)
            .ok()
            .and_then(|bytes| bytes.try_into().ok())
            .ok_or_else(|| BundleError::MalformedSignature("not 64 bytes of base64".into()))?;
        Ok(Self { publisher, signature })
    }

    /// Writes `signature.toml`.
    pub fn to_toml(&self) -> String {
        let signature = STANDARD.encode(self.signature);
        format!("publisher = \"{}\"\nsignature = \"{signature}\"\n", self.publisher)
    }
}

pub(crate) fn sha256(bytes: &[u8]) -> [u8; 32] {
    let mut out = [0; 32];
    out.copy_from_slice(digest(&SHA256, bytes).as_ref());
    out
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digit = |nibble: u8| char::from(DIGITS[usize::from(nibble)]);
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}
