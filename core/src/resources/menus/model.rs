//! Types of the menus.

use std::sync::Arc;

use axum::extract::FromRef;
use cardea_macros::Record;
use futures::future::BoxFuture;
use serde::{Deserialize, Serialize};

use crate::kernel::Kernel;
use crate::kernel::ctx::{Act, Ctx};
use crate::kernel::error::{Error, Locale};
use crate::kernel::id::Id;

/// The parent of a group (specification: parentId '0').
pub const ROOT: &str = "0";

/// Whether a menu is for system roles or for tenant roles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, utoipa::ToSchema)]
#[repr(i64)]
pub enum ResourceType {
    /// For system roles, on the whole platform.
    #[serde(rename = "1")]
    System = 1,
    /// For tenant roles, in one tenant.
    #[serde(rename = "2")]
    Tenant = 2,
}

/// The status of a menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, utoipa::ToSchema)]
#[repr(i64)]
pub enum MenuStatus {
    /// It is shown, and gives its permission.
    #[serde(rename = "0")]
    Open = 0,
    /// It gives nothing; a closed group closes the menus below it.
    #[serde(rename = "1")]
    Closed = 1,
}

/// A menu: a group, or an item below one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema, Record)]
#[record(table = "menus", stamped, unique("url", "该请求地址已有菜单", "this request address has a menu already"))]
#[form(
    MenuInput,
    "What the form sends. The request address is that of a new menu; it stays, as roles that have the menu have its \
     permission."
)]
#[serde(rename_all = "camelCase")]
pub struct Menu {
    /// Id: of a menu that the server brings, the words of the router table, separated by `-`.
    pub id: Id,
    /// Version, for changing it.
    pub version: i64,
    /// Chinese name.
    #[form(required("请输入菜单名称", "please enter the menu name"))]
    pub name: String,
    /// English name, or empty.
    #[form(line)]
    pub name_en: String,
    /// Description.
    #[form(note)]
    pub description: String,
    /// The group; `0` for a group itself.
    #[record(starts = Id::from(ROOT), to("menus", "下级菜单", "menus below it"))]
    #[form(kept)]
    pub parent_id: Id,
    /// Its place among those beside it.
    #[form(positive)]
    pub seq: i64,
    /// The request address, a route name; empty for a group.
    #[record(once)]
    #[form(once)]
    pub url: String,
    /// Icon name, one of those that the console draws.
    #[form(required("请选择图标", "please select an icon"))]
    pub icon: String,
    /// 0 open, 1 closed.
    #[record(starts = MenuStatus::Open)]
    #[form(kept)]
    pub status: MenuStatus,
    /// The kind of role that it is for: 1 system, 2 tenant.
    #[record(starts = ResourceType::System)]
    #[form(kept)]
    pub resource_type: ResourceType,
}

impl Menu {
    /// The name in the caller's language, or else its Chinese name.
    #[must_use]
    pub fn name_in(&self, locale: Locale) -> &str {
        if locale == Locale::En && !self.name_en.is_empty() { &self.name_en } else { &self.name }
    }

    /// Whether it is a group.
    #[must_use]
    pub fn is_group(&self) -> bool {
        self.parent_id.as_str() == ROOT
    }
}

/// Takes a removed menu out of the roles that have it; `roles` implements it.
pub trait LeaveRoles: Send + Sync {
    /// Takes it out of them, and audits each.
    fn leave<'a>(&'a self, cx: &'a mut Ctx, menu: &'a Id) -> BoxFuture<'a, Result<(), Error>>;
}

/// The state of the operations on menus.
#[derive(Clone)]
pub struct MenuState {
    /// The kernel.
    pub kernel: Kernel,
    /// Takes a removed menu out of the roles.
    pub roles: Arc<dyn LeaveRoles>,
}

impl FromRef<MenuState> for Kernel {
    fn from_ref(state: &MenuState) -> Self {
        state.kernel.clone()
    }
}

/// The access that a menu gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum MenuAct {
    /// View.
    View,
    /// View and edit.
    Edit,
}

impl MenuAct {
    /// Its name in the database.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::View => "view",
            Self::Edit => "edit",
        }
    }

    /// The one of that name.
    #[must_use]
    pub fn of(name: &str) -> Option<Self> {
        [Self::View, Self::Edit].into_iter().find(|act| act.name() == name)
    }
}

impl From<MenuAct> for Act {
    fn from(act: MenuAct) -> Self {
        match act {
            MenuAct::View => Self::View,
            MenuAct::Edit => Self::Edit,
        }
    }
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
