//! Types of the dictionaries.

use serde::Serialize;

use crate::kernel::id::Id;

/// The categories whose ids the specification names (tenant administration, section 9).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Category {
    /// Kinds of tenants.
    Tenants,
    /// Positions of a tenant's users.
    Positions,
    /// Types of a tenant's users.
    UserTypes,
    /// Levels of sites.
    SiteLevels,
    /// Types of sites.
    SiteTypes,
}

impl Category {
    /// The id.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Tenants => "1",
            Self::Positions => "2",
            Self::UserTypes => "3",
            Self::SiteLevels => "11",
            Self::SiteTypes => "12",
        }
    }
}

/// An item, named in one language.
#[derive(Clone, Debug, Serialize, sqlx::FromRow, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Item {
    /// Id.
    pub id: Id,
    /// Category.
    pub category_id: Id,
    /// Tenant; `0` for all.
    pub tenant_id: Id,
    /// Parent item; `0` for none.
    pub parent_id: Id,
    /// Name in the caller's language.
    pub dic_name: String,
    /// Code.
    pub dic_code: String,
    /// Place in the list.
    pub sort: i64,
}
