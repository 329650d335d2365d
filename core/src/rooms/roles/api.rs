//! HTTP of the roles.

use axum::Json;
use axum::extract::State;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::model::{Role, RolePolicy};
use super::service;
use super::store::{self, Filter};
use crate::kernel::ctx::{Act, Ctx, Permission, Scope};
use crate::kernel::error::{Code, Error};
use crate::kernel::http::Json as Body;
use crate::kernel::page::{List, ListQuery, Page};
use crate::rooms::{PathId, Proven, scope_of_any};

/// The menus of which one must be seen to read roles: their own, and the forms that give roles.
const READERS: &[Permission] = &[Permission::Roles, Permission::Users, Permission::TenantUsers];

/// The operations on roles.
pub fn router(proven: Proven) -> OpenApiRouter {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(read, update)).with_state(proven)
}

/// Roles; only tenant roles for who administers nothing but tenants.
#[utoipa::path(get, path = "/api/admin/roles", operation_id = "roleList", tag = "roles",
    extensions(("x-named-calls" = json!(["getUserRoleList", "getTenantUserRole"]))),
    params(ListQuery), responses((status = 200, body = Vec<Role>)))]
async fn list(mut cx: Ctx, list: List<Filter>) -> Result<Page<Role>, Error> {
    let scope = scope_of_any(&cx, READERS, Act::View)?;
    store::page(&mut cx, &list, scope != Scope::All).await
}

/// One role.
#[utoipa::path(get, path = "/api/admin/roles/{id}", operation_id = "readRole", tag = "roles",
    params(("id" = String, Path)), responses((status = 200, body = Role)))]
async fn read(mut cx: Ctx, PathId(id): PathId) -> Result<Json<Role>, Error> {
    cx.require(Permission::Roles, Act::View)?;
    let role = store::get(&mut cx, &id).await?.ok_or_else(|| Error::new(Code::NotFound))?;
    Ok(Json(role))
}

/// Changes what a role requires of its people; to require less needs a recent proof. What it allows them is not
/// changed here.
#[utoipa::path(put, path = "/api/admin/roles/{id}", operation_id = "updateRolePolicy", tag = "roles",
    params(("id" = String, Path)), request_body = RolePolicy, responses((status = 200, body = Role)))]
async fn update(
    State(proven): State<Proven>,
    mut cx: Ctx,
    PathId(id): PathId,
    Body(input): Body<RolePolicy>,
) -> Result<Json<Role>, Error> {
    cx.require(Permission::Roles, Act::Edit)?;
    let role = service::set_policy(&proven, &mut cx, &id, input).await?;
    cx.commit().await?;
    Ok(Json(role))
}
