//! Sealed secrets, at rest and in transit: AES-256-GCM-SIV (RFC 8452) under keys of one purpose each; and keyed
//! hashes of values that need not be read back.
//!
//! Every purpose has a key of its own, derived from the master key (HKDF-SHA-256, RFC 5869), so that a value sealed
//! by one part of the server is of no use to another. A value in the database is sealed for its table, column and
//! row, and opens nowhere else. A nonce that repeats shows that two values of one purpose are equal, and nothing
//! else.
//!
//! A sealed value is one octet of format (2), four that name the master key, twelve of nonce, the text and sixteen of
//! tag. Format 1, of earlier versions, is AES-256-GCM under the master key itself with the purpose as associated
//! data. It is read under master keys that have sealed in it, and never written.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;

use arc_swap::ArcSwap;
use aws_lc_rs::aead::{AES_256_GCM, AES_256_GCM_SIV, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use aws_lc_rs::digest;
use aws_lc_rs::hkdf;
use aws_lc_rs::hmac;
use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};

use super::clock::Entropy;

/// Why a value could not be sealed or opened. It has no details, which would help only an attacker.
#[derive(Debug, thiserror::Error)]
pub enum SealError {
    /// The master key file or setting is not 32 octets in base64.
    #[error("the master key is not 32 octets in base64")]
    MasterKey,
    /// The file could not be read or written.
    #[error("the master key file: {0}")]
    File(#[from] std::io::Error),
    /// The value was sealed under another key, for another purpose or place, or was altered.
    #[error("a sealed value does not open: another key, purpose or place, or altered")]
    Sealed,
}

/// The present format.
const FORMAT: u8 = 2;
/// The format of earlier versions.
const FIRST_FORMAT: u8 = 1;
const KEY_MARK: usize = 4;
/// The salt that separates the keys for sealing from other keys derived from the master key.
const SALT: &[u8] = b"cardea sealed 2";
/// The prefix of a master key that never sealed in the first format.
const SECOND: &str = "2:";

/// A column of sealed values. A value opens in its own row only.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// The table.
    pub table: &'static str,
    /// The column.
    pub column: &'static str,
    /// The column that names the row.
    pub row: &'static str,
    /// The purpose under which values of the first format were sealed.
    pub before: Before,
}

/// The column of the server's own small values, by name.
pub const SETTINGS: Column = Column { table: "settings", column: "value", row: "name", before: Before::Row };

/// The purpose under which values of the first format were sealed.
#[derive(Clone, Copy, Debug)]
pub enum Before {
    /// This purpose.
    Purpose(&'static str),
    /// This purpose, followed by the row's name.
    PurposeOfRow(&'static str),
    /// The row's name.
    Row,
}

impl Before {
    fn purpose(self, row: &str) -> String {
        match self {
            Self::Purpose(purpose) => purpose.to_owned(),
            Self::PurposeOfRow(purpose) => format!("{purpose}{row}"),
            Self::Row => row.to_owned(),
        }
    }
}

/// The place for which a value is sealed.
#[derive(Clone, Copy)]
enum Place<'a> {
    /// In transit: a cookie, an address, a token.
    Away(&'static str),
    /// In a row.
    At(&'a Column, &'a str),
}

impl Place<'_> {
    /// The input from which its key is derived. Separators keep the parts apart.
    fn info(self) -> [&'static [u8]; 6] {
        match self {
            Self::Away(purpose) => [b"purpose", &[0], purpose.as_bytes(), &[], &[], &[]],
            Self::At(at, _) => [b"column", &[0], at.table.as_bytes(), &[0], at.column.as_bytes(), &[]],
        }
    }

    fn name(self) -> (&'static str, &'static str) {
        match self {
            Self::Away(purpose) => ("", purpose),
            Self::At(at, _) => (at.table, at.column),
        }
    }

    fn row(&self) -> &str {
        match self {
            Self::Away(_) => "",
            Self::At(_, row) => row,
        }
    }

    fn before(self) -> String {
        match self {
            Self::Away(purpose) => purpose.to_owned(),
            Self::At(at, row) => at.before.purpose(row),
        }
    }
}

/// The keys derived from one master key, by purpose. There are as many as the server has purposes.
type Derived = ArcSwap<BTreeMap<(&'static str, &'static str), Arc<LessSafeKey>>>;

struct MasterKey {
    mark: [u8; KEY_MARK],
    secret: hkdf::Prk,
    derived: Derived,
    /// The key for values of the first format, if the master key ever sealed in it.
    first: Option<LessSafeKey>,
}

impl MasterKey {
    fn parse(line: &str) -> Result<Self, SealError> {
        let text = line.strip_prefix(SECOND);
        let raw = STANDARD.decode(text.unwrap_or(line)).map_err(|_| SealError::MasterKey)?;
        let raw = zeroize::Zeroizing::new(raw);
        let first = UnboundKey::new(&AES_256_GCM, &raw).map_err(|_| SealError::MasterKey)?;
        let mut mark = [0; KEY_MARK];
        mark.copy_from_slice(&digest::digest(&digest::SHA256, &raw).as_ref()[..KEY_MARK]);
        Ok(Self {
            mark,
            secret: hkdf::Salt::new(hkdf::HKDF_SHA256, SALT).extract(&raw),
            derived: Derived::default(),
            first: text.is_none().then(|| LessSafeKey::new(first)),
        })
    }

    /// The key for a place.
    fn key(&self, place: Place<'_>) -> Result<Arc<LessSafeKey>, SealError> {
        if let Some(key) = self.derived.load().get(&place.name()) {
            return Ok(Arc::clone(key));
        }
        let info = place.info();
        let key = self.secret.expand(&info, &AES_256_GCM_SIV).map_err(|_| SealError::MasterKey)?;
        let key = Arc::new(LessSafeKey::new(UnboundKey::from(key)));
        self.derived.rcu(|known| {
            let mut known = BTreeMap::clone(known);
            known.insert(place.name(), Arc::clone(&key));
            known
        });
        Ok(key)
    }
}

/// The master keys: the first seals, all of them open. Cheap to clone.
#[derive(Clone)]
pub struct Sealer {
    keys: Arc<[MasterKey]>,
}

impl std::fmt::Debug for Sealer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Sealer({} keys)", self.keys.len())
    }
}

impl Sealer {
    /// Parses keys: base64 of 32 octets, one a line, the sealing one first. A key with the prefix `2:` opens no value
    /// of the first format.
    pub fn parse(text: &str) -> Result<Self, SealError> {
        let keys = text.split_whitespace().map(MasterKey::parse).collect::<Result<Vec<_>, SealError>>()?;
        if keys.is_empty() { Err(SealError::MasterKey) } else { Ok(Self { keys: keys.into() }) }
    }

    /// Reads the key file, or creates one that only this user can read.
    pub fn open_file(path: &Path, entropy: &dyn Entropy) -> Result<Self, SealError> {
        match std::fs::read_to_string(path) {
            Ok(text) => Self::parse(&text),
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => {
                let text = fresh(entropy);
                let mut options = std::fs::OpenOptions::new();
                options.write(true).create_new(true);
                #[cfg(unix)]
                std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
                let mut file = options.open(path)?;
                writeln!(file, "{text}")?;
                // If a power cut destroyed the key file, the database sealed under it would be lost.
                file.sync_all()?;
                Self::parse(&text)
            }
            Err(e) => Err(e.into()),
        }
    }

    /// The MAC keys of one purpose, derived from the master keys (HKDF-SHA-256, RFC 5869).
    pub fn mac_keys(&self, purpose: &'static str) -> Result<MacKeys, SealError> {
        let derive = |master: &MasterKey| {
            let info: [&[u8]; 3] = [b"mac", &[0], purpose.as_bytes()];
            let key = master.secret.expand(&info, hmac::HMAC_SHA256).map_err(|_| SealError::MasterKey)?;
            Ok((hex(&master.mark), hmac::Key::from(key)))
        };
        Ok(MacKeys(self.keys.iter().map(derive).collect::<Result<_, SealError>>()?))
    }

    /// Seals a value in transit for one purpose; it opens for the same purpose only.
    pub fn seal(&self, purpose: &'static str, plain: &[u8], entropy: &dyn Entropy) -> Result<Vec<u8>, SealError> {
        self.seal_in(Place::Away(purpose), plain, entropy)
    }

    /// Opens a value that [`Self::seal`] sealed for the same purpose.
    pub fn open(&self, purpose: &'static str, sealed: &[u8]) -> Result<Vec<u8>, SealError> {
        self.open_in(Place::Away(purpose), sealed)
    }

    /// Seals a value of a row; it opens in the same row only.
    pub fn seal_at(&self, at: &Column, row: &str, plain: &[u8], entropy: &dyn Entropy) -> Result<Vec<u8>, SealError> {
        self.seal_in(Place::At(at, row), plain, entropy)
    }

    /// Opens a value that [`Self::seal_at`] sealed for the same row.
    pub fn open_at(&self, at: &Column, row: &str, sealed: &[u8]) -> Result<Vec<u8>, SealError> {
        self.open_in(Place::At(at, row), sealed)
    }

    /// Whether a value is sealed in the present format, under the first key.
    #[must_use]
    pub fn is_present(&self, sealed: &[u8]) -> bool {
        let mark = self.keys.first().map(|key| key.mark);
        sealed.first() == Some(&FORMAT) && sealed.get(1..=KEY_MARK) == mark.as_ref().map(<[u8; KEY_MARK]>::as_slice)
    }

    fn seal_in(&self, place: Place<'_>, plain: &[u8], entropy: &dyn Entropy) -> Result<Vec<u8>, SealError> {
        let master = self.keys.first().ok_or(SealError::MasterKey)?;
        let key = master.key(place)?;
        let mut nonce = [0; NONCE_LEN];
        entropy.fill(&mut nonce);
        let mut sealed = Vec::with_capacity(1 + KEY_MARK + NONCE_LEN + plain.len() + key.algorithm().tag_len());
        sealed.push(FORMAT);
        sealed.extend_from_slice(&master.mark);
        sealed.extend_from_slice(&nonce);
        let head = sealed.len();
        sealed.extend_from_slice(plain);
        let nonce = Nonce::assume_unique_for_key(nonce);
        let tag = key
            .seal_in_place_separate_tag(nonce, Aad::from(place.row().as_bytes()), &mut sealed[head..])
            .map_err(|_| SealError::Sealed)?;
        sealed.extend_from_slice(tag.as_ref());
        Ok(sealed)
    }

    fn open_in(&self, place: Place<'_>, sealed: &[u8]) -> Result<Vec<u8>, SealError> {
        let (format, rest) = sealed.split_first().ok_or(SealError::Sealed)?;
        let (mark, rest) = rest.split_at_checked(KEY_MARK).ok_or(SealError::Sealed)?;
        let (nonce, text) = rest.split_at_checked(NONCE_LEN).ok_or(SealError::Sealed)?;
        let nonce = Nonce::try_assume_unique_for_key(nonce).map_err(|_| SealError::Sealed)?;
        let master = self.keys.iter().find(|key| key.mark == mark).ok_or(SealError::Sealed)?;
        let mut text = text.to_vec();
        let opened = match *format {
            FORMAT => master.key(place)?.open_in_place(nonce, Aad::from(place.row().as_bytes()), &mut text),
            FIRST_FORMAT => {
                let key = master.first.as_ref().ok_or(SealError::Sealed)?;
                key.open_in_place(nonce, Aad::from(place.before().as_bytes()), &mut text)
            }
            _ => return Err(SealError::Sealed),
        };
        let plain = opened.map_err(|_| SealError::Sealed)?.len();
        text.truncate(plain);
        Ok(text)
    }
}

/// MAC keys (HMAC-SHA-256) that survive a change of the master key: each tag names its key, the first key makes new
/// tags, and all of them verify.
#[derive(Clone)]
pub struct MacKeys(Vec<(String, hmac::Key)>);

impl std::fmt::Debug for MacKeys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "MacKeys({} keys)", self.0.len())
    }
}

impl MacKeys {
    /// The tag of a message: `mark.base64url`, where the mark names the key.
    #[must_use]
    pub fn tag(&self, message: &[u8]) -> String {
        // There is always a key: a Sealer without keys cannot be made.
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

    /// Whether these keys include the one that a tag names.
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

/// A new master key, as written in the key file.
#[must_use]
pub fn fresh(entropy: &dyn Entropy) -> String {
    let mut raw = zeroize::Zeroizing::new([0; 32]);
    entropy.fill(&mut *raw);
    format!("{SECOND}{}", STANDARD.encode(*raw))
}

/// A keyed hash of codes, tokens and names, useless without the key.
#[derive(Clone)]
pub struct KeyedHash(hmac::Key);

impl std::fmt::Debug for KeyedHash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("KeyedHash")
    }
}

impl KeyedHash {
    /// Takes 32 secret octets as the key.
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
pub(super) mod tests;
