//! The permissions of a person's roles, and what they follow from.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::kernel::ctx::{Act, Allowed, Permission};
use crate::kernel::db::ReadTx;
use crate::kernel::error::Error;
use crate::kernel::id::Id;
use crate::resources::members::{self, Membership};
use crate::resources::roles::{self, MenuIdle, RoleIdle, RoleMenu, RoleType};

/// The permissions of a user with this system role, on the platform and in each tenant, at present. Closed roles and
/// disabled memberships give none; a role of the wrong type gives none either.
pub async fn allowed(tx: &mut ReadTx, user: &Id, role: Option<&Id>) -> Result<(Allowed, BTreeMap<Id, Allowed>), Error> {
    let basis = Basis::read(tx, user, role).await?;
    Ok((basis.system(), basis.tenants()))
}

/// What a person's permissions follow from: their roles and memberships, in whatever state they are.
#[derive(Debug)]
pub struct Basis {
    role: Option<Id>,
    memberships: Vec<Membership>,
    rows: Arc<Vec<RoleMenu>>,
}

/// One thing that a role's permission depends on.
#[derive(Clone, Debug)]
pub enum Reason<'b> {
    /// There is no role.
    NoRole,
    /// A role, and why it gives nothing, if it gives nothing.
    Role(&'b RoleMenu, Option<RoleIdle>),
    /// The role gives everything.
    Everything,
    /// The role does not have the menu.
    NoMenu,
    /// The role has the menu, to view or to edit; and why that gives nothing, if it gives nothing.
    Menu(Act, Option<MenuIdle>),
}

impl Reason<'_> {
    /// Whether it speaks for the permission to `act`.
    #[must_use]
    pub fn holds(&self, act: Act) -> bool {
        match self {
            Self::NoRole | Self::NoMenu => false,
            Self::Everything => true,
            Self::Role(_, idle) => idle.is_none(),
            Self::Menu(has, idle) => idle.is_none() && *has >= act,
        }
    }
}

impl Basis {
    /// Reads what the permissions of a user with this system role follow from.
    pub async fn read(tx: &mut ReadTx, user: &Id, role: Option<&Id>) -> Result<Self, Error> {
        let memberships = members::every_of_user(tx, user).await?;
        let ids = role_ids(role, &memberships);
        let rows = if ids.is_empty() { Vec::new() } else { roles::menus_of(tx, ids).await? };
        Ok(Self::of(role, memberships, Arc::new(rows)))
    }

    /// What the permissions of a user with this system role and these memberships follow from, with the rows of
    /// [`role_ids`].
    #[must_use]
    pub fn of(role: Option<&Id>, memberships: Vec<Membership>, rows: Arc<Vec<RoleMenu>>) -> Self {
        Self { role: role.cloned(), memberships, rows }
    }

    /// The permissions on the platform.
    #[must_use]
    pub fn system(&self) -> Allowed {
        self.given(self.role.as_ref(), RoleType::System)
    }

    /// The permissions in each tenant in which the membership counts.
    #[must_use]
    pub fn tenants(&self) -> BTreeMap<Id, Allowed> {
        let counting = self.memberships.iter().filter(|m| m.idle().is_none());
        counting.map(|m| (m.tenant_id.clone(), self.given(m.role_id.as_ref(), RoleType::Tenant))).collect()
    }

    /// Every membership, also those that do not count.
    #[must_use]
    pub fn memberships(&self) -> &[Membership] {
        &self.memberships
    }

    /// Why the role on the platform gives a permission or not. It does where each reason speaks for it.
    #[must_use]
    pub fn on_platform(&self, permission: Permission) -> Vec<Reason<'_>> {
        self.reasons(self.role.as_ref(), RoleType::System, permission)
    }

    /// Why the role of a membership gives a permission or not, where the membership counts.
    #[must_use]
    pub fn in_tenant<'b>(&'b self, membership: &'b Membership, permission: Permission) -> Vec<Reason<'b>> {
        self.reasons(membership.role_id.as_ref(), RoleType::Tenant, permission)
    }

    fn rows_of<'b>(&'b self, role: Option<&'b Id>) -> impl Iterator<Item = &'b RoleMenu> {
        self.rows.iter().filter(move |row| Some(&row.id) == role)
    }

    fn given(&self, role: Option<&Id>, kind: RoleType) -> Allowed {
        self.rows_of(role).filter(|row| row.role_idle(kind).is_none()).fold(Allowed::Nothing, with)
    }

    fn reasons<'b>(&'b self, role: Option<&'b Id>, kind: RoleType, permission: Permission) -> Vec<Reason<'b>> {
        let Some(one) = self.rows_of(role).next() else { return vec![Reason::NoRole] };
        let idle = one.role_idle(kind);
        let mut reasons = vec![Reason::Role(one, idle)];
        if one.super_admin {
            reasons.push(Reason::Everything);
            return reasons;
        }
        let named = self.rows_of(role).filter(|row| row.named().is_some_and(|(of, _)| of == permission));
        // Of several menus of one address, one that gives something, and the most.
        let best = named.max_by_key(|row| (row.menu_idle().is_none(), row.named().map(|(_, act)| act)));
        reasons.push(match best.and_then(|row| row.named().map(|(_, act)| (act, row.menu_idle()))) {
            Some((act, idle)) => Reason::Menu(act, idle),
            None => Reason::NoMenu,
        });
        reasons
    }
}

/// The roles of a user with this system role and these memberships.
#[must_use]
pub fn role_ids(role: Option<&Id>, memberships: &[Membership]) -> Vec<Id> {
    let mut ids: Vec<Id> = memberships.iter().filter_map(|m| m.role_id.clone()).collect();
    ids.extend(role.cloned());
    ids.sort();
    ids.dedup();
    ids
}

/// A role's permissions, extended by one of its menus.
fn with(so_far: Allowed, row: &RoleMenu) -> Allowed {
    if row.super_admin {
        return Allowed::Everything;
    }
    let mut menus = match so_far {
        Allowed::Everything => return Allowed::Everything,
        Allowed::Nothing => BTreeMap::new(),
        Allowed::Menus(menus) => menus,
    };
    if let Some((permission, act)) = row.gives() {
        let has = menus.entry(permission).or_insert(act);
        *has = act.max(*has);
    }
    Allowed::Menus(menus)
}
