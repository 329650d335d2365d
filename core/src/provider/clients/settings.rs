//! The settings of a client: the metadata of RFC 7591, section 2, OpenID Connect Dynamic Client Registration 1.0,
//! section 2, and their extensions, under their own names; those of this server begin with `cardea_`. Stored as one
//! JSON object.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::provider::jose::Alg;

/// The security profile of a client.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Profile {
    /// OpenID Connect Core 1.0 with RFC 9700.
    #[default]
    Standard,
    /// FAPI 2.0 Security Profile: pushed requests only, `private_key_jwt`, tokens bound by DPoP.
    Fapi2,
}

/// Whether the code flow needs PKCE (RFC 7636). Public clients always do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Pkce {
    /// Every request needs PKCE.
    #[default]
    Required,
    /// PKCE is checked only if the request has it.
    Optional,
}

impl TryFrom<String> for Pkce {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        match text.as_str() {
            "required" => Ok(Self::Required),
            "optional" => Ok(Self::Optional),
            _ => Err(text),
        }
    }
}

impl Pkce {
    /// The value on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Required => "required",
            Self::Optional => "optional",
        }
    }
}

/// The format of access tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum TokenFormat {
    /// A JWT of RFC 9068.
    #[default]
    Jwt,
    /// Opaque: only introspection returns its claims.
    Opaque,
}

/// The `typ` of access tokens that are JWTs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, utoipa::ToSchema)]
pub enum AccessTokenType {
    /// RFC 9068, section 2.1: no other kind of token has this type.
    #[default]
    #[serde(rename = "at+jwt")]
    AtJwt,
    /// RFC 7519, section 5.1: for resource servers that accept no other type, such as Spring's by default.
    #[serde(rename = "JWT")]
    Jwt,
}

impl AccessTokenType {
    /// The value on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::AtJwt => "at+jwt",
            Self::Jwt => "JWT",
        }
    }
}

/// When the person is asked for consent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Consent {
    /// Never: the operator's own system, whose users were authorised into it.
    #[default]
    Never,
    /// Once; the consent is remembered until withdrawn.
    Once,
    /// Every time.
    Always,
}

/// The kind of subject identifier (OpenID Connect Core 1.0, section 8).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SubjectType {
    /// The user id, the same for every client.
    #[default]
    Public,
    /// A different identifier in each sector.
    Pairwise,
}

/// The settings. Times in seconds; absent members have the server's default.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize, utoipa::ToSchema)]
#[serde(default)]
#[expect(clippy::struct_excessive_bools, reason = "the specifications' own members")]
pub struct Settings {
    /// Contacts, such as e-mail addresses.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub contacts: Vec<String>,
    /// Name in English; `client_name` serves every other language.
    #[serde(rename = "client_name#en", skip_serializing_if = "Option::is_none")]
    pub client_name_en: Option<String>,
    /// Logo for the consent page. The server never fetches it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logo_uri: Option<String>,
    /// Home page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client_uri: Option<String>,
    /// Privacy policy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub policy_uri: Option<String>,
    /// Terms of service.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tos_uri: Option<String>,
    /// Public keys (RFC 7517), inline.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    pub jwks: Option<Value>,
    /// Address of the public keys.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub jwks_uri: Option<String>,
    /// Address of the list of the sector's redirect addresses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sector_identifier_uri: Option<String>,
    /// Kind of subject identifier.
    pub subject_type: SubjectType,
    /// Signature algorithm of ID tokens. A new client without one gets RS256 (OpenID Connect Dynamic Client
    /// Registration 1.0, section 2), or ES256 under the profile `fapi2`; a changed client keeps its own.
    pub id_token_signed_response_alg: Alg,
    /// Signature algorithm of userinfo; plain JSON if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub userinfo_signed_response_alg: Option<Alg>,
    /// Signature algorithm of JWT-secured authorization responses (JARM).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub authorization_signed_response_alg: Option<Alg>,
    /// The only algorithm accepted in request objects; every supported one if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request_object_signing_alg: Option<Alg>,
    /// Requires signed request objects (RFC 9101, section 10.5).
    pub require_signed_request_object: bool,
    /// Addresses from which request objects may be fetched.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub request_uris: Vec<String>,
    /// The only algorithm accepted in client assertions; every supported one if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token_endpoint_auth_signing_alg: Option<Alg>,
    /// Default `max_age`: the longest time since the person authenticated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default_max_age: Option<i64>,
    /// Requires `auth_time` in ID tokens; they always have it.
    pub require_auth_time: bool,
    /// Default `acr_values`: the strength of authentication to ask for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub default_acr_values: Vec<String>,
    /// Address at which a sign-in that begins here starts (OpenID Connect Core 1.0, section 4).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub initiate_login_uri: Option<String>,
    /// Front-channel logout address (OpenID Connect Front-Channel Logout 1.0).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frontchannel_logout_uri: Option<String>,
    /// Requires `iss` and `sid` in the front-channel logout.
    pub frontchannel_logout_session_required: bool,
    /// Back-channel logout address (OpenID Connect Back-Channel Logout 1.0).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub backchannel_logout_uri: Option<String>,
    /// Requires `sid` in the back-channel logout.
    pub backchannel_logout_session_required: bool,
    /// Requires pushed authorization requests (RFC 9126, section 6).
    pub require_pushed_authorization_requests: bool,
    /// Requires access tokens bound by DPoP (RFC 9449, section 5.2).
    pub dpop_bound_access_tokens: bool,
    /// The security profile.
    pub cardea_profile: Profile,
    /// Whether the code flow needs PKCE.
    pub cardea_pkce: Pkce,
    /// When people are asked for consent.
    pub cardea_consent: Consent,
    /// Format of access tokens.
    pub cardea_access_token_format: TokenFormat,
    /// Signature algorithm of access tokens that are JWTs.
    pub cardea_access_token_signed_alg: Alg,
    /// The `typ` of access tokens that are JWTs.
    pub cardea_access_token_type: AccessTokenType,
    /// Lifetime of an access token.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cardea_access_token_seconds: Option<i64>,
    /// Lifetime of an ID token.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cardea_id_token_seconds: Option<i64>,
    /// Time after which an unused refresh token expires.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cardea_refresh_token_seconds: Option<i64>,
    /// May ask for codes that sign people in at the portal: only for programs that are trusted as much as the sign-in
    /// itself.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub cardea_sso_code: bool,
    /// Resources that the client may request tokens for (RFC 8707).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cardea_resources: Vec<String>,
    /// Resources that the client itself serves: it may introspect and exchange the tokens for them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cardea_audience: Vec<String>,
    /// Paths, each beginning with a slash, which are redirect addresses at the origins of the client's domain.
    /// Without any, the domain's addresses themselves are. Without a domain, no effect.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cardea_redirect_paths: Vec<String>,
}
