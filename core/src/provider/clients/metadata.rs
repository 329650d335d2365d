//! Metadata as somebody registers it (RFC 7591, section 2), and the client that it makes.

use serde::Deserialize;
use serde_json::{Map, Value};

use super::bound::Bound;
use super::checks;
use super::model::{ApplicationType, AuthMethod, Client, GRANT_TYPES, SCOPES};
use super::remote::Remote;
use super::sector;
use super::settings::{Profile, Settings};
use crate::kernel::clock::Time;
use crate::kernel::error::{Code, Error, Problems, Text};
use crate::kernel::http;
use crate::kernel::id::Id;
use crate::kernel::secret::Secret;
use crate::provider::jose::Alg;

/// The grant of the code flow.
pub const CODE_GRANT: &str = "authorization_code";
/// Most entries of a list.
const MAX_LIST: usize = 100;
/// Most characters of a text; certificates in key sets are the longest.
const MAX_TEXT: usize = 8000;

/// Metadata as somebody registers it; members that this server does not know are ignored, as RFC 7591,
/// section 2, asks, and null ones are as if they were left out (RFC 7592, section 2.2). The `cardea_` members
/// tie a client to the catalogue.
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
    /// At least one where the client uses authorization_code and its domain gives none.
    pub redirect_uris: Vec<String>,
    /// None where it is not given.
    pub post_logout_redirect_uris: Vec<String>,
    /// `authorization_code` where it is not given. What this server does not serve is left out.
    pub grant_types: Option<Vec<String>>,
    /// `code` where it is not given. What this server does not serve is left out.
    pub response_types: Option<Vec<String>>,
    /// Every scope where it is not given. Scopes that this server gives no meaning to are for resources.
    pub scope: Option<String>,
    /// A system of the catalogue; the domain's where one is given.
    pub cardea_software_id: Option<Id>,
    /// A tenant; the domain's where one is given.
    pub cardea_tenant_id: Option<Id>,
    /// A domain binding.
    pub cardea_tenant_domain_id: Option<Id>,
    /// Whether `id_token_signed_response_alg` was given.
    #[serde(skip)]
    pub(super) names_id_token_alg: bool,
    /// What `sector_identifier_uri` lists, once it was fetched.
    #[serde(skip)]
    pub(super) sector: Option<Vec<String>>,
}

impl Metadata {
    /// From JSON. Errors name the member.
    pub fn read(json: Value) -> Result<Self, Error> {
        let Value::Object(mut members) = json else { return Err(Error::new(Code::Malformed)) };
        members.retain(|_, value| !value.is_null());
        bounded(&members)?;
        let names_id_token_alg = members.contains_key("id_token_signed_response_alg");
        let json = Value::Object(members);
        let settings = http::from_value(json.clone())?;
        Ok(Self { settings, names_id_token_alg, ..http::from_value(json)? })
    }

    /// Settles how ID tokens are signed where that was not given: as `before`, or else by RS256, which every
    /// relying party has to know (OpenID Connect Core 1.0, section 15.1). FAPI 2.0 forbids it.
    pub(super) fn settle_id_token_alg(&mut self, before: Option<&Client>) {
        if self.names_id_token_alg {
            return;
        }
        let alg = before.map_or(Alg::Rs256, |client| client.settings.id_token_signed_response_alg);
        let forbidden = alg == Alg::Rs256 && self.settings.cardea_profile == Profile::Fapi2;
        self.settings.id_token_signed_response_alg = if forbidden { Alg::Es256 } else { alg };
    }

    /// Fetches what has to be fetched before it can be judged: the list of its sector. Nothing is registered
    /// with a `sector_identifier_uri` that this was not done for. Holds no transaction.
    pub async fn fetched(mut self, remote: &Remote) -> Result<Self, Error> {
        if let Some(address) = &self.settings.sector_identifier_uri {
            self.sector = Some(sector::addresses(remote, address).await?);
        }
        Ok(self)
    }

    /// Checks everything and says all that is wrong. `client_id` is the one to use, `bound` what its domain
    /// lets it use.
    pub fn into_client(self, client_id: String, now: Time, bound: &Bound) -> Result<Client, Error> {
        let mut problems = Problems::default();
        let method = self.token_endpoint_auth_method.as_deref().unwrap_or("client_secret_basic");
        let method = AuthMethod::parse(method);
        self.check(method, &client_id, &mut problems);
        let grant_types = match &self.grant_types {
            None => vec![CODE_GRANT.to_owned()],
            Some(list) => list.iter().filter(|g| GRANT_TYPES.contains(&g.as_str())).cloned().collect(),
        };
        checks::grants(&self, method, &grant_types, &mut problems);
        let redirect_uris: Vec<&str> =
            self.redirect_uris.iter().chain(&bound.redirect_uris).map(String::as_str).collect();
        let addressed = !grant_types.iter().any(|g| g == CODE_GRANT) || !redirect_uris.is_empty();
        problems.check(addressed, "redirect_uris", "至少需要一个", "must hold at least one");
        let scope = scopes(self.scope.as_deref(), &mut problems);
        checks::addresses(&self, &redirect_uris, &mut problems);
        let own = self.redirect_uris.len();
        sector::check(&self.settings, &redirect_uris, own, self.sector.as_deref(), &mut problems);
        checks::keys(&self.settings, method, &mut problems);
        checks::settings(&self.settings, method, &mut problems);
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
        let named = |name: &str| (1..=200).contains(&name.chars().count()) && !name.trim().is_empty();
        problems.check(named(name), "client_name", "须为 1 至 200 个字符", "must be 1 to 200 characters");
        let english = self.settings.client_name_en.as_deref().is_none_or(named);
        problems.check(english, "client_name#en", "须为 1 至 200 个字符", "must be 1 to 200 characters");
        let known = "must be none, client_secret_basic, client_secret_post or private_key_jwt";
        problems.check(method.is_some(), "token_endpoint_auth_method", "不支持该认证方式", known);
        if let Some(secret) = self.client_secret.as_ref() {
            let kept = method.is_none_or(AuthMethod::has_secret);
            problems.check(kept, "client_secret", "该认证方式不使用密钥", "this client has no secret");
            let long = secret.expose().len() >= 8 && printable(secret.expose(), 200);
            problems.check(long, "client_secret", "须为 8 至 200 个可见字符", "must be 8 to 200 visible characters");
        }
    }
}

/// What holds for every member, also inside of key sets: nothing without end, and no control characters.
fn bounded(members: &Map<String, Value>) -> Result<(), Error> {
    fn plain(value: &Value) -> bool {
        match value {
            Value::String(text) => text.chars().count() <= MAX_TEXT && !text.chars().any(char::is_control),
            Value::Array(all) => all.iter().all(plain),
            Value::Object(all) => all.iter().all(|(name, value)| !name.chars().any(char::is_control) && plain(value)),
            Value::Null | Value::Bool(_) | Value::Number(_) => true,
        }
    }
    let mut problems = Problems::default();
    for (name, value) in members {
        problems.check(plain(value), name, "过长或含有控制字符", "is too long, or holds control characters");
        let short = value.as_array().is_none_or(|all| all.len() <= MAX_LIST);
        problems.check(short, name, "最多 100 项", "must hold at most 100 entries");
    }
    problems.into_result()
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

/// Notes an address that cannot be registered, with the reason.
pub fn unfit(problems: &mut Problems, field: &str, address: &str, why: Option<&'static str>) {
    if let Some(why) = why {
        problems.add(field, Text::made(format!("地址无效：{address}"), format!("{address} {why}")));
    }
}
