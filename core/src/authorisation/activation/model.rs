//! Types of the activation.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::kernel::id::Id;
use crate::kernel::page::Term;

/// Whom the plugin of a system serves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PluginReach {
    /// Web code of the system.
    pub id: String,
    /// Version, for changing it; 0 while it was never changed.
    pub version: i64,
    /// Whether it serves the tenants that were not switched by themselves.
    pub everywhere: bool,
}

/// A change of [`PluginReach`].
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PluginReachRequest {
    /// The version that is changed.
    pub version: i64,
    /// Whether it serves the tenants that were not switched by themselves.
    pub everywhere: bool,
}

/// A tenant, and whether the plugin of a system serves it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PluginTenant {
    /// The tenant.
    pub id: Id,
    /// Its name.
    pub tenant_name: String,
    /// Version, for switching it; 0 while it was never switched.
    pub version: i64,
    /// Whether the plugin serves it.
    pub active: bool,
    /// Whether it was switched by itself; otherwise it follows the others.
    pub own: bool,
}

/// What the list of tenants is narrowed by.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PluginTenantFilter {
    /// What the name or the abbreviation has in it.
    #[schema(value_type = Option<String>)]
    pub q: Option<Term>,
    /// Those that it serves, or those that it does not.
    pub active: Option<bool>,
    /// Those that were switched by themselves, or the others.
    pub own: Option<bool>,
}

/// A change of [`PluginTenant`].
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PluginTenantRequest {
    /// The version that is changed.
    pub version: i64,
    /// Whether the plugin serves the tenant; null: as the others.
    #[serde(default)]
    pub active: Option<bool>,
}
