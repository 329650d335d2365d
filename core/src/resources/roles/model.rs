//! Types of the roles.

use serde::{Deserialize, Serialize};

use crate::kernel::ctx::{Act, Audited, Permission};
use crate::kernel::error::Locale;
use crate::kernel::id::Id;
use crate::kernel::yes::Yes;

/// What a role is given to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, utoipa::ToSchema)]
#[repr(i64)]
pub enum RoleType {
    /// A user, for the whole platform.
    #[serde(rename = "1")]
    System = 1,
    /// A membership, for its tenant.
    #[serde(rename = "2")]
    Tenant = 2,
}

/// Whether a role works.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, utoipa::ToSchema)]
#[repr(i64)]
pub enum RoleStatus {
    /// It does.
    #[serde(rename = "0")]
    Open = 0,
    /// It allows nothing.
    #[serde(rename = "1")]
    Closed = 1,
}

/// A role.
#[derive(Clone, Debug, Serialize, sqlx::FromRow, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Role {
    /// Id.
    pub id: Id,
    /// Version, for changing it.
    pub version: i64,
    /// Name: the Chinese one, and what stands in tokens and files.
    pub name: String,
    /// English name, or empty.
    pub name_en: String,
    /// Description.
    pub description: String,
    /// 1 system, 2 tenant.
    pub role_type: RoleType,
    /// An administrator's role: everything in its scope. 0 yes, 1 no.
    pub super_admin: Yes,
    /// 0 open, 1 closed.
    pub status: RoleStatus,
    /// Whether whoever has it has to prove a second factor.
    pub mfa_required: bool,
}

/// A role as it is answered: with the names that a choice of roles has for id and name (tenant administration,
/// section 3).
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct RoleRecord {
    #[serde(flatten)]
    role: Role,
    /// Code; the same as the id.
    code: Id,
    /// The name in the caller's language.
    desc: String,
}

impl RoleRecord {
    /// The role as it is answered to who speaks the language.
    #[must_use]
    pub fn of(role: Role, locale: Locale) -> Self {
        Self { code: role.id.clone(), desc: role.called(locale).to_owned(), role }
    }
}

impl Role {
    /// What it is called in the language; its name, where it has none of that language.
    #[must_use]
    pub fn called(&self, locale: Locale) -> &str {
        if locale == Locale::En && !self.name_en.is_empty() { &self.name_en } else { &self.name }
    }
}

/// What a role requires of its people, and what it is called in English.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RolePolicy {
    /// The version that is changed.
    pub version: Option<i64>,
    /// Whether whoever has it has to prove a second factor; nothing leaves it as it is.
    pub mfa_required: Option<bool>,
    /// The English name; nothing leaves it as it is.
    pub name_en: Option<String>,
}

impl Audited for Role {
    const RESOURCE: &'static str = "roles";
    fn audit_id(&self) -> &str {
        self.id.as_str()
    }
}

/// A role to make.
#[derive(Clone, Debug)]
pub struct NewRole {
    /// Name.
    pub name: String,
    /// Description.
    pub description: String,
    /// What it is given to.
    pub role_type: RoleType,
    /// Everything in its scope; then `menus` says nothing.
    pub super_admin: bool,
    /// The permission set.
    pub menus: Vec<(Permission, Act)>,
}
