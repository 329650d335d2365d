//! HTTP of the tenants.

use axum::extract::State;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::model::{Tenant, TenantInput};
use super::store::{self, Filter};
use crate::kernel::ctx::{Act, Ctx, Permission};
use crate::kernel::error::{Code, Error, given_version};
use crate::kernel::http::{Created, Json};
use crate::kernel::id::Id;
use crate::kernel::page::{List, ListQuery, Page};
use crate::kernel::resource::PathId;
use crate::resources::step_up::StepUpState;

/// The operations on tenants.
pub fn router(step_up: StepUpState) -> OpenApiRouter {
    OpenApiRouter::new().routes(routes!(list, create)).routes(routes!(read, update, remove)).with_state(step_up)
}

/// Tenants that the caller administers.
#[utoipa::path(get, path = "/api/admin/tenants", operation_id = "getTenanUserList", tag = "tenants",
    params(ListQuery), responses((status = 200, body = Vec<Tenant>)))]
async fn list(mut cx: Ctx, list: List<Filter>) -> Result<Page<Tenant>, Error> {
    let scope = cx.scope(Permission::Tenants, Act::View)?;
    store::page(&mut cx, &list, &scope).await
}

/// One tenant.
#[utoipa::path(get, path = "/api/admin/tenants/{id}", operation_id = "getTenant", tag = "tenants",
    params(("id" = String, Path)), responses((status = 200, body = Tenant)))]
async fn read(mut cx: Ctx, PathId(id): PathId) -> Result<axum::Json<Tenant>, Error> {
    cx.require_in(Permission::Tenants, Act::View, &id)?;
    Ok(axum::Json(there(&mut cx, &id).await?))
}

async fn there(cx: &mut Ctx, id: &Id) -> Result<Tenant, Error> {
    store::get(cx, id).await?.ok_or_else(|| Error::new(Code::NotFound))
}

/// Makes a tenant.
#[utoipa::path(post, path = "/api/admin/tenants", operation_id = "saveTenant", tag = "tenants",
    request_body = TenantInput, responses((status = 201, body = Tenant)))]
async fn create(mut cx: Ctx, Json(input): Json<TenantInput>) -> Result<Created<Tenant>, Error> {
    cx.require(Permission::Tenants, Act::Edit)?;
    let tenant = store::create(&mut cx, input).await?;
    cx.commit().await?;
    Ok(Created(tenant))
}

/// Changes a tenant. To require a second factor of its people no more needs a recent proof.
#[utoipa::path(put, path = "/api/admin/tenants/{id}", operation_id = "updateTenant", tag = "tenants",
    extensions(("x-part-of" = json!(["saveTenant"]))),
    params(("id" = String, Path)), request_body = TenantInput, responses((status = 200, body = Tenant)))]
async fn update(
    State(step_up): State<StepUpState>,
    mut cx: Ctx,
    PathId(id): PathId,
    Json(input): Json<TenantInput>,
) -> Result<axum::Json<Tenant>, Error> {
    cx.require_in(Permission::Tenants, Act::Edit, &id)?;
    let before = there(&mut cx, &id).await?;
    let version = given_version(input.version)?;
    let mfa_required = input.mfa_required.unwrap_or(before.mfa_required);
    step_up.loosening(&mut cx, before.mfa_required, mfa_required).await?;
    let given = store::parse(&mut cx, input, id).await?;
    let (tenant_code, created_at) = (before.tenant_code.clone(), before.created_at);
    let mut after = Tenant { version, tenant_code, mfa_required, created_at, ..given };
    store::update(&mut cx, &mut after).await?;
    cx.audit_change("tenant.updated", &before, &after)?;
    cx.commit().await?;
    Ok(axum::Json(after))
}

/// Removes a tenant that has nothing any more, leaving a tombstone. Needs a recent proof.
#[utoipa::path(delete, path = "/api/admin/tenants/{id}", operation_id = "Deletetenant", tag = "tenants",
    params(("id" = String, Path)), responses((status = 200, body = Tenant)))]
async fn remove(
    State(step_up): State<StepUpState>,
    mut cx: Ctx,
    PathId(id): PathId,
) -> Result<axum::Json<Tenant>, Error> {
    cx.require_in(Permission::Tenants, Act::Edit, &id)?;
    cx.require(Permission::Tenants, Act::Edit)?;
    let tenant = there(&mut cx, &id).await?;
    store::refuse_if_used(&mut cx, &id).await?;
    step_up.step_up.require(&mut cx).await?;
    store::delete(&mut cx, &tenant).await?;
    cx.audit_deletion("tenant.deleted", &tenant)?;
    cx.commit().await?;
    Ok(axum::Json(tenant))
}
