//! Secrets at rest: AES-256-GCM under the master key, and keyed hashes of what need not be read back.

use std::io::Write as _;
use std::path::Path;

use aws_lc_rs::aead::{AES_256_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use aws_lc_rs::digest;
use aws_lc_rs::hkdf;
use aws_lc_rs::hmac;
use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};

use super::clock::Entropy;

/// Why something could not be sealed or opened. Never tells more: the details would help only an attacker.
#[derive(Debug, thiserror::Error)]
pub enum SealError {
    /// The master key file or setting is not 32 octets in base64.
    #[error("the master key is not 32 octets in base64")]
    MasterKey,
    /// The file could not be read or written.
    #[error("the master key file: {0}")]
    File(#[from] std::io::Error),
    /// Sealed under another key, for another purpose, or altered.
    #[error("a sealed value does not open: another key, another purpose, or altered")]
    Sealed,
}

const FORMAT: u8 = 1;
const KEY_MARK: usize = 4;
const NONCE: usize = 12;

/// The master keys: the first seals, all of them open.
#[derive(Clone)]
pub struct Sealer {
    keys: Vec<([u8; KEY_MARK], std::sync::Arc<LessSafeKey>)>,
    /// What keys for other uses are derived from.
    roots: Vec<([u8; KEY_MARK], hkdf::Prk)>,
}

impl std::fmt::Debug for Sealer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Sealer({} keys)", self.keys.len())
    }
}

impl Sealer {
    /// Keys as text: base64 of 32 octets, one a line, the sealing one first.
    pub fn parse(text: &str) -> Result<Self, SealError> {
        let mut roots = Vec::new();
        let keys = text
            .split_whitespace()
            .map(|line| {
                let raw = STANDARD.decode(line).map_err(|_| SealError::MasterKey)?;
                let key = UnboundKey::new(&AES_256_GCM, &raw).map_err(|_| SealError::MasterKey)?;
                let mut mark = [0; KEY_MARK];
                mark.copy_from_slice(&digest::digest(&digest::SHA256, &raw).as_ref()[..KEY_MARK]);
                roots.push((mark, hkdf::Salt::new(hkdf::HKDF_SHA256, b"cardea master key").extract(&raw)));
                Ok((mark, std::sync::Arc::new(LessSafeKey::new(key))))
            })
            .collect::<Result<Vec<_>, SealError>>()?;
        if keys.is_empty() { Err(SealError::MasterKey) } else { Ok(Self { keys, roots }) }
    }

    /// Reads the key file, or makes one that only this user can read.
    pub fn open_file(path: &Path, entropy: &dyn Entropy) -> Result<Self, SealError> {
        match std::fs::read_to_string(path) {
            Ok(text) => Self::parse(&text),
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => {
                let mut raw = [0; 32];
                entropy.fill(&mut raw);
                let text = STANDARD.encode(raw);
                let mut options = std::fs::OpenOptions::new();
                options.write(true).create_new(true);
                #[cfg(unix)]
                std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
                let mut file = options.open(path)?;
                writeln!(file, "{text}")?;
                // A database sealed under a key that a power cut took with it would be lost.
                file.sync_all()?;
                Self::parse(&text)
            }
            Err(e) => Err(e.into()),
        }
    }

    /// Keys that authenticate for one purpose alone, derived from the master keys (HKDF-SHA-256, RFC 5869).
    pub fn mac_keys(&self, purpose: &'static str) -> Result<MacKeys, SealError> {
        let derive = |(mark, root): &([u8; KEY_MARK], hkdf::Prk)| {
            let info = [purpose.as_bytes()];
            let key = root.expand(&info, hmac::HMAC_SHA256).map_err(|_| SealError::MasterKey)?;
            Ok((hex(mark), hmac::Key::from(key)))
        };
        Ok(MacKeys(self.roots.iter().map(derive).collect::<Result<_, SealError>>()?))
    }

    /// Seals `plain` for `purpose`; it opens for the same purpose only.
    pub fn seal(&self, purpose: &str, plain: &[u8], entropy: &dyn Entropy) -> Result<Vec<u8>, SealError> {
        let (mark, key) = self.keys.first().ok_or(SealError::MasterKey)?;
        let mut nonce = [0; NONCE];
        entropy.fill(&mut nonce);
        let mut sealed = vec![FORMAT];
        sealed.extend_from_slice(mark);
        sealed.extend_from_slice(&nonce);
        let mut text = plain.to_vec();
        key.seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::from(purpose.as_bytes()), &mut text)
            .map_err(|_| SealError::Sealed)?;
        sealed.append(&mut text);
        Ok(sealed)
    }

    /// Opens what [`Self::seal`] made for the same purpose.
    pub fn open(&self, purpose: &str, sealed: &[u8]) -> Result<Vec<u8>, SealError> {
        let (format, rest) = sealed.split_first().ok_or(SealError::Sealed)?;
        let (mark, rest) = rest.split_at_checked(KEY_MARK).ok_or(SealError::Sealed)?;
        let (nonce, text) = rest.split_at_checked(NONCE).ok_or(SealError::Sealed)?;
        let key = self.keys.iter().find(|(m, _)| m == mark).map(|(_, k)| k);
        let (FORMAT, Some(key)) = (*format, key) else { return Err(SealError::Sealed) };
        let nonce = Nonce::try_assume_unique_for_key(nonce).map_err(|_| SealError::Sealed)?;
        let mut text = text.to_vec();
        let plain =
            key.open_in_place(nonce, Aad::from(purpose.as_bytes()), &mut text).map_err(|_| SealError::Sealed)?.len();
        text.truncate(plain);
        Ok(text)
    }
}

/// Keys for MACs (HMAC-SHA-256) that last longer than a master key: each tag names its key, the first makes new ones,
/// all of them check.
#[derive(Clone)]
pub struct MacKeys(Vec<(String, hmac::Key)>);

impl std::fmt::Debug for MacKeys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "MacKeys({} keys)", self.0.len())
    }
}

impl MacKeys {
    /// The tag of a message: `mark.base64url`, the mark naming the key.
    #[must_use]
    pub fn tag(&self, message: &[u8]) -> String {
        // There is always one: a Sealer without keys cannot be made.
        let Some((mark, key)) = self.0.first() else { return String::new() };
        format!("{mark}.{}", URL_SAFE_NO_PAD.encode(hmac::sign(key, message)))
    }

    /// Whether one of the keys made the tag for this message.
    #[must_use]
    pub fn holds(&self, tag: &str, message: &[u8]) -> bool {
        let Some((mark, text)) = tag.split_once('.') else { return false };
        let Some((_, key)) = self.0.iter().find(|(m, _)| m == mark) else { return false };
        URL_SAFE_NO_PAD.decode(text).is_ok_and(|raw| hmac::verify(key, message, &raw).is_ok())
    }

    /// Whether the key that a tag names is among these.
    #[must_use]
    pub fn knows(&self, tag: &str) -> bool {
        tag.split_once('.').is_some_and(|(mark, _)| self.0.iter().any(|(m, _)| m == mark))
    }
}

/// Octets in lower-case hex.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut out, b| {
        let _ = write!(out, "{b:02x}");
        out
    })
}

/// Hashes of codes, tokens and names, useless without the key.
#[derive(Clone)]
pub struct KeyedHash(hmac::Key);

impl std::fmt::Debug for KeyedHash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("KeyedHash")
    }
}

impl KeyedHash {
    /// From 32 secret octets.
    #[must_use]
    pub fn new(key: &[u8]) -> Self {
        Self(hmac::Key::new(hmac::HMAC_SHA256, key))
    }

    /// HMAC-SHA-256 of `value` for `purpose`, base64url.
    #[must_use]
    pub fn hash(&self, purpose: &str, value: &str) -> String {
        let mut context = hmac::Context::with_key(&self.0);
        context.update(purpose.as_bytes());
        context.update(&[0]);
        context.update(value.as_bytes());
        URL_SAFE_NO_PAD.encode(context.sign())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::clock::SeededEntropy;
    use proptest::prelude::*;

    fn sealer(seed: u64) -> Sealer {
        let mut raw = [0; 32];
        SeededEntropy::new(seed).fill(&mut raw);
        Sealer::parse(&STANDARD.encode(raw)).unwrap()
    }

    proptest! {
        #[test]
        fn opens_what_it_sealed(plain in proptest::collection::vec(any::<u8>(), 0..200)) {
            let s = sealer(1);
            let sealed = s.seal("p", &plain, &SeededEntropy::new(2)).unwrap();
            prop_assert_eq!(s.open("p", &sealed).unwrap(), plain);
        }

        #[test]
        fn an_altered_octet_does_not_open(at in 0usize..60, bit in 0u8..8) {
            let s = sealer(1);
            let mut sealed = s.seal("p", &[7; 43], &SeededEntropy::new(2)).unwrap();
            sealed[at] ^= 1 << bit;
            prop_assert!(s.open("p", &sealed).is_err());
        }
    }

    #[test]
    fn another_purpose_or_key_does_not_open() {
        let sealed = sealer(1).seal("p", b"x", &SeededEntropy::new(2)).unwrap();
        assert!(sealer(1).open("q", &sealed).is_err());
        assert!(sealer(3).open("p", &sealed).is_err());
    }

    #[test]
    fn a_tag_holds_for_its_message_purpose_and_key_alone_and_outlasts_a_rotation() {
        let (old, new) = (STANDARD.encode([1; 32]), STANDARD.encode([2; 32]));
        let keys = |text: &str, purpose| Sealer::parse(text).unwrap().mac_keys(purpose).unwrap();
        let tag = keys(&old, "p").tag(b"x");
        assert!(keys(&old, "p").holds(&tag, b"x") && keys(&format!("{new}\n{old}"), "p").holds(&tag, b"x"));
        assert!(!keys(&old, "p").holds(&tag, b"y") && !keys(&old, "q").holds(&tag, b"x"));
        assert!(!keys(&new, "p").holds(&tag, b"x") && !keys(&new, "p").knows(&tag));
        for other in ["", ".", "x", &tag[..tag.len() - 1], &tag.replace('.', "")] {
            assert!(!keys(&old, "p").holds(other, b"x"), "{other}");
        }
        let forged = format!("{}{}", &keys(&new, "p").tag(b"x")[..8], &tag[8..]);
        assert!(!keys(&format!("{new}\n{old}"), "p").holds(&forged, b"x"), "another key's mark");
    }

    #[test]
    fn an_older_key_still_opens_after_a_rotation() {
        let (old, new) = ([1; 32], [2; 32]);
        let sealed = Sealer::parse(&STANDARD.encode(old)).unwrap().seal("p", b"x", &SeededEntropy::new(2)).unwrap();
        let both = Sealer::parse(&format!("{}\n{}\n", STANDARD.encode(new), STANDARD.encode(old))).unwrap();
        assert_eq!(both.open("p", &sealed).unwrap(), b"x");
    }
}
