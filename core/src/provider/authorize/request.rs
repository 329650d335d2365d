//! A valid authorization request: parsed once, carried unchanged through sign-in and consent.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::claims_request::{self, Wanted};
use super::prompt::{self, Prompt};
use super::response_mode::ResponseMode;
use super::target::Target;
use crate::provider::clients::settings::{Pkce, Profile};
use crate::provider::clients::{AuthMethod, Client};
use crate::provider::error::{ErrorCode, OAuthError};
use crate::provider::granted::{self, ClaimsRequest};
use crate::provider::params::Params;
use crate::provider::state::Provider;

/// Longest nonce, in octets: it is stored, and goes into every ID token.
const MAX_NONCE: usize = 512;
/// Longest hint for a page, in octets; longer ones are left out.
const MAX_HINT: usize = 256;
/// Most values of `acr_values` that are read.
const MAX_ACR_VALUES: usize = 8;

/// The parameters of a request (RFC 6749, section 4.1.1; OpenID Connect Core 1.0, section 3.1.2.1), checked against
/// the client and reduced to what the client may ask for.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct AuthorizationRequest {
    /// Where the answer goes.
    pub target: Target,
    /// The part of the scope that can be granted.
    pub scope: String,
    /// For the ID token.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nonce: Option<String>,
    /// S256 challenge; absent only where the client's policy makes PKCE optional.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code_challenge: Option<String>,
    /// The pages that the client wants shown.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub prompt: BTreeSet<Prompt>,
    /// Longest time since the person authenticated, in seconds; the client's own default where the request has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_age: Option<i64>,
    /// The person who must be signed in, by the client's `sub`: from id_token_hint, or from the value requested of
    /// the claim `sub`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subject: Option<String>,
    /// The essential claim `acr` (section 5.5.1.1): the request fails unless one of these is reached.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub acr: Vec<String>,
    /// Preferred values of `acr`, the best first; the client's own default where the request has none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub acr_values: Vec<String>,
    /// Single claims.
    #[serde(default, skip_serializing_if = "ClaimsRequest::is_empty")]
    pub claims: ClaimsRequest,
    /// Resources that tokens are for (RFC 8707).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub resources: Vec<String>,
    /// Thumbprint of the key that the code is bound to (RFC 9449, section 10).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dpop_jkt: Option<String>,
    /// The likely login name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub login_hint: Option<String>,
    /// Languages that the client prefers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ui_locales: Option<String>,
    /// The `display` of the pages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub display: Option<String>,
}

/// Values of `display`; others count as `page`.
pub const DISPLAYS: &[&str] = &["page", "popup", "touch", "wap"];

impl AuthorizationRequest {
    /// Parses the parameters of the client: from the browser, pushed, or from a request object.
    ///
    /// Errors: those of RFC 6749, section 4.1.2.1, OpenID Connect Core 1.0, section 3.1.2.6, and `invalid_target`
    /// of RFC 8707.
    pub fn parse(provider: &Provider, client: &Client, target: Target, params: &Params) -> Result<Self, OAuthError> {
        params.sound()?;
        if params.get("registration").is_some() {
            let why = "self-issued providers and their registration are not supported";
            return Err(OAuthError::new(ErrorCode::RegistrationNotSupported, why));
        }
        if params.required("response_type", "response_type is missing")? != "code" {
            return Err(OAuthError::new(ErrorCode::UnsupportedResponseType, "response_type must be code"));
        }
        if !client.allows_grant("authorization_code") {
            let why = "the client is not registered for authorization_code";
            return Err(OAuthError::new(ErrorCode::UnauthorizedClient, why));
        }
        if params.get("response_mode").is_some_and(|mode| ResponseMode::parse(mode).is_none()) {
            return Err(wrong("response_mode is not one that is supported"));
        }
        let nonce = params.get("nonce");
        if nonce.is_some_and(|n| n.len() > MAX_NONCE) {
            return Err(wrong("nonce is longer than 512 octets"));
        }
        let scope = granted::scope(client, params.get("scope"))?;
        let Wanted { claims, acr, subject } = claims_request::parse(params.get("claims"), client, &scope)?;
        let text = |name| params.get(name).map(str::to_owned);
        Ok(Self {
            subject: who(provider, client, params, subject)?,
            nonce: nonce.map(str::to_owned),
            code_challenge: code_challenge(params, client)?,
            prompt: prompt::parse(params.get("prompt"))?,
            max_age: max_age(params)?.or(client.settings.default_max_age),
            acr,
            acr_values: acr_values(params, client),
            claims,
            resources: resources(params, client)?,
            dpop_jkt: dpop_jkt(params)?,
            login_hint: text("login_hint").filter(|hint| hint.len() <= MAX_HINT),
            ui_locales: text("ui_locales").filter(|tags| tags.len() <= MAX_HINT),
            display: text("display").filter(|d| DISPLAYS.contains(&d.as_str())),
            scope,
            target,
        })
    }

    /// Whether the client wants this page shown.
    #[must_use]
    pub fn prompts(&self, prompt: Prompt) -> bool {
        self.prompt.contains(&prompt)
    }

    /// Whether the client may still make this request; its registration may have changed while the person was signing
    /// in.
    #[must_use]
    pub fn is_allowed(&self, client: &Client) -> bool {
        client.allows_grant("authorization_code")
            && self.scope.split(' ').all(|scope| client.allows_scope(scope))
            && self.resources.iter().all(|resource| client.settings.cardea_resources.contains(resource))
    }
}

const fn wrong(why: &'static str) -> OAuthError {
    OAuthError::new(ErrorCode::InvalidRequest, why)
}

/// Parses the challenge: S256 only (RFC 9700, section 2.1.1), a SHA-256 hash in base64url of 43 characters. It may be
/// absent only where a confidential client's policy allows that.
fn code_challenge(params: &Params, client: &Client) -> Result<Option<String>, OAuthError> {
    let optional = client.settings.cardea_pkce == Pkce::Optional
        && client.token_endpoint_auth_method != AuthMethod::None
        && client.settings.cardea_profile == Profile::Standard;
    if optional && params.get("code_challenge").is_none() && params.get("code_challenge_method").is_none() {
        return Ok(None);
    }
    let challenge = params.required("code_challenge", "code_challenge is missing: PKCE is required")?;
    if params.get("code_challenge_method") != Some("S256") {
        return Err(wrong("code_challenge_method must be S256"));
    }
    if !is_sha256(challenge) {
        return Err(wrong("code_challenge is not a SHA-256 hash in base64url"));
    }
    Ok(Some(challenge.to_owned()))
}

fn is_sha256(text: &str) -> bool {
    text.len() == 43 && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
}

fn dpop_jkt(params: &Params) -> Result<Option<String>, OAuthError> {
    match params.get("dpop_jkt") {
        Some(jkt) if !is_sha256(jkt) => Err(wrong("dpop_jkt is not a SHA-256 thumbprint in base64url")),
        jkt => Ok(jkt.map(str::to_owned)),
    }
}

fn max_age(params: &Params) -> Result<Option<i64>, OAuthError> {
    let wrong = wrong("max_age must be a number of seconds");
    match params.get("max_age") {
        None => Ok(None),
        Some(text) if text.bytes().all(|b| b.is_ascii_digit()) => text.parse().map(Some).map_err(|_| wrong),
        Some(_) => Err(wrong),
    }
}

/// The preferred values, limited in number and length: the request is carried in an address.
fn acr_values(params: &Params, client: &Client) -> Vec<String> {
    let asked = params.get("acr_values").unwrap_or_default().split(' ').filter(|v| !v.is_empty());
    let asked: Vec<String> = asked.filter(|v| v.len() <= MAX_HINT).take(MAX_ACR_VALUES).map(str::to_owned).collect();
    if asked.is_empty() { client.settings.default_acr_values.clone() } else { asked }
}

/// Resources are compared character for character with those of the client (RFC 8707, section 2).
fn resources(params: &Params, client: &Client) -> Result<Vec<String>, OAuthError> {
    let mut resources: Vec<String> = Vec::new();
    for resource in params.all("resource") {
        if !client.settings.cardea_resources.contains(resource) {
            let why = "a resource is not one that this client can be granted";
            return Err(OAuthError::new(ErrorCode::InvalidTarget, why));
        }
        if !resources.contains(resource) {
            resources.push(resource.clone());
        }
    }
    Ok(resources)
}

/// The person who must be signed in: by an ID token of this client, by the claim `sub`, or by both where they agree.
fn who(
    provider: &Provider,
    client: &Client,
    params: &Params,
    claimed: Option<String>,
) -> Result<Option<String>, OAuthError> {
    let Some(hint) = params.get("id_token_hint") else { return Ok(claimed) };
    let hint = provider.id_token_hint(hint)?;
    if hint.aud != client.client_id {
        return Err(wrong("id_token_hint was not issued to this client"));
    }
    match claimed {
        Some(claimed) if claimed != hint.sub => Err(wrong("id_token_hint and the claim sub name different people")),
        _ => Ok(Some(hint.sub)),
    }
}
