//! The signature of a call: a timestamp and 11 random digits, encrypted (specification, portal, section 7).
//!
//! AES-256-GCM under the shared key. The plaintext is the time in milliseconds since 1970, followed by the digits.
//! The additional authenticated data is the call: method, path with query, the person's id, and the SHA-256 of the
//! body in hexadecimal, each on a line of its own after the line `cardea-ctms-1`. So a signature is valid for one
//! call only, and the other side, which remembers the digits for as long as it accepts the timestamp, accepts each
//! call once. The header's value is nonce (12 octets), ciphertext and tag (16), in base64url without padding.
//!
//! In the compatible form there is no additional authenticated data: the specification has only timestamp and digits.
//! Off unless the operator enables it.

use std::fmt::Write as _;

use aws_lc_rs::aead::{AES_256_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use aws_lc_rs::digest::{SHA256, digest};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use crate::config::SignatureForm;
use crate::kernel::Kernel;
use crate::kernel::error::{Code, Error};
use crate::kernel::id::Id;

/// The call to sign.
#[derive(Clone, Copy, Debug)]
pub struct Signed<'a> {
    /// `GET` or `POST`.
    pub method: &'a str,
    /// Path and query, as sent.
    pub target: &'a str,
    /// The caller.
    pub user: &'a Id,
    /// The body, as sent.
    pub body: &'a [u8],
}

impl Signed<'_> {
    fn aad(&self) -> String {
        let hash = digest(&SHA256, self.body).as_ref().iter().fold(String::new(), |mut hash, b| {
            let _ = write!(hash, "{b:02x}");
            hash
        });
        format!("cardea-ctms-1\n{}\n{}\n{}\n{hash}", self.method, self.target, self.user)
    }
}

/// The shared key, and the form of the signatures.
pub struct Signer {
    key: LessSafeKey,
    form: SignatureForm,
}

impl std::fmt::Debug for Signer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Signer")
    }
}

impl Signer {
    /// With a key of 32 octets.
    pub fn new(key: &[u8; 32], form: SignatureForm) -> Result<Self, Error> {
        Ok(Self { key: LessSafeKey::new(UnboundKey::new(&AES_256_GCM, key).map_err(Error::internal)?), form })
    }

    /// The header's value for a call made now.
    ///
    /// Errors: none that a caller could cause.
    pub fn sign(&self, kernel: &Kernel, call: Signed<'_>) -> Result<String, Error> {
        let mut text = format!("{}{}", kernel.now().0, digits(kernel)).into_bytes();
        let nonce: [u8; 12] = kernel.random();
        let beside = match self.form {
            SignatureForm::Bound => call.aad(),
            SignatureForm::Compatible => String::new(),
        };
        self.key
            .seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::from(beside), &mut text)
            .map_err(|_| Error::new(Code::Internal))?;
        let mut value = nonce.to_vec();
        value.append(&mut text);
        Ok(URL_SAFE_NO_PAD.encode(value))
    }
}

/// Eleven uniformly random digits.
fn digits(kernel: &Kernel) -> String {
    // The bias of the modulus is about 10^-8, which is not noticeable.
    format!("{:011}", u64::from_be_bytes(kernel.random()) % 100_000_000_000)
}
