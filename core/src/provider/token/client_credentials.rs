//! A token for the client itself: RFC 6749, section 4.4. Neither reads nor writes the database.

use std::borrow::Cow;

use super::access::{self, AccessToken, Confirmation};
use super::request::{TokenRequest, TokenResponse};
use super::resources;
use crate::kernel::id::Id;
use crate::provider::clients::{AuthMethod, SCOPES};
use crate::provider::error::{ErrorCode, OAuthError};

/// Issues the token.
pub fn issue(request: &TokenRequest<'_>) -> Result<TokenResponse, OAuthError> {
    let (provider, client) = (request.provider, request.client);
    if client.token_endpoint_auth_method == AuthMethod::None {
        let why = "a public client cannot have a token of its own";
        return Err(OAuthError::new(ErrorCode::UnauthorizedClient, why));
    }
    let audience = resources::audience(provider.issuer(), client, &[], request.params.all("resource"))?;
    let scope = scope(&client.scope, request.params.get("scope"))?;
    let now = provider.kernel().now();
    let claims = AccessToken {
        iss: provider.issuer().into(),
        sub: client.client_id.as_str().into(),
        aud: audience,
        exp: access::end(client, now, None),
        iat: now.unix_seconds(),
        jti: Id::new(now, provider.kernel().entropy()).into(),
        client_id: client.client_id.as_str().into(),
        scope: scope.as_ref().into(),
        auth_time: None,
        acr: None,
        amr: None,
        sid: None,
        grant_id: None,
        cnf: request.jkt.as_deref().map(|jkt| Confirmation { jkt: jkt.into() }),
        act: None,
        token_use: access::token_use(client),
    };
    Ok(TokenResponse {
        access_token: claims.write(provider, client)?,
        token_type: claims.token_type(),
        expires_in: claims.exp - claims.iat,
        scope: claims.scope.into_owned(),
        ..TokenResponse::default()
    })
}

/// The requested scope, or by default every scope of the client that is not about a person.
fn scope<'a>(registered: &'a str, asked: Option<&'a str>) -> Result<Cow<'a, str>, OAuthError> {
    let own = |scope: &&str| !scope.is_empty() && !SCOPES.contains(scope);
    let Some(asked) = asked else {
        return Ok(Cow::Owned(registered.split(' ').filter(own).collect::<Vec<_>>().join(" ")));
    };
    if asked.split(' ').all(|scope| own(&scope) && registered.split(' ').any(|r| r == scope)) {
        Ok(Cow::Borrowed(asked))
    } else {
        let why = "the scope holds one that is not registered for this client, or that needs a person";
        Err(OAuthError::new(ErrorCode::InvalidScope, why))
    }
}
