//! Types of the members.

use serde::{Deserialize, Serialize};

use crate::kernel::clock::Time;
use crate::kernel::ctx::{Audited, Scope};
use crate::kernel::id::Id;

/// Whether a membership counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, utoipa::ToSchema)]
#[repr(i64)]
pub enum Enabled {
    /// It does.
    #[serde(rename = "0")]
    Enabled = 0,
    /// It does not.
    #[serde(rename = "1")]
    Disabled = 1,
}

/// A member of a tenant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, sqlx::FromRow, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Member {
    /// Id of the membership.
    pub id: Id,
    /// Version, for changing it.
    pub version: i64,
    /// The person.
    pub user_id: Id,
    /// The tenant.
    pub tenant_id: Id,
    /// Its name.
    pub tenant_name: String,
    /// Login name.
    pub user_name: String,
    /// Full name.
    pub full_name: String,
    /// E-mail; empty where it is not the caller's to see.
    pub email: String,
    /// Phone; empty where it is not the caller's to see.
    pub phone: String,
    /// Tenant role.
    pub role: Option<Id>,
    /// Its name.
    pub role_name: Option<String>,
    /// Type: an item of dictionary category 3.
    pub type_id: Option<Id>,
    /// Position: an item of dictionary category 2.
    pub position_id: Option<Id>,
    /// Address.
    pub address: String,
    /// 0 enabled, 1 disabled.
    pub enabled: Enabled,
    /// When they joined.
    pub join_date: Time,
    /// Whether the person's role on the platform allows anything: then a tenant neither sees how they are reached nor
    /// changes their membership.
    pub of_platform: bool,
}

impl Member {
    /// As whoever administers these tenants sees it.
    #[must_use]
    pub fn seen_from(self, scope: &Scope) -> Self {
        if *scope == Scope::All || !self.of_platform {
            return self;
        }
        Self { email: String::new(), phone: String::new(), ..self }
    }
}

impl Audited for Member {
    const RESOURCE: &'static str = "tenant-users";
    fn audit_id(&self) -> &str {
        self.id.as_str()
    }
    fn audit_tenant(&self) -> Option<&Id> {
        Some(&self.tenant_id)
    }
}

/// People to take into a tenant, all with the same role (saveTenantUserBatch).
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewMembers {
    /// The tenant.
    pub tenant_id: Id,
    /// The people, at most 1000.
    #[serde(default)]
    pub user_ids: Vec<Id>,
    /// Tenant role.
    pub role: Option<Id>,
    /// Type: an item of dictionary category 3.
    pub type_id: Option<Id>,
    /// Position: an item of dictionary category 2.
    pub position_id: Option<Id>,
}

/// The basic information of a membership (saveTenantUserBase). What is the account's is not a tenant's to change.
#[derive(Clone, Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MemberBase {
    /// The version that is changed.
    pub version: Option<i64>,
    /// Type: an item of dictionary category 3.
    pub type_id: Option<Id>,
    /// Position: an item of dictionary category 2.
    pub position_id: Option<Id>,
    /// Address; left out, it stays as it is.
    pub address: Option<String>,
}

/// The important information of a membership (saveTenantUserImportant): what it allows.
#[derive(Clone, Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MemberImportant {
    /// The version that is changed.
    pub version: Option<i64>,
    /// Tenant role.
    pub role: Option<Id>,
    /// 0 enabled, 1 disabled; left out, it stays as it is.
    pub enabled: Option<Enabled>,
}

/// Somebody who may be taken into a tenant.
#[derive(Clone, Debug, Serialize, sqlx::FromRow, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Candidate {
    /// User id.
    pub id: Id,
    /// Login name.
    pub user_name: String,
    /// Full name.
    pub full_name: String,
    /// E-mail.
    pub email: String,
}
