//! The audience and the scope of an access token (RFC 8707).

use url::Url;

use super::access::Audience;
use crate::provider::clients::Client;
use crate::provider::error::{ErrorCode, OAuthError};

/// The audience of a token. `granted` are the resources of the authorization; if it named none, those that the client
/// may request count. A request that `asked` for resources gets these only (section 2.2); otherwise the audience is
/// every granted resource, or else this server's own userinfo, named by the issuer.
pub fn audience(issuer: &str, client: &Client, granted: &[String], asked: &[String]) -> Result<Audience, OAuthError> {
    if asked.is_empty() {
        let all = if granted.is_empty() { vec![issuer.to_owned()] } else { granted.to_vec() };
        return Ok(all.into());
    }
    let allowed = if granted.is_empty() { &client.settings.cardea_resources } else { granted };
    let mut audience: Vec<String> = Vec::with_capacity(asked.len());
    for resource in asked {
        if !is_resource(resource) {
            let why = "a resource must be an absolute address without a fragment";
            return Err(OAuthError::new(ErrorCode::InvalidTarget, why));
        }
        if resource != issuer && !allowed.contains(resource) {
            return Err(OAuthError::new(ErrorCode::InvalidTarget, "a resource is not one that was granted"));
        }
        if !audience.contains(resource) {
            audience.push(resource.clone());
        }
    }
    Ok(audience.into())
}

/// Whether the text is an absolute address without a fragment (section 2).
#[must_use]
pub fn is_resource(text: &str) -> bool {
    Url::parse(text).is_ok_and(|url| url.fragment().is_none())
}

/// The scope of a token: the part of `granted` that was `asked` for, or all of it (RFC 6749, sections 3.3 and 6).
pub fn scope<'a>(granted: &'a str, asked: Option<&'a str>) -> Result<&'a str, OAuthError> {
    let Some(asked) = asked else { return Ok(granted) };
    let held = |scope: &str| granted.split(' ').any(|g| g == scope);
    if asked.split(' ').all(held) {
        Ok(asked)
    } else {
        Err(OAuthError::new(ErrorCode::InvalidScope, "the scope goes beyond what was granted"))
    }
}
