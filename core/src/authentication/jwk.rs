//! The public half of a transport key.

use serde::{Deserialize, Serialize};

/// The public key as a JWK (RFC 7517) with its use.
#[derive(Clone, Debug, Deserialize, Serialize, utoipa::ToSchema)]
pub struct Jwk {
    /// `RSA`.
    pub kty: String,
    /// Modulus, base64url.
    pub n: String,
    /// Exponent, base64url.
    pub e: String,
    /// RFC 7638 thumbprint.
    pub kid: String,
    /// `enc`.
    #[serde(rename = "use")]
    pub key_use: String,
    /// `RSA-OAEP-256`.
    pub alg: String,
}
