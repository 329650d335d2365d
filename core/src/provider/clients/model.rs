//! Clients (relying parties) and their metadata as RFC 7591 writes it.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::redirect;
use super::settings::Settings;
use crate::kernel::clock::Time;
use crate::kernel::ctx::Audited;
use crate::kernel::error::Locale;
use crate::kernel::id::Id;
use crate::kernel::secret::Secret;

/// The grants that the token endpoint serves.
pub const GRANT_TYPES: &[&str] = &[
    "authorization_code",
    "refresh_token",
    "client_credentials",
    "urn:ietf:params:oauth:grant-type:device_code",
    "urn:ietf:params:oauth:grant-type:token-exchange",
];
/// The response types that the authorization endpoint serves.
pub const RESPONSE_TYPES: &[&str] = &["code"];
/// The default scopes of a client.
pub const SCOPES: &[&str] = &["openid", "profile", "email", "phone", "address", "offline_access"];

/// The authentication method at the token endpoint (RFC 7591, section 2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AuthMethod {
    /// None: a public client, held to its PKCE verifier.
    None,
    /// The secret in HTTP Basic.
    ClientSecretBasic,
    /// The secret in the form.
    ClientSecretPost,
    /// A JWT signed with its own key (RFC 7523).
    PrivateKeyJwt,
}

impl AuthMethod {
    /// Every method.
    pub const ALL: &[Self] = &[Self::ClientSecretBasic, Self::ClientSecretPost, Self::PrivateKeyJwt, Self::None];

    /// The value on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::ClientSecretBasic => "client_secret_basic",
            Self::ClientSecretPost => "client_secret_post",
            Self::PrivateKeyJwt => "private_key_jwt",
        }
    }

    /// Parses the value on the wire.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|m| m.as_str() == text)
    }

    /// Whether it uses a shared secret.
    #[must_use]
    pub const fn has_secret(self) -> bool {
        matches!(self, Self::ClientSecretBasic | Self::ClientSecretPost)
    }
}

impl TryFrom<String> for AuthMethod {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        Self::parse(&text).ok_or(text)
    }
}

/// Where a client runs (OpenID Connect Dynamic Client Registration 1.0, section 2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ApplicationType {
    /// On a server or in a browser.
    #[default]
    Web,
    /// On the person's own device.
    Native,
}

impl ApplicationType {
    /// The value on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Web => "web",
            Self::Native => "native",
        }
    }
}

impl TryFrom<String> for ApplicationType {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        match text.as_str() {
            "web" => Ok(Self::Web),
            "native" => Ok(Self::Native),
            _ => Err(text),
        }
    }
}

/// A client secret, as stored.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ClientSecret {
    /// Its id, for removing it.
    pub id: Id,
    /// Keyed hash.
    pub hash: String,
    /// When it was made.
    pub created_at: Time,
    /// When it expires, if it is being replaced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<Time>,
}

/// A registered client. Its JSON goes to the audit and contains no secret.
#[derive(Clone, Debug, Serialize)]
pub struct Client {
    /// `client_id`.
    pub client_id: String,
    /// Version, counting the changes of this record.
    pub version: i64,
    /// Its name, for people.
    pub client_name: String,
    /// Where it runs.
    pub application_type: ApplicationType,
    /// Its secrets; several while one is being replaced.
    #[serde(skip)]
    pub secrets: Vec<ClientSecret>,
    /// Keyed hash of its registration access token (RFC 7592).
    #[serde(skip)]
    pub registration_token_hash: Option<String>,
    /// The client's authentication method.
    pub token_endpoint_auth_method: AuthMethod,
    /// Redirect addresses for answers. In the snapshot for requests they include the domain's addresses.
    pub redirect_uris: Vec<String>,
    /// Addresses for the browser after a sign-out; in the snapshot they include the domain's too.
    pub post_logout_redirect_uris: Vec<String>,
    /// The grants it may use.
    pub grant_types: Vec<String>,
    /// The scopes it may ask for, separated by spaces.
    pub scope: String,
    /// The catalogue's system that this client is, if any.
    pub software_id: Option<Id>,
    /// The tenant whose installation this client is, if any.
    pub tenant_id: Option<Id>,
    /// The domain binding, if any.
    pub tenant_domain_id: Option<Id>,
    /// The other metadata.
    #[serde(flatten)]
    pub settings: Settings,
    /// When it was registered.
    pub created_at: Time,
    /// When it was last changed.
    pub updated_at: Time,
}

impl Client {
    /// The secrets that have not expired.
    pub fn live_secrets(&self, now: Time) -> impl Iterator<Item = &ClientSecret> {
        self.secrets.iter().filter(move |secret| secret.expires_at.is_none_or(|end| end > now))
    }

    /// The name in this language.
    #[must_use]
    pub fn name_in(&self, locale: Locale) -> &str {
        let english = self.settings.client_name_en.as_ref().filter(|_| locale == Locale::En);
        english.unwrap_or(&self.client_name)
    }

    /// Whether this redirect address is registered.
    #[must_use]
    pub fn allows_redirect(&self, requested: &str) -> bool {
        let native = self.application_type == ApplicationType::Native;
        self.redirect_uris.iter().any(|registered| redirect::matches(registered, requested, native))
    }

    /// Whether the client may ask for this scope.
    #[must_use]
    pub fn allows_scope(&self, scope: &str) -> bool {
        self.scope.split(' ').any(|s| s == scope)
    }

    /// The host of the sector, whose clients share a pairwise `sub` of a person (OpenID Connect Core 1.0, section
    /// 8.1). `None` where the client has neither a sector address nor a redirect address with a host: it is a sector
    /// of its own.
    #[must_use]
    pub fn sector(&self) -> Option<String> {
        let mut named = self.settings.sector_identifier_uri.iter().chain(&self.redirect_uris);
        named.find_map(|uri| redirect::host(uri))
    }

    /// The response types that the client may use.
    #[must_use]
    pub fn response_types(&self) -> &'static [&'static str] {
        if self.allows_grant("authorization_code") { RESPONSE_TYPES } else { &[] }
    }

    /// Whether the client may use this grant.
    #[must_use]
    pub fn allows_grant(&self, grant_type: &str) -> bool {
        self.grant_types.iter().any(|g| g == grant_type)
    }
}

impl Audited for Client {
    const RESOURCE: &'static str = "clients";
    fn audit_id(&self) -> &str {
        &self.client_id
    }
    fn audit_tenant(&self) -> Option<&Id> {
        self.tenant_id.as_ref()
    }
}

/// A client just registered, with its secret, which can be shown only now.
#[derive(Debug)]
pub struct Registered {
    /// The client.
    pub client: Client,
    /// The secret, if this registration set one.
    pub client_secret: Option<Secret>,
}

impl Registered {
    /// The client information response (RFC 7591, section 3.2.1). It shows the secret, for the operator only.
    #[must_use]
    pub fn to_response(&self) -> Value {
        let client = &self.client;
        let mut response = serde_json::to_value(&client.settings).unwrap_or_default();
        let members = json!({
            "client_id": client.client_id,
            "client_id_issued_at": client.created_at.unix_seconds(),
            "client_name": client.client_name,
            "application_type": client.application_type,
            "token_endpoint_auth_method": client.token_endpoint_auth_method,
            "redirect_uris": client.redirect_uris,
            "post_logout_redirect_uris": client.post_logout_redirect_uris,
            "grant_types": client.grant_types,
            "response_types": client.response_types(),
            "scope": client.scope,
        });
        if let (Some(response), Value::Object(members)) = (response.as_object_mut(), members) {
            response.extend(members);
        }
        if let Some(secret) = &self.client_secret {
            response["client_secret"] = secret.expose().into();
            response["client_secret_expires_at"] = 0.into();
        }
        for (name, id) in [
            ("cardea_software_id", &client.software_id),
            ("cardea_tenant_id", &client.tenant_id),
            ("cardea_tenant_domain_id", &client.tenant_domain_id),
        ] {
            if let Some(id) = id {
                response[name] = id.as_str().into();
            }
        }
        response
    }
}
