//! Types of the members.

use serde::{Deserialize, Serialize};

use crate::kernel::ctx::Audited;
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
    /// E-mail.
    pub email: String,
    /// Phone.
    pub phone: String,
    /// Tenant role.
    pub role: Option<Id>,
    /// Its name.
    pub role_name: Option<String>,
    /// Type: an item of dictionary category 3.
    pub type_id: Option<Id>,
    /// Position: an item of dictionary category 2.
    pub position_id: Option<Id>,
    /// 0 enabled, 1 disabled.
    pub enabled: Enabled,
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
