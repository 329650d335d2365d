//! What roles give, menu by menu, and why not where they do not.

use super::model::{RoleStatus, RoleType};
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Act, Permission};
use crate::kernel::db::ReadTx;
use crate::kernel::error::Locale;
use crate::kernel::id::Id;
use crate::resources::menus::{MenuAct, MenuStatus, ResourceType};

/// One menu of a role, each in whatever state it is; what is of the menu is null where the role has none.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct RoleMenu {
    /// Id of the role.
    pub id: Id,
    /// Its Chinese name.
    pub name: String,
    /// Its English name, or empty.
    pub name_en: String,
    /// The kind of the role.
    pub role_type: RoleType,
    /// Whether the role is open.
    pub status: RoleStatus,
    /// When the role was removed.
    pub deleted_at: Option<Time>,
    /// Whether it allows everything in its scope.
    pub super_admin: bool,
    /// The menu's route.
    pub url: Option<String>,
    /// `view` or `edit`.
    pub act: Option<String>,
    menu_status: Option<MenuStatus>,
    resource_type: Option<ResourceType>,
    menu_deleted_at: Option<Time>,
    group_status: Option<MenuStatus>,
}

/// Why a role gives nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoleIdle {
    /// It was removed.
    Removed,
    /// It is closed.
    Closed,
    /// It is of the other kind: a tenant's role on an account, or the platform's on a membership.
    OtherKind,
}

/// Why a menu of a role gives nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MenuIdle {
    /// It was removed.
    Removed,
    /// It is closed.
    Closed,
    /// The group that it is in is closed.
    GroupClosed,
    /// It is the platform's, and the role a tenant's.
    OfPlatform,
}

impl RoleMenu {
    /// Why the role gives nothing where one of `kind` is needed, if it gives nothing.
    #[must_use]
    pub fn role_idle(&self, kind: RoleType) -> Option<RoleIdle> {
        if self.deleted_at.is_some() {
            Some(RoleIdle::Removed)
        } else if self.status != RoleStatus::Open {
            Some(RoleIdle::Closed)
        } else {
            (self.role_type != kind).then_some(RoleIdle::OtherKind)
        }
    }

    /// Why the menu gives nothing, if it gives nothing.
    #[must_use]
    pub fn menu_idle(&self) -> Option<MenuIdle> {
        if self.menu_deleted_at.is_some() || self.url.is_none() {
            Some(MenuIdle::Removed)
        } else if self.menu_status != Some(MenuStatus::Open) {
            Some(MenuIdle::Closed)
        } else if self.role_type == RoleType::Tenant && self.resource_type != Some(ResourceType::Tenant) {
            Some(MenuIdle::OfPlatform)
        } else {
            (self.group_status != Some(MenuStatus::Open)).then_some(MenuIdle::GroupClosed)
        }
    }

    /// What the menu is for, whether it gives it or not.
    #[must_use]
    pub fn named(&self) -> Option<(Permission, Act)> {
        let act = self.act.as_deref().and_then(MenuAct::of)?;
        Some((self.url.as_deref().and_then(Permission::from_url)?, act.into()))
    }

    /// What the menu gives, in a role that gives something.
    #[must_use]
    pub fn gives(&self) -> Option<(Permission, Act)> {
        self.named().filter(|_| self.menu_idle().is_none())
    }

    /// The role's name in the language, or else its Chinese name.
    #[must_use]
    pub fn called(&self, locale: Locale) -> &str {
        if locale == Locale::En && !self.name_en.is_empty() { &self.name_en } else { &self.name }
    }
}

const EACH: &str = "SELECT r.id, r.name, r.name_en, r.role_type, r.status, r.deleted_at, r.super_admin, m.url, rm.act, \
     m.status AS menu_status, m.resource_type, m.deleted_at AS menu_deleted_at, g.status AS group_status FROM roles r \
     LEFT JOIN role_menus rm ON rm.role_id = r.id LEFT JOIN menus m ON m.id = rm.menu_id \
     LEFT JOIN menus g ON g.id = m.parent_id";

/// These roles with their menus, in whatever state they are.
pub async fn menus_of(tx: &mut ReadTx, roles: Vec<Id>) -> sqlx::Result<Vec<RoleMenu>> {
    tx.query(EACH).push_in(" WHERE r.id", roles).all().await
}

/// The roles of a kind that give a permission, by name; at most `limit`.
pub async fn giving(
    tx: &mut ReadTx,
    kind: RoleType,
    permission: Permission,
    act: Act,
    limit: usize,
) -> sqlx::Result<Vec<RoleMenu>> {
    let query = tx.query(EACH).push(" WHERE r.role_type = ", kind).push(" AND m.url = ", permission.url());
    let mut found: Vec<RoleMenu> = query.sql(" ORDER BY r.name, r.id LIMIT 1000").all().await?;
    found.retain(|row| row.role_idle(kind).is_none() && row.gives().is_some_and(|(_, has)| has >= act));
    found.truncate(limit);
    Ok(found)
}
