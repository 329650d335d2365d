//! Keys of the same kinds as the recorded ones, under the same ids.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::rsa::KeySize;
use aws_lc_rs::signature::{
    ECDSA_P256_SHA256_FIXED, ECDSA_P256_SHA256_FIXED_SIGNING, ED25519, EcdsaKeyPair, Ed25519KeyPair, KeyPair as _,
    ParsedPublicKey, RSA_PKCS1_2048_8192_SHA256, RSA_PKCS1_SHA256, RSA_PSS_2048_8192_SHA256, RSA_PSS_SHA256,
    RsaEncoding, RsaKeyPair, UnparsedPublicKey,
};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::Result;

enum Signer {
    Ecdsa(EcdsaKeyPair),
    Ed25519(Ed25519KeyPair),
    Rsa(RsaKeyPair, &'static dyn RsaEncoding),
}

struct Key {
    signer: Signer,
    public: ParsedPublicKey,
}

/// The keys by their ids.
pub struct Keys {
    by_kid: HashMap<String, Key>,
    jwks: String,
    /// Tokens that were verified, with their subject and end.
    known: Mutex<HashMap<String, (String, i64)>>,
}

#[derive(Deserialize)]
struct Header<'a> {
    kid: &'a str,
}

#[derive(Deserialize)]
struct Claims<'a> {
    sub: &'a str,
    exp: i64,
}

impl Key {
    /// Makes a key and puts its public members into the JWK.
    fn like(jwk: &mut Map<String, Value>) -> Result<Self> {
        let text = |name: &str| jwk.get(name).and_then(Value::as_str).unwrap_or_default();
        let put = |jwk: &mut Map<String, Value>, name: &str, bytes: &[u8]| {
            jwk.insert(name.to_owned(), URL_SAFE_NO_PAD.encode(bytes).into());
        };
        let unknown = format!("keys of this kind are not known: {} {}", text("kty"), text("alg"));
        match (text("kty"), text("alg")) {
            ("EC", "ES256" | "") => {
                let pair = EcdsaKeyPair::generate(&ECDSA_P256_SHA256_FIXED_SIGNING)?;
                let point = pair.public_key().as_ref();
                put(jwk, "x", point.get(1..33).unwrap_or_default());
                put(jwk, "y", point.get(33..).unwrap_or_default());
                let public = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, point).parse()?;
                Ok(Self { signer: Signer::Ecdsa(pair), public })
            }
            ("OKP", "EdDSA" | "Ed25519" | "") => {
                let pair = Ed25519KeyPair::generate()?;
                put(jwk, "x", pair.public_key().as_ref());
                let public = UnparsedPublicKey::new(&ED25519, pair.public_key().as_ref()).parse()?;
                Ok(Self { signer: Signer::Ed25519(pair), public })
            }
            ("RSA", alg @ ("RS256" | "PS256" | "")) => {
                let pss = alg == "PS256";
                let size = if text("n").len() > 400 { KeySize::Rsa3072 } else { KeySize::Rsa2048 };
                let pair = RsaKeyPair::generate(size)?;
                put(jwk, "n", pair.public_key().modulus().big_endian_without_leading_zero());
                put(jwk, "e", pair.public_key().exponent().big_endian_without_leading_zero());
                let verification = if pss { &RSA_PSS_2048_8192_SHA256 } else { &RSA_PKCS1_2048_8192_SHA256 };
                let public = UnparsedPublicKey::new(verification, pair.public_key().as_ref()).parse()?;
                let encoding: &'static dyn RsaEncoding = if pss { &RSA_PSS_SHA256 } else { &RSA_PKCS1_SHA256 };
                Ok(Self { signer: Signer::Rsa(pair, encoding), public })
            }
            _ => Err(unknown.into()),
        }
    }
}

impl Keys {
    /// Keys like those of a JWK set.
    pub fn like(jwks: &str) -> Result<Self> {
        #[derive(Deserialize)]
        struct Set {
            keys: Vec<Map<String, Value>>,
        }
        let Set { mut keys } = serde_json::from_str(jwks)?;
        let mut by_kid = HashMap::new();
        for jwk in &mut keys {
            let kid = jwk.get("kid").and_then(Value::as_str).ok_or("a key without an id")?.to_owned();
            by_kid.insert(kid, Key::like(jwk)?);
        }
        Ok(Self { by_kid, jwks: serde_json::json!({ "keys": keys }).to_string(), known: Mutex::default() })
    }

    /// The public halves.
    pub fn jwks(&self) -> &str {
        &self.jwks
    }

    /// Appends `.` and the signature of all that is there.
    pub fn sign(&self, kid: &str, token: &mut String) -> Result<()> {
        let key = self.by_kid.get(kid).ok_or("a recorded token names a key that was not recorded")?;
        let message = token.as_bytes();
        let signature = match &key.signer {
            Signer::Ecdsa(pair) => pair.sign(&SystemRandom::new(), message)?.as_ref().to_vec(),
            Signer::Ed25519(pair) => pair.sign(message).as_ref().to_vec(),
            Signer::Rsa(pair, encoding) => {
                let mut signature = vec![0; pair.public_modulus_len()];
                pair.sign(*encoding, &SystemRandom::new(), message, &mut signature)?;
                signature
            }
        };
        token.push('.');
        URL_SAFE_NO_PAD.encode_string(signature, token);
        Ok(())
    }

    /// The subject of a token that was signed here and has not expired. A signature is verified once.
    pub fn verify(&self, token: &str, now: i64) -> Option<String> {
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((subject, exp)) = known().get(token) {
            return (*exp > now).then(|| subject.clone());
        }
        let (signed, signature) = token.rsplit_once('.')?;
        let (header, payload) = signed.split_once('.')?;
        let header = URL_SAFE_NO_PAD.decode(header).ok()?;
        let key = self.by_kid.get(serde_json::from_slice::<Header<'_>>(&header).ok()?.kid)?;
        key.public.verify_sig(signed.as_bytes(), &URL_SAFE_NO_PAD.decode(signature).ok()?).ok()?;
        let payload = URL_SAFE_NO_PAD.decode(payload).ok()?;
        let claims: Claims<'_> = serde_json::from_slice(&payload).ok()?;
        known().insert(token.to_owned(), (claims.sub.to_owned(), claims.exp));
        (claims.exp > now).then(|| claims.sub.to_owned())
    }
}
