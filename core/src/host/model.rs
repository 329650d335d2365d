//! The plain types that callers and browsers see: the interface of `sdk/wit/v1`, localised.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use url::Url;
use zeroize::Zeroizing;

use super::catalogue::Locale;

/// A project role in one environment.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Pair {
    /// Node id of the role.
    pub role: String,
    /// Node id of the environment.
    pub environment: String,
}

/// What one column of a grant holds.
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

/// One row of a panel: what is granted together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Grant {
    /// The tab it belongs to, where the panel has tabs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab: Option<String>,
    /// By column key.
    pub cells: BTreeMap<String, Cell>,
}

/// What a column offers.
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
    /// What `tab` of a grant names: the key of the plugin's message.
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
    /// What it offers.
    pub kind: Kind,
    /// Localised.
    pub label: String,
    /// Whether a grant must have it.
    pub required: bool,
    /// Whether more than one may be picked.
    pub multiple: bool,
    /// Columns whose change makes this one's choices stale.
    pub depends_on: Vec<String>,
    /// Additions; unknown ones are ignored.
    pub hints: BTreeMap<String, String>,
}

/// A panel, as the console draws it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Definition {
    /// None: a panel without tabs.
    pub tabs: Vec<Tab>,
    /// In the order they are drawn.
    pub columns: Vec<Column>,
    /// How many rows may be added.
    pub max_grants: u32,
}

/// What is already picked in another column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Picked {
    /// Column key.
    pub column: String,
    /// Node id.
    pub id: String,
}

/// The half of a role-environment column that is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Part {
    /// The project roles.
    Role,
    /// The environments.
    Environment,
}

/// Asks for the choices of a column.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Query {
    /// Column key.
    pub column: String,
    /// Which half, for a role-environment column.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<Part>,
    /// Tab, where the panel has tabs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab: Option<String>,
    /// What was typed; empty for all.
    #[serde(default)]
    pub search: String,
    /// What is picked in the columns that this one depends on.
    #[serde(default)]
    pub picked: Vec<Picked>,
    /// `next` of the page before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
}

/// Something to pick.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    /// Node id.
    pub id: String,
    /// The trial system's own name for it.
    pub label: String,
    /// Localised remark.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Shown, but not to be picked.
    pub disabled: bool,
}

/// A page of choices.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Page {
    /// In the plugin's order.
    pub choices: Vec<Choice>,
    /// Cursor of the next page; none: this is the last.
    pub next: Option<String>,
}

/// How bad an issue is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// The selection cannot be authorised.
    Error,
    /// It can.
    Warning,
}

/// Something missing or contradictory in a selection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Issue {
    /// Index of the grant.
    pub grant: u32,
    /// Column key; none: the grant as a whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<String>,
    /// How bad.
    pub severity: Severity,
    /// Localised.
    pub message: String,
}

/// A person, as the trial system gets to know them.
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
    /// Whom.
    pub person: Person,
    /// What they had.
    pub before: Vec<Grant>,
    /// What they shall have; empty: nothing.
    pub after: Vec<Grant>,
}

/// One bounded chunk of changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Batch {
    /// The same in every attempt.
    pub batch_id: String,
    /// From 1.
    pub attempt: u32,
    /// At most [`Batch::MAX_ITEMS`].
    pub items: Vec<Item>,
}

impl Batch {
    /// People in one call.
    pub const MAX_ITEMS: usize = 200;
}

/// Why one person's change did not happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// The trial system says no.
    Rejected,
    /// Something else is there already.
    Conflict,
    /// The study, site or role is not there.
    NotFound,
    /// The credentials are not good enough.
    Unauthorised,
    /// Too many calls.
    Throttled,
    /// The trial system does not answer.
    Unavailable,
    /// Nobody can say whether it happened; the same item may be sent again.
    Unknown,
}

/// One person's change that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Success {
    /// As in the batch.
    pub item_id: String,
    /// What the trial system calls it.
    pub external_ref: Option<String>,
}

/// One person's change that did not happen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Failure {
    /// As in the batch.
    pub item_id: String,
    /// Why.
    pub reason: Reason,
    /// When to try again, in milliseconds from now.
    pub retry_after_ms: Option<u32>,
    /// Localised.
    pub message: String,
}

/// What became of a batch: every item is in exactly one of the lists.
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

/// Whose claims, from which grants.
#[derive(Clone, Debug, Default)]
pub struct Projection {
    /// The person's id.
    pub subject: String,
    /// What is granted.
    pub grants: Vec<Grant>,
    /// The scopes that were asked for.
    pub scopes: Vec<String>,
}

/// The study that a call is for.
#[derive(Clone, Debug, Default)]
pub struct Study {
    /// Its id; empty where a call is not for a study (a panel's definition).
    pub id: String,
    /// Its code in the trial system.
    pub code: String,
    /// Further facts, such as `site.<id>.code`.
    pub settings: Vec<(String, String)>,
}

/// How the host proves itself to a trial system. Never seen by the plugin.
#[derive(Clone, Default)]
pub enum Credentials {
    /// Not at all.
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

/// Where an endpoint that a plugin names really is.
#[derive(Clone, Debug)]
pub struct Endpoint {
    /// `http` or `https`; what a plugin asks for is below its path.
    pub base: Url,
    /// Sent with every request.
    pub credentials: Credentials,
}

/// The endpoints of one study's trial system, as the administrator bound them.
#[derive(Clone, Debug, Default)]
pub struct Endpoints {
    /// Where roles and environments are read.
    pub role_api: Option<Endpoint>,
    /// Where people are provisioned.
    pub callback_api: Option<Endpoint>,
}

/// What surrounds a call.
#[derive(Clone, Debug, Default)]
pub struct CallContext {
    /// Of the request that caused it; goes to the trial system and the logs.
    pub request_id: String,
    /// The reader's language.
    pub locale: Locale,
    /// The study.
    pub study: Study,
    /// Who acts: a user id.
    pub actor: String,
    /// The trial system.
    pub endpoints: Endpoints,
}
