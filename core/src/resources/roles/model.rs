//! Types of the roles.

use serde::{Deserialize, Serialize};

use crate::kernel::ctx::{Act, Audited, Permission};
use crate::kernel::error::Locale;
use crate::kernel::id::Id;
use crate::kernel::yes::Yes;

/// The kind of a role.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, utoipa::ToSchema)]
#[repr(i64)]
pub enum RoleType {
    /// Given to a user, for the whole platform.
    #[serde(rename = "1")]
    System = 1,
    /// Given to a membership, for its tenant.
    #[serde(rename = "2")]
    Tenant = 2,
}

/// The status of a role.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, utoipa::ToSchema)]
#[repr(i64)]
pub enum RoleStatus {
    /// It is in effect.
    #[serde(rename = "0")]
    Open = 0,
    /// It gives no permissions.
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
    /// The Chinese name, which tokens and files have too.
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
    /// Whether its people need a second factor.
    pub mfa_required: bool,
}

/// A role in an answer: with the names that a choice of roles uses for id and name (tenant administration, section 3).
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
    /// The role for a caller of this language.
    #[must_use]
    pub fn of(role: Role, locale: Locale) -> Self {
        Self { code: role.id.clone(), desc: role.called(locale).to_owned(), role }
    }
}

impl Role {
    /// Its name in the language, or else its Chinese name.
    #[must_use]
    pub fn called(&self, locale: Locale) -> &str {
        if locale == Locale::En && !self.name_en.is_empty() { &self.name_en } else { &self.name }
    }
}

/// The requirements of a role, and its English name.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RolePolicy {
    /// The version that the change is based on.
    pub version: Option<i64>,
    /// Whether its people need a second factor; unchanged if left out.
    pub mfa_required: Option<bool>,
    /// The English name; unchanged if left out.
    pub name_en: Option<String>,
}

impl Audited for Role {
    const RESOURCE: &'static str = "roles";
    fn audit_id(&self) -> &str {
        self.id.as_str()
    }
}

/// A new role.
#[derive(Clone, Debug)]
pub struct NewRole {
    /// Name.
    pub name: String,
    /// Description.
    pub description: String,
    /// The kind of the role.
    pub role_type: RoleType,
    /// Everything in its scope; then `menus` has no effect.
    pub super_admin: bool,
    /// The permission set.
    pub menus: Vec<(Permission, Act)>,
}
