//! HTTP of the roles.

use axum::Json;
use axum::extract::State;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::model::{RolePolicy, RoleRecord};
use super::service;
use super::store::{self, Filter};
use crate::kernel::ctx::{Act, Ctx, Permission, ReadCtx, Scope};
use crate::kernel::error::{Code, Error};
use crate::kernel::http::Json as Body;
use crate::kernel::page::Whole;
use crate::kernel::page::{ListQuery, Page};
use crate::kernel::resource::PathId;
use crate::resources::step_up::StepUpState;

/// One of these menus is needed to read roles: their own menu, and the menus whose forms give roles.
const READERS: &[Permission] = &[Permission::Roles, Permission::Users, Permission::TenantUsers];

/// The operations on roles.
pub fn router(step_up: StepUpState) -> OpenApiRouter {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(read, update)).with_state(step_up)
}

/// Roles; only tenant roles for a caller who administers nothing but tenants. All of them, up to 1000, where no range
/// is given: `filter={"roleType":"1"}` selects those of users, `"2"` those of tenant users.
#[utoipa::path(get, path = "/api/admin/roles", operation_id = "roleList", tag = "roles",
    extensions(("x-named-calls" = json!(["getUserRoleList", "getTenantUserRole"]))),
    params(ListQuery), responses((status = 200, body = Vec<RoleRecord>)))]
async fn list(mut cx: ReadCtx, Whole(list): Whole<Filter>) -> Result<Page<RoleRecord>, Error> {
    let scope = cx.scope_of_any(READERS, Act::View)?;
    let locale = cx.locale();
    Ok(store::page(&mut cx, &list, scope != Scope::All).await?.map(|role| RoleRecord::of(role, locale)))
}

/// One role.
#[utoipa::path(get, path = "/api/admin/roles/{id}", operation_id = "readRole", tag = "roles",
    params(("id" = String, Path)), responses((status = 200, body = RoleRecord)))]
async fn read(mut cx: ReadCtx, PathId(id): PathId) -> Result<Json<RoleRecord>, Error> {
    cx.require(Permission::Roles, Act::View)?;
    let role = store::get(&mut cx, &id).await?.ok_or_else(|| Error::new(Code::NotFound))?;
    Ok(Json(RoleRecord::of(role, cx.locale())))
}

/// Changes the requirements of a role, and its English name; requiring less needs a recent proof. Its permissions do
/// not change here.
#[utoipa::path(put, path = "/api/admin/roles/{id}", operation_id = "updateRolePolicy", tag = "roles",
    params(("id" = String, Path)), request_body = RolePolicy, responses((status = 200, body = RoleRecord)))]
async fn update(
    State(step_up): State<StepUpState>,
    mut cx: Ctx,
    PathId(id): PathId,
    Body(input): Body<RolePolicy>,
) -> Result<Json<RoleRecord>, Error> {
    cx.require(Permission::Roles, Act::Edit)?;
    let role = service::set_policy(&step_up, &mut cx, &id, input).await?;
    let locale = cx.locale();
    cx.commit().await?;
    Ok(Json(RoleRecord::of(role, locale)))
}
