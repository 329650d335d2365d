//! ID tokens (OpenID Connect Core 1.0, section 2).

use aws_lc_rs::digest::{SHA256, SHA512, digest};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::provider::jose::Alg;

/// Default lifetime of an ID token, in seconds.
pub const ID_TOKEN_SECONDS: i64 = 3600;

/// The claims. Times in seconds.
#[derive(Debug, Serialize)]
pub struct IdToken<'a> {
    /// Issuer.
    pub iss: &'a str,
    /// Subject identifier at this client.
    pub sub: &'a str,
    /// The client.
    pub aud: &'a str,
    /// When it expires.
    pub exp: i64,
    /// Time of issue.
    pub iat: i64,
    /// When the person authenticated.
    pub auth_time: i64,
    /// The client's nonce.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nonce: Option<&'a str>,
    /// See [`at_hash`].
    pub at_hash: String,
    /// The session.
    pub sid: &'a str,
    /// The strength of the authentication.
    pub acr: &'a str,
    /// The authentication methods.
    pub amr: &'a [String],
    /// The claims about the person.
    #[serde(flatten)]
    pub person: Map<String, Value>,
}

/// The left half of the access token's hash, with the hash function of the ID token's signature (section 3.1.3.6):
/// SHA-256, and for Ed25519 SHA-512 (RFC 8032, section 5.1).
#[must_use]
pub fn at_hash(alg: Alg, access_token: &str) -> String {
    let hash = digest(if alg == Alg::EdDsa { &SHA512 } else { &SHA256 }, access_token.as_bytes());
    URL_SAFE_NO_PAD.encode(&hash.as_ref()[..hash.as_ref().len() / 2])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_hash_is_half_a_hash() {
        // The example of OpenID Connect Core 1.0, appendix A.3.
        let token = "jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y";
        for alg in [Alg::Es256, Alg::Rs256, Alg::Ps256] {
            assert_eq!(at_hash(alg, token), "77QmUPtjPfzWtF2AnpK9RQ");
        }
        assert_eq!(at_hash(Alg::EdDsa, token).len(), 43, "half of 64 octets");
    }
}
