//! Types of the menus.

use serde::Serialize;

use crate::kernel::ctx::Act;
use crate::kernel::error::Locale;
use crate::kernel::id::Id;

/// The parent of a group (specification: parentId '0').
pub const ROOT: &str = "0";

/// Whether a menu is for system roles or for tenant roles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::Type)]
#[repr(i64)]
pub enum ResourceType {
    /// For system roles, on the whole platform.
    System = 1,
    /// For tenant roles, in one tenant.
    Tenant = 2,
}

/// A menu as stored.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Menu {
    /// Id: the words of the router table, separated by `-`.
    pub id: Id,
    /// Chinese name.
    pub name: String,
    /// English name.
    pub name_en: String,
    /// The group, or [`ROOT`].
    pub parent_id: Id,
    /// Route name; empty for a group.
    pub url: String,
    /// Icon name.
    pub icon: String,
    /// The kind of role that it is for.
    pub resource_type: ResourceType,
}

impl Menu {
    /// The name in the caller's language.
    #[must_use]
    pub fn name_in(&self, locale: Locale) -> &str {
        match locale {
            Locale::Zh => &self.name,
            Locale::En => &self.name_en,
        }
    }
}

/// The access that a menu gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum MenuAct {
    /// View.
    View,
    /// View and edit.
    Edit,
}

impl From<Act> for MenuAct {
    fn from(act: Act) -> Self {
        match act {
            Act::View => Self::View,
            Act::Edit => Self::Edit,
        }
    }
}

/// An entry of the side menu (specification, portal, section 3: menuList).
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MenuItem {
    /// Id.
    pub id: Id,
    /// Name in the caller's language.
    pub name: String,
    /// Route name; empty for a group.
    pub url: String,
    /// Icon name.
    pub icon: String,
    /// The group, or `0`.
    pub parent_id: Id,
    /// The access there, in one tenant at least; left out for a group.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub act: Option<MenuAct>,
    /// A group's items.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(no_recursion)]
    pub list: Vec<MenuItem>,
}
