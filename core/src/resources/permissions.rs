//! The permissions of a person's roles.

use std::collections::BTreeMap;

use crate::kernel::ctx::{Act, Allowed, Permission};
use crate::kernel::db::ReadTx;
use crate::kernel::error::Error;
use crate::kernel::id::Id;
use crate::resources::members;
use crate::resources::roles::{self, RoleMenu};

/// The permissions of a user with this system role, on the platform and in each tenant, at present. Closed roles and
/// disabled memberships give none; a role of the wrong type gives none either.
pub async fn allowed(tx: &mut ReadTx, user: &Id, role: Option<&Id>) -> Result<(Allowed, BTreeMap<Id, Allowed>), Error> {
    const SYSTEM: i64 = 1;
    const TENANT: i64 = 2;
    let memberships = members::of_user(tx, user).await?;
    let mut ids: Vec<Id> = memberships.iter().filter_map(|m| m.role_id.clone()).collect();
    ids.extend(role.cloned());
    ids.sort();
    ids.dedup();
    let rows = if ids.is_empty() { Vec::new() } else { roles::menus_of(tx, ids).await? };
    let of = |role: Option<&Id>, kind: i64| {
        let rows = rows.iter().filter(|row| Some(&row.id) == role && row.role_type == kind);
        rows.fold(Allowed::Nothing, with)
    };
    let system = of(role, SYSTEM);
    let tenants = memberships.iter().map(|m| (m.tenant_id.clone(), of(m.role_id.as_ref(), TENANT))).collect();
    Ok((system, tenants))
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
    let act = match row.act.as_deref() {
        Some("edit") => Some(Act::Edit),
        Some("view") => Some(Act::View),
        _ => None,
    };
    if let (Some(permission), Some(act)) = (row.url.as_deref().and_then(Permission::from_url), act) {
        let has = menus.entry(permission).or_insert(act);
        *has = act.max(*has);
    }
    Allowed::Menus(menus)
}
