//! A client that authenticates with its key (`private_key_jwt`: OpenID Connect Core 1.0, section 9) and binds its tokens to it
//! (DPoP: RFC 9449).

use std::time::SystemTime;

use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use cardea_bare::random;
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use serde_json::{Value, json};

use crate::Result;
use crate::registrations::REDIRECT_URI;

/// A client with a key.
pub struct Signer {
    /// `client_id`.
    pub client_id: String,
    key: EncodingKey,
    public: Value,
}

impl Signer {
    /// A client with a new key.
    pub fn new(client_id: &str) -> Result<Self> {
        let pkcs8 = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new())
            .map_err(|_| "no key can be made")?;
        let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, pkcs8.as_ref())?;
        // An uncompressed point: 4, x, y.
        let (x, y) = pair.public_key().as_ref().get(1..).ok_or("no point")?.split_at(32);
        let octets = |octets| URL_SAFE_NO_PAD.encode(octets);
        let public = json!({ "kty": "EC", "crv": "P-256", "x": octets(x), "y": octets(y) });
        Ok(Self { client_id: client_id.to_owned(), key: EncodingKey::from_ec_der(pkcs8.as_ref()), public })
    }

    /// Its registration (RFC 7591).
    #[must_use]
    pub fn registration(&self) -> Value {
        let mut key = self.public.clone();
        key["kid"] = "signer".into();
        key["alg"] = "ES256".into();
        json!({
            "client_id": self.client_id,
            "token_endpoint_auth_method": "private_key_jwt",
            "token_endpoint_auth_signing_alg": "ES256",
            "jwks": { "keys": [key] },
            "redirect_uris": [REDIRECT_URI],
            "grant_types": ["authorization_code"],
            "response_types": ["code"],
            "scope": "openid",
            "id_token_signed_response_alg": "ES256",
            "require_pushed_authorization_requests": true,
            "dpop_bound_access_tokens": true,
            "cardea_access_token_format": "jwt",
            "cardea_access_token_signed_alg": "ES256",
        })
    }

    /// A client assertion (RFC 7523, section 3).
    pub fn assertion(&self, issuer: &str) -> Result<String> {
        let header = Header { kid: Some("signer".to_owned()), ..Header::new(Algorithm::ES256) };
        let (id, now) = (&self.client_id, now());
        let claims = json!({ "iss": id, "sub": id, "aud": issuer, "jti": random()?, "iat": now, "exp": now + 60 });
        Ok(encode(&header, &claims, &self.key)?)
    }

    /// A proof for a POST to `endpoint` (RFC 9449, section 4.2).
    pub fn proof(&self, endpoint: &str) -> Result<String> {
        let header = Header {
            typ: Some("dpop+jwt".to_owned()),
            jwk: Some(serde_json::from_value(self.public.clone())?),
            ..Header::new(Algorithm::ES256)
        };
        let claims = json!({ "htm": "POST", "htu": endpoint, "jti": random()?, "iat": now() });
        Ok(encode(&header, &claims, &self.key)?)
    }
}

#[expect(clippy::disallowed_methods, reason = "a client without a kernel reads the clock itself")]
fn now() -> u64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs()
}
