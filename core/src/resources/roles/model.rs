//! Types of the roles.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::FromRef;
use cardea_macros::Record;
use futures::future::BoxFuture;
use serde::{Deserialize, Serialize};

use crate::kernel::Kernel;
use crate::kernel::ctx::{Act, Allowed, Ctx, Permission};
use crate::kernel::error::{Error, Locale};
use crate::kernel::id::Id;
use crate::kernel::step_up::StepUpState;
use crate::kernel::yes::Yes;
use crate::resources::menus::{Menu, MenuAct};

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

/// A menu of a role's permission set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GivenMenu {
    /// The menu.
    pub id: Id,
    /// To view, or to edit.
    pub act: MenuAct,
}

/// A role. Its code and name are as a choice of roles uses them (tenant administration, section 3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema, Record)]
#[record(table = "roles", stamped)]
#[form(RoleInput, "What the form sends. The type is that of a new role; it stays.")]
#[serde(rename_all = "camelCase")]
pub struct Role {
    /// Id.
    pub id: Id,
    /// Version, for changing it.
    pub version: i64,
    /// The Chinese name, which tokens and files have too.
    #[form(required("请输入角色名称", "please enter the role name"))]
    pub name: String,
    /// English name, or empty.
    #[form(line)]
    pub name_en: String,
    /// Description.
    #[form(note)]
    pub description: String,
    /// 1 system, 2 tenant.
    #[record(once, starts = RoleType::System)]
    #[form(given = RoleType)]
    pub role_type: RoleType,
    /// An administrator's role: everything in its scope. 0 yes, 1 no.
    #[record(starts = Yes(false))]
    #[form(kept)]
    pub super_admin: Yes,
    /// 0 open, 1 closed.
    #[record(starts = RoleStatus::Open)]
    #[form(kept)]
    pub status: RoleStatus,
    /// Whether its people need a second factor.
    #[form(kept)]
    pub mfa_required: bool,
    /// The permission set, in the order of the menus; an administrator's role has no use for it.
    #[record(derived)]
    #[form(kept, doc = "The permission set; unchanged if left out. Groups follow from their menus.")]
    pub resource_id_list: Vec<GivenMenu>,
    /// The groups of which the role has some menus and not all: half-checked nodes.
    #[record(derived)]
    pub resource_node_list: Vec<Id>,
    /// Code; the same as the id.
    #[record(derived)]
    pub code: String,
    /// The name in the caller's language.
    #[record(derived)]
    pub desc: String,
}

impl Role {
    /// Its name in the language, or else its Chinese name.
    #[must_use]
    pub fn called(&self, locale: Locale) -> &str {
        if locale == Locale::En && !self.name_en.is_empty() { &self.name_en } else { &self.name }
    }

    /// Whether it makes a platform administrator.
    #[must_use]
    pub fn administers(&self) -> bool {
        self.role_type == RoleType::System && self.super_admin.0 && self.status == RoleStatus::Open
    }

    /// What it gives while it is open, closed menus included: they can be opened again.
    #[must_use]
    pub fn content(&self, menus: &[Menu]) -> Allowed {
        if self.super_admin.0 {
            return Allowed::Everything;
        }
        let permission = |given: &GivenMenu| {
            let menu = menus.iter().find(|menu| menu.id == given.id)?;
            Some((Permission::from_url(&menu.url)?, Act::from(given.act)))
        };
        Allowed::Menus(self.resource_id_list.iter().filter_map(permission).collect::<BTreeMap<_, _>>())
    }

    /// What it gives now, apart from closed menus.
    #[must_use]
    pub fn gives(&self, menus: &[Menu]) -> Allowed {
        if self.status == RoleStatus::Open { self.content(menus) } else { Allowed::Nothing }
    }
}

/// A new role that the server makes itself.
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

/// Keeps the platform's administration open. `users`, which knows who has which role, implements it.
pub trait Administrators: Send + Sync {
    /// Refuses where a change of a role, already made in this transaction, leaves nobody who administers the platform.
    /// Concurrent changes wait for each other.
    fn remain<'a>(&'a self, cx: &'a mut Ctx) -> BoxFuture<'a, Result<(), Error>>;
}

/// The state of the operations on roles.
#[derive(Clone)]
pub struct RoleState {
    /// The kernel, and recent proofs.
    pub step_up: StepUpState,
    /// Keeps the platform's administration open.
    pub administrators: Arc<dyn Administrators>,
}

impl FromRef<RoleState> for Kernel {
    fn from_ref(state: &RoleState) -> Self {
        state.step_up.kernel.clone()
    }
}
