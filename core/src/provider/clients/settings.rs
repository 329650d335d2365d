//! What a client chooses: the metadata of RFC 7591, section 2, OpenID Connect Dynamic Client Registration 1.0,
//! section 2, and their extensions, under their own names; ours begin with `cardea_`. Kept as one JSON object.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::provider::jose::Alg;

/// What a client is held to.
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
    /// Always.
    #[default]
    Required,
    /// Only checked where the request has it.
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
    /// As it is written.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Required => "required",
            Self::Optional => "optional",
        }
    }
}

/// What access tokens look like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum TokenFormat {
    /// RFC 9068.
    #[default]
    Jwt,
    /// Sealed: only introspection explains it.
    Opaque,
}

/// The `typ` of access tokens that are JWTs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, utoipa::ToSchema)]
pub enum AccessTokenType {
    /// RFC 9068, section 2.1: nobody takes it for another kind of token.
    #[default]
    #[serde(rename = "at+jwt")]
    AtJwt,
    /// RFC 7519, section 5.1: for resource servers that know no other, such as Spring's by default.
    #[serde(rename = "JWT")]
    Jwt,
}

impl AccessTokenType {
    /// As it is written.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::AtJwt => "at+jwt",
            Self::Jwt => "JWT",
        }
    }
}

/// Whether the person is asked before a client gets what it asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Consent {
    /// Not asked: a system of the operator's own, whose users were authorised into it.
    #[default]
    Never,
    /// Asked once, remembered until withdrawn.
    Once,
    /// Asked every time.
    Always,
}

/// What a client calls a person (OpenID Connect Core 1.0, section 8).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SubjectType {
    /// The user id, the same for every client.
    #[default]
    Public,
    /// Another name for each sector.
    Pairwise,
}

/// The settings. Times in seconds; `None` stands for the server's default.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize, utoipa::ToSchema)]
#[serde(default)]
#[expect(clippy::struct_excessive_bools, reason = "the specifications' own members")]
pub struct Settings {
    /// People to write to.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub contacts: Vec<String>,
    /// Its name in English; `client_name` is for every other language.
    #[serde(rename = "client_name#en", skip_serializing_if = "Option::is_none")]
    pub client_name_en: Option<String>,
    /// Picture for the consent page. Never fetched by the server.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logo_uri: Option<String>,
    /// Home page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client_uri: Option<String>,
    /// How it treats personal data.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub policy_uri: Option<String>,
    /// Terms of service.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tos_uri: Option<String>,
    /// Its public keys (RFC 7517), given here.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    pub jwks: Option<Value>,
    /// Its public keys, fetched.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub jwks_uri: Option<String>,
    /// Where the redirect addresses of its sector are listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sector_identifier_uri: Option<String>,
    /// What it calls people.
    pub subject_type: SubjectType,
    /// How ID tokens are signed. A new client that names none gets RS256 (OpenID Connect Dynamic Client
    /// Registration 1.0, section 2), ES256 under the profile `fapi2`; one that is changed keeps what it has.
    pub id_token_signed_response_alg: Alg,
    /// How userinfo is signed; JSON where absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub userinfo_signed_response_alg: Option<Alg>,
    /// How JWT-secured authorization responses are signed (JARM).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub authorization_signed_response_alg: Option<Alg>,
    /// The only algorithm of its request objects; any that is supported where absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request_object_signing_alg: Option<Alg>,
    /// Only signed request objects are taken (RFC 9101, section 10.5).
    pub require_signed_request_object: bool,
    /// Addresses that request objects may be fetched from.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub request_uris: Vec<String>,
    /// The only algorithm of its assertions; any that is supported where absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token_endpoint_auth_signing_alg: Option<Alg>,
    /// Longest time since the person proved who they are, where the request says none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default_max_age: Option<i64>,
    /// ID tokens have to tell `auth_time`; ours always do.
    pub require_auth_time: bool,
    /// How well people have to prove who they are, where the request says nothing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub default_acr_values: Vec<String>,
    /// Where a sign-in begun here is sent (OpenID Connect Core 1.0, section 4).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub initiate_login_uri: Option<String>,
    /// OpenID Connect Front-Channel Logout 1.0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frontchannel_logout_uri: Option<String>,
    /// It needs `iss` and `sid` there.
    pub frontchannel_logout_session_required: bool,
    /// OpenID Connect Back-Channel Logout 1.0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub backchannel_logout_uri: Option<String>,
    /// It needs `sid` there.
    pub backchannel_logout_session_required: bool,
    /// RFC 9126, section 6.
    pub require_pushed_authorization_requests: bool,
    /// RFC 9449, section 5.2.
    pub dpop_bound_access_tokens: bool,
    /// What it is held to.
    pub cardea_profile: Profile,
    /// Whether it needs PKCE.
    pub cardea_pkce: Pkce,
    /// Whether people are asked.
    pub cardea_consent: Consent,
    /// What its access tokens look like.
    pub cardea_access_token_format: TokenFormat,
    /// How its access tokens are signed, where they are JWTs.
    pub cardea_access_token_signed_alg: Alg,
    /// The `typ` of its access tokens, where they are JWTs.
    pub cardea_access_token_type: AccessTokenType,
    /// Life of an access token.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cardea_access_token_seconds: Option<i64>,
    /// Time within which an ID token is to be used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cardea_id_token_seconds: Option<i64>,
    /// Time after which an unused refresh token is worth nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cardea_refresh_token_seconds: Option<i64>,
    /// It may ask for codes that sign people in at the portal: only for programs that are trusted as the sign-in
    /// itself is.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub cardea_sso_code: bool,
    /// Resources that it may ask tokens for (RFC 8707).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cardea_resources: Vec<String>,
    /// Resources that it is itself: it may introspect and exchange the tokens that are for them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cardea_audience: Vec<String>,
    /// Paths, each beginning with a slash: at its domain's addresses, answers may go there. Without any, to
    /// those addresses themselves. Nothing where the client belongs to no domain.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cardea_redirect_paths: Vec<String>,
}
