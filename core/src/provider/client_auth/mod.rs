//! Client authentication: RFC 6749, section 2.3; RFC 7523; OpenID Connect Core 1.0, section 9.
//!
//! Token, pushed requests, introspection, revocation and device authorization all authenticate clients here. A client
//! uses the method that it is registered for, and only one in a request; a secret may come in the header or in the
//! form, whichever of the two is registered, as libraries choose for themselves (RFC 6749, section 2.3.1, asks for
//! the header and allows the form). The profile `fapi2` allows no secrets. Every failure has the same answer, which
//! reveals neither the existing clients nor how close the attempt was; the reason goes to the log and the audit.

mod assertion;
mod failures;
mod keys;
mod secret;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use axum::http::{HeaderMap, HeaderValue, header};

use super::caller::Caller;
use super::clients::settings::Profile;
use super::clients::{AuthMethod, Client, secret_matches};
use super::error::{ErrorCode, OAuthError};
use super::params::Params;
use super::state::Provider;
use crate::kernel::secret::Secret;

pub use assertion::ALGS as ASSERTION_ALGS;
pub use failures::Failures;
pub use keys::verify_with_client_keys;

/// The parameters that are read here; every endpoint that authenticates clients has to know them too.
pub const PARAMS: &[&str] = &["client_id", "client_secret", "client_assertion_type", "client_assertion"];

/// The credentials of the request.
#[derive(Debug)]
enum Proof {
    Nothing,
    Secret(Secret),
    Assertion(String),
}

#[derive(Debug)]
struct Credentials {
    client_id: String,
    proof: Proof,
}

/// Authenticates the client by its registered method. `endpoint` is the path of the called address, such as
/// `/oauth2/token`: an assertion may name it as its audience.
///
/// Errors: `invalid_request` where a request authenticates in two ways; `invalid_client` with 401; 429 with
/// `Retry-After` after too many wrong secrets from one address.
pub async fn authenticate(
    provider: &Provider,
    caller: &Caller,
    headers: &HeaderMap,
    params: &Params,
    endpoint: &str,
) -> Result<Arc<Client>, OAuthError> {
    let Credentials { client_id, proof } = Credentials::read(headers, params)?;
    let client = provider.clients().get(&client_id).await?.ok_or_else(refused)?;
    let method = client.token_endpoint_auth_method;
    let (kernel, failures) = (provider.kernel(), provider.failures());
    let judged = match &proof {
        Proof::Nothing if method == AuthMethod::None => return Ok(client),
        Proof::Secret(secret) if method.has_secret() && client.settings.cardea_profile != Profile::Fapi2 => {
            failures.check(kernel.now(), &client, caller)?;
            if secret_matches(kernel, &client, secret) { Ok(()) } else { Err("a wrong secret") }
        }
        Proof::Assertion(assertion) if method == AuthMethod::PrivateKeyJwt => {
            assertion::judge(provider, &client, assertion, endpoint).await?
        }
        _ => Err("another method than the client is registered for"),
    };
    match judged {
        Ok(()) => Ok(client),
        Err(why) => {
            tracing::info!(request_id = caller.request.id, client_id, why, "client authentication failed");
            failures.note(kernel, &client, caller, why).await?;
            Err(refused())
        }
    }
}

fn refused() -> OAuthError {
    // RFC 9110, section 15.5.2: a 401 carries a challenge.
    OAuthError::new(ErrorCode::InvalidClient, "client authentication failed")
        .challenge(HeaderValue::from_static("Basic realm=\"cardea\", charset=\"UTF-8\""))
}

impl Credentials {
    fn read(headers: &HeaderMap, params: &Params) -> Result<Self, OAuthError> {
        let in_form = params.get("client_id");
        let secret = params.get("client_secret").map(Secret::new);
        let assertion = params.get("client_assertion").map(str::to_owned);
        let mut authorization = headers.get_all(header::AUTHORIZATION).iter();
        let first = authorization.next();
        let ways = usize::from(first.is_some()) + usize::from(secret.is_some()) + usize::from(assertion.is_some());
        if ways > 1 || authorization.next().is_some() {
            let why = "a client must not authenticate in more than one way";
            return Err(OAuthError::new(ErrorCode::InvalidRequest, why));
        }
        let assertion_type = params.get("client_assertion_type");
        if assertion.is_some() != assertion_type.is_some() {
            let why = "client_assertion and client_assertion_type belong together";
            return Err(OAuthError::new(ErrorCode::InvalidRequest, why));
        }
        let (named, proof) = match (first, secret, assertion) {
            (Some(value), ..) => {
                let (client_id, secret) = value.to_str().ok().and_then(secret::basic).ok_or_else(refused)?;
                (Some(client_id), Proof::Secret(secret))
            }
            (_, Some(secret), _) => (None, Proof::Secret(secret)),
            (.., Some(assertion)) => {
                if assertion_type != Some(assertion::TYPE) {
                    return Err(refused());
                }
                (Some(assertion::claimed_client(&assertion).ok_or_else(refused)?), Proof::Assertion(assertion))
            }
            _ => (None, Proof::Nothing),
        };
        if let (Some(named), Some(in_form)) = (&named, in_form)
            && named != in_form
        {
            // Another client's assertion is refused as a failed authentication (RFC 7521, section 4.2).
            let somebody_else = matches!(proof, Proof::Assertion(_));
            let why = "client_id is not the authenticated client";
            return Err(if somebody_else { refused() } else { OAuthError::new(ErrorCode::InvalidRequest, why) });
        }
        let client_id = named.or_else(|| in_form.map(str::to_owned)).ok_or_else(refused)?;
        Ok(Self { client_id, proof })
    }
}
