//! Clients (relying parties) and their metadata as RFC 7591 writes it.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::redirect;
use super::settings::{self, Settings};
use crate::kernel::clock::Time;
use crate::kernel::ctx::Audited;
use crate::kernel::error::{Error, Problems, Text};
use crate::kernel::http;
use crate::kernel::id::Id;
use crate::kernel::secret::Secret;

/// The grant of the code flow.
const CODE_GRANT: &str = "authorization_code";
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
/// The scopes that can be granted.
pub const SCOPES: &[&str] = &["openid", "profile", "email", "phone", "address", "offline_access"];

/// How a client proves itself at the token endpoint (RFC 7591, section 2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum AuthMethod {
    /// Not at all: a public client, held to its PKCE verifier.
    None,
    /// HTTP Basic.
    ClientSecretBasic,
    /// In the form.
    ClientSecretPost,
    /// A JWT signed with its own key (RFC 7523).
    PrivateKeyJwt,
}

impl AuthMethod {
    /// Every method.
    pub const ALL: &[Self] = &[Self::ClientSecretBasic, Self::ClientSecretPost, Self::PrivateKeyJwt, Self::None];

    /// As it is written.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::ClientSecretBasic => "client_secret_basic",
            Self::ClientSecretPost => "client_secret_post",
            Self::PrivateKeyJwt => "private_key_jwt",
        }
    }

    fn parse(text: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|m| m.as_str() == text)
    }

    /// Whether it rests on a shared secret.
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ApplicationType {
    /// On a server or in a browser.
    #[default]
    Web,
    /// On the person's own device.
    Native,
}

impl ApplicationType {
    /// As it is written.
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

/// A secret, as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ClientSecret {
    /// Keyed hash.
    pub hash: String,
    /// When it was made.
    pub created_at: Time,
    /// Its end, where it is being replaced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<Time>,
}

/// A registered client. Its JSON is for the audit and holds no secret.
#[derive(Clone, Debug, Serialize)]
pub struct Client {
    /// `client_id`.
    pub client_id: String,
    /// Counts the changes of this record.
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
    /// How it proves itself.
    pub token_endpoint_auth_method: AuthMethod,
    /// Where answers may go.
    pub redirect_uris: Vec<String>,
    /// Where the browser may go after a sign-out.
    pub post_logout_redirect_uris: Vec<String>,
    /// The grants it may use.
    pub grant_types: Vec<String>,
    /// The scopes it may ask for, separated by spaces.
    pub scope: String,
    /// The system of the catalogue that it is, where it is one.
    pub software_id: Option<Id>,
    /// The tenant whose installation it is, where it is one's.
    pub tenant_id: Option<Id>,
    /// The domain binding it belongs to.
    pub tenant_domain_id: Option<Id>,
    /// Everything else that it chose.
    #[serde(flatten)]
    pub settings: Settings,
    /// When it was registered.
    pub created_at: Time,
    /// When it was changed.
    pub updated_at: Time,
}

impl Client {
    /// Whether answers may go to this address.
    #[must_use]
    pub fn allows_redirect(&self, requested: &str) -> bool {
        let native = self.application_type == ApplicationType::Native;
        self.redirect_uris.iter().any(|registered| redirect::matches(registered, requested, native))
    }

    /// Whether it may ask for this scope.
    #[must_use]
    pub fn allows_scope(&self, scope: &str) -> bool {
        self.scope.split(' ').any(|s| s == scope)
    }

    /// The host whose clients call a person by the same pairwise name (OpenID Connect Core 1.0, section 8.1).
    /// `None` where it has neither a list of its sector nor an address with a host: its sector is its own.
    #[must_use]
    pub fn sector(&self) -> Option<String> {
        let named = self.settings.sector_identifier_uri.iter().chain(&self.redirect_uris);
        named.filter_map(|uri| redirect::host(uri)).next()
    }

    /// The response types it may use.
    #[must_use]
    pub fn response_types(&self) -> &'static [&'static str] {
        if self.allows_grant("authorization_code") { RESPONSE_TYPES } else { &[] }
    }

    /// Whether it may use this grant.
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

/// A client just registered, and its secret for the only time that it can be shown.
#[derive(Debug)]
pub struct Registered {
    /// The client.
    pub client: Client,
    /// Its secret, where it was set now.
    pub client_secret: Option<Secret>,
}

impl Registered {
    /// The client information response (RFC 7591, section 3.2.1). Shows the secret: for the operator's eyes.
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

/// Metadata as somebody registers it (RFC 7591, section 2); members that this server does not know are
/// ignored, as that section asks. The `cardea_` members tie a client to the catalogue.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Metadata {
    /// Everything that the client chooses beyond the members below; read by [`Metadata::read`].
    #[serde(skip)]
    pub settings: Settings,
    /// Kept where it is given, else made.
    pub client_id: Option<String>,
    /// Kept where it is given, else made for clients that need one.
    pub client_secret: Option<Secret>,
    /// Its name, for people; the id where none is given.
    pub client_name: Option<String>,
    /// `web` where it is not given.
    pub application_type: ApplicationType,
    /// `client_secret_basic` where it is not given.
    pub token_endpoint_auth_method: Option<String>,
    /// At least one where the client uses authorization_code.
    pub redirect_uris: Vec<String>,
    /// None where it is not given.
    pub post_logout_redirect_uris: Vec<String>,
    /// `authorization_code` where it is not given. What this server does not serve is left out.
    pub grant_types: Option<Vec<String>>,
    /// `code` where it is not given. What this server does not serve is left out.
    pub response_types: Option<Vec<String>>,
    /// Every scope where it is not given. Scopes that this server gives no meaning to are for resources.
    pub scope: Option<String>,
    /// A system of the catalogue.
    pub cardea_software_id: Option<Id>,
    /// A tenant.
    pub cardea_tenant_id: Option<Id>,
    /// A domain binding.
    pub cardea_tenant_domain_id: Option<Id>,
}

impl Metadata {
    /// From JSON. Errors name the member.
    pub fn read(json: Value) -> Result<Self, Error> {
        let settings = http::from_value(json.clone())?;
        Ok(Self { settings, ..http::from_value(json)? })
    }

    /// Checks everything and says all that is wrong. `client_id` is the one to use.
    pub fn into_client(self, client_id: String, now: Time) -> Result<Client, Error> {
        let mut problems = Problems::default();
        let method = self.token_endpoint_auth_method.as_deref().unwrap_or("client_secret_basic");
        let method = AuthMethod::parse(method);
        self.check(method, &client_id, &mut problems);
        let grant_types = match &self.grant_types {
            None => vec![CODE_GRANT.to_owned()],
            Some(list) => list.iter().filter(|g| GRANT_TYPES.contains(&g.as_str())).cloned().collect(),
        };
        let codes = grant_types.iter().any(|g| g == CODE_GRANT);
        problems.check(!grant_types.is_empty(), "grant_types", "没有受支持的授权类型", "holds none that is supported");
        let answers = self.response_types.as_ref().is_none_or(|list| list.iter().any(|r| r == "code"));
        problems.check(!codes || answers, "response_types", "须包含 code", "must hold code");
        let addressed = !codes || !self.redirect_uris.is_empty();
        problems.check(addressed, "redirect_uris", "至少需要一个", "must hold at least one");
        let scope = scopes(self.scope.as_deref(), &mut problems);
        settings::check(&self.settings, method, &mut problems);
        problems.into_result()?;
        Ok(Client {
            client_name: self.client_name.unwrap_or_else(|| client_id.clone()),
            client_id,
            version: 1,
            application_type: self.application_type,
            secrets: Vec::new(),
            registration_token_hash: None,
            token_endpoint_auth_method: method.unwrap_or(AuthMethod::ClientSecretBasic),
            redirect_uris: self.redirect_uris,
            post_logout_redirect_uris: self.post_logout_redirect_uris,
            grant_types,
            scope,
            software_id: self.cardea_software_id,
            tenant_id: self.cardea_tenant_id,
            tenant_domain_id: self.cardea_tenant_domain_id,
            settings: self.settings,
            created_at: now,
            updated_at: now,
        })
    }

    fn check(&self, method: Option<AuthMethod>, client_id: &str, problems: &mut Problems) {
        let printable = |s: &str, most| (1..=most).contains(&s.len()) && s.bytes().all(|b| (0x20..0x7f).contains(&b));
        let name = self.client_name.as_deref().unwrap_or(client_id);
        problems.check(
            printable(client_id, 200),
            "client_id",
            "须为 1 至 200 个可见字符",
            "must be 1 to 200 characters",
        );
        let named = (1..=200).contains(&name.chars().count()) && !name.chars().any(char::is_control);
        problems.check(named, "client_name", "须为 1 至 200 个字符", "must be 1 to 200 characters");
        let known = "none, client_secret_basic, client_secret_post or private_key_jwt";
        problems.check(method.is_some(), "token_endpoint_auth_method", "不支持该认证方式", known);
        if let Some(secret) = self.client_secret.as_ref() {
            let kept = method.is_none_or(AuthMethod::has_secret);
            problems.check(kept, "client_secret", "该认证方式不使用密钥", "this client has no secret");
            let long = secret.expose().len() >= 8 && printable(secret.expose(), 200);
            problems.check(long, "client_secret", "须为 8 至 200 个可见字符", "must be 8 to 200 visible characters");
        }
        for (field, list) in
            [("redirect_uris", &self.redirect_uris), ("post_logout_redirect_uris", &self.post_logout_redirect_uris)]
        {
            for uri in list {
                if let Some(why) = redirect::registrable(uri) {
                    problems.add(field, Text::made(format!("地址无效：{uri}"), format!("{uri} {why}")));
                }
            }
        }
    }
}

/// Every scope of ours where none is given. Others may be named too: they belong to resources.
fn scopes(given: Option<&str>, problems: &mut Problems) -> String {
    let Some(given) = given else { return SCOPES.join(" ") };
    let mut scopes: Vec<&str> = Vec::new();
    for scope in given.split(' ').filter(|s| !s.is_empty()) {
        // RFC 6749, section 3.3.
        let sound = scope.bytes().all(|b| b.is_ascii_graphic() && b != b'"' && b != b'\\') && scope.len() <= 100;
        problems.check(sound, "scope", "含有无效的字符", "holds a character that a scope must not have");
        if !scopes.contains(&scope) {
            scopes.push(scope);
        }
    }
    problems.check(!scopes.is_empty() && scopes.len() <= 100, "scope", "须为 1 至 100 项", "must hold 1 to 100 scopes");
    scopes.join(" ")
}
