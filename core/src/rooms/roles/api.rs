//! HTTP of the roles.

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::model::Role;
use super::store::{self, Filter};
use crate::kernel::Kernel;
use crate::kernel::ctx::{Act, Ctx, Permission, Scope};
use crate::kernel::error::Error;
use crate::kernel::page::{List, ListQuery, Page};
use crate::rooms::scope_of_any;

/// The menus of which one must be seen to read roles: their own, and the forms that give roles.
pub(super) const READERS: &[Permission] = &[Permission::Roles, Permission::Users, Permission::TenantUsers];

/// The operations on roles.
pub fn router(kernel: Kernel) -> OpenApiRouter {
    OpenApiRouter::new().routes(routes!(list)).with_state(kernel)
}

/// Roles; only tenant roles for who administers nothing but tenants.
#[utoipa::path(get, path = "/api/admin/roles", operation_id = "roleList", tag = "roles",
    extensions(("x-named-calls" = json!(["getUserRoleList", "getTenantUserRole"]))),
    params(ListQuery), responses((status = 200, body = Vec<Role>)))]
async fn list(mut cx: Ctx, list: List<Filter>) -> Result<Page<Role>, Error> {
    let scope = scope_of_any(&cx, READERS, Act::View)?;
    store::page(&mut cx, &list, scope != Scope::All).await
}
