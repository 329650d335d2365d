//! HTTP of the roles.

use super::model::{Role, RoleState};
use super::store::{self, Filter};
use crate::kernel::ctx::{Act, Permission, Scope};
use crate::kernel::error::Error;
use crate::kernel::openapi::{OpenApiRouter, routes};
use crate::kernel::page::{ListQuery, Listing, Page, Whole};
use crate::kernel::resource::router as declared;

/// One of these menus is needed to read roles: their own menu, and the menus whose forms give roles.
const READERS: &[Permission] = &[
    Permission::Roles,
    Permission::Users,
    Permission::TenantUsers,
    Permission::UserAllowed,
    Permission::Authorization,
];

/// The operations on roles.
pub fn router(state: RoleState) -> OpenApiRouter {
    OpenApiRouter::new().routes(routes!(list)).with_state(state.clone()).merge(declared::<Role>(state))
}

/// Roles; only tenant roles for a caller who administers nothing but tenants. All of them, up to 1000, where no range
/// is given: `filter={"roleType":"1"}` selects those of users, `"2"` those of tenant users.
#[utoipa::path(get, path = "/api/admin/roles", operation_id = "roleList", tag = "roles",
    extensions(("x-named-calls" = json!(["getUserRoleList", "getTenantUserRole"]))),
    params(ListQuery), responses((status = 200, body = Vec<Role>)))]
async fn list(Listing(mut cx): Listing, Whole(list): Whole<Filter>) -> Result<Page<Role>, Error> {
    let scope = cx.scope_of_any(READERS, Act::View)?;
    store::page(&mut cx, &list, scope != Scope::All).await
}
