//! Sessions that were checked a moment ago.

use std::collections::BTreeMap;

use super::store::SessionRow;
use crate::kernel::Kernel;
use crate::kernel::ctx::Allowed;
use crate::kernel::db::Rows;
use crate::kernel::id::Id;
use crate::kernel::recent::Recent;
use crate::resources::roles::RoleMenu;

/// The rows that a [`CheckedSession`] follows from.
const ROWS: [Rows; 8] = {
    let [roles, role_menus, menus] = ROLE_ROWS;
    [
        Rows::Existing("sessions"),
        Rows::Existing("users"),
        Rows::Existing("security_strategy"),
        Rows::Existing("tenants"),
        Rows::All("memberships"),
        roles,
        role_menus,
        menus,
    ]
};
/// The rows that the menus of a role follow from.
const ROLE_ROWS: [Rows; 3] = [Rows::All("roles"), Rows::All("role_menus"), Rows::All("menus")];

/// A session with the permissions of its person.
#[derive(Debug)]
pub(super) struct CheckedSession {
    /// The session, which may have ended.
    pub row: SessionRow,
    /// The permissions on the platform.
    pub system: Allowed,
    /// The permissions in each tenant.
    pub tenants: BTreeMap<Id, Allowed>,
}

/// Sessions by the hash of their token.
pub(super) fn recent(kernel: &Kernel) -> Recent<CheckedSession> {
    Recent::of(kernel.db(), &ROWS)
}

/// Menus of roles, by the ids of the roles.
pub(super) fn menus(kernel: &Kernel) -> Recent<Vec<RoleMenu>> {
    Recent::of(kernel.db(), &ROLE_ROWS)
}
