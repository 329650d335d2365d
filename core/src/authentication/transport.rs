//! The transport encryption of passwords: a compact JWE (RFC 7516, section 7.1) under the server's transport key.
//!
//! The header must have exactly `RSA-OAEP-256`, `A256GCM` and `kid`: no compression and no extension. The plaintext is
//! JSON with the password, the browser's time and a nonce that works once.

use std::sync::Arc;

use arc_swap::ArcSwap;
use aws_lc_rs::aead::{AES_256_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use aws_lc_rs::encoding::{AsDer as _, Pkcs8V1Der};
use aws_lc_rs::rsa::{KeySize, OAEP_SHA256_MGF1SHA256, OaepPrivateDecryptingKey, PrivateDecryptingKey};
use aws_lc_rs::signature::{KeyPair as _, RsaKeyPair};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Deserialize;
use zeroize::{Zeroize as _, Zeroizing};

use super::jwk::Jwk;
use super::store::transport_keys as store;
use crate::kernel::Kernel;
use crate::kernel::clock::Time;
use crate::kernel::error::{Error, Text};
use crate::kernel::limits::Few;
use crate::kernel::seal::{Before, Column};
use crate::kernel::secret::Secret;

/// `alg` of the header (RFC 7518, section 4.3).
pub(crate) const ALG: &str = "RSA-OAEP-256";
/// `enc` of the header (RFC 7518, section 5.3).
pub(crate) const ENC: &str = "A256GCM";
/// How far the browser's clock may be off, in milliseconds, either way.
pub(crate) const WINDOW: i64 = 5 * 60 * 1000;
/// The column with the sealed private keys.
pub const SEALED: Column =
    Column { table: "keys", column: "private_key", row: "kid", before: Before::Purpose("transport-key") };
// Octets of a content encryption key, an initialisation vector and a tag of A256GCM.
const CEK: usize = 32;
const IV: usize = 12;
const TAG: usize = 16;
/// The longest accepted compact JWE; that of a password is shorter.
const MAX_COMPACT: usize = 4096;

/// A transport key pair.
#[derive(Debug)]
pub(crate) struct Key {
    private: OaepPrivateDecryptingKey,
    pub jwk: Jwk,
}

/// The transport keys of the server: the newest is published, all of them decrypt. Shared by reference.
#[derive(Debug)]
pub(crate) struct Transport {
    keys: ArcSwap<Vec<Arc<Key>>>,
    looks: Few,
}

/// Lookups of unknown keys within [`LOOKED`] milliseconds: each parses every key.
const LOOKS: u32 = 5;
const LOOKED: i64 = 2000;

/// A decrypted password, before its nonce is spent.
#[derive(Debug)]
pub(crate) struct Opened {
    pub password: Secret,
    /// The nonce, if the password came as a JWE.
    pub nonce: Option<String>,
}

/// The plaintext of the JWE.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Plaintext {
    password: Secret,
    ts: i64,
    nonce: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    alg: String,
    enc: String,
    kid: String,
}

/// The same error for every fault of a JWE: a difference would help only an attacker.
fn refused() -> Error {
    Error::field(
        "password",
        Text::new(
            "密码加密数据无效，请刷新页面后重试",
            "The encrypted password is not valid; reload the page and try again",
        ),
    )
}

/// As [`refused`], for a JWE that is too old or was used before.
pub(crate) fn stale() -> Error {
    Error::field(
        "password",
        Text::new(
            "密码加密数据已失效，请重试",
            "The encrypted password is too old or was used before; please try again",
        ),
    )
}

/// Whether a text is a compact JWE and not a password: five parts, the first beginning with `{"`.
pub(crate) fn is_compact(text: &str) -> bool {
    text.starts_with("eyJ") && text.split('.').count() == 5
}

/// The `kid` of a compact JWE whose header is exactly as required.
pub(crate) fn kid(compact: &str) -> Result<String, Error> {
    if compact.len() > MAX_COMPACT {
        return Err(refused());
    }
    let header = compact.split('.').next().and_then(|part| URL_SAFE_NO_PAD.decode(part).ok()).ok_or_else(refused)?;
    let header: Header = serde_json::from_slice(&header).map_err(|_| refused())?;
    if header.alg == ALG && header.enc == ENC { Ok(header.kid) } else { Err(refused()) }
}

/// Decrypts the ciphertext (RFC 7518, section 5.3). `aad` is the encoded header.
fn open_content(cek: &[u8], aad: &str, iv: &[u8], text: &[u8], tag: &[u8]) -> Result<Zeroizing<Vec<u8>>, Error> {
    let nonce = Nonce::try_assume_unique_for_key(iv).map_err(|_| refused())?;
    if tag.len() != TAG {
        return Err(refused());
    }
    let key = LessSafeKey::new(UnboundKey::new(&AES_256_GCM, cek).map_err(|_| refused())?);
    let mut sealed = Zeroizing::new([text, tag].concat());
    let plain = key.open_in_place(nonce, Aad::from(aad.as_bytes()), &mut sealed).map_err(|_| refused())?.len();
    sealed.truncate(plain);
    Ok(sealed)
}

impl Key {
    /// Makes a new 2048-bit key; returns it with its PKCS#8 form. Slow and CPU-bound.
    pub fn generate() -> Result<(Self, Vec<u8>), Error> {
        let pair = RsaKeyPair::generate(KeySize::Rsa2048).map_err(Error::internal)?;
        let pkcs8: Pkcs8V1Der<'_> = pair.as_der().map_err(Error::internal)?;
        let n = URL_SAFE_NO_PAD.encode(pair.public_key().modulus().big_endian_without_leading_zero());
        let e = URL_SAFE_NO_PAD.encode(pair.public_key().exponent().big_endian_without_leading_zero());
        // RFC 7638, section 3.2: the required members of an RSA key, in lexical order, without spaces.
        let canonical = format!(r#"{{"e":"{e}","kty":"RSA","n":"{n}"}}"#);
        let digest = aws_lc_rs::digest::digest(&aws_lc_rs::digest::SHA256, canonical.as_bytes());
        let kid = URL_SAFE_NO_PAD.encode(digest);
        let jwk = Jwk { kty: "RSA".into(), n, e, kid, key_use: "enc".into(), alg: ALG.into() };
        Ok((Self::from_pkcs8(pkcs8.as_ref(), jwk)?, pkcs8.as_ref().to_vec()))
    }

    fn from_pkcs8(pkcs8: &[u8], jwk: Jwk) -> Result<Self, Error> {
        let private = PrivateDecryptingKey::from_pkcs8(pkcs8).map_err(Error::internal)?;
        Ok(Self { private: OaepPrivateDecryptingKey::new(private).map_err(Error::internal)?, jwk })
    }

    /// Decrypts a compact JWE whose header [`kid`] has accepted. One RSA operation: not for an async thread. `instead`
    /// replaces a content encryption key that does not unwrap, so that both failures take the same path (RFC 7516,
    /// section 11.5).
    pub fn open(&self, compact: &str, now: Time, instead: [u8; CEK]) -> Result<Opened, Error> {
        let plain: Plaintext = serde_json::from_slice(&self.decrypt(compact, instead)?).map_err(|_| refused())?;
        if !(16..=128).contains(&plain.nonce.len()) {
            return Err(refused());
        }
        if now.0.abs_diff(plain.ts) > WINDOW.unsigned_abs() {
            return Err(stale());
        }
        Ok(Opened { password: plain.password, nonce: Some(plain.nonce) })
    }

    /// The plaintext of a compact JWE (RFC 7516, section 5.2).
    fn decrypt(&self, compact: &str, instead: [u8; CEK]) -> Result<Zeroizing<Vec<u8>>, Error> {
        let parts: Vec<&str> = compact.split('.').collect();
        let [header, wrapped, iv, text, tag] = parts[..] else { return Err(refused()) };
        let decode = |part: &str| URL_SAFE_NO_PAD.decode(part).map_err(|_| refused());
        let (wrapped, iv, text, tag) = (decode(wrapped)?, decode(iv)?, decode(text)?, decode(tag)?);
        if iv.len() != IV {
            return Err(refused());
        }
        let mut room = vec![0; self.private.min_output_size()];
        let unwrapped = self.private.decrypt(&OAEP_SHA256_MGF1SHA256, &wrapped, &mut room, None);
        let mut cek = instead;
        if let Ok(unwrapped) = unwrapped
            && unwrapped.len() == CEK
        {
            cek.copy_from_slice(unwrapped);
        }
        room.zeroize();
        let plain = open_content(&cek, header, &iv, &text, &tag);
        cek.zeroize();
        plain
    }
}

impl Transport {
    /// Loads the keys; makes the first one where there is none. Of several nodes that start at once, one makes it.
    pub async fn open(kernel: &Kernel) -> Result<Self, Error> {
        let mut keys = load(kernel).await?;
        if keys.is_empty() {
            let (key, pkcs8) = tokio::task::spawn_blocking(Key::generate).await.map_err(Error::internal)??;
            let pkcs8 = Zeroizing::new(pkcs8);
            let sealed = kernel.seal_at(&SEALED, &key.jwk.kid, &pkcs8)?;
            let mut tx = kernel.db().begin().await?;
            store::keep_first(&mut tx, &key.jwk, sealed, kernel.now()).await?;
            tx.commit().await?;
            keys = load(kernel).await?;
        }
        Ok(Self { keys: ArcSwap::from_pointee(keys), looks: Few::new(LOOKS, LOOKED) })
    }

    /// The key to encrypt to.
    pub fn current(&self) -> Result<Arc<Key>, Error> {
        self.keys.load().first().cloned().ok_or_else(|| Error::internal("there is no transport key"))
    }

    /// The key of that id; reloads when it is unknown, as another node may have made it.
    pub async fn find(&self, kernel: &Kernel, kid: &str) -> Result<Arc<Key>, Error> {
        let known = |keys: &[Arc<Key>]| keys.iter().find(|k| k.jwk.kid == kid).cloned();
        if let Some(key) = known(&self.keys.load()) {
            return Ok(key);
        }
        // A thumbprint has 43 characters: other ids need no lookup. Anybody can invent one, so lookups are limited.
        if kid.len() != 43 || !self.looks.take(kernel.now()) {
            return Err(refused());
        }
        let keys = load(kernel).await?;
        let found = known(&keys);
        self.keys.store(Arc::new(keys));
        found.ok_or_else(refused)
    }
}

async fn load(kernel: &Kernel) -> Result<Vec<Arc<Key>>, Error> {
    let mut tx = kernel.db().begin_read().await?;
    let rows = store::in_use(&mut tx).await?;
    tx.end().await?;
    rows.into_iter()
        .map(|row| {
            let pkcs8 = Zeroizing::new(kernel.unseal_at(&SEALED, &row.public_jwk.0.kid, &row.private_key)?);
            Key::from_pkcs8(&pkcs8, row.public_jwk.0).map(Arc::new)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 7516, appendix A.1: the ciphertext does not depend on the algorithm that wrapped the key.
    #[test]
    fn the_content_of_rfc_7516_appendix_a_1_opens() {
        let cek = [
            177, 161, 244, 128, 84, 143, 225, 115, 63, 180, 3, 255, 107, 154, 212, 246, 138, 7, 110, 91, 112, 46, 34,
            105, 47, 130, 203, 46, 122, 234, 64, 252,
        ];
        let aad = "eyJhbGciOiJSU0EtT0FFUCIsImVuYyI6IkEyNTZHQ00ifQ";
        let decode = |text: &str| URL_SAFE_NO_PAD.decode(text).unwrap();
        let iv = decode("48V1_ALb6US04U3b");
        let text = decode("5eym8TW_c8SuK0ltJ3rpYIzOeDQz7TALvtu6UG9oMo4vpzs9tX_EFShS8iB7j6jiSdiwkIr3ajwQzaBtQD_A");
        let tag = decode("XFBoMYUZodetZdvTiFvSkQ");
        let plain = open_content(&cek, aad, &iv, &text, &tag).unwrap();
        assert_eq!(plain.as_slice(), b"The true sign of intelligence is not knowledge but imagination.");
        assert!(open_content(&cek, "eyJ9", &iv, &text, &tag).is_err(), "the header is authenticated");
    }

    /// Wycheproof's JSON Web Encryption vectors: one uses the algorithms that this server accepts, and decrypts. The
    /// header of every other one is refused before anything is decrypted.
    #[test]
    fn the_vectors_of_wycheproof_open_or_are_refused_at_the_header() {
        use aws_lc_rs::rsa::{KeyPairComponents, PublicKeyComponents};
        let text = include_str!("../../tests/vectors/wycheproof/json_web_encryption_test.json");
        let file: serde_json::Value = serde_json::from_str(text).unwrap();
        let (mut opened, mut refused) = (0, 0);
        for group in file["testGroups"].as_array().unwrap() {
            for test in group["tests"].as_array().unwrap() {
                let jwe = test["jwe"].as_str().map_or_else(|| test["jwe"].to_string(), str::to_owned);
                let header = URL_SAFE_NO_PAD.decode(jwe.split('.').next().unwrap()).unwrap_or_default();
                if header != br#"{"alg":"RSA-OAEP-256","enc":"A256GCM"}"# {
                    assert!(kid(&jwe).is_err(), "{test}");
                    refused += 1;
                    continue;
                }
                let part = |name: &str| URL_SAFE_NO_PAD.decode(group["private"][name].as_str().unwrap()).unwrap();
                let pair = RsaKeyPair::from_components(&KeyPairComponents {
                    public_key: PublicKeyComponents { n: part("n"), e: part("e") },
                    d: part("d"),
                    p: part("p"),
                    q: part("q"),
                    dP: part("dp"),
                    dQ: part("dq"),
                    qInv: part("qi"),
                });
                let pair = pair.unwrap();
                let pkcs8: Pkcs8V1Der<'_> = pair.as_der().unwrap();
                let none = String::new;
                let jwk = Jwk { kty: none(), n: none(), e: none(), kid: none(), key_use: none(), alg: none() };
                let key = Key::from_pkcs8(pkcs8.as_ref(), jwk).unwrap();
                assert_eq!(key.decrypt(&jwe, [0; CEK]).unwrap().as_slice(), b"foo");
                for at in 0..5 {
                    let mut parts: Vec<String> = jwe.split('.').map(str::to_owned).collect();
                    let first = if parts[at].starts_with('A') { "B" } else { "A" };
                    parts[at].replace_range(..1, first);
                    assert!(key.decrypt(&parts.join("."), [0; CEK]).is_err(), "altered in part {at}");
                }
                opened += 1;
            }
        }
        assert_eq!((opened, refused), (1, 138));
    }

    #[test]
    fn the_key_id_is_the_thumbprint() {
        // RFC 7638, section 3.1, with its own canonical form.
        let (key, _) = Key::generate().unwrap();
        let canonical = serde_json::json!({ "e": key.jwk.e, "kty": "RSA", "n": key.jwk.n }).to_string();
        let digest = aws_lc_rs::digest::digest(&aws_lc_rs::digest::SHA256, canonical.as_bytes());
        assert_eq!(key.jwk.kid, URL_SAFE_NO_PAD.encode(digest));
        assert_eq!(key.jwk.e, "AQAB");
    }

    #[test]
    fn a_password_is_not_taken_for_a_jwe() {
        for password in ["Correct1horse", "a.b.c.d.e", "eyJ.a.b", "eyJ0.a.b.c.d.e", ""] {
            assert!(!is_compact(password), "{password}");
        }
        assert!(is_compact("eyJ0.a.b.c.d"));
    }
}
