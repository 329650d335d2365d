//! Metadata as somebody registers it (RFC 7591, section 2), and the client that it makes.

use serde::Deserialize;
use serde_json::{Map, Value};

use super::model::{ApplicationType, Client};
use super::remote::Remote;
use super::sector;
use super::settings::{Profile, Settings};
use crate::kernel::error::{Code, Error, Problems};
use crate::kernel::http;
use crate::kernel::id::Id;
use crate::kernel::secret::Secret;
use crate::provider::jose::Alg;

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
