//! An OpenID provider to sign in with, such as a sponsor's directory (OpenID Connect Core 1.0, section 3.1, with
//! RFC 9700): code flow, PKCE, nonce, `state` in a cookie of the browser, `iss` of the answer (RFC 9207).
//!
//! The provider's metadata is fetched at first use, cached for an hour, and fetched once more if an ID token is
//! signed with an unknown key.

use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use futures::future::BoxFuture;
use openidconnect::core::{
    CoreAuthDisplay, CoreAuthenticationFlow, CoreClaimName, CoreClaimType, CoreClient, CoreClientAuthMethod,
    CoreGrantType, CoreIdToken, CoreIdTokenClaims, CoreJsonWebKey, CoreJweContentEncryptionAlgorithm,
    CoreJweKeyManagementAlgorithm, CoreJwsSigningAlgorithm as Jws, CoreResponseMode, CoreResponseType,
    CoreSubjectIdentifierType, CoreTokenResponse, CoreUserInfoClaims,
};
use openidconnect::{
    AccessTokenHash, AdditionalProviderMetadata, AsyncHttpClient, AuthenticationContextClass, AuthorizationCode,
    ClaimsVerificationError, ClientId, ClientSecret, CsrfToken, EndUserEmail, EndUserUsername, HttpRequest,
    HttpResponse, IssuerUrl, Nonce, OAuth2TokenResponse as _, PkceCodeChallenge, PkceCodeVerifier, ProviderMetadata,
    RedirectUrl, Scope, SignatureVerificationError, TokenResponse as _,
};
use serde::{Deserialize, Serialize};
use url::Url;

use super::flow::Flow;
use super::model::{Profile, Stranger, Trouble};
use super::service::{Arrival, Departure, Service};
use crate::config::OpenId;
use crate::kernel::clock::Time;
use crate::kernel::error::Error;
use crate::kernel::outbound::{Client, OutboundError};

/// Seconds for which the provider's metadata is cached.
const FRESH_SECONDS: i64 = 3600;
/// Least seconds between two fetches for an unknown key.
const PAUSE_SECONDS: i64 = 60;
/// Tolerated difference of the clocks, in seconds.
const LEEWAY_SECONDS: i64 = 60;
/// Accepted signature algorithms: only those of key pairs. A shared secret would be in too many hands.
const ALGS: [Jws; 9] = [
    Jws::EcdsaP256Sha256,
    Jws::EcdsaP384Sha384,
    Jws::EdDsa,
    Jws::RsaSsaPssSha256,
    Jws::RsaSsaPssSha384,
    Jws::RsaSsaPssSha512,
    Jws::RsaSsaPkcs1V15Sha256,
    Jws::RsaSsaPkcs1V15Sha384,
    Jws::RsaSsaPkcs1V15Sha512,
];

/// The profile in the claims of an ID token or of userinfo: two types of the library with the same members.
macro_rules! profile {
    ($claims:expr) => {
        Profile::new(
            $claims.given_name().and_then(|name| name.get(None)).map(|name| name.as_str()),
            $claims.family_name().and_then(|name| name.get(None)).map(|name| name.as_str()),
            $claims.zoneinfo().map(|zone| zone.as_str()),
            $claims.picture().and_then(|picture| picture.get(None)).map(|picture| picture.as_str()),
        )
    };
}

/// Provider metadata that the library's type lacks.
#[derive(Clone, Debug, Deserialize, Serialize)]
struct More {
    /// RFC 9207, section 3.
    #[serde(default)]
    authorization_response_iss_parameter_supported: bool,
}

impl AdditionalProviderMetadata for More {}

type Metadata = ProviderMetadata<
    More,
    CoreAuthDisplay,
    CoreClientAuthMethod,
    CoreClaimName,
    CoreClaimType,
    CoreGrantType,
    CoreJweContentEncryptionAlgorithm,
    CoreJweKeyManagementAlgorithm,
    CoreJsonWebKey,
    CoreResponseMode,
    CoreResponseType,
    CoreSubjectIdentifierType,
>;

#[derive(Debug)]
struct Known {
    metadata: Metadata,
    at: Time,
}

/// An OpenID provider.
#[derive(Debug)]
pub struct Upstream {
    http: GuardedClient,
    issuer: IssuerUrl,
    client_id: ClientId,
    client_secret: Option<ClientSecret>,
    scopes: Vec<Scope>,
    tells_profile: bool,
    redirect_uri: RedirectUrl,
    known: Mutex<Option<Arc<Known>>>,
}

/// The library's HTTP client, over the outbound guard.
#[derive(Clone, Debug)]
struct GuardedClient(Client);

impl<'c> AsyncHttpClient<'c> for GuardedClient {
    type Error = OutboundError;
    type Future = Pin<Box<dyn Future<Output = Result<HttpResponse, OutboundError>> + Send + 'c>>;

    fn call(&'c self, request: HttpRequest) -> Self::Future {
        Box::pin(async move { Ok(self.0.send(request.map(Bytes::from), None).await?.map(|body| body.to_vec())) })
    }
}

fn unavailable(error: impl std::fmt::Display) -> Trouble {
    Trouble::Unavailable(error.to_string())
}

fn unsound(error: impl std::fmt::Display) -> Trouble {
    Trouble::Unsound(error.to_string())
}

impl Upstream {
    /// From the settings, without fetching anything yet.
    pub fn new(settings: &OpenId, client: &Client, redirect_uri: &Url) -> Result<Self, Error> {
        let secret = settings.client_secret.expose();
        Ok(Self {
            http: GuardedClient(client.clone()),
            issuer: IssuerUrl::new(settings.issuer.clone()).map_err(Error::internal)?,
            client_id: ClientId::new(settings.client_id.clone()),
            client_secret: (!secret.is_empty()).then(|| ClientSecret::new(secret.to_owned())),
            scopes: settings.scopes.iter().filter(|s| *s != "openid").cloned().map(Scope::new).collect(),
            tells_profile: settings.profile,
            redirect_uri: RedirectUrl::from_url(redirect_uri.clone()),
            known: Mutex::default(),
        })
    }

    /// The provider's metadata, fetched again if the cached one is older than `oldest` seconds.
    async fn metadata(&self, now: Time, oldest: i64) -> Result<Arc<Known>, Trouble> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(known) = known.filter(|known| known.at.plus_seconds(oldest) > now) {
            return Ok(known);
        }
        // The library checks that the issuer is the requested one.
        let metadata = Metadata::discover_async(self.issuer.clone(), &self.http).await.map_err(unavailable)?;
        let fresh = Arc::new(Known { metadata, at: now });
        *self.known.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&fresh));
        Ok(fresh)
    }

    fn secret(&self) -> Option<ClientSecret> {
        self.client_secret.clone()
    }

    async fn departed(&self, departure: Departure<'_>) -> Result<Url, Trouble> {
        let known = self.metadata(departure.now, FRESH_SECONDS).await?;
        let client = CoreClient::from_provider_metadata(known.metadata.clone(), self.client_id.clone(), self.secret())
            .set_redirect_uri(self.redirect_uri.clone());
        let flow = departure.flow;
        let challenge = PkceCodeChallenge::from_code_verifier_sha256(&PkceCodeVerifier::new(flow.verifier.clone()));
        let (state, nonce) = (flow.state.clone(), flow.nonce.clone());
        let mut request = client
            .authorize_url(CoreAuthenticationFlow::AuthorizationCode, || CsrfToken::new(state), || Nonce::new(nonce))
            .add_scopes(self.scopes.iter().cloned())
            .set_pkce_challenge(challenge);
        if let Some(age) = flow.max_age.and_then(|age| u64::try_from(age).ok()) {
            request = request.set_max_age(std::time::Duration::from_secs(age));
        }
        for acr in flow.acr_values.iter().flat_map(|values| values.split_ascii_whitespace()) {
            request = request.add_auth_context_value(AuthenticationContextClass::new(acr.to_owned()));
        }
        Ok(request.url().0)
    }

    async fn arrived(&self, arrival: Arrival<'_>) -> Result<Stranger, Trouble> {
        let flow = arrival.flow.ok_or(Trouble::Refused("no sign-in was begun in this browser"))?;
        let known = self.metadata(arrival.now, FRESH_SECONDS).await?;
        // RFC 9207, section 2.4: against sending one provider's code to another.
        match arrival.iss {
            Some(iss) if iss != self.issuer.as_str() => return Err(Trouble::Refused("another issuer's answer")),
            None if known.metadata.additional_metadata().authorization_response_iss_parameter_supported => {
                return Err(Trouble::Refused("an answer without the issuer that belongs into it"));
            }
            _ => {}
        }
        let tokens = self.exchange(&known.metadata, arrival.ticket, flow).await?;
        let id_token = tokens.id_token().ok_or(Trouble::Refused("no ID token"))?;
        let claims = match self.verify(&known.metadata, id_token, flow, arrival.now) {
            Err(ClaimsVerificationError::SignatureVerification(SignatureVerificationError::NoMatchingKey)) => {
                let renewed = self.metadata(arrival.now, PAUSE_SECONDS).await?;
                self.verify(&renewed.metadata, id_token, flow, arrival.now).map_err(unsound)?
            }
            judged => judged.map_err(unsound)?,
        };
        self.holds_the_token(&tokens, id_token, &claims, arrival.now)?;
        recent(&claims, flow, arrival.now)?;
        let amr = claims.auth_method_refs().into_iter().flatten().map(|amr| amr.as_str().to_owned()).collect();
        let mut label = called(claims.preferred_username(), claims.email());
        let mut profile = profile!(claims);
        if label.is_none() || self.tells_profile && profile == Profile::default() {
            let more = self.more(&known.metadata, &tokens, &claims).await;
            label = label.or_else(|| more.as_ref().and_then(|it| called(it.preferred_username(), it.email())));
            profile = more.map_or(profile, |it| profile!(it));
        }
        let label = label.unwrap_or_default();
        let stranger = Stranger::new(self.issuer.as_str().to_owned(), claims.subject().as_str(), &label, amr)?;
        Ok(if self.tells_profile { stranger.with(profile) } else { stranger })
    }

    /// Further claims, from userinfo (section 5.3); the library checks its `sub` against the ID token's. They do not
    /// decide the sign-in, so any failure is ignored.
    async fn more(
        &self,
        metadata: &Metadata,
        tokens: &CoreTokenResponse,
        claims: &CoreIdTokenClaims,
    ) -> Option<CoreUserInfoClaims> {
        let client = CoreClient::from_provider_metadata(metadata.clone(), self.client_id.clone(), self.secret());
        let request = client.user_info(tokens.access_token().clone(), Some(claims.subject().clone())).ok()?;
        request.request_async(&self.http).await.ok()
    }

    async fn exchange(&self, metadata: &Metadata, code: &str, flow: &Flow) -> Result<CoreTokenResponse, Trouble> {
        let client = CoreClient::from_provider_metadata(metadata.clone(), self.client_id.clone(), self.secret())
            .set_redirect_uri(self.redirect_uri.clone());
        let request = client.exchange_code(AuthorizationCode::new(code.to_owned())).map_err(unavailable)?;
        let request = request.set_pkce_verifier(PkceCodeVerifier::new(flow.verifier.clone()));
        request.request_async(&self.http).await.map_err(|error| match error {
            openidconnect::RequestTokenError::ServerResponse(answer) => {
                Trouble::Unsound(format!("the token endpoint says {}", answer.error().as_ref()))
            }
            openidconnect::RequestTokenError::Request(error) => error.into(),
            other => unavailable(other),
        })
    }

    /// Checks issuer, audience, signature, times and nonce (section 3.1.3.7).
    fn verify(
        &self,
        metadata: &Metadata,
        id_token: &CoreIdToken,
        flow: &Flow,
        now: Time,
    ) -> Result<CoreIdTokenClaims, ClaimsVerificationError> {
        let client = CoreClient::from_provider_metadata(metadata.clone(), self.client_id.clone(), self.secret());
        let verifier = client.id_token_verifier().set_allowed_algs(ALGS).set_time_fn(move || chrono(now));
        let latest = chrono(now.plus_seconds(LEEWAY_SECONDS));
        let verifier = verifier.set_issue_time_verifier_fn(move |issued| {
            if issued <= latest { Ok(()) } else { Err("issued in the future".to_owned()) }
        });
        id_token.claims(&verifier, &Nonce::new(flow.nonce.clone())).cloned()
    }

    /// Checks that `at_hash`, if given, matches the access token (section 3.1.3.8).
    fn holds_the_token(
        &self,
        tokens: &CoreTokenResponse,
        id_token: &CoreIdToken,
        claims: &CoreIdTokenClaims,
        now: Time,
    ) -> Result<(), Trouble> {
        let Some(told) = claims.access_token_hash() else { return Ok(()) };
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let known = known.ok_or(Trouble::Refused("nothing is known of the provider"))?;
        let client = CoreClient::from_provider_metadata(known.metadata.clone(), self.client_id.clone(), self.secret());
        let verifier = client.id_token_verifier().set_allowed_algs(ALGS).set_time_fn(move || chrono(now));
        let alg = id_token.signing_alg().map_err(unsound)?;
        let key = id_token.signing_key(&verifier).map_err(unsound)?;
        let made = AccessTokenHash::from_token(tokens.access_token(), alg, key).map_err(unsound)?;
        if made == *told { Ok(()) } else { Err(Trouble::Refused("another access token's hash")) }
    }
}

/// The displayed name of a person.
fn called(name: Option<&EndUserUsername>, email: Option<&EndUserEmail>) -> Option<String> {
    name.map(|name| name.as_str()).or(email.map(|email| email.as_str())).map(str::to_owned)
}

/// Checks the requested strength and age of the authentication (sections 2 and 3.1.2.1).
fn recent(claims: &CoreIdTokenClaims, flow: &Flow, now: Time) -> Result<(), Trouble> {
    if let Some(age) = flow.max_age {
        let proved = claims.auth_time().ok_or(Trouble::Refused("no auth_time, although max_age was asked for"))?;
        if now.unix_seconds() - proved.timestamp() > age + LEEWAY_SECONDS {
            return Err(Trouble::Refused("proved too long ago"));
        }
    }
    if let Some(values) = &flow.acr_values {
        let met = claims.auth_context_ref().map(|acr| acr.as_str());
        if !met.is_some_and(|met| values.split_ascii_whitespace().any(|asked| asked == met)) {
            return Err(Trouble::Refused("proved less strongly than was asked for"));
        }
    }
    Ok(())
}

fn chrono(time: Time) -> chrono::DateTime<chrono::Utc> {
    chrono::DateTime::from_timestamp_millis(time.0).unwrap_or_default()
}

impl Service for Upstream {
    fn depart<'a>(&'a self, departure: Departure<'a>, _: &'a Url) -> BoxFuture<'a, Result<Url, Trouble>> {
        Box::pin(self.departed(departure))
    }

    fn arrive<'a>(&'a self, arrival: Arrival<'a>, _: &'a Url) -> BoxFuture<'a, Result<Stranger, Trouble>> {
        Box::pin(self.arrived(arrival))
    }
}
