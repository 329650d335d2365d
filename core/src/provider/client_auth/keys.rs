//! Verifies the signatures of a client with its registered keys.

use crate::provider::clients::Client;
use crate::provider::jose::{Alg, JoseError, Verified};
use crate::provider::state::Provider;

/// Verifies a JWS with the client's own keys: its assertions, its request objects. An unknown key may be a new one,
/// so keys on the client's own server are fetched again, once (OpenID Connect Core 1.0, section 10.1.1).
///
/// Errors: see [`JoseError`]; [`JoseError::Key`] also where the client has no usable keys.
pub async fn verify_with_client_keys(
    provider: &Provider,
    client: &Client,
    token: &str,
    allowed: &[Alg],
) -> Result<Verified, JoseError> {
    for fresh in [false, true] {
        let keys = provider.clients().keys_of(client, fresh).await.map_err(|error| {
            tracing::info!(client_id = client.client_id, %error, "no keys to verify with");
            JoseError::Key
        })?;
        match keys.verify(token, allowed) {
            Err(JoseError::Key) if !fresh => {}
            verdict => return verdict,
        }
    }
    Err(JoseError::Key)
}
