//! Request objects: RFC 9101 and OpenID Connect Core 1.0, section 6.
//!
//! Only signed request objects are accepted. With a request object, its members count and no parameter beside it does
//! (RFC 9101, section 6.3); `client_id`, and `response_type` if given, must be the same beside it.

use serde_json::{Map, Value};

use crate::provider::client_auth;
use crate::provider::clients::Client;
use crate::provider::clients::settings::Profile;
use crate::provider::error::{ErrorCode, OAuthError};
use crate::provider::jose::{Alg, Verified};
use crate::provider::params::Params;
use crate::provider::state::Provider;

/// `typ` of a request object (RFC 9101, section 10.8); older clients write `JWT`, or nothing.
const TYPE: &str = "oauth-authz-req+jwt";
/// Seconds by which a client's clock may differ.
const SKEW: i64 = 10;
/// Most seconds from `nbf` to `exp` for `fapi2` (FAPI 2.0 Message Signing, section 5.3.1).
const FAPI_LIFE: i64 = 3600;

const fn invalid(why: &'static str) -> OAuthError {
    OAuthError::new(ErrorCode::InvalidRequestObject, why)
}

/// Fetches a request object from an address that equals a registered one character for character.
///
/// Errors: `invalid_request_uri` (RFC 9101, section 7).
pub async fn fetch(provider: &Provider, client: &Client, uri: &str) -> Result<String, OAuthError> {
    let wrong = |why| OAuthError::new(ErrorCode::InvalidRequestUri, why);
    if !client.settings.request_uris.iter().any(|registered| registered == uri) {
        return Err(wrong("request_uri is not registered for this client"));
    }
    let octets = provider.clients().document(uri).await.map_err(|error| {
        tracing::warn!(client_id = client.client_id, %error, "a request object could not be fetched");
        wrong("the request object could not be fetched")
    })?;
    let text = String::from_utf8(octets.to_vec()).map_err(|_| invalid("the request object is not a JWT"))?;
    Ok(text.trim().to_owned())
}

/// The members of a request object that this client signed for this server and that is valid now.
///
/// Errors: `invalid_request_object` (RFC 9101, section 6.2).
pub async fn open(
    provider: &Provider,
    client: &Client,
    outside: &Params,
    object: &str,
) -> Result<Map<String, Value>, OAuthError> {
    let Verified { header, claims } = verify(provider, client, object).await?;
    let typed = header.typ.is_none() || header.is_type(TYPE) || header.is_type("JWT");
    if !typed {
        return Err(invalid("the request object is a JWT of another type"));
    }
    let text = |name: &str| claims.get(name).and_then(Value::as_str);
    let ours = |name: &str, value: &str| match claims.get(name) {
        None => true,
        Some(Value::Array(many)) => many.iter().any(|one| one.as_str() == Some(value)),
        Some(one) => one.as_str() == Some(value),
    };
    let id = client.client_id.as_str();
    let response_type = outside.get("response_type");
    for (ok, why) in [
        // RFC 9101, section 4: no request object within a request object.
        (!claims.contains_key("request"), "the request object must not hold request"),
        (!claims.contains_key("request_uri"), "the request object must not hold request_uri"),
        (text("client_id").is_none_or(|inside| inside == id), "client_id of the request object is another"),
        (text("client_id").is_some() || text("iss").is_some(), "the request object does not say whose it is"),
        (claims.get("iss").is_none_or(|iss| iss.as_str() == Some(id)), "iss of the request object is not the client"),
        (ours("aud", provider.issuer()), "aud of the request object is not this server"),
        // Section 10.8: an assertion that authenticates the client is no request object.
        (text("sub") != Some(id), "the request object names the client as sub"),
        (
            response_type.is_none_or(|outside| text("response_type").is_none_or(|inside| inside == outside)),
            "response_type beside the request object is another",
        ),
    ] {
        if !ok {
            return Err(invalid(why));
        }
    }
    in_time(provider, client, &claims)?;
    Ok(with_client_id(claims, id))
}

/// Verifies the signature with the client's keys, by the client's registered algorithm if it has one.
async fn verify(provider: &Provider, client: &Client, object: &str) -> Result<Verified, OAuthError> {
    let fapi = client.settings.cardea_profile == Profile::Fapi2;
    let algs: Vec<Alg> = match client.settings.request_object_signing_alg {
        Some(alg) => vec![alg],
        None => Alg::ALL.iter().copied().filter(|alg| !fapi || *alg != Alg::Rs256).collect(),
    };
    client_auth::verify_with_client_keys(provider, client, object, &algs).await.map_err(|error| {
        tracing::info!(client_id = client.client_id, %error, "a request object was refused");
        invalid("the request object is not signed by the client as it has to be")
    })
}

/// Checks `exp` and `nbf` if given; `fapi2` requires them, at most an hour apart.
fn in_time(provider: &Provider, client: &Client, claims: &Map<String, Value>) -> Result<(), OAuthError> {
    let now = provider.kernel().now().unix_seconds();
    let moment = |name: &str| match claims.get(name) {
        None => Ok(None),
        // NumericDate may have a fraction (RFC 7519, section 2).
        #[expect(clippy::cast_possible_truncation, reason = "a moment beyond i64 is cut to its end")]
        Some(value) => match value.as_f64() {
            Some(seconds) => Ok(Some(seconds as i64)),
            None => Err(invalid("exp, nbf and iat of the request object must be numbers")),
        },
    };
    let (exp, nbf) = (moment("exp")?, moment("nbf")?);
    let issued_later = moment("iat")?.is_some_and(|iat| iat > now + SKEW);
    if exp.is_some_and(|exp| exp <= now - SKEW) {
        return Err(invalid("the request object has expired"));
    }
    if issued_later || nbf.is_some_and(|nbf| nbf > now + SKEW) {
        return Err(invalid("the request object is not valid yet"));
    }
    if client.settings.cardea_profile == Profile::Fapi2 {
        let near = matches!((nbf, exp), (Some(nbf), Some(exp)) if nbf >= now - FAPI_LIFE && exp <= nbf + FAPI_LIFE);
        if !near || !claims.contains_key("aud") {
            return Err(invalid("the request object needs aud, nbf and exp, at most an hour apart"));
        }
    }
    Ok(())
}

/// Later code reads `client_id` among the parameters; an object may name the client by `iss` alone.
fn with_client_id(mut claims: Map<String, Value>, client_id: &str) -> Map<String, Value> {
    claims.insert("client_id".to_owned(), client_id.into());
    claims
}
