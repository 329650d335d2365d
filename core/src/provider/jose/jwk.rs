//! Public keys of other parties (RFC 7517; RFC 7518, section 6; RFC 8037, section 2).

use aws_lc_rs::digest::{SHA256, digest};
use aws_lc_rs::signature::{
    ECDSA_P256_SHA256_FIXED, ED25519, ParsedPublicKey, RSA_PKCS1_2048_8192_SHA256, RSA_PSS_2048_8192_SHA256,
    RsaPublicKeyComponents, UnparsedPublicKey,
};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Map, Value, json};

use super::alg::{Alg, JoseError};
use super::compact::Verified;
use super::compact::{Compact, Header};

/// Shortest RSA modulus, in bits (RFC 7518, sections 3.3 and 3.5).
const MIN_RSA: usize = 2048;
/// Longest RSA modulus, in bits: the cost of verification grows with it.
const MAX_RSA: usize = 8192;
/// Longest RSA exponent, in octets, for the same reason.
const MAX_EXPONENT: usize = 4;
/// Members of private and symmetric keys (RFC 7518, sections 6.2.2, 6.3.2 and 6.4.1).
const PRIVATE: &[&str] = &["d", "p", "q", "dp", "dq", "qi", "oth", "k", "priv"];

/// The reason not to use a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JwkError {
    /// No JSON object, no array of keys, or a member of the wrong type.
    #[error("not a JWK")]
    Form,
    /// More keys than [`super::MAX_KEYS`].
    #[error("too many keys")]
    TooMany,
    /// It has private or symmetric members. A published private key is compromised.
    #[error("a private or symmetric key")]
    Private,
    /// A type, curve or algorithm that is not supported, or a key for encryption.
    #[error("a key for something else")]
    Unsupported,
    /// Too short, a broken exponent, or the modulus of a broken generator.
    #[error("a weak key")]
    Weak,
    /// Coordinates or numbers that are not a public key.
    #[error("not a public key")]
    Invalid,
    /// Two keys of one type and algorithm with the same `kid`.
    #[error("two keys with the same kid")]
    Duplicate,
}

/// A public key for verification.
#[derive(Clone, Debug)]
pub struct Jwk {
    kid: Option<String>,
    alg: Option<Alg>,
    key: Key,
}

#[derive(Clone, Debug)]
enum Key {
    P256 { point: Vec<u8>, key: ParsedPublicKey },
    Ed25519 { x: Vec<u8>, key: ParsedPublicKey },
    Rsa { n: Vec<u8>, e: Vec<u8>, pkcs1: ParsedPublicKey, pss: ParsedPublicKey },
}

impl Jwk {
    /// Reads a public key.
    ///
    /// Errors: each [`JwkError`] except those of sets. A set skips keys with [`JwkError::Unsupported`],
    /// [`JwkError::Weak`] and [`JwkError::Invalid`].
    pub fn parse(members: &Map<String, Value>) -> Result<Self, JwkError> {
        if PRIVATE.iter().any(|name| members.contains_key(*name)) {
            return Err(JwkError::Private);
        }
        let kty = text(members, "kty")?.ok_or(JwkError::Form)?;
        let kid = text(members, "kid")?.map(str::to_owned);
        if text(members, "use")?.is_some_and(|usage| usage != "sig") || !verifies(members.get("key_ops"))? {
            return Err(JwkError::Unsupported);
        }
        let alg = text(members, "alg")?.map(|alg| Alg::parse(alg).ok_or(JwkError::Unsupported)).transpose()?;
        let key = match kty {
            "EC" => Key::p256(members)?,
            "OKP" => Key::ed25519(members)?,
            "RSA" => Key::rsa(members)?,
            _ => return Err(JwkError::Unsupported),
        };
        if alg.is_some_and(|alg| !key.algs().contains(&alg)) {
            return Err(JwkError::Unsupported);
        }
        Ok(Self { kid, alg, key })
    }

    /// `kid`, if any.
    #[must_use]
    pub fn kid(&self) -> Option<&str> {
        self.kid.as_deref()
    }

    /// The algorithms that this key verifies: the one that it names, or all those of its type.
    #[must_use]
    pub fn algs(&self) -> &[Alg] {
        self.alg.as_ref().map_or(self.key.algs(), std::slice::from_ref)
    }

    /// `kty`, as on the wire.
    #[must_use]
    pub const fn kty(&self) -> &'static str {
        match self.key {
            Key::P256 { .. } => "EC",
            Key::Ed25519 { .. } => "OKP",
            Key::Rsa { .. } => "RSA",
        }
    }

    /// The required members, in the order of their names (RFC 7638, section 3.2).
    #[must_use]
    pub fn required_members(&self) -> Map<String, Value> {
        let encode = |octets: &[u8]| URL_SAFE_NO_PAD.encode(octets);
        let members = match &self.key {
            Key::P256 { point, .. } => {
                let (x, y) = point[1..].split_at(32);
                json!({ "crv": "P-256", "kty": "EC", "x": encode(x), "y": encode(y) })
            }
            Key::Ed25519 { x, .. } => json!({ "crv": "Ed25519", "kty": "OKP", "x": encode(x) }),
            Key::Rsa { n, e, .. } => json!({ "e": encode(e), "kty": "RSA", "n": encode(n) }),
        };
        match members {
            Value::Object(members) => members,
            _ => Map::new(),
        }
    }

    /// The key's SHA-256 thumbprint in base64url, 43 characters (RFC 7638, section 3).
    #[must_use]
    pub fn thumbprint(&self) -> String {
        let canonical = Value::Object(self.required_members()).to_string();
        URL_SAFE_NO_PAD.encode(digest(&SHA256, canonical.as_bytes()))
    }

    /// Verifies a token with this key, whatever the `kid` of its header.
    pub fn verify(&self, token: &str, allowed: &[Alg]) -> Result<Verified, JoseError> {
        let compact = Compact::parse(token)?;
        let alg = compact.header.alg;
        if !allowed.contains(&alg) {
            return Err(JoseError::Alg);
        }
        if !self.fits(&Header { kid: None, ..compact.header.clone() }) {
            return Err(JoseError::Key);
        }
        self.check(alg, compact.signed.as_bytes(), &compact.signature)?;
        let claims = compact.claims()?;
        Ok(Verified { header: compact.header, claims })
    }

    /// Whether a token with this header can be signed by this key.
    pub(super) fn fits(&self, header: &Header) -> bool {
        self.algs().contains(&header.alg) && header.kid.as_deref().is_none_or(|kid| self.kid() == Some(kid))
    }

    /// Verifies a signature with an algorithm of this key.
    pub(super) fn check(&self, alg: Alg, signed: &[u8], signature: &[u8]) -> Result<(), JoseError> {
        match (&self.key, alg) {
            (Key::P256 { key, .. }, Alg::Es256)
            | (Key::Ed25519 { key, .. }, Alg::EdDsa)
            | (Key::Rsa { pkcs1: key, .. }, Alg::Rs256)
            | (Key::Rsa { pss: key, .. }, Alg::Ps256) => {
                key.verify_sig(signed, signature).map_err(|_| JoseError::Signature)
            }
            _ => Err(JoseError::Key),
        }
    }
}

impl Key {
    const fn algs(&self) -> &'static [Alg] {
        match self {
            Self::P256 { .. } => &[Alg::Es256],
            Self::Ed25519 { .. } => &[Alg::EdDsa],
            Self::Rsa { .. } => &[Alg::Rs256, Alg::Ps256],
        }
    }

    fn p256(members: &Map<String, Value>) -> Result<Self, JwkError> {
        if text(members, "crv")? != Some("P-256") {
            return Err(JwkError::Unsupported);
        }
        let (x, y) = (octets(members, "x")?, octets(members, "y")?);
        // The full size of a coordinate, leading zeros included (RFC 7518, section 6.2.1.2).
        if x.len() != 32 || y.len() != 32 {
            return Err(JwkError::Invalid);
        }
        let point = [&[4], x.as_slice(), y.as_slice()].concat();
        // Parsing checks that the point is on the curve.
        let key = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, &point).parse().map_err(|_| JwkError::Invalid)?;
        Ok(Self::P256 { point, key })
    }

    fn ed25519(members: &Map<String, Value>) -> Result<Self, JwkError> {
        if text(members, "crv")? != Some("Ed25519") {
            return Err(JwkError::Unsupported);
        }
        let x = octets(members, "x")?;
        let key = UnparsedPublicKey::new(&ED25519, &x).parse().map_err(|_| JwkError::Invalid)?;
        Ok(Self::Ed25519 { x, key })
    }

    fn rsa(members: &Map<String, Value>) -> Result<Self, JwkError> {
        let (n, e) = (octets(members, "n")?, octets(members, "e")?);
        let (Some(first), Some(last)) = (n.first(), n.last()) else { return Err(JwkError::Invalid) };
        // No leading zeros (RFC 7518, sections 2 and 6.3.1.1), so that a key has one thumbprint.
        if *first == 0 || e.first().is_none_or(|octet| *octet == 0) {
            return Err(JwkError::Invalid);
        }
        let bits = n.len() * 8 - first.leading_zeros() as usize;
        let even = |octet: &u8| octet.is_multiple_of(2);
        let exponent_is_weak = e == [1] || e.last().is_some_and(even) || e.len() > MAX_EXPONENT;
        if !(MIN_RSA..=MAX_RSA).contains(&bits) || even(last) || exponent_is_weak || of_broken_generator(&n) {
            return Err(JwkError::Weak);
        }
        let parts = RsaPublicKeyComponents { n: &n, e: &e };
        let pkcs1 = parts.to_parsed_public_key(&RSA_PKCS1_2048_8192_SHA256).map_err(|_| JwkError::Invalid)?;
        let pss = parts.to_parsed_public_key(&RSA_PSS_2048_8192_SHA256).map_err(|_| JwkError::Invalid)?;
        Ok(Self::Rsa { n, e, pkcs1, pss })
    }
}

fn text<'a>(members: &'a Map<String, Value>, name: &str) -> Result<Option<&'a str>, JwkError> {
    match members.get(name) {
        None => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(_) => Err(JwkError::Form),
    }
}

fn octets(members: &Map<String, Value>, name: &str) -> Result<Vec<u8>, JwkError> {
    let text = text(members, name)?.ok_or(JwkError::Form)?;
    URL_SAFE_NO_PAD.decode(text).map_err(|_| JwkError::Form)
}

/// Whether `key_ops` allows the key to verify (RFC 7517, section 4.3).
fn verifies(key_ops: Option<&Value>) -> Result<bool, JwkError> {
    match key_ops {
        None => Ok(true),
        Some(Value::Array(ops)) => Ok(ops.iter().any(|op| op == "verify")),
        Some(_) => Err(JwkError::Form),
    }
}

/// Whether a modulus is from Infineon's faulty key generator (CVE-2017-15361, "ROCA"), and so can be factored. Its
/// primes, and thus their product, are powers of 65537 modulo many small primes; a random modulus is so for all of
/// these primes with a probability of 2^-30.
fn of_broken_generator(n: &[u8]) -> bool {
    const PRIMES: [u32; 38] = [
        3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 101, 103, 107,
        109, 113, 127, 131, 137, 139, 149, 151, 157, 163, 167,
    ];
    PRIMES.iter().all(|prime| {
        let residue = n.iter().fold(0, |rest, octet| (rest * 256 + u32::from(*octet)) % prime);
        let mut power = 1;
        (0..*prime).any(|_| {
            let met = power == residue;
            power = power * (65537 % prime) % prime;
            met
        })
    })
}
