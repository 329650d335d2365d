//! Access tokens: JWTs of RFC 9068, or opaque.
//!
//! An opaque token has the same claims, sealed: only introspection returns them, and neither making nor reading it
//! asks the database. Either kind is valid while its family is; see [`stands`].

use std::borrow::Cow;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};

use super::families::{self, FamilyStatus, TokenFamily};
use super::store;
use crate::kernel::clock::Time;
use crate::kernel::ctx::ReadCtx;
use crate::kernel::error::Error;
use crate::kernel::recent::Age;
use crate::provider::clients::Client;
use crate::provider::clients::settings::{AccessTokenType, TokenFormat};
use crate::provider::state::Provider;
use crate::provider::subject;

/// The `token_use` of access tokens whose `typ` is that of ID tokens.
const ACCESS: &str = "access";
/// Default lifetime of an access token, in seconds. Short, as a resource server may check it without asking this
/// server.
pub const ACCESS_TOKEN_SECONDS: i64 = 600;
/// Prefix of opaque tokens: no JWT or other secret of this server begins with it, and scanners for leaked secrets
/// know it.
const OPAQUE: &str = "cardea_at_";
/// The purpose of the seal of opaque tokens.
const SEALED_FOR: &str = "access_token";

/// The audience of a token: one value, or several (RFC 7519, section 4.1.3).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(from = "OneOrMany", into = "OneOrMany")]
pub struct Audience(Vec<String>);

#[derive(Deserialize, Serialize)]
#[serde(untagged)]
enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

impl From<OneOrMany> for Audience {
    fn from(given: OneOrMany) -> Self {
        match given {
            OneOrMany::One(one) => Self(vec![one]),
            OneOrMany::Many(many) => Self(many),
        }
    }
}

impl From<Audience> for OneOrMany {
    fn from(mut audience: Audience) -> Self {
        match audience.0.pop() {
            Some(one) if audience.0.is_empty() => Self::One(one),
            last => {
                audience.0.extend(last);
                Self::Many(audience.0)
            }
        }
    }
}

impl From<Vec<String>> for Audience {
    fn from(many: Vec<String>) -> Self {
        Self(many)
    }
}

impl Audience {
    /// Whether this value is in the audience.
    #[must_use]
    pub fn has(&self, one: &str) -> bool {
        self.0.iter().any(|a| a == one)
    }

    /// Whether the client is in the audience: by its id, or by a resource that it serves. Resources that it may only
    /// request tokens for do not count.
    #[must_use]
    pub fn has_client(&self, client: &Client) -> bool {
        self.has(&client.client_id) || client.settings.cardea_audience.iter().any(|r| self.has(r))
    }
}

/// The key that a token is bound to (RFC 9449, section 6.1).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Confirmation<'a> {
    /// The key's thumbprint (RFC 7638).
    pub jkt: Cow<'a, str>,
}

/// The actor: the party that acts for the subject (RFC 8693, section 4.1).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Actor {
    /// Subject of the actor.
    pub sub: String,
    /// The previous actor.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub act: Option<Box<Self>>,
}

/// The claims of an access token (RFC 9068, section 2.2). Times in seconds.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct AccessToken<'a> {
    /// Issuer.
    pub iss: Cow<'a, str>,
    /// The person's `sub` at the client, or the client itself where there is no person.
    pub sub: Cow<'a, str>,
    /// The resources; this server's userinfo is one, named by the issuer.
    pub aud: Audience,
    /// When it expires.
    pub exp: i64,
    /// Time of issue.
    pub iat: i64,
    /// Its own id.
    pub jti: String,
    /// The client.
    pub client_id: Cow<'a, str>,
    /// The granted scope.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub scope: Cow<'a, str>,
    /// When the person authenticated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub auth_time: Option<i64>,
    /// The strength of the authentication.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub acr: Option<Cow<'a, str>>,
    /// The authentication methods.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amr: Option<Cow<'a, [String]>>,
    /// The session.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sid: Option<Cow<'a, str>>,
    /// The token family, by which the token can be revoked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grant_id: Option<Cow<'a, str>>,
    /// The key that it is bound to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cnf: Option<Confirmation<'a>>,
    /// The actor for the person.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub act: Option<Actor>,
    /// `access` in a token whose `typ` is `JWT`, like that of ID tokens, so that neither is taken for the other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token_use: Option<Cow<'a, str>>,
}

impl AccessToken<'_> {
    /// Whether this scope was granted.
    #[must_use]
    pub fn has_scope(&self, scope: &str) -> bool {
        self.scope.split(' ').any(|s| s == scope)
    }

    /// `token_type` (RFC 6749, section 7.1; RFC 9449, section 5).
    #[must_use]
    pub const fn token_type(&self) -> &'static str {
        token_type(self.cnf.is_some())
    }

    /// Signs or seals the token, by the client's format.
    pub fn write(&self, provider: &Provider, client: &Client) -> Result<String, Error> {
        match client.settings.cardea_access_token_format {
            TokenFormat::Jwt => {
                let typ = client.settings.cardea_access_token_type.as_str();
                provider.keys().sign(client.settings.cardea_access_token_signed_alg, typ, self)
            }
            TokenFormat::Opaque => {
                let sealed = provider.kernel().seal(SEALED_FOR, &serde_json::to_vec(self)?)?;
                Ok(format!("{OPAQUE}{}", URL_SAFE_NO_PAD.encode(sealed)))
            }
        }
    }
}

/// `token_use` of the access tokens of this client; see [`AccessToken::token_use`].
#[must_use]
pub fn token_use(client: &Client) -> Option<Cow<'static, str>> {
    let settings = &client.settings;
    let alike = settings.cardea_access_token_type == AccessTokenType::Jwt;
    (alike && settings.cardea_access_token_format == TokenFormat::Jwt).then_some(ACCESS.into())
}

/// `token_type` of a token that is bound to a key, or not.
#[must_use]
pub const fn token_type(bound: bool) -> &'static str {
    if bound { "DPoP" } else { "Bearer" }
}

/// When an access token of this client expires that is made now and must not outlive `until`.
#[must_use]
pub fn end(client: &Client, now: Time, until: Option<Time>) -> i64 {
    let end = now.unix_seconds() + client.settings.cardea_access_token_seconds.unwrap_or(ACCESS_TOKEN_SECONDS);
    until.map_or(end, |until| end.min(until.unix_seconds()))
}

/// The claims of an access token of this server that has not expired; `None` for anything else, ID tokens included.
/// The caller checks the audience, and whether the token is still valid.
#[must_use]
pub fn read(provider: &Provider, token: &str) -> Option<AccessToken<'static>> {
    let claims: AccessToken<'static> = if let Some(sealed) = token.strip_prefix(OPAQUE) {
        let sealed = URL_SAFE_NO_PAD.decode(sealed).ok()?;
        serde_json::from_slice(&provider.kernel().unseal(SEALED_FOR, &sealed).ok()?).ok()?
    } else {
        let types = [AccessTokenType::AtJwt.as_str(), AccessTokenType::Jwt.as_str()];
        let (typ, claims) = provider.keys().verify_one_of::<AccessToken<'static>>(&types, token).ok()?;
        let marked = claims.token_use.as_deref() == Some(ACCESS);
        (typ == AccessTokenType::AtJwt.as_str() || marked).then_some(claims)?
    };
    (claims.iss == provider.issuer() && claims.exp > provider.kernel().now().unix_seconds()).then_some(claims)
}

/// The records behind a valid token.
#[derive(Debug)]
pub struct ActiveToken {
    /// The client.
    pub client: Arc<Client>,
    /// The token family, known for a moment; `None` for the client's own token.
    pub family: Option<Arc<TokenFamily>>,
}

/// Whether a token is valid: its client exists, its family is valid, and it was not revoked.
pub async fn stands(provider: &Provider, cx: &mut ReadCtx, token: &AccessToken<'_>) -> Result<bool, Error> {
    let Some(client) = provider.clients().get(&token.client_id).await? else { return Ok(false) };
    let Some(family) = &token.grant_id else { return own_stands(provider, cx, token).await };
    let read = families::find_family_status(cx, family);
    let Some(status) = provider.statuses().get(Age::Recent, provider.kernel().now(), family, read).await? else {
        return Ok(false);
    };
    rests(provider, cx, token, &client, &status).await
}

/// As [`stands`], with the records behind the token, which may be of this age.
pub async fn active(
    provider: &Provider,
    cx: &mut ReadCtx,
    token: &AccessToken<'_>,
    age: Age,
) -> Result<Option<ActiveToken>, Error> {
    let Some(client) = provider.clients().get(&token.client_id).await? else { return Ok(None) };
    let Some(family) = &token.grant_id else {
        let stands = own_stands(provider, cx, token).await?;
        return Ok(stands.then_some(ActiveToken { client, family: None }));
    };
    let key = format!("{family} {}", client.client_id);
    let read = families::find_holder(cx, family, provider.trials(), &client);
    let Some(family) = provider.families().get(age, provider.kernel().now(), &key, read).await? else {
        return Ok(None);
    };
    let stands = rests(provider, cx, token, &client, &family.status).await?;
    Ok(stands.then_some(ActiveToken { client, family: Some(family) }))
}

/// Whether a client's own token is valid.
async fn own_stands(provider: &Provider, cx: &mut ReadCtx, token: &AccessToken<'_>) -> Result<bool, Error> {
    // An exchanged token needs the client in `sub` to exist, too.
    let speaks = token.sub == token.client_id || provider.clients().get(&token.sub).await?.is_some();
    Ok(speaks && !store::is_revoked(cx, &token.jti).await?)
}

/// Whether a token that belongs to a family is valid.
async fn rests(
    provider: &Provider,
    cx: &mut ReadCtx,
    token: &AccessToken<'_>,
    client: &Client,
    status: &FamilyStatus,
) -> Result<bool, Error> {
    if !status.holds(cx.now()) || !subject::is(provider, client, &status.user_id, &token.sub) {
        return Ok(false);
    }
    // A token of the family's own client is revoked with the family; see `revocation`.
    Ok(status.client_id == client.client_id || !store::is_revoked(cx, &token.jti).await?)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_audience_of_one_is_a_text() {
        for json in [json!("a"), json!(["a", "b"]), json!([])] {
            let audience: Audience = serde_json::from_value(json.clone()).unwrap();
            assert_eq!(serde_json::to_value(&audience).unwrap(), json);
        }
        let one: Audience = serde_json::from_value(json!(["a"])).unwrap();
        assert_eq!(serde_json::to_value(one).unwrap(), "a");
    }
}
