//! Signing keys: ES256, made and sealed at first start, kept as an atomically replaced snapshot.
//!
//! The signer is parsed once and reused: parsing a private key costs more than a signature.

use std::sync::Arc;

use arc_swap::ArcSwap;
use aws_lc_rs::digest::{SHA256, digest};
use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::signature::{
    ECDSA_P256_SHA256_FIXED, ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _, ParsedPublicKey,
    UnparsedPublicKey,
};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::document::Document;
use super::store;
use crate::kernel::Kernel;
use crate::kernel::ctx::Ctx;
use crate::kernel::error::Error;

/// The algorithm of every signature (RFC 7518, section 3.4).
pub const ALG: &str = "ES256";
/// What the private keys are sealed for.
const SEALED_FOR: &str = "keys.sign";

/// Why a token is not one of ours. Never told to the caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JwsError {
    /// Not three parts of base64url, or not JSON inside.
    #[error("not a compact JWS")]
    Form,
    /// Another type, algorithm or extension than we issue.
    #[error("a header that this server does not issue")]
    Header,
    /// No key of ours has this id.
    #[error("an unknown key")]
    Key,
    /// Altered, or signed by somebody else.
    #[error("a wrong signature")]
    Signature,
}

/// The public half as others see it (RFC 7517; members in the order of their names).
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct PublicJwk {
    alg: String,
    crv: String,
    kid: String,
    kty: String,
    #[serde(rename = "use")]
    usage: String,
    x: String,
    y: String,
}

impl PublicJwk {
    /// Of an uncompressed P-256 point (SEC 1, section 2.3.3). The `kid` is the RFC 7638 thumbprint.
    fn new(point: &[u8]) -> Result<Self, Error> {
        let (Some(x), Some(y), 65) = (point.get(1..33), point.get(33..65), point.len()) else {
            return Err(Error::internal("a P-256 public key of another length"));
        };
        let (x, y) = (URL_SAFE_NO_PAD.encode(x), URL_SAFE_NO_PAD.encode(y));
        // The required members in lexicographic order, no white space: RFC 7638, section 3.
        let canonical = json!({ "crv": "P-256", "kty": "EC", "x": x, "y": y }).to_string();
        let kid = URL_SAFE_NO_PAD.encode(digest(&SHA256, canonical.as_bytes()));
        Ok(Self { alg: ALG.into(), crv: "P-256".into(), kid, kty: "EC".into(), usage: "sig".into(), x, y })
    }
}

struct Key {
    jwk: PublicJwk,
    public: ParsedPublicKey,
    pair: EcdsaKeyPair,
    current: bool,
}

impl Key {
    fn open(kernel: &Kernel, row: &store::KeyRow) -> Result<Self, Error> {
        let pkcs8 = zeroize::Zeroizing::new(kernel.unseal(SEALED_FOR, &row.private_key)?);
        let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &pkcs8).map_err(Error::internal)?;
        let point = pair.public_key().as_ref();
        let jwk = PublicJwk::new(point)?;
        if jwk.kid != row.kid {
            return Err(Error::internal("a signing key that does not match its id"));
        }
        let public = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, point).parse().map_err(Error::internal)?;
        Ok(Self { jwk, public, pair, current: row.retired_at.is_none() })
    }
}

/// The keys of one moment.
struct KeySet {
    keys: Vec<Key>,
    jwks: Document,
}

/// The signing keys. The private halves never leave.
pub struct SigningKeys(ArcSwap<KeySet>);

impl std::fmt::Debug for SigningKeys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.0.load().keys.iter().map(|k| &k.jwk.kid)).finish()
    }
}

#[derive(Deserialize)]
struct Header {
    alg: String,
    typ: Option<String>,
    kid: String,
    crit: Option<serde_json::Value>,
}

impl SigningKeys {
    /// Loads the keys; makes one where there is none. Nodes that start together agree on one: the
    /// database keeps the first, and everybody reads back what was kept.
    pub async fn open(kernel: &Kernel) -> Result<Self, Error> {
        let mut cx = Ctx::system(kernel, "oidc");
        if store::signing_keys(&mut cx).await?.iter().all(|k| k.retired_at.is_some()) {
            let (row, jwk) = generate(kernel)?;
            store::insert_signing_key(&mut cx, &row, &jwk).await?;
        }
        let rows = store::signing_keys(&mut cx).await?;
        cx.commit().await?;
        Ok(Self(ArcSwap::from_pointee(KeySet::new(kernel, &rows)?)))
    }

    /// The JWK set of every key that anything may still be signed with.
    #[must_use]
    pub fn jwks(&self) -> Document {
        self.0.load().jwks.clone()
    }

    /// Signs claims as a compact JWS of the given `typ` (RFC 7515, section 7.1).
    pub fn sign(&self, typ: &str, claims: &impl Serialize) -> Result<String, Error> {
        let set = self.0.load();
        let key = set.keys.iter().find(|k| k.current).ok_or_else(|| Error::internal("no current signing key"))?;
        let header = json!({ "alg": ALG, "kid": key.jwk.kid, "typ": typ }).to_string();
        let mut token = URL_SAFE_NO_PAD.encode(header);
        token.push('.');
        URL_SAFE_NO_PAD.encode_string(serde_json::to_vec(claims)?, &mut token);
        let signature = key.pair.sign(&SystemRandom::new(), token.as_bytes()).map_err(Error::internal)?;
        token.push('.');
        URL_SAFE_NO_PAD.encode_string(signature, &mut token);
        Ok(token)
    }

    /// The claims of a token that this server signed with this `typ`. Issuer, audience and times are the
    /// caller's to check.
    pub fn verify<T: DeserializeOwned>(&self, typ: &str, token: &str) -> Result<T, JwsError> {
        let (signed, signature) = token.rsplit_once('.').ok_or(JwsError::Form)?;
        let (header, payload) = signed.split_once('.').ok_or(JwsError::Form)?;
        let decode = |part: &str| URL_SAFE_NO_PAD.decode(part).map_err(|_| JwsError::Form);
        let header: Header = serde_json::from_slice(&decode(header)?).map_err(|_| JwsError::Form)?;
        // The key decides the algorithm, never the token (RFC 8725, section 3.1).
        if header.alg != ALG || header.typ.as_deref() != Some(typ) || header.crit.is_some() {
            return Err(JwsError::Header);
        }
        let set = Arc::clone(&self.0.load());
        let key = set.keys.iter().find(|k| k.jwk.kid == header.kid).ok_or(JwsError::Key)?;
        key.public.verify_sig(signed.as_bytes(), &decode(signature)?).map_err(|_| JwsError::Signature)?;
        serde_json::from_slice(&decode(payload)?).map_err(|_| JwsError::Form)
    }
}

impl KeySet {
    fn new(kernel: &Kernel, rows: &[store::KeyRow]) -> Result<Self, Error> {
        let keys = rows.iter().map(|row| Key::open(kernel, row)).collect::<Result<Vec<_>, _>>()?;
        let public: Vec<_> = keys.iter().map(|k| &k.jwk).collect();
        let jwks = Document::new(&json!({ "keys": public }))?;
        Ok(Self { keys, jwks })
    }
}

fn generate(kernel: &Kernel) -> Result<(store::KeyRow, PublicJwk), Error> {
    let pair = EcdsaKeyPair::generate(&ECDSA_P256_SHA256_FIXED_SIGNING).map_err(Error::internal)?;
    let jwk = PublicJwk::new(pair.public_key().as_ref())?;
    let pkcs8 = pair.to_pkcs8v1().map_err(Error::internal)?;
    let private_key = kernel.seal(SEALED_FOR, pkcs8.as_ref())?;
    Ok((store::KeyRow { kid: jwk.kid.clone(), private_key, retired_at: None }, jwk))
}
