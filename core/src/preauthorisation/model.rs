//! Types of pre-authorisations.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::authorisation::{Choice, Order};
use crate::host::model::Grant;
use crate::kernel::clock::Time;
use crate::kernel::ctx::Audited;
use crate::kernel::error::{Error, Locale, Problems};
use crate::kernel::id::Id;
use crate::kernel::mailaddr;

/// The state of a pre-authorisation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "lowercase")]
#[sqlx(type_name = "TEXT", rename_all = "lowercase")]
#[schema(as = PreauthorisationState)]
pub enum State {
    /// It can be accepted.
    Waiting,
    /// It was accepted; once `settledAt` is there, it is carried out.
    Accepted,
    /// It was accepted, and the trial system refused it.
    Failed,
    /// An administrator withdrew it.
    Withdrawn,
    /// The person declined it.
    Declined,
    /// Nobody accepted it in time.
    Expired,
}

impl State {
    /// The word in the database.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Accepted => "accepted",
            Self::Failed => "failed",
            Self::Withdrawn => "withdrawn",
            Self::Declined => "declined",
            Self::Expired => "expired",
        }
    }
}

/// A pre-authorisation. Names are those of the moment at which it was sent.
#[derive(Clone, Debug, Serialize, sqlx::FromRow, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Preauthorisation {
    /// Id.
    pub id: Id,
    /// Version.
    pub version: i64,
    /// The tenant.
    pub tenant_id: Id,
    /// Its name.
    pub tenant_name: String,
    /// The system.
    pub software_id: Id,
    /// Its name.
    pub software_name: String,
    /// The address that it was sent to.
    pub email: String,
    /// The account that it is for, if one was chosen; otherwise it is for whoever has the address.
    pub user_id: Option<Id>,
    /// Login name of that account, or of the one that accepted it.
    pub user_name: String,
    /// Full name of that account.
    pub full_name: String,
    /// The role given with it.
    pub user_role: String,
    /// The user type.
    pub user_type_id: String,
    /// The studies.
    pub study_names: String,
    /// The sites.
    pub site_names: String,
    /// The roles, each with its environment.
    pub role_names: String,
    /// The plugin version that checked it.
    pub plugin_digest: String,
    /// Language of its mails.
    pub locale: String,
    /// How often it was sent; each time has a key of its own.
    pub round: i64,
    /// Its state.
    pub state: State,
    /// Why it failed, or was not carried out when it was accepted last, as a word; empty: neither.
    pub reason: String,
    /// The same as a sentence in the caller's language.
    #[sqlx(skip)]
    pub message: String,
    /// In Chinese.
    #[serde(skip)]
    pub message_zh: String,
    /// In English.
    #[serde(skip)]
    pub message_en: String,
    /// The administrator who answers for it.
    pub invited_by: Id,
    /// Their name.
    pub inviter_name: String,
    /// The invitation into the tenant that it came with, if the person was no member.
    pub invitation_id: Option<Id>,
    /// The person who accepted it.
    pub accepted_by: Option<Id>,
    /// When.
    pub accepted_at: Option<Time>,
    /// The batch that carries it out.
    pub batch_id: Option<Id>,
    /// When that was done.
    pub settled_at: Option<Time>,
    /// Until when it can be accepted.
    pub expires_at: Time,
    /// When the latest link was queued.
    pub sent_at: Time,
    /// When its person was reminded.
    pub reminded_at: Option<Time>,
    /// When it was made.
    pub created_at: Time,
    /// When it was last changed.
    pub updated_at: Time,
}

impl Preauthorisation {
    /// As shown at `now` in a language: what nobody accepted in time has expired, whether or not that was noted.
    #[must_use]
    pub fn shown(mut self, now: Time, locale: Locale) -> Self {
        if self.state == State::Waiting && self.expires_at <= now {
            self.state = State::Expired;
        }
        let message = if locale == Locale::Zh { &self.message_zh } else { &self.message_en };
        self.message.clone_from(message);
        self
    }

    /// The order that carries it out. `actor_name` is the login name of who answers for it.
    pub fn order(&self, choice: Choice, actor_name: String) -> Order {
        Order {
            tenant_id: self.tenant_id.clone(),
            software_id: self.software_id.clone(),
            choice,
            user_role: self.user_role.clone(),
            user_type_id: self.user_type_id.clone(),
            actor: self.invited_by.clone(),
            actor_name,
        }
    }
}

impl Audited for Preauthorisation {
    const RESOURCE: &'static str = "preauthorisations";
    fn audit_id(&self) -> &str {
        self.id.as_str()
    }
    fn audit_tenant(&self) -> Option<&Id> {
        Some(&self.tenant_id)
    }
}

/// Who sends or accepts.
#[derive(Clone, Debug)]
pub struct Accepter {
    /// User id.
    pub id: Id,
    /// Login name.
    pub user_name: String,
    /// Full name.
    pub full_name: String,
}

/// A study of what waits.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct StudyPart {
    /// The study binding.
    pub study_software_id: Id,
    /// The study.
    pub study_id: Id,
    /// Its code.
    pub study_code: String,
    /// Its name.
    pub study_name: String,
    /// The sites' names.
    pub site_names: String,
    /// The roles' names.
    pub role_names: String,
}

/// A selection to pre-authorise people with.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewPreauthorisations {
    /// The tenant.
    pub tenant_id: Id,
    /// The system.
    pub software_id: Id,
    /// Members of the tenant, by user id.
    #[serde(default)]
    pub user_ids: Vec<Id>,
    /// E-mail addresses, of members or of anybody else.
    #[serde(default)]
    pub emails: Vec<String>,
    /// The role given with it; whoever is no member joins the tenant with it.
    pub user_role: String,
    /// The user type (dictionary category 3).
    pub user_type_id: String,
    /// Rows of the panel.
    #[schema(value_type = Vec<Object>)]
    pub grants: Vec<Grant>,
}

/// Most people in one request; each gets a mail.
pub const MAX_PEOPLE: usize = 200;

impl NewPreauthorisations {
    /// Checks the rules of section 5 for pre-authorisation forms (study administration).
    pub fn check(&self) -> Result<(), Error> {
        let mut p = Problems::default();
        let chosen = |id: &String| Id::try_from(id.clone()).is_ok();
        p.check(chosen(&self.user_role), "userRole", "请选择角色", "please select role");
        p.check(chosen(&self.user_type_id), "userTypeId", "请选择类型", "please select type");
        let people = self.user_ids.len() + self.emails.len();
        p.check(people > 0, "userIds", "请至少选择一个用户", "please select at least one user");
        p.check(people <= MAX_PEOPLE, "userIds", "一次最多预授权200人", "at most 200 people at once");
        let well_formed = self.emails.iter().all(|e| mailaddr::is_valid(e.trim()));
        p.check(well_formed, "emails", "邮箱格式错误，请重新输入", "email format error, please re-enter");
        p.check(!self.grants.is_empty(), "grants", "请选择一个项目", "please select a project");
        p.into_result()
    }
}

/// Somebody to whom a pre-authorisation was sent.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SentTo {
    /// The pre-authorisation.
    pub id: Id,
    /// Full name with login name, or the e-mail address.
    pub label: String,
    /// The id of the message, for asking for its delivery state (deliveryState).
    pub message_id: Id,
}

/// Somebody to whom none was sent.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NotSent {
    /// Full name with login name, or the e-mail address.
    pub label: String,
    /// The reason, as a sentence in the caller's language.
    pub message: String,
}

/// The result for each person (specification, section 3: success and failure).
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PreauthorisationResult {
    /// To whom it was sent.
    pub success: Vec<SentTo>,
    /// To whom it was not, and why.
    pub failure: Vec<NotSent>,
}
