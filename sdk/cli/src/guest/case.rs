//! A case: the call of one export, with its context, its input, and the answers of the trial system.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use cardea_host::model::{CallContext, Credentials, Endpoint, Endpoints, Grant, Projection, Study, Tenant, Whom};
use cardea_host::{Locale, Phase};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use url::Url;

use super::recorded::{Exchange, Recorded};
use super::recorded_endpoints;
use crate::error::{CommandError, malformed, read_text};

/// The time of a call that does not say when it is: 15 January 2027, 08:00 UTC.
const NOW_MS: u64 = 1_800_000_000_000;

/// An export of the interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Export {
    /// The panel's columns. No input.
    Describe,
    /// The choices of a column. Input: `column`, and `part`, `tab`, `search`, `picked`, `cursor`.
    Options,
    /// What a selection lacks. Input: `grants`.
    Validate,
    /// Tells the trial system. Input: `batchId`, `attempt`, `items`.
    Apply,
    /// The claims of a person. Input: `subject`, `grants`, `scopes`.
    Project,
    /// Prepares the trial system for a tenant. Input: `tenant`, `key`.
    Initialise,
    /// What the trial system holds. Input: `people`, their ids, or for everybody `after`, the cursor.
    Survey,
}

impl Export {
    /// The host's name of it.
    pub fn phase(self) -> Phase {
        match self {
            Self::Describe => Phase::Describe,
            Self::Options => Phase::Options,
            Self::Validate => Phase::Validate,
            Self::Apply => Phase::Apply,
            Self::Project => Phase::Claims,
            Self::Initialise => Phase::Initialise,
            Self::Survey => Phase::Survey,
        }
    }
}

/// A case, as its file has it.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Case {
    /// The export.
    pub call: Export,
    #[serde(default)]
    context: Context,
    #[serde(default)]
    input: Value,
    /// What the trial system answers. Every request must be recorded, and every recorded one be made. Without it,
    /// requests go to the endpoints of the context.
    pub http: Option<Vec<Exchange>>,
    /// What must come of it.
    pub expect: Option<Expected>,
    /// What the call may use.
    #[serde(default)]
    pub at_most: AtMost,
    /// The file, for messages.
    #[serde(skip)]
    path: PathBuf,
}

/// What must come of a call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub enum Expected {
    /// This answer.
    Answer(Value),
    /// A failure with the host's code, and the sentence that people see.
    Error {
        /// Such as `downstream_unavailable`.
        code: String,
        /// In the language of the call.
        message: String,
    },
}

/// What a call may use; the server's limits hold too.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AtMost {
    /// Ticks of 10 ms.
    pub cpu_ticks: Option<u64>,
    /// Memory in bytes.
    pub memory_bytes: Option<usize>,
    /// Requests to the trial system.
    pub requests: Option<u64>,
}

/// The context of a call.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct Context {
    request_id: String,
    locale: Locale,
    actor: String,
    now_ms: u64,
    study: InStudy,
    endpoints: Addresses,
}

impl Default for Context {
    fn default() -> Self {
        Self {
            request_id: "request-1".into(),
            locale: Locale::En,
            actor: "actor-1".into(),
            now_ms: NOW_MS,
            study: InStudy::default(),
            endpoints: Addresses::default(),
        }
    }
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct InStudy {
    id: String,
    code: String,
    settings: BTreeMap<String, String>,
}

/// Real endpoints, by name.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
struct Addresses {
    role_api: Option<Address>,
    callback_api: Option<Address>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Address {
    base: Url,
    #[serde(default)]
    key: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GrantsInput {
    grants: Vec<Grant>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ProjectionInput {
    subject: String,
    grants: Vec<Grant>,
    #[serde(default)]
    scopes: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct InitialiseInput {
    tenant: TenantInput,
    key: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TenantInput {
    id: String,
    name: String,
    url: String,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct SurveyInput {
    people: Option<Vec<String>>,
    after: Option<String>,
}

impl Case {
    /// Reads a case.
    pub fn read(path: &Path) -> Result<Self, CommandError> {
        Self::parse(&read_text(path)?, path)
    }

    /// Reads a case from the text of a file; `path` names it in errors.
    pub fn parse(text: &str, path: &Path) -> Result<Self, CommandError> {
        let case: Self = serde_json::from_str(text).map_err(|error| malformed(path, error))?;
        Ok(Self { path: path.to_owned(), ..case })
    }

    /// A call without context and input.
    pub fn bare(call: Export) -> Self {
        Self {
            call,
            context: Context::default(),
            input: Value::Null,
            http: Some(Vec::new()),
            expect: None,
            at_most: AtMost::default(),
            path: PathBuf::from("standard input"),
        }
    }

    /// The time of the call, in Unix milliseconds.
    pub fn now_ms(&self) -> u64 {
        self.context.now_ms
    }

    /// The context, with the endpoints of the recorded answers where there are such.
    pub(super) fn context(&self, recorded: Option<&Recorded>) -> Result<CallContext, CommandError> {
        let Context { request_id, locale, actor, study, endpoints, .. } = &self.context;
        let endpoint = |address: Option<&Address>| {
            address.map(|address| Endpoint {
                base: address.base.clone(),
                credentials: match &address.key {
                    Some(key) => Credentials::Bearer(key.clone().into()),
                    None => Credentials::None,
                },
            })
        };
        let endpoints = match recorded {
            Some(recorded) => recorded_endpoints(recorded)?,
            None => Endpoints {
                role_api: endpoint(endpoints.role_api.as_ref()),
                callback_api: endpoint(endpoints.callback_api.as_ref()),
            },
        };
        Ok(CallContext {
            request_id: request_id.clone(),
            locale: *locale,
            study: Study {
                id: study.id.clone(),
                code: study.code.clone(),
                settings: study.settings.clone().into_iter().collect(),
            },
            actor: actor.clone(),
            endpoints,
            // A plugin's own settings have their defaults.
            ..CallContext::default()
        })
    }

    /// The input, of the host's own type.
    pub(super) fn input<T: DeserializeOwned>(&self) -> Result<T, CommandError> {
        serde_json::from_value(self.input.clone()).map_err(|error| malformed(&self.path, format!("input: {error}")))
    }

    pub(super) fn grants(&self) -> Result<Vec<Grant>, CommandError> {
        self.input::<GrantsInput>().map(|input| input.grants)
    }

    pub(super) fn projection(&self) -> Result<Projection, CommandError> {
        let ProjectionInput { subject, grants, scopes } = self.input()?;
        Ok(Projection { subject, grants, scopes })
    }

    pub(super) fn tenant(&self) -> Result<(Tenant, String), CommandError> {
        let InitialiseInput { tenant: TenantInput { id, name, url }, key } = self.input()?;
        Ok((Tenant { id, name, url }, key))
    }

    pub(super) fn whom(&self) -> Result<Whom, CommandError> {
        let SurveyInput { people, after } = self.input::<Option<SurveyInput>>()?.unwrap_or_default();
        Ok(people.map_or(Whom::Everybody(after), Whom::People))
    }
}
