//! How a client proves itself at the token endpoint (RFC 6749, section 2.3).

use std::sync::Arc;

use axum::http::{HeaderMap, HeaderValue, header};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use percent_encoding::percent_decode_str;

use super::Provider;
use super::clients::{AuthMethod, Client, secret_matches};
use super::error::{ErrorCode, OAuthError};
use super::params::Params;
use crate::kernel::secret::Secret;

/// What came with the request.
struct Credentials {
    client_id: String,
    method: AuthMethod,
    secret: Option<Secret>,
}

/// The client, if it proved itself by the one method that it is registered for. One answer for every
/// failure, so that nobody learns which clients there are.
pub async fn authenticate(
    provider: &Provider,
    headers: &HeaderMap,
    params: &Params,
) -> Result<Arc<Client>, OAuthError> {
    let credentials = Credentials::read(headers, params)?;
    let client = provider.clients().get(&credentials.client_id).await?.ok_or_else(refused)?;
    let proven = match &credentials.secret {
        None => true,
        Some(secret) => secret_matches(provider.kernel(), &client, secret),
    };
    if proven && client.token_endpoint_auth_method == credentials.method { Ok(client) } else { Err(refused()) }
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
        let mut authorization = headers.get_all(header::AUTHORIZATION).iter();
        if let Some(value) = authorization.next() {
            if secret.is_some() || authorization.next().is_some() {
                let why = "a client must not authenticate in more than one way";
                return Err(OAuthError::new(ErrorCode::InvalidRequest, why));
            }
            let (client_id, secret) = value.to_str().ok().and_then(basic).ok_or_else(refused)?;
            if in_form.is_some_and(|id| id != client_id) {
                return Err(OAuthError::new(ErrorCode::InvalidRequest, "client_id is not the authenticated client"));
            }
            return Ok(Self { client_id, method: AuthMethod::ClientSecretBasic, secret: Some(secret) });
        }
        let client_id = in_form.ok_or_else(refused)?.to_owned();
        let method = if secret.is_some() { AuthMethod::ClientSecretPost } else { AuthMethod::None };
        Ok(Self { client_id, method, secret })
    }
}

/// `Basic` with both parts form-encoded before they were joined (RFC 6749, section 2.3.1).
fn basic(header: &str) -> Option<(String, Secret)> {
    let (scheme, encoded) = header.split_once(' ')?;
    if !scheme.eq_ignore_ascii_case("basic") {
        return None;
    }
    let joined = String::from_utf8(STANDARD.decode(encoded.trim()).ok()?).ok()?;
    let (id, secret) = joined.split_once(':')?;
    Some((form_decoded(id)?, Secret::new(form_decoded(secret)?)))
}

fn form_decoded(text: &str) -> Option<String> {
    percent_decode_str(&text.replace('+', " ")).decode_utf8().ok().map(std::borrow::Cow::into_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_parts_of_basic_are_form_decoded() {
        let header = format!("bAsIc {}", STANDARD.encode("a%3Ab+c:p%25%2B%E5%AF%86:x"));
        let (id, secret) = basic(&header).unwrap();
        assert_eq!((id.as_str(), secret.expose()), ("a:b c", "p%+密:x"));
        for bad in ["Basic", "Basic !", "Bearer YTpi", "Basic YWI=", "Basic /w=="] {
            assert!(basic(bad).is_none(), "{bad}");
        }
    }
}
