//! The token response of every grant of a person.

use super::access::{self, AccessToken, Audience, Confirmation};
use super::id_token::{ID_TOKEN_SECONDS, IdToken, at_hash};
use super::once::{Once, used_twice};
use super::refresh_token::Minted;
use super::request::{TokenRequest, TokenResponse};
use super::resources;
use super::store::{self, FamilyOfCode, GrantContext, GrantRow, NewFamily, PresentedCode};
use crate::kernel::clock::Time;
use crate::kernel::error::Error;
use crate::kernel::id::Id;
use crate::provider::claims::{ClaimsContext, ID_TOKEN_TYPE, Known};
use crate::provider::clients::{AuthMethod, Client};
use crate::provider::error::OAuthError;
use crate::provider::granted::Granted;
use crate::provider::subject;

/// Seconds after which an offline family ends, unless the client's refresh tokens may stay unused for longer: the
/// person has to agree again by then.
const OFFLINE_SECONDS: i64 = 90 * 86_400;
/// Default time in seconds after which an unused refresh token expires.
const REFRESH_SECONDS: i64 = 30 * 86_400;

/// Uses an authorization code up and begins its token family at once, with the grant as it is. `None` where anything does not
/// hold, or has to be looked at before.
pub async fn begin_at_once(
    request: &TokenRequest<'_>,
    code: PresentedCode<'_>,
) -> Result<Option<TokenResponse>, OAuthError> {
    let (client, kernel) = (request.client, request.provider.kernel());
    let mut cx = request.caller.writing(kernel);
    let (family, now) = (cx.new_id(), cx.now());
    let refresh = refreshes(client).then(|| Minted::new(kernel, &family, unused_until(client, now)));
    let outlasting = refreshes(client).then(|| outlasting_end(client, now));
    let of_code = FamilyOfCode { id: &family, outlasting, refresh: refresh.as_ref().map(Minted::stored) };
    let begun = store::begin_valid(&mut cx, code, of_code, request.provider.trials(), client).await?;
    cx.commit().await?;
    let Some(row) = begun else { return Ok(None) };
    let nonce = row.granted.nonce.as_deref();
    Ok(Some(respond_at_once(request, (&family, &row), nonce, refresh)?))
}

/// Makes the tokens of a family for a request that names neither a part of the scope nor a resource, and whose client was granted
/// no claim by name. `nonce` is that of the ID token, `refresh` the next refresh token.
pub fn respond_at_once(
    request: &TokenRequest<'_>,
    (family, row): (&Id, &GrantRow),
    nonce: Option<&str>,
    refresh: Option<Minted>,
) -> Result<TokenResponse, OAuthError> {
    let (provider, client, granted) = (request.provider, request.client, &row.granted.0);
    let audience = resources::audience(provider.issuer(), client, &granted.resources, &[])?;
    let of = ClaimsContext { client, granted, scope: &granted.scope, trials: row.trials.as_deref() };
    let known = granted.has("openid").then(|| Known::of_work(provider.trials(), of)).transpose()?;
    let tokens = Tokens {
        family,
        session: &row.session_id,
        user: &row.user_id,
        granted,
        scope: &granted.scope,
        audience,
        until: row.expires_at,
        nonce,
        known,
        refresh_token: refresh.map(|minted| minted.text),
    };
    Ok(respond(request, tokens)?)
}

/// Uses the code up and begins its token family.
///
/// Errors: the refusal of a reused code, where another request used it first; the tokens of that request are revoked.
pub async fn begin(
    request: &TokenRequest<'_>,
    once: Once<'_>,
    granted: Granted,
    basis: &GrantContext,
) -> Result<TokenResponse, OAuthError> {
    let (provider, client, user) = (request.provider, request.client, &basis.user);
    let audience = resources::audience(provider.issuer(), client, &granted.resources, request.params.all("resource"))?;
    let known = if granted.has("openid") {
        let mut cx = request.caller.autocommit_reader(provider.kernel());
        let trials = basis.trials.as_deref();
        let of = ClaimsContext { client, granted: &granted, scope: &granted.scope, trials };
        Some(Known::read(provider.trials(), &mut cx, user, of).await?)
    } else {
        None
    };

    let mut cx = request.caller.writing(provider.kernel());
    let begun = Beginning::new(request, cx.new_id(), granted, basis.session_expires_at);
    let kept = once.use_up(&mut cx, begun.row(client, &user.id, &basis.session_id)).await?;
    cx.commit().await?;
    if kept.rows() == 0 {
        return Err(used_twice(request, once).await);
    }
    let tokens = Tokens {
        family: &begun.family,
        session: &basis.session_id,
        user: &user.id,
        granted: &begun.granted,
        scope: &begun.granted.scope,
        audience,
        until: begun.ends,
        nonce: begun.granted.nonce.as_deref(),
        known,
        refresh_token: begun.refresh.map(|minted| minted.text),
    };
    Ok(respond(request, tokens)?)
}

/// The parts from which tokens are made.
#[derive(Debug)]
pub struct Tokens<'a> {
    /// The family.
    pub family: &'a Id,
    /// The session of the grant.
    pub session: &'a Id,
    /// The person.
    pub user: &'a Id,
    /// The grant.
    pub granted: &'a Granted,
    /// The part of the scope that these tokens get.
    pub scope: &'a str,
    /// The audience of the access token.
    pub audience: Audience,
    /// End of the family, which no token outlives.
    pub until: Time,
    /// The nonce of the ID token.
    pub nonce: Option<&'a str>,
    /// The known claims about the person; `None` makes no ID token.
    pub known: Option<Known<'a>>,
    /// The next refresh token.
    pub refresh_token: Option<String>,
}

/// Makes the tokens.
pub fn respond(request: &TokenRequest<'_>, tokens: Tokens<'_>) -> Result<TokenResponse, Error> {
    let (provider, client, granted) = (request.provider, request.client, tokens.granted);
    let kernel = provider.kernel();
    let (now, sub) = (kernel.now(), subject::of(provider, client, tokens.user));
    let claims = AccessToken {
        iss: provider.issuer().into(),
        sub: sub.as_str().into(),
        aud: tokens.audience,
        exp: access::end(client, now, Some(tokens.until)),
        iat: now.unix_seconds(),
        jti: Id::new(now, kernel.entropy()).into(),
        client_id: client.client_id.as_str().into(),
        scope: tokens.scope.into(),
        auth_time: Some(granted.auth_time.unix_seconds()),
        acr: Some(granted.acr.as_str().into()),
        amr: Some(granted.amr.as_slice().into()),
        sid: Some(tokens.session.as_str().into()),
        grant_id: Some(tokens.family.as_str().into()),
        cnf: request.jkt.as_deref().map(|jkt| Confirmation { jkt: jkt.into() }),
        act: None,
        token_use: access::token_use(client),
    };
    let access_token = claims.write(provider, client)?;
    let id_token = match tokens.known {
        Some(known) => {
            let alg = client.settings.id_token_signed_response_alg;
            let claims = IdToken {
                iss: provider.issuer(),
                sub: &sub,
                aud: &client.client_id,
                exp: claims.iat + client.settings.cardea_id_token_seconds.unwrap_or(ID_TOKEN_SECONDS),
                iat: claims.iat,
                auth_time: granted.auth_time.unix_seconds(),
                nonce: tokens.nonce,
                at_hash: at_hash(alg, &access_token),
                sid: tokens.session.as_str(),
                acr: &granted.acr,
                amr: &granted.amr,
                person: known.for_id_token(&granted.claims),
            };
            Some(provider.keys().sign(alg, ID_TOKEN_TYPE, &claims)?)
        }
        None => None,
    };
    Ok(TokenResponse {
        access_token,
        token_type: claims.token_type(),
        expires_in: claims.exp - claims.iat,
        scope: tokens.scope.to_owned(),
        refresh_token: tokens.refresh_token,
        id_token,
        issued_token_type: None,
    })
}

/// The first state of a family.
#[derive(Debug)]
struct Beginning {
    family: Id,
    granted: Granted,
    ends: Time,
    refresh: Option<Minted>,
}

impl Beginning {
    /// From a grant in a session that ends at `session_ends`.
    fn new(request: &TokenRequest<'_>, family: Id, mut granted: Granted, session_ends: Time) -> Self {
        let (client, kernel) = (request.client, request.provider.kernel());
        let now = kernel.now();
        let ends = if is_offline(client, &granted) { outlasting_end(client, now) } else { session_ends };
        granted.dpop_jkt = bound_key(request).map(str::to_owned);
        let refresh = refreshes(client).then(|| Minted::new(kernel, &family, refresh_end(client, now, ends)));
        Self { family, granted, ends, refresh }
    }

    fn row<'a>(&'a self, client: &'a Client, user: &'a Id, session: &'a Id) -> NewFamily<'a> {
        NewFamily {
            id: &self.family,
            client_id: &client.client_id,
            user_id: user,
            session_id: session,
            offline: is_offline(client, &self.granted),
            granted: &self.granted,
            expires_at: self.ends,
            refresh: self.refresh.as_ref().map(Minted::stored),
        }
    }
}

/// The key that the refresh tokens of a family that begins now are bound to: for a public client, that of the DPoP proof
/// (RFC 9449, section 5).
#[must_use]
pub fn bound_key<'a>(request: &'a TokenRequest<'_>) -> Option<&'a str> {
    let public = request.client.token_endpoint_auth_method == AuthMethod::None;
    request.jkt.as_deref().filter(|_| public)
}

/// Whether a client gets refresh tokens.
fn refreshes(client: &Client) -> bool {
    client.allows_grant("refresh_token")
}

/// Whether the family of a grant outlasts its session.
fn is_offline(client: &Client, granted: &Granted) -> bool {
    refreshes(client) && granted.has("offline_access")
}

/// When a family that begins now ends if it outlasts its session.
fn outlasting_end(client: &Client, now: Time) -> Time {
    now.plus_seconds(OFFLINE_SECONDS.max(pause(client)))
}

/// When a refresh token made now expires if it is unused; never after the end of its family.
#[must_use]
pub fn refresh_end(client: &Client, now: Time, family_ends: Time) -> Time {
    unused_until(client, now).min(family_ends)
}

/// When a refresh token made now expires if it is unused, where its family does not end before.
#[must_use]
pub fn unused_until(client: &Client, now: Time) -> Time {
    now.plus_seconds(pause(client))
}

/// Seconds for which a refresh token of this client may stay unused.
fn pause(client: &Client) -> i64 {
    client.settings.cardea_refresh_token_seconds.unwrap_or(REFRESH_SECONDS)
}
