//! The types of the interface of `sdk/wit/v1`, localised, for callers and browsers.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use url::Url;
use zeroize::Zeroizing;

use super::catalogue::Locale;
use super::configured::Configured;

/// A project role in one environment.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Pair {
    /// Node id of the role.
    pub role: String,
    /// Node id of the environment.
    pub environment: String,
}

/// The content of one column of a grant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Cell {
    /// Node ids: projects, sites, module roles or stock houses.
    Picks(Vec<String>),
    /// Project roles in environments.
    Pairs(Vec<Pair>),
    /// Blind or unblind.
    Flag(bool),
}

/// One row of a panel: a combination that is granted together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Grant {
    /// Its tab, if the panel has tabs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab: Option<String>,
    /// By column key.
    pub cells: BTreeMap<String, Cell>,
}

/// The content that a column offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Study bindings.
    Projects,
    /// Study sites.
    Sites,
    /// Roles of a module.
    ModuleRoles,
    /// A project role together with an environment.
    RoleEnvironment,
    /// Stock houses.
    StockHouses,
    /// Blind or unblind.
    Flag,
}

/// A tab of a panel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tab {
    /// The id that a grant's `tab` names: the key of the plugin's message.
    pub id: String,
    /// Localised.
    pub label: String,
}

/// A column of a panel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Column {
    /// Unique within the panel.
    pub key: String,
    /// The content that it offers.
    pub kind: Kind,
    /// Localised.
    pub label: String,
    /// Whether a grant must have a value for it.
    pub required: bool,
    /// Whether more than one may be picked.
    pub multiple: bool,
    /// The columns on which this one's choices depend.
    pub depends_on: Vec<String>,
    /// Additional hints; unknown ones are ignored.
    pub hints: BTreeMap<String, String>,
}

/// A panel, for the console to draw.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Definition {
    /// The tabs; empty for a panel without tabs.
    pub tabs: Vec<Tab>,
    /// The columns, in drawing order.
    pub columns: Vec<Column>,
    /// The most rows that may be added.
    pub max_grants: u32,
}

/// A choice that is already picked in another column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Picked {
    /// Column key.
    pub column: String,
    /// Node id.
    pub id: String,
}

/// The requested half of a role-environment column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Part {
    /// The project roles.
    Role,
    /// The environments.
    Environment,
}

/// A query for the choices of a column.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Query {
    /// Column key.
    pub column: String,
    /// The half of a role-environment column.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<Part>,
    /// The tab, if the panel has tabs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab: Option<String>,
    /// The typed search text; empty for all choices.
    #[serde(default)]
    pub search: String,
    /// The picked choices of the columns on which this one depends.
    #[serde(default)]
    pub picked: Vec<Picked>,
    /// `next` of the page before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
}

/// A choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    /// Node id.
    pub id: String,
    /// The trial system's own name for it.
    pub label: String,
    /// Localised remark.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Whether it is shown, but cannot be picked.
    pub disabled: bool,
}

/// A page of choices.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Page {
    /// The choices, in the plugin's order.
    pub choices: Vec<Choice>,
    /// The cursor of the next page; none on the last page.
    pub next: Option<String>,
}

/// The severity of an issue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// The selection cannot be authorised.
    Error,
    /// The selection can be authorised.
    Warning,
}

/// A missing or contradictory part of a selection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Issue {
    /// Index of the grant.
    pub grant: u32,
    /// The column key; none for the grant as a whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<String>,
    /// Its severity.
    pub severity: Severity,
    /// Localised.
    pub message: String,
}

/// A person, as the trial system sees them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Person {
    /// Issued by the host, opaque to the plugin.
    pub id: String,
    /// Login name.
    pub login: String,
    /// E-mail address.
    pub email: String,
    /// Full name.
    pub display_name: String,
}

/// One person's change within a batch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Item {
    /// Unique within the batch.
    pub item_id: String,
    /// The person.
    pub person: Person,
    /// The grants before.
    pub before: Vec<Grant>,
    /// The grants after; empty to remove all.
    pub after: Vec<Grant>,
}

/// One bounded chunk of changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Batch {
    /// The id of the batch, the same in every attempt.
    pub batch_id: String,
    /// The number of the attempt, from 1.
    pub attempt: u32,
    /// The changes, at most [`Batch::MAX_ITEMS`].
    pub items: Vec<Item>,
}

impl Batch {
    /// The most people in one call.
    pub const MAX_ITEMS: usize = 200;
}

/// Why one person's change failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// The trial system refuses.
    Rejected,
    /// A conflicting entry exists already.
    Conflict,
    /// The study, site or role does not exist.
    NotFound,
    /// The credentials do not suffice.
    Unauthorised,
    /// Too many calls.
    Throttled,
    /// The trial system does not answer.
    Unavailable,
    /// The outcome is unknown; the same item may be sent again.
    Unknown,
}

/// One person's change that succeeded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Success {
    /// As in the batch.
    pub item_id: String,
    /// The trial system's reference for it.
    pub external_ref: Option<String>,
}

/// One person's change that failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Failure {
    /// As in the batch.
    pub item_id: String,
    /// The reason.
    pub reason: Reason,
    /// The milliseconds to wait before another attempt.
    pub retry_after_ms: Option<u32>,
    /// Localised.
    pub message: String,
}

/// The outcome of a batch: every item is in exactly one of the lists.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Outcome {
    /// In the order of the batch.
    pub succeeded: Vec<Success>,
    /// In the order of the batch.
    pub failed: Vec<Failure>,
}

/// Claims of one person in one trial system, by name.
pub type Claims = BTreeMap<String, serde_json::Value>;

/// The input for a person's claims.
#[derive(Clone, Debug, Default)]
pub struct Projection {
    /// The person's id.
    pub subject: String,
    /// The granted selections.
    pub grants: Vec<Grant>,
    /// The requested scopes.
    pub scopes: Vec<String>,
}

/// The tenant that a system is initialised for.
#[derive(Clone, Debug, Default)]
pub struct Tenant {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The address of its domain.
    pub url: String,
}

/// The people whom a survey is about.
#[derive(Clone, Debug)]
pub enum Whom {
    /// These, by id.
    People(Vec<String>),
    /// Everybody, from the cursor of the page before on.
    Everybody(Option<String>),
}

/// What a trial system holds of somebody in a study.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Holding {
    /// The person, by the id that the system was told.
    pub person: String,
    /// Login name there.
    pub login: String,
    /// Full name there.
    pub display_name: String,
    /// The selections that would make what they have.
    pub grants: Vec<Grant>,
}

/// A page of what a trial system holds.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Holdings {
    /// The people.
    pub holdings: Vec<Holding>,
    /// The cursor of the next page, of everybody.
    pub next: Option<String>,
}

/// The study that a call is for.
#[derive(Clone, Debug, Default)]
pub struct Study {
    /// Its id; empty in a call that is not for a study (a panel's definition).
    pub id: String,
    /// Its code in the trial system.
    pub code: String,
    /// Further facts, such as `site.<id>.code`.
    pub settings: Vec<(String, String)>,
}

/// How the host authenticates itself to a trial system. The plugin never sees this.
#[derive(Clone, Default)]
pub enum Credentials {
    /// Without credentials.
    #[default]
    None,
    /// `Authorization: Bearer` (RFC 6750).
    Bearer(Zeroizing<String>),
    /// A header of the trial system's own.
    Header {
        /// Header name.
        name: String,
        /// Its secret value.
        value: Zeroizing<String>,
    },
}

impl std::fmt::Debug for Credentials {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::None => "None",
            Self::Bearer(_) => "Bearer(..)",
            Self::Header { .. } => "Header(..)",
        })
    }
}

/// The address and credentials of an endpoint that a plugin names.
#[derive(Clone, Debug)]
pub struct Endpoint {
    /// The `http` or `https` address; a plugin's requests go to paths below it.
    pub base: Url,
    /// The credentials, sent with every request.
    pub credentials: Credentials,
}

/// The endpoints of one study's trial system, as the administrator configured them.
#[derive(Clone, Debug, Default)]
pub struct Endpoints {
    /// The API for reading roles and environments.
    pub role_api: Option<Endpoint>,
    /// The API for provisioning people.
    pub callback_api: Option<Endpoint>,
}

/// The context of a call.
#[derive(Clone, Debug, Default)]
pub struct CallContext {
    /// The id of the request that caused it, for the trial system and the logs.
    pub request_id: String,
    /// The reader's language.
    pub locale: Locale,
    /// The study.
    pub study: Study,
    /// The acting user's id.
    pub actor: String,
    /// The endpoints of the trial system.
    pub endpoints: Endpoints,
    /// What operators filled in for the plugin.
    pub configured: Configured,
}
