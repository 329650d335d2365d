//! The clients that every system knows, in the form of RFC 7591.

use serde::{Deserialize, Serialize};

use crate::Result;

/// Where the authorization endpoints send their codes. Nobody listens there: the address is read, not opened.
pub const REDIRECT_URI: &str = "http://127.0.0.1:9/callback";

/// A registration. The members that RFC 7591 does not have are Cardea's own; node-oidc-provider is set up by
/// them too, so that both do the same work.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Registration {
    /// `client_id`; says the scenario.
    pub client_id: String,
    /// Generated: 256 random bits.
    pub client_secret: String,
    /// Always `client_secret_basic`.
    pub token_endpoint_auth_method: String,
    /// Empty for clients without people.
    pub redirect_uris: Vec<String>,
    /// The grants.
    pub grant_types: Vec<String>,
    /// `code` where there are people.
    pub response_types: Vec<String>,
    /// What may be asked for.
    pub scope: String,
    /// `ES256`.
    pub id_token_signed_response_alg: String,
    /// `jwt` or `opaque`.
    pub cardea_access_token_format: String,
    /// Signature of access tokens that are JWTs.
    pub cardea_access_token_signed_alg: String,
}

impl Registration {
    fn new(client_id: &str, client_secret: String, grants: &[&str]) -> Self {
        let owned = |list: &[&str]| list.iter().map(|s| (*s).to_owned()).collect::<Vec<_>>();
        let people = grants.contains(&"authorization_code");
        Self {
            client_id: client_id.to_owned(),
            client_secret,
            token_endpoint_auth_method: "client_secret_basic".to_owned(),
            redirect_uris: if people { owned(&[REDIRECT_URI]) } else { Vec::new() },
            grant_types: owned(grants),
            response_types: if people { owned(&["code"]) } else { Vec::new() },
            scope: "openid profile email offline_access".to_owned(),
            id_token_signed_response_alg: "ES256".to_owned(),
            cardea_access_token_format: "jwt".to_owned(),
            cardea_access_token_signed_alg: "ES256".to_owned(),
        }
    }

    fn signing(mut self, alg: &str) -> Self {
        alg.clone_into(&mut self.cardea_access_token_signed_alg);
        self
    }

    fn opaque(mut self) -> Self {
        "opaque".clone_into(&mut self.cardea_access_token_format);
        self
    }
}

/// Every registration, with new secrets from `secret`.
pub fn all(mut secret: impl FnMut() -> Result<String>) -> Result<Vec<Registration>> {
    let service = &["client_credentials"];
    let people = &["authorization_code"];
    Ok(vec![
        Registration::new("service-es256", secret()?, service),
        Registration::new("service-eddsa", secret()?, service).signing("EdDSA"),
        Registration::new("service-rs256", secret()?, service).signing("RS256"),
        Registration::new("exchange", secret()?, people),
        Registration::new("refresh", secret()?, &["authorization_code", "refresh_token"]),
        Registration::new("introspection", secret()?, people).opaque(),
        Registration::new("userinfo", secret()?, people),
    ])
}
