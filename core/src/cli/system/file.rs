//! The file that registers a system. Its fields are named as in the administrative API.

use serde::Deserialize;
use serde_json::{Map, Value};

/// Fields of a form.
pub type Fields = Map<String, Value>;

const SOFTWARE: &[&str] = &[
    "softwareName",
    "describe",
    "webCode",
    "appCode",
    "appKey",
    "validityTime",
    "sort",
    "authorizationStyle",
    "isStudyAuthorization",
    "projdbShow",
    "remindDay",
    "expiredDay",
];
const LICENCE: &[&str] =
    &["timeEnable", "startTime", "endTime", "studyEnable", "maxStudy", "userEnable", "maxUser", "isEnable"];
const DOMAIN: &[&str] = &["urlName", "url", "websiteUrl", "mobileUrl", "apiUrl", "apiKey", "remark"];

/// A system, and the tenants that have it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Registration {
    /// The system. It is known by its web code.
    pub software: Fields,
    /// The tenants.
    #[serde(default)]
    pub tenants: Vec<OfTenant>,
}

/// What a tenant has of the system.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OfTenant {
    /// The tenant, by its code or its id.
    pub tenant: String,
    /// Its licence; without one, the licence that it has stays.
    pub licence: Option<Fields>,
    /// Its domains of the system, known by their names (urlName).
    #[serde(default)]
    pub domains: Vec<Domain>,
}

/// A domain.
#[derive(Debug, Deserialize)]
pub struct Domain {
    /// Its OpenID Connect client.
    pub client: Option<DomainsClient>,
    /// The studies that are bound to it.
    #[serde(default)]
    pub studies: Vec<OfStudy>,
    /// Its fields.
    #[serde(flatten)]
    pub fields: Fields,
}

/// The client of a domain. One that is there already stays as it is.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DomainsClient {
    /// Its id.
    pub client_id: String,
    /// Its name; that of the domain without one.
    pub client_name: Option<String>,
    /// Where answers go, beside the domain's own addresses.
    #[serde(default)]
    pub redirect_uris: Vec<String>,
    /// Where the browser goes after a sign-out, beside the domain's own addresses.
    #[serde(default)]
    pub post_logout_redirect_uris: Vec<String>,
    /// Where a sign-in begins.
    pub initiate_login_uri: Option<String>,
}

/// A study that is bound to the system of a domain.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OfStudy {
    /// Its code.
    pub study_code: String,
    /// Its name: a study that is not there is made with it.
    pub study_name: Option<String>,
    /// Its plan code; its code without one.
    pub plan_code: Option<String>,
    /// Its sponsor.
    #[serde(default)]
    pub sponsor: String,
    /// Base address of the role API.
    pub role_api_request: Option<String>,
    /// Base address of the callback API.
    pub role_api_response: Option<String>,
}

impl Registration {
    /// Checks that every field has a name that counts.
    pub fn check(&self) -> Result<(), String> {
        only(&self.software, SOFTWARE, "software")?;
        if self.web_code().is_empty() {
            return Err("software.webCode is missing".to_owned());
        }
        for (at, tenant) in self.tenants.iter().enumerate() {
            if let Some(licence) = &tenant.licence {
                only(licence, LICENCE, &format!("tenants[{at}].licence"))?;
            }
            for (nth, domain) in tenant.domains.iter().enumerate() {
                let place = format!("tenants[{at}].domains[{nth}]");
                only(&domain.fields, DOMAIN, &place)?;
                if domain.name().is_empty() {
                    return Err(format!("{place}.urlName is missing"));
                }
            }
        }
        Ok(())
    }

    /// The system's web code.
    pub fn web_code(&self) -> &str {
        text(&self.software, "webCode")
    }
}

impl Domain {
    /// Its name.
    pub fn name(&self) -> &str {
        text(&self.fields, "urlName")
    }
}

fn text<'f>(fields: &'f Fields, name: &str) -> &'f str {
    fields.get(name).and_then(Value::as_str).map(str::trim).unwrap_or_default()
}

fn only(fields: &Fields, known: &[&str], place: &str) -> Result<(), String> {
    match fields.keys().find(|key| !known.contains(&key.as_str())) {
        Some(key) => Err(format!("{place}.{key} is unknown; there are {}", known.join(", "))),
        None => Ok(()),
    }
}
