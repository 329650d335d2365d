//! Types of the members.

use cardea_macros::Record;
use serde::{Deserialize, Serialize};

use crate::kernel::clock::Time;
use crate::kernel::id::Id;

/// Whether a membership is enabled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, utoipa::ToSchema)]
#[repr(i64)]
pub enum Enabled {
    /// It is enabled.
    #[serde(rename = "0")]
    Enabled = 0,
    /// It is disabled.
    #[serde(rename = "1")]
    Disabled = 1,
}

/// A member of a tenant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema, Record)]
// CROSS JOIN keeps SQLite to this order: a membership at a time, as an index of theirs has them. Roles are no part of it,
// so that one index has all that is counted.
#[record(
    table = "memberships",
    joins = "CROSS JOIN users u CROSS JOIN tenants t WHERE u.id = memberships.user_id AND t.id = memberships.tenant_id \
             AND u.deleted_at IS NULL AND t.deleted_at IS NULL",
    updated,
    erased,
    audited = "tenant_users",
    tenant = tenant_id
)]
#[form(
    MemberBase,
    "The basic information of a membership (saveTenantUserBase). What is the account's is not a tenant's to change.",
    changes
)]
#[serde(rename_all = "camelCase")]
pub struct Member {
    /// Id of the membership.
    pub id: Id,
    /// Version, for changing it.
    pub version: i64,
    /// The person.
    #[record(once)]
    pub user_id: Id,
    /// The tenant.
    #[record(once, to("tenants", "用户", "users"))]
    pub tenant_id: Id,
    /// Its name.
    #[record(from = t)]
    pub tenant_name: String,
    /// Login name.
    #[record(from = u)]
    pub user_name: String,
    /// Full name.
    #[record(from = u)]
    pub full_name: String,
    /// E-mail; empty where the caller may not see it.
    #[record(from = u)]
    pub email: String,
    /// Phone; empty where the caller may not see it.
    #[record(from = u)]
    pub phone: String,
    /// Tenant role.
    #[record(column = "role_id")]
    pub role: Option<Id>,
    /// Its name.
    #[record(read = "(SELECT name FROM roles WHERE id = memberships.role_id)")]
    pub role_name: Option<String>,
    /// Type: an item of dictionary category 3.
    #[record(to("dictionary_items", "租户用户", "tenant users"))]
    #[form(plain)]
    pub type_id: Option<Id>,
    /// Position: an item of dictionary category 2.
    #[record(to("dictionary_items", "租户用户", "tenant users"))]
    #[form(plain)]
    pub position_id: Option<Id>,
    /// The names of their departments.
    #[record(derived)]
    pub department_name: String,
    /// Address.
    #[form(given = String, doc = "Address; left out, it stays as it is.")]
    pub address: String,
    /// 0 enabled, 1 disabled.
    #[record(starts = Enabled::Enabled)]
    pub enabled: Enabled,
    /// When they joined.
    #[record(once)]
    pub join_date: Time,
    /// Whether the person's platform role has permissions: then administrators of a tenant neither see their contacts
    /// nor change their membership.
    #[record(read = "EXISTS (SELECT 1 FROM roles p WHERE p.id = u.role_id AND p.status = 0 AND p.deleted_at IS NULL \
                     AND (p.super_admin OR EXISTS (SELECT 1 FROM role_menus rm WHERE rm.role_id = p.id)))")]
    pub of_platform: bool,
}

/// People to add to a tenant, all with the same role (saveTenantUserBatch).
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

/// The important information of a membership (saveTenantUserImportant): its role and status.
#[derive(Clone, Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MemberImportant {
    /// The version that the change is based on.
    pub version: Option<i64>,
    /// Tenant role.
    pub role: Option<Id>,
    /// 0 enabled, 1 disabled; unchanged if left out.
    pub enabled: Option<Enabled>,
}

/// A person who could be added to a tenant.
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
