//! Types of `authorisation`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::results::InStudy;
use super::shown::Shown;
use crate::host::model::{Grant, Issue, Part, Picked};
use crate::kernel::clock::Time;
use crate::kernel::ctx::Audited;
use crate::kernel::error::{Error, Problems, Text};
use crate::kernel::id::Id;
use crate::kernel::mailaddr;

/// `?tenantId=`.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase")]
pub struct OfTenant {
    /// The tenant.
    pub tenant_id: Id,
}

/// A system with a panel.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PanelEntry {
    /// The software's id.
    pub id: Id,
    /// Its name.
    pub software_name: String,
    /// Its web code, such as `030`.
    pub web_code: String,
    /// 1 RTSM, 2 EDC, 3 CTMS, 4 eTMF.
    pub authorization_style: i64,
    /// Whether its panel is available now.
    pub available: bool,
    /// Why it is not available.
    pub reason: Option<String>,
}

/// A request for the choices of a column.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OptionsRequest {
    /// The tenant.
    pub tenant_id: Id,
    /// Column key.
    pub column: String,
    /// For a role-environment column: which of its two parts.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    pub part: Option<Part>,
    /// Tab.
    #[serde(default)]
    pub tab: Option<String>,
    /// The search text.
    #[serde(default)]
    pub search: String,
    /// The picks in other columns.
    #[serde(default)]
    #[schema(value_type = Vec<Object>)]
    pub picked: Vec<Picked>,
    /// `next` of the previous page.
    #[serde(default)]
    pub cursor: Option<String>,
}

/// A selection to validate.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ValidateRequest {
    /// The tenant.
    pub tenant_id: Id,
    /// Rows of the panel.
    #[schema(value_type = Vec<Object>)]
    pub grants: Vec<Grant>,
}

/// A selection to authorise people with.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AuthoriseRequest {
    /// The tenant.
    pub tenant_id: Id,
    /// Members of the tenant, by user id.
    #[serde(default)]
    pub user_ids: Vec<Id>,
    /// Members of the tenant, by e-mail address.
    #[serde(default)]
    pub emails: Vec<String>,
    /// The role given with the authorisation.
    pub user_role: String,
    /// The user type (dictionary category 3).
    pub user_type_id: String,
    /// Rows of the panel.
    #[schema(value_type = Vec<Object>)]
    pub grants: Vec<Grant>,
    /// Whether the rows are all that the people have in these studies from then on. Otherwise what they have in tabs
    /// that no row names stays.
    #[serde(default)]
    pub replaces: bool,
}

/// Most people in one request.
pub const MAX_PEOPLE: usize = 2000;

impl AuthoriseRequest {
    /// Checks the rules of section 5 for invitation forms (study administration).
    pub fn check(&self) -> Result<(), Error> {
        let mut p = Problems::default();
        let chosen = |id: &String| Id::try_from(id.clone()).is_ok();
        p.check(chosen(&self.user_role), "userRole", "请选择角色", "please select role");
        p.check(chosen(&self.user_type_id), "userTypeId", "请选择类型", "please select type");
        let people = self.user_ids.len() + self.emails.len();
        p.check(people > 0, "userIds", "请选择一个用户", "please select at least one user");
        p.check(people <= MAX_PEOPLE, "userIds", "一次最多授权2000人", "at most 2000 people at once");
        let well_formed = self.emails.iter().all(|e| mailaddr::is_valid(e.trim()));
        p.check(well_formed, "emails", "邮箱格式错误，请重新输入", "email format error, please re-enter");
        p.check(!self.grants.is_empty(), "grants", "请选择一个项目", "please select a project");
        p.into_result()
    }
}

/// A request that was accepted for execution.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Accepted {
    /// The batch, to be polled until it is done.
    pub batch_id: Id,
}

/// The progress of a batch.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Progress {
    /// Id of the batch.
    pub batch_id: Id,
    /// `queued`, `running` or `done`.
    pub state: String,
    /// `grant`, `reconcile`, or the change that the trial system is told of: `revoke`, `suspend` or `resume`.
    pub kind: String,
    /// Number of items.
    pub total: i64,
    /// How many of them succeeded or failed so far.
    pub finished: i64,
    /// The people who succeeded; named, as those who failed, once there is nothing more to wait for.
    pub succeeded: Vec<Succeeded>,
    /// The people who failed, and why.
    pub failed: Vec<Failed>,
    /// The items that will be retried, with the reason why the trial system does not know yet.
    pub pending: Vec<Failed>,
}

/// A person who was authorised.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Succeeded {
    /// The person.
    pub user_id: Option<Id>,
    /// For the result dialog: full name with login name, or the e-mail address.
    pub label: String,
    /// What they have in the study now, and had before; null where something was taken from them.
    pub study: Option<InStudy>,
}

/// A person who was not authorised.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Failed {
    /// The person, if known.
    pub user_id: Option<Id>,
    /// For the result dialog.
    pub label: String,
    /// The reason, as a stable word for programs.
    pub reason: String,
    /// The reason, as a sentence in the caller's language.
    pub message: String,
}

/// A batch.
#[derive(Clone, Debug, Serialize, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Batch {
    /// Id.
    pub id: Id,
    /// The tenant.
    pub tenant_id: Id,
    /// The system.
    pub software_id: Id,
    /// The user who requested it.
    pub actor: String,
    /// Name of that user.
    pub actor_name: String,
    /// The id of the HTTP request.
    pub request_id: String,
    /// The role given with it.
    pub user_role: String,
    /// The user type.
    pub user_type_id: String,
    /// Rows of the panel.
    pub selection: sqlx::types::Json<Vec<Grant>>,
    /// The rows with the names that were shown.
    #[serde(skip)]
    pub shown: sqlx::types::Json<Vec<Shown>>,
    /// Whether the rows are all that the people have in the study from then on; otherwise other tabs stay.
    pub replaces: bool,
    /// The plugin version that the selection was checked with.
    pub plugin_digest: String,
    /// `queued`, `running` or `done`.
    pub state: String,
    /// Number of times that a runner took it up.
    pub attempt: i64,
    /// `grant`, `reconcile`, or the change that the trial system is told of: `revoke`, `suspend` or `resume`.
    pub kind: String,
    /// The reason given by the user.
    pub reason: String,
    /// When it was requested.
    pub created_at: Time,
}

impl Batch {
    /// Whether it authorises people; other batches report changes that were made here already.
    pub fn grants(&self) -> bool {
        self.kind == "grant"
    }
}

impl Audited for Batch {
    const RESOURCE: &'static str = "authorisations";
    fn audit_id(&self) -> &str {
        self.id.as_str()
    }
    fn audit_tenant(&self) -> Option<&Id> {
        Some(&self.tenant_id)
    }
}

/// One person in one study of a batch.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Item {
    /// Unique within the batch.
    #[sqlx(rename = "item_id")]
    pub number: String,
    /// The study binding.
    pub study_software_id: Option<Id>,
    /// The person.
    pub user_id: Option<Id>,
    /// For the result dialog.
    pub label: String,
    /// `waiting`, `succeeded` or `failed`.
    pub state: String,
    /// Why it failed, as a word.
    pub reason: Option<String>,
    /// The reason in Chinese.
    pub message_zh: Option<String>,
    /// The reason in English.
    pub message_en: Option<String>,
    /// The grant that the trial system is told of; `None` where it is still to be made.
    pub grant_id: Option<Id>,
    /// The version that is told of; for a grant still to be made, the previous version, or 0.
    pub grant_version: i64,
    /// Of an item that puts somebody right: the id by which the system knows them.
    pub subject: Option<String>,
    /// Of such an item: what the system was found to hold.
    pub found: Option<sqlx::types::Json<Found>>,
}

/// What a trial system was found to hold of somebody.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Found {
    /// Login name there.
    pub login: String,
    /// Full name there.
    pub name: String,
    /// The selections that would make what they have.
    pub grants: Vec<Grant>,
}

impl Item {
    /// A person still to be authorised.
    pub fn waiting(number: String, binding: &Id, user: &Id, label: String) -> Self {
        Self {
            number,
            study_software_id: Some(binding.clone()),
            user_id: Some(user.clone()),
            label,
            state: "waiting".into(),
            reason: None,
            message_zh: None,
            message_en: None,
            grant_id: None,
            grant_version: 0,
            subject: None,
            found: None,
        }
    }

    /// The item, succeeded.
    #[must_use]
    pub fn succeeded(self) -> Self {
        Self { state: "succeeded".into(), reason: None, message_zh: None, message_en: None, ..self }
    }

    /// The item, failed.
    #[must_use]
    pub fn failed(mut self, reason: &str, text: &Text) -> Self {
        self.state = "failed".into();
        self.reason = Some(reason.to_owned());
        self.message_zh = Some(text.zh.to_string());
        self.message_en = Some(text.en.to_string());
        self
    }
}

/// A person's grant in a study of a system.
#[derive(Clone, Debug, Serialize, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Held {
    /// Id.
    pub id: Id,
    /// Version, rising with every change.
    pub version: i64,
    /// The tenant.
    pub tenant_id: Id,
    /// The system.
    pub software_id: Id,
    /// The study binding.
    pub study_software_id: Id,
    /// The person.
    pub user_id: Id,
    /// The role given with it.
    pub user_role: String,
    /// The user type.
    pub user_type_id: String,
    /// Rows of the panel.
    pub selection: sqlx::types::Json<Vec<Grant>>,
    /// The rows with the names that were shown.
    #[serde(skip)]
    pub shown: sqlx::types::Json<Vec<Shown>>,
    /// The claims of the token, as projected by the plugin.
    pub claims: sqlx::types::Json<BTreeMap<String, serde_json::Value>>,
    /// The plugin version that projected them.
    pub plugin_digest: String,
    /// The trial system's reference of the person.
    pub external_ref: Option<String>,
    /// When it was last changed.
    pub updated_at: Time,
    /// When it was suspended, as its person is locked or disabled.
    pub suspended_at: Option<Time>,
    /// When it was revoked.
    pub revoked_at: Option<Time>,
}

impl Held {
    /// Whether the grant is in effect.
    pub const fn stands(&self) -> bool {
        self.revoked_at.is_none() && self.suspended_at.is_none()
    }
}

impl Audited for Held {
    const RESOURCE: &'static str = "grants";
    fn audit_id(&self) -> &str {
        self.id.as_str()
    }
    fn audit_tenant(&self) -> Option<&Id> {
        Some(&self.tenant_id)
    }
}

/// Whether any issue is an error.
pub fn forbids(issues: &[Issue]) -> bool {
    issues.iter().any(|i| i.severity == crate::host::model::Severity::Error)
}
