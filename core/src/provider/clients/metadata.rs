//! Client metadata as registered (RFC 7591, section 2).

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

/// Most entries in a list.
const MAX_LIST: usize = 100;
/// Most characters in a text; certificates in key sets are the longest.
const MAX_TEXT: usize = 8000;

/// Client metadata as registered. Unknown members are ignored, as RFC 7591, section 2, asks, and null members count
/// as absent (RFC 7592, section 2.2). The `cardea_` members tie a client to the catalogue.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Metadata {
    /// The metadata beyond the members below; filled by [`Metadata::read`].
    #[serde(skip)]
    pub settings: Settings,
    /// Generated if absent.
    pub client_id: Option<String>,
    /// Generated if absent and the client needs one.
    pub client_secret: Option<Secret>,
    /// The name, for people; the id by default.
    pub client_name: Option<String>,
    /// `web` by default.
    pub application_type: ApplicationType,
    /// `client_secret_basic` by default.
    pub token_endpoint_auth_method: Option<String>,
    /// At least one where the client uses authorization_code and its domain contributes none.
    pub redirect_uris: Vec<String>,
    /// Empty by default.
    pub post_logout_redirect_uris: Vec<String>,
    /// `authorization_code` by default. Grants that this server does not serve are left out.
    pub grant_types: Option<Vec<String>>,
    /// `code` by default. Types that this server does not serve are left out.
    pub response_types: Option<Vec<String>>,
    /// Every scope by default. Scopes without a meaning to this server belong to resources.
    pub scope: Option<String>,
    /// A system of the catalogue; by default the domain's.
    pub cardea_software_id: Option<Id>,
    /// A tenant; by default the domain's.
    pub cardea_tenant_id: Option<Id>,
    /// A domain binding.
    pub cardea_tenant_domain_id: Option<Id>,
    /// Whether `id_token_signed_response_alg` was given.
    #[serde(skip)]
    pub(super) names_id_token_alg: bool,
    /// The addresses that `sector_identifier_uri` lists, once fetched.
    #[serde(skip)]
    pub(super) sector: Option<Vec<String>>,
}

impl Metadata {
    /// Reads JSON. Errors name the member.
    pub fn read(json: Value) -> Result<Self, Error> {
        let Value::Object(mut members) = json else { return Err(Error::new(Code::Malformed)) };
        members.retain(|_, value| !value.is_null());
        bounded(&members)?;
        let names_id_token_alg = members.contains_key("id_token_signed_response_alg");
        let json = Value::Object(members);
        let settings = http::from_value(json.clone())?;
        Ok(Self { settings, names_id_token_alg, ..http::from_value(json)? })
    }

    /// Sets the algorithm of ID tokens if the metadata names none: as `before`, else RS256, which every relying party
    /// has to know (OpenID Connect Core 1.0, section 15.1); ES256 under FAPI 2.0, which forbids RS256.
    pub(super) fn settle_id_token_alg(&mut self, before: Option<&Client>) {
        if self.names_id_token_alg {
            return;
        }
        let alg = before.map_or(Alg::Rs256, |client| client.settings.id_token_signed_response_alg);
        let forbidden = alg == Alg::Rs256 && self.settings.cardea_profile == Profile::Fapi2;
        self.settings.id_token_signed_response_alg = if forbidden { Alg::Es256 } else { alg };
    }

    /// Fetches the documents that the checks need: the address list of the sector. A client with a
    /// `sector_identifier_uri` cannot be registered without this. Holds no transaction.
    pub async fn fetched(mut self, remote: &Remote) -> Result<Self, Error> {
        if let Some(address) = &self.settings.sector_identifier_uri {
            self.sector = Some(sector::addresses(remote, address).await?);
        }
        Ok(self)
    }
}

/// Limits every member, also inside of key sets: no overlong text or list, and no control characters.
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
