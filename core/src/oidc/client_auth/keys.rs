//! What a client signs, verified with the keys that it registered.

use crate::oidc::Provider;
use crate::oidc::clients::Client;
use crate::oidc::jose::{Alg, JoseError, JwkSet, Verified};

/// Verifies a JWS with the client's own keys: its assertions, its request objects.
///
/// Errors: see [`JoseError`]; [`JoseError::Key`] also where the client has no usable keys.
pub async fn verify_with_client_keys(
    _provider: &Provider,
    client: &Client,
    token: &str,
    allowed: &[Alg],
) -> Result<Verified, JoseError> {
    let Some(jwks) = client.settings.jwks.as_ref().and_then(serde_json::Value::as_object) else {
        return Err(JoseError::Key);
    };
    JwkSet::from_members(jwks).map_err(|_| JoseError::Key)?.verify(token, allowed)
}
