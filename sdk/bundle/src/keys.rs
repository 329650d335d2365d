//! Publishers' keys: Ed25519, for signing and verifying.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use aws_lc_rs::signature::{ED25519, Ed25519KeyPair, KeyPair as _, UnparsedPublicKey};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use zeroize::Zeroizing;

use crate::signature::{hex, sha256};
use crate::{BundleError, Signature};

const PEM_BEGIN: &str = "-----BEGIN PRIVATE KEY-----";
const PEM_END: &str = "-----END PRIVATE KEY-----";

/// Names a key: the first 16 hexadecimal digits of the SHA-256 of the raw public key.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct KeyId([u8; 8]);

impl fmt::Display for KeyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex(&self.0))
    }
}

impl fmt::Debug for KeyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "KeyId({self})")
    }
}

impl FromStr for KeyId {
    type Err = BundleError;

    /// Accepts exactly the form that is displayed: 16 lower-case hexadecimal digits.
    fn from_str(text: &str) -> Result<Self, BundleError> {
        const BAD: BundleError = BundleError::Key("a key id is 16 lower-case hexadecimal digits");
        let lower = text.len() == 16 && text.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b));
        if !lower {
            return Err(BAD);
        }
        u64::from_str_radix(text, 16).map(|id| Self(id.to_be_bytes())).map_err(|_| BAD)
    }
}

/// A publisher's public key: 32 raw bytes; as text, their base64.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PublicKey([u8; 32]);

impl PublicKey {
    /// From the 32 raw bytes.
    pub fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The key's id.
    pub fn id(&self) -> KeyId {
        let mut id = [0; 8];
        id.copy_from_slice(&sha256(&self.0)[..8]);
        KeyId(id)
    }
}

impl fmt::Display for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&STANDARD.encode(self.0))
    }
}

impl FromStr for PublicKey {
    type Err = BundleError;

    /// Reads 32 bytes of base64, with white space around them.
    fn from_str(text: &str) -> Result<Self, BundleError> {
        let bytes = STANDARD.decode(text.trim()).ok().and_then(|bytes| bytes.try_into().ok());
        bytes.map(Self).ok_or(BundleError::Key("a public key is 32 bytes of base64"))
    }
}

/// A publisher's private key.
pub struct SigningKey(Ed25519KeyPair);

impl fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SigningKey({})", self.public_key().id())
    }
}

impl SigningKey {
    /// A fresh key from the system's random source.
    ///
    /// # Errors
    /// [`BundleError::Key`] when that source fails.
    pub fn generate() -> Result<Self, BundleError> {
        let pair = Ed25519KeyPair::generate().map_err(|_| BundleError::Key("no randomness"))?;
        Ok(Self(pair))
    }

    /// The key of a 32-byte seed (RFC 8032, 5.1.5), for tests that need the same key again.
    ///
    /// # Errors
    /// [`BundleError::Key`] when the library refuses it.
    pub fn from_seed(seed: &[u8; 32]) -> Result<Self, BundleError> {
        let pair = Ed25519KeyPair::from_seed_unchecked(seed).map_err(|_| BundleError::Key("not an Ed25519 seed"))?;
        Ok(Self(pair))
    }

    /// Reads a PKCS#8 private key in PEM (RFC 8410, 7), as [`Self::to_pem`] and OpenSSL write it.
    ///
    /// # Errors
    /// [`BundleError::Key`].
    pub fn from_pem(pem: &str) -> Result<Self, BundleError> {
        const BAD: BundleError = BundleError::Key("a signing key is an Ed25519 PKCS#8 key in PEM");
        let body = pem.trim().strip_prefix(PEM_BEGIN).and_then(|rest| rest.strip_suffix(PEM_END));
        let body: Zeroizing<String> = Zeroizing::new(body.ok_or(BAD)?.split_whitespace().collect());
        let der = Zeroizing::new(STANDARD.decode(body.as_bytes()).map_err(|_| BAD)?);
        Ed25519KeyPair::from_pkcs8_maybe_unchecked(&der).map(Self).map_err(|_| BAD)
    }

    /// Writes the key as PKCS#8 version 1 in PEM. Store it where only its owner can read it.
    ///
    /// # Errors
    /// [`BundleError::Key`] when the library cannot encode it.
    pub fn to_pem(&self) -> Result<Zeroizing<String>, BundleError> {
        let der = self.0.to_pkcs8v1().map_err(|_| BundleError::Key("cannot be encoded"))?;
        // 48 bytes of DER are one line of 64 characters, so nothing needs to be wrapped.
        let body = Zeroizing::new(STANDARD.encode(der.as_ref()));
        Ok(Zeroizing::new(format!("{PEM_BEGIN}\n{}\n{PEM_END}\n", *body)))
    }

    /// The public key.
    pub fn public_key(&self) -> PublicKey {
        let mut bytes = [0; 32];
        bytes.copy_from_slice(self.0.public_key().as_ref());
        PublicKey(bytes)
    }

    /// Signs a signed text.
    pub(crate) fn sign(&self, text: &str) -> Signature {
        let mut signature = [0; 64];
        signature.copy_from_slice(self.0.sign(text.as_bytes()).as_ref());
        Signature { publisher: self.public_key().id(), signature }
    }
}

/// The publishers whose bundles are accepted. To revoke one, leave it out.
#[derive(Clone, Debug, Default)]
pub struct TrustedKeys(BTreeMap<KeyId, PublicKey>);

impl TrustedKeys {
    /// Whether a key is trusted.
    pub fn contains(&self, id: KeyId) -> bool {
        self.0.contains_key(&id)
    }

    /// Whether no publisher is trusted.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Checks a signature over a signed text.
    pub(crate) fn verify(&self, signature: &Signature, text: &str) -> Result<(), BundleError> {
        let key = self.0.get(&signature.publisher).ok_or(BundleError::UnknownPublisher(signature.publisher))?;
        UnparsedPublicKey::new(&ED25519, key.0)
            .verify(text.as_bytes(), &signature.signature)
            .map_err(|_| BundleError::BadSignature)
    }
}

impl FromIterator<PublicKey> for TrustedKeys {
    fn from_iter<T: IntoIterator<Item = PublicKey>>(keys: T) -> Self {
        Self(keys.into_iter().map(|key| (key.id(), key)).collect())
    }
}
