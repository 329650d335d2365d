//! The OpenID Connect calls to the provider (OpenID Connect Core 1.0, 3.1).

use std::collections::BTreeMap;

use openidconnect::core::{
    CoreAuthDisplay, CoreAuthPrompt, CoreAuthenticationFlow, CoreErrorResponseType, CoreGenderClaim, CoreJsonWebKey,
    CoreJweContentEncryptionAlgorithm, CoreJwsSigningAlgorithm, CoreRevocableToken, CoreRevocationErrorResponse,
    CoreTokenIntrospectionResponse, CoreTokenType,
};
use openidconnect::{
    AccessTokenHash, AuthorizationCode, ClientId, ClientSecret, CsrfToken, EmptyExtraTokenFields, EndpointMaybeSet,
    EndpointNotSet, EndpointSet, IdToken, IdTokenClaims, IdTokenFields, IssuerUrl, JsonWebTokenType, LanguageTag,
    LogoutRequest, Nonce, OAuth2TokenResponse as _, PkceCodeChallenge, PkceCodeVerifier, PostLogoutRedirectUrl,
    ProviderMetadataWithLogout, RedirectUrl, Scope, StandardErrorResponse, StandardTokenResponse, TokenResponse as _,
    UserInfoClaims,
};
use url::Url;

use super::http::Client as HttpClient;
use crate::claims::{Arrival, TrialClaims, accesses, tenant};

pub(crate) type TrialIdToken =
    IdToken<TrialClaims, CoreGenderClaim, CoreJweContentEncryptionAlgorithm, CoreJwsSigningAlgorithm>;
type TrialTokens = StandardTokenResponse<
    IdTokenFields<
        TrialClaims,
        EmptyExtraTokenFields,
        CoreGenderClaim,
        CoreJweContentEncryptionAlgorithm,
        CoreJwsSigningAlgorithm,
    >,
    CoreTokenType,
>;
type TrialClient = openidconnect::Client<
    TrialClaims,
    CoreAuthDisplay,
    CoreGenderClaim,
    CoreJweContentEncryptionAlgorithm,
    CoreJsonWebKey,
    CoreAuthPrompt,
    StandardErrorResponse<CoreErrorResponseType>,
    TrialTokens,
    CoreTokenIntrospectionResponse,
    CoreRevocableToken,
    CoreRevocationErrorResponse,
    EndpointSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointMaybeSet,
    EndpointMaybeSet,
>;
type TrialIdTokenClaims = IdTokenClaims<TrialClaims, CoreGenderClaim>;
type TrialUserInfo = UserInfoClaims<TrialClaims, CoreGenderClaim>;

/// The reason why a sign-in failed. The texts are for the log.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SignInError {
    #[error("cannot reach the provider: {0}")]
    Unreachable(String),
    #[error("the provider refused: {0}")]
    Refused(String),
    #[error("the provider's answer cannot be verified: {0}")]
    Untrusted(String),
}

/// The member of `events` in a logout token.
const LOGOUT_EVENT: &str = "http://schemas.openid.net/event/backchannel-logout";

/// What ended at the provider.
#[derive(Debug)]
pub(crate) struct Ended {
    /// The session; without one, all of the person's.
    pub sid: Option<String>,
    /// `sub`.
    pub subject: String,
}

/// This system as a client of the provider.
#[derive(Debug)]
pub(crate) struct Registration {
    pub issuer: IssuerUrl,
    pub client_id: ClientId,
    pub client_secret: Option<ClientSecret>,
    pub redirect_uri: RedirectUrl,
    pub post_logout_redirect_uri: PostLogoutRedirectUrl,
}

/// A pending sign-in: the values that the callback must match.
#[derive(Clone, Debug)]
pub(crate) struct Pending {
    /// The cookie of the browser that started it.
    pub browser: String,
    /// The address on this system to go to afterwards.
    pub target: String,
    pub nonce: Nonce,
    /// The PKCE verifier (RFC 7636, 4.1).
    pub verifier: String,
}

/// Parameters of the authorisation request that a caller of `/login` may give.
#[derive(Debug, Default)]
pub(crate) struct LoginHints {
    pub locale: &'static str,
    pub login_hint: Option<String>,
    /// Passed on unchanged: the tenant and study that the chooser opened.
    pub extra: Vec<(&'static str, String)>,
}

/// The provider, with this system as its client. Its metadata and keys are read for each step: two cheap calls, and a
/// rotated key or a restarted provider is always noticed.
pub(crate) struct Provider<'a> {
    registration: &'a Registration,
    http: &'a HttpClient,
    client: TrialClient,
    end_session: Option<openidconnect::EndSessionUrl>,
}

impl<'a> Provider<'a> {
    pub async fn discover(registration: &'a Registration, http: &'a HttpClient) -> Result<Self, SignInError> {
        let metadata = ProviderMetadataWithLogout::discover_async(registration.issuer.clone(), http)
            .await
            .map_err(|error| SignInError::Unreachable(chain(&error)))?;
        let end_session = metadata.additional_metadata().end_session_endpoint.clone();
        let client = TrialClient::from_provider_metadata(
            metadata,
            registration.client_id.clone(),
            registration.client_secret.clone(),
        )
        .set_redirect_uri(registration.redirect_uri.clone());
        Ok(Self { registration, http, client, end_session })
    }

    /// Starts the code flow with PKCE S256. Returns the address to go to, the state, and the values to keep under it.
    pub fn start(&self, browser: String, target: String, hints: LoginHints) -> (Url, String, Pending) {
        let (challenge, verifier) = PkceCodeChallenge::new_random_sha256();
        let mut request = self
            .client
            .authorize_url(
                CoreAuthenticationFlow::AuthorizationCode,
                || CsrfToken::new_random_len(32),
                || Nonce::new_random_len(32),
            )
            .add_scope(Scope::new("profile".into()))
            .add_scope(Scope::new("email".into()))
            .add_ui_locale(LanguageTag::new(hints.locale.into()))
            .set_pkce_challenge(challenge);
        if let Some(hint) = hints.login_hint {
            request = request.set_login_hint(openidconnect::LoginHint::new(hint));
        }
        for (name, value) in hints.extra {
            request = request.add_extra_param(name, value);
        }
        let (url, state, nonce) = request.url();
        let verifier = verifier.into_secret();
        (url, state.into_secret(), Pending { browser, target, nonce, verifier })
    }

    /// Exchanges the code, verifies the ID token and reads userinfo. Also returns the provider's session (`sid`).
    pub async fn finish(
        &self,
        code: String,
        pending: Pending,
    ) -> Result<(Arrival, Option<String>, TrialIdToken), SignInError> {
        let untrusted = |error: &dyn std::error::Error| SignInError::Untrusted(chain(error));
        let tokens = self
            .client
            .exchange_code(AuthorizationCode::new(code))
            .map_err(|error| untrusted(&error))?
            .set_pkce_verifier(PkceCodeVerifier::new(pending.verifier))
            .request_async(self.http)
            .await
            .map_err(|error| SignInError::Refused(chain(&error)))?;
        let id_token = tokens.id_token().ok_or_else(|| SignInError::Untrusted("there is no ID token".into()))?;
        let verifier = self.client.id_token_verifier();
        let claims = id_token.claims(&verifier, &pending.nonce).map_err(|error| untrusted(&error))?;
        if let Some(expected) = claims.access_token_hash() {
            let algorithm = id_token.signing_alg().map_err(|error| untrusted(&error))?;
            let key = id_token.signing_key(&verifier).map_err(|error| untrusted(&error))?;
            let actual = AccessTokenHash::from_token(tokens.access_token(), algorithm, key)
                .map_err(|error| untrusted(&error))?;
            if actual != *expected {
                return Err(SignInError::Untrusted("at_hash is another token's".into()));
            }
        }
        let info: Option<TrialUserInfo> =
            match self.client.user_info(tokens.access_token().clone(), Some(claims.subject().clone())) {
                // The provider has no userinfo endpoint.
                Err(_) => None,
                Ok(request) => {
                    let info = request.request_async(self.http).await;
                    Some(info.map_err(|error| untrusted(&error))?)
                }
            };
        let sid = claims.additional_claims().0.get("sid").and_then(serde_json::Value::as_str).map(ToOwned::to_owned);
        Ok((arrival(claims, info.as_ref()), sid, id_token.clone()))
    }

    /// Verifies a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.6): what it says has ended.
    pub fn ended(&self, logout_token: &str) -> Result<Ended, SignInError> {
        let untrusted = |error: &dyn std::error::Error| SignInError::Untrusted(chain(error));
        let wrong = |why: &str| SignInError::Untrusted(why.to_owned());
        let kind = JsonWebTokenType::new("logout+jwt".to_owned()).normalize().map_err(|error| untrusted(&error))?;
        // Its claims are those of an ID token, with `events` and never with a nonce.
        let token: TrialIdToken = logout_token.parse().map_err(|_| wrong("it is no token"))?;
        let verifier = self.client.id_token_verifier().set_allowed_jose_types([kind]);
        let no_nonce = |nonce: Option<&Nonce>| nonce.map_or(Ok(()), |_| Err("there is a nonce".to_owned()));
        let claims = token.claims(&verifier, no_nonce).map_err(|error| untrusted(&error))?;
        let more = &claims.additional_claims().0;
        if more.get("events").and_then(|events| events.get(LOGOUT_EVENT)).is_none_or(|event| !event.is_object()) {
            return Err(wrong("it tells of no logout"));
        }
        let sid = more.get("sid").and_then(serde_json::Value::as_str).map(ToOwned::to_owned);
        Ok(Ended { sid, subject: claims.subject().to_string() })
    }

    /// The address for signing out at the provider (RP-Initiated Logout 1.0, 2), if it has one.
    pub fn end_session(self, id_token: &TrialIdToken) -> Option<Url> {
        let request = LogoutRequest::from(self.end_session?)
            .set_id_token_hint(id_token)
            .set_client_id(self.registration.client_id.clone())
            .set_post_logout_redirect_uri(self.registration.post_logout_redirect_uri.clone());
        Some(request.http_get_url())
    }
}

/// Joins the claims of both sources; userinfo is the more recent one.
fn arrival(token: &TrialIdTokenClaims, info: Option<&TrialUserInfo>) -> Arrival {
    let mut claims: BTreeMap<_, _> = token.additional_claims().0.clone();
    // Protocol claims, which are not about the person.
    for protocol in ["sid", "jti", "azp", "at_hash", "c_hash", "amr", "nbf"] {
        claims.remove(protocol);
    }
    if let Some(info) = info {
        claims.extend(info.additional_claims().0.clone());
    }
    let name =
        |from: Option<&openidconnect::LocalizedClaim<openidconnect::EndUserName>>| Some(from?.get(None)?.to_string());
    let login = |from: Option<&openidconnect::EndUserUsername>| from.map(|name| name.to_string());
    let email = |from: Option<&openidconnect::EndUserEmail>| from.map(|email| email.to_string());
    let mut studies = accesses(&claims);
    studies.sort_by(|a, b| a.study.cmp(&b.study));
    Arrival {
        subject: token.subject().to_string(),
        login: login(info.and_then(UserInfoClaims::preferred_username)).or_else(|| login(token.preferred_username())),
        name: name(info.and_then(UserInfoClaims::name)).or_else(|| name(token.name())),
        email: email(info.and_then(UserInfoClaims::email)).or_else(|| email(token.email())),
        tenant: tenant(&claims),
        only: if let [only] = studies.as_slice() { Some(only.clone()) } else { None },
        studies,
        claims,
    }
}

/// An error with its causes, for the log.
fn chain(error: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(error.source(), |cause| cause.source());
    causes.fold(error.to_string(), |text, cause| format!("{text}: {cause}"))
}
