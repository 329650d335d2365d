//! Private keys for signing. Parsed once, as parsing costs more than a signature.

use aws_lc_rs::encoding::{AsDer as _, Pkcs8V1Der};
use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::rsa::KeySize;
use aws_lc_rs::signature::{
    ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, Ed25519KeyPair, KeyPair as _, RSA_PKCS1_SHA256, RSA_PSS_SHA256,
    RsaEncoding, RsaKeyPair,
};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Serialize;
use serde_json::{Map, Value, json};
use zeroize::Zeroizing;

use super::Alg;
use crate::kernel::error::Error;

/// A private key with its one algorithm.
pub struct Signer {
    alg: Alg,
    pair: Pair,
}

enum Pair {
    P256(EcdsaKeyPair),
    Ed25519(Ed25519KeyPair),
    Rsa(RsaKeyPair, &'static dyn RsaEncoding),
}

impl std::fmt::Debug for Signer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Signer({})", self.alg.as_str())
    }
}

/// The header of this server's signatures (RFC 7515, section 4.1); members in the order of their names.
#[derive(Serialize)]
struct Header<'a> {
    alg: Alg,
    kid: &'a str,
    typ: &'a str,
}

fn encoding(alg: Alg) -> &'static dyn RsaEncoding {
    if alg == Alg::Ps256 { &RSA_PSS_SHA256 } else { &RSA_PKCS1_SHA256 }
}

impl Signer {
    /// Makes a new key. RSA (2048 bits) keeps a processor busy for a while: not for an async thread.
    pub fn generate(alg: Alg) -> Result<Self, Error> {
        let pair = match alg {
            Alg::Es256 => EcdsaKeyPair::generate(&ECDSA_P256_SHA256_FIXED_SIGNING).map(Pair::P256),
            Alg::EdDsa => Ed25519KeyPair::generate().map(Pair::Ed25519),
            Alg::Rs256 | Alg::Ps256 => {
                RsaKeyPair::generate(KeySize::Rsa2048).map(|pair| Pair::Rsa(pair, encoding(alg)))
            }
        };
        Ok(Self { alg, pair: pair.map_err(Error::internal)? })
    }

    /// Reads the output of [`Self::to_pkcs8`].
    pub fn from_pkcs8(alg: Alg, der: &[u8]) -> Result<Self, Error> {
        let pair = match alg {
            Alg::Es256 => EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, der).map(Pair::P256),
            Alg::EdDsa => Ed25519KeyPair::from_pkcs8(der).map(Pair::Ed25519),
            Alg::Rs256 | Alg::Ps256 => RsaKeyPair::from_pkcs8(der).map(|pair| Pair::Rsa(pair, encoding(alg))),
        };
        Ok(Self { alg, pair: pair.map_err(Error::internal)? })
    }

    /// A key pair that was read elsewhere.
    #[cfg(test)]
    pub(super) fn of_rsa(alg: Alg, pair: RsaKeyPair) -> Self {
        Self { alg, pair: Pair::Rsa(pair, encoding(alg)) }
    }

    /// The private key as PKCS#8 (RFC 5958); wiped when dropped.
    pub fn to_pkcs8(&self) -> Result<Zeroizing<Vec<u8>>, Error> {
        let der = match &self.pair {
            Pair::P256(pair) => pair.to_pkcs8v1().map_err(Error::internal)?.as_ref().to_vec(),
            Pair::Ed25519(pair) => pair.to_pkcs8().map_err(Error::internal)?.as_ref().to_vec(),
            Pair::Rsa(pair, _) => {
                let der: Pkcs8V1Der<'_> = pair.as_der().map_err(Error::internal)?;
                der.as_ref().to_vec()
            }
        };
        Ok(Zeroizing::new(der))
    }

    /// The algorithm.
    #[must_use]
    pub const fn alg(&self) -> Alg {
        self.alg
    }

    /// The public key as the members of a JWK: the key itself, `alg` and `use`.
    pub fn public_members(&self) -> Result<Map<String, Value>, Error> {
        let encode = |octets: &[u8]| URL_SAFE_NO_PAD.encode(octets);
        let mut jwk = match &self.pair {
            Pair::P256(pair) => {
                // Uncompressed (SEC 1, section 2.3.3): 4, then both coordinates.
                let point = pair.public_key().as_ref();
                let (Some(x), Some(y), 65) = (point.get(1..33), point.get(33..65), point.len()) else {
                    return Err(Error::internal("a P-256 public key of another length"));
                };
                json!({ "kty": "EC", "crv": "P-256", "x": encode(x), "y": encode(y) })
            }
            Pair::Ed25519(pair) => {
                json!({ "kty": "OKP", "crv": "Ed25519", "x": encode(pair.public_key().as_ref()) })
            }
            Pair::Rsa(pair, _) => {
                let public = pair.public_key();
                let (n, e) = (public.modulus(), public.exponent());
                json!({ "kty": "RSA", "n": encode(n.big_endian_without_leading_zero()),
                    "e": encode(e.big_endian_without_leading_zero()) })
            }
        };
        jwk["alg"] = self.alg.as_str().into();
        jwk["use"] = "sig".into();
        match jwk {
            Value::Object(members) => Ok(members),
            _ => Err(Error::internal("a JWK that is no object")),
        }
    }

    /// Signs octets.
    pub fn sign(&self, message: &[u8]) -> Result<Vec<u8>, Error> {
        let random = SystemRandom::new();
        match &self.pair {
            Pair::P256(pair) => Ok(pair.sign(&random, message).map_err(Error::internal)?.as_ref().to_vec()),
            Pair::Ed25519(pair) => Ok(pair.try_sign(message).map_err(Error::internal)?.as_ref().to_vec()),
            Pair::Rsa(pair, encoding) => {
                let mut signature = vec![0; pair.public_modulus_len()];
                pair.sign(*encoding, &random, message, &mut signature).map_err(Error::internal)?;
                Ok(signature)
            }
        }
    }

    /// Signs claims as a compact JWS (RFC 7515, section 7.1).
    pub fn compact(&self, kid: &str, typ: &str, claims: &impl Serialize) -> Result<String, Error> {
        let header = serde_json::to_vec(&Header { alg: self.alg, kid, typ })?;
        self.compact_of(&header, &serde_json::to_vec(claims)?)
    }

    /// Signs a payload under a serialised header.
    pub(super) fn compact_of(&self, header: &[u8], payload: &[u8]) -> Result<String, Error> {
        let mut token = URL_SAFE_NO_PAD.encode(header);
        token.push('.');
        URL_SAFE_NO_PAD.encode_string(payload, &mut token);
        let signature = self.sign(token.as_bytes())?;
        token.push('.');
        URL_SAFE_NO_PAD.encode_string(signature, &mut token);
        Ok(token)
    }
}
