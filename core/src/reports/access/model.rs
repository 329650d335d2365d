//! What an explanation says.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::kernel::clock::Time;
use crate::kernel::ctx::{Act, Permission, ReadCtx};
use crate::kernel::error::{Error, Problems, Text};
use crate::kernel::id::Id;
use crate::resources::menus::MenuAct;

/// What is asked: one menu, or a study and a system, or one of these two.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Question {
    /// The address of a menu, such as `systemManger/user`: all operations that belong to it.
    operation: Option<String>,
    /// To `view`, which is what is asked without it, or to `edit`.
    #[param(value_type = Option<String>)]
    act: Option<MenuAct>,
    /// A study.
    study_id: Option<Id>,
    /// A system.
    software_id: Option<Id>,
    /// Only in this tenant.
    pub tenant_id: Option<Id>,
}

/// What somebody asks about themselves.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct OwnQuestion {
    /// The address of a menu, such as `systemManger/user`.
    operation: Option<String>,
    /// To `view`, which is what is asked without it, or to `edit`.
    #[param(value_type = Option<String>)]
    act: Option<MenuAct>,
    /// Only in this tenant.
    tenant_id: Option<Id>,
}

impl From<OwnQuestion> for Question {
    fn from(own: OwnQuestion) -> Self {
        let OwnQuestion { operation, act, tenant_id } = own;
        Self { operation, act, study_id: None, software_id: None, tenant_id }
    }
}

/// What is to be explained.
#[derive(Clone, Debug)]
pub enum Subject {
    /// The operations of a menu.
    Operation(Permission, Act),
    /// A study, in every system or in one.
    Study(Id, Option<Id>),
    /// A system, in every study.
    System(Id),
}

impl Question {
    /// What is asked for.
    pub fn subject(&self) -> Result<Subject, Error> {
        let mut p = Problems::default();
        if let Some(address) = &self.operation {
            let alone = self.study_id.is_none() && self.software_id.is_none();
            p.check(alone, "operation", "一次只能查询一项", "one thing is explained at a time");
            let permission = Permission::from_url(address);
            p.check(permission.is_some(), "operation", "没有这个菜单", "there is no such menu");
            p.into_result()?;
            let act = self.act.map_or(Act::View, Act::from);
            return permission.map(|permission| Subject::Operation(permission, act)).ok_or_else(nothing_asked);
        }
        match (&self.study_id, &self.software_id) {
            (Some(study), software) => Ok(Subject::Study(study.clone(), software.clone())),
            (None, Some(software)) => Ok(Subject::System(software.clone())),
            (None, None) => Err(nothing_asked()),
        }
    }
}

fn nothing_asked() -> Error {
    Error::field("operation", Text::new("请选择菜单、项目或系统", "please select a menu, a study or a system"))
}

/// What a finding is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum FindingKind {
    /// The account: open, locked or removed.
    Account,
    /// The password, which is to be replaced at the next sign-in.
    Password,
    /// Locks after failed sign-ins.
    SignInLock,
    /// The membership of a tenant.
    Membership,
    /// The role.
    Role,
    /// An administrator's role, which has everything in its scope.
    SuperAdministrator,
    /// The role's menu.
    Menu,
    /// A role of the platform that the asker may not see.
    PlatformRole,
    /// The tenant.
    Tenant,
    /// The study.
    Study,
    /// The system.
    System,
    /// The study's configuration for the system.
    Binding,
    /// The domain by which the system is opened.
    Domain,
    /// The tenant's licence for the system.
    Licence,
    /// The grant.
    Grant,
    /// The grant is suspended.
    Suspension,
}

/// One thing that the access depends on.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Finding {
    /// What it is about.
    pub kind: FindingKind,
    /// Whether it speaks for the access.
    pub holds: bool,
    /// Whether the access depends on it. A finding that it does not depend on is a hint.
    pub required: bool,
    /// The finding as a sentence, in the caller's language.
    pub text: String,
    /// Since when, or when.
    pub at: Option<Time>,
    /// Who did it, by login name.
    pub by: Option<String>,
    /// The reason that was given for it.
    pub reason: Option<String>,
}

impl Finding {
    /// That something holds, or does not.
    pub fn new(cx: &ReadCtx, kind: FindingKind, holds: bool, text: &Text) -> Self {
        let text = text.in_locale(cx.locale()).to_owned();
        Self { kind, holds, required: true, text, at: None, by: None, reason: None }
    }

    /// The same, with a time.
    pub fn at(self, at: Option<Time>) -> Self {
        Self { at, ..self }
    }

    /// The same, as a hint.
    pub fn hint(self) -> Self {
        Self { required: false, ..self }
    }
}

/// A way in which the access can come.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccessWay {
    /// What it is called: the platform, a tenant, or a study in a system.
    pub name: String,
    /// Whether the access comes this way.
    pub allowed: bool,
    /// The tenant; null: the platform.
    pub tenant_id: Option<Id>,
    /// What it depends on. Everything that is required must hold.
    pub findings: Vec<Finding>,
}

impl AccessWay {
    /// A way, from its findings.
    pub fn new(name: String, tenant_id: Option<Id>, findings: Vec<Finding>) -> Self {
        let allowed = findings.iter().all(|finding| finding.holds || !finding.required);
        Self { name, allowed, tenant_id, findings }
    }
}

/// Whom to ask for what is missing.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccessHelp {
    /// Whom to ask, as a sentence.
    pub text: String,
    /// The roles that give it, by name.
    pub roles: Vec<String>,
}

/// Why a person may do something, or may not.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccessExplanation {
    /// Whether they may.
    pub allowed: bool,
    /// What is asked, by name: a menu with view or edit, a study, a system.
    pub subject: String,
    /// What every access depends on: the account.
    pub person: Vec<Finding>,
    /// The ways in which the access can come; one is enough. At most 100, those that lead there first.
    pub ways: Vec<AccessWay>,
    /// To a caller who asks about themselves and may not: whom to ask.
    pub help: Option<AccessHelp>,
}

/// The most ways in an explanation.
pub const MOST: usize = 100;

impl AccessExplanation {
    /// The explanation of an access that is decided as `allowed`.
    pub fn new(allowed: bool, subject: String, person: Vec<Finding>, mut ways: Vec<AccessWay>) -> Self {
        ways.sort_by_key(|way| !way.allowed);
        ways.truncate(MOST);
        Self { allowed, subject, person, ways, help: None }
    }
}
