//! Test keys of clients that sign assertions, request objects and DPoP proofs.

use aws_lc_rs::signature::RsaKeyPair;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};

use super::{Alg, Jwk, Signer};

/// A key pair.
pub struct TestKey {
    /// Its id: the thumbprint.
    pub kid: String,
    signer: Signer,
}

impl TestKey {
    /// A new key; for RSA always the one of RFC 7520, section 3.4, as making one takes long.
    pub fn new(alg: Alg) -> Self {
        let signer = match alg {
            Alg::Rs256 | Alg::Ps256 => Signer::of_rsa(alg, rsa()),
            Alg::Es256 | Alg::EdDsa => Signer::generate(alg).unwrap(),
        };
        let kid = Jwk::parse(&signer.public_members().unwrap()).unwrap().thumbprint();
        Self { kid, signer }
    }

    /// The public JWK with `kid`, `alg` and `use`.
    pub fn jwk(&self) -> Value {
        let mut jwk = Value::Object(self.signer.public_members().unwrap());
        jwk["kid"] = self.kid.as_str().into();
        jwk
    }

    /// The public JWK with the required members only.
    pub fn bare_jwk(&self) -> Value {
        Value::Object(Jwk::parse(&self.signer.public_members().unwrap()).unwrap().required_members())
    }

    /// Signs claims. `header` is merged into `alg` and `kid`; null removes a member.
    pub fn sign(&self, header: &Value, claims: &Value) -> String {
        let mut whole = json!({ "alg": self.signer.alg().as_str(), "kid": self.kid });
        for (name, value) in header.as_object().unwrap() {
            whole[name] = value.clone();
        }
        whole.as_object_mut().unwrap().retain(|_, value| !value.is_null());
        self.sign_octets(whole.to_string().as_bytes(), claims.to_string().as_bytes())
    }

    /// Signs any header and payload.
    pub fn sign_octets(&self, header: &[u8], payload: &[u8]) -> String {
        self.signer.compact_of(header, payload).unwrap()
    }
}

/// A JWK set of these keys.
pub fn jwks(keys: &[&TestKey]) -> Value {
    json!({ "keys": keys.iter().map(|key| key.jwk()).collect::<Vec<_>>() })
}

fn rsa() -> RsaKeyPair {
    let jwk: Value =
        serde_json::from_str(include_str!("../../../tests/vectors/rfc7520/jwk/3_4.rsa_private_key.json")).unwrap();
    let part = |name: &str| URL_SAFE_NO_PAD.decode(jwk[name].as_str().unwrap()).unwrap();
    let public = aws_lc_rs::rsa::PublicKeyComponents { n: part("n"), e: part("e") };
    RsaKeyPair::from_components(&aws_lc_rs::rsa::KeyPairComponents {
        public_key: public,
        d: part("d"),
        p: part("p"),
        q: part("q"),
        dP: part("dp"),
        dQ: part("dq"),
        qInv: part("qi"),
    })
    .unwrap()
}
