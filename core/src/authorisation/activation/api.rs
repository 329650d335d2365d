//! `/api/admin/plugin-systems`: whom the plugin of a system serves.

use axum::Json as Answer;
use axum::extract::{Path, State};
use serde_json::json;

use super::model::{PluginReach, PluginReachRequest, PluginTenant, PluginTenantFilter, PluginTenantRequest};
use super::store;
use crate::authorisation::managed::Managed;
use crate::kernel::ctx::{Act, Ctx, Event, Permission, ReadCtx};
use crate::kernel::error::{Code, Error};
use crate::kernel::http::Json;
use crate::kernel::id::Id;
use crate::kernel::openapi::{OpenApiRouter, routes};
use crate::kernel::page::{List, ListQuery, Listing, Page};

/// The operations.
pub fn router(state: Managed) -> OpenApiRouter {
    OpenApiRouter::new()
        .routes(routes!(read, change))
        .routes(routes!(tenants))
        .routes(routes!(switch))
        .with_state(state)
}

async fn known(cx: &mut ReadCtx, web_code: &Id) -> Result<(), Error> {
    if store::is_known(cx, web_code.as_str()).await? { Ok(()) } else { Err(Error::new(Code::NotFound)) }
}

/// Whether the plugin of a system serves every tenant, but for those that were switched by themselves.
#[utoipa::path(get, path = "/api/admin/plugin-systems/{id}", operation_id = "getPluginReach", tag = "plugins",
    params(("id" = Id, Path)), responses((status = 200, body = PluginReach)))]
async fn read(mut cx: ReadCtx, Path(id): Path<Id>) -> Result<Answer<PluginReach>, Error> {
    cx.require(Permission::Plugins, Act::View)?;
    known(&mut cx, &id).await?;
    Ok(Answer(store::reach(&mut cx, id.as_str()).await?))
}

/// Makes the plugin of a system serve every tenant, or only those that were switched on. Needs a recent proof.
#[utoipa::path(put, path = "/api/admin/plugin-systems/{id}", operation_id = "setPluginReach", tag = "plugins",
    params(("id" = Id, Path)), request_body = PluginReachRequest, responses((status = 200, body = PluginReach)))]
async fn change(
    State(state): State<Managed>,
    mut cx: Ctx,
    Path(id): Path<Id>,
    Json(ask): Json<PluginReachRequest>,
) -> Result<Answer<PluginReach>, Error> {
    cx.require(Permission::Plugins, Act::Edit)?;
    state.step_up.require(&mut cx).await?;
    known(&mut cx, &id).await?;
    let before = store::reach(&mut cx, id.as_str()).await?;
    if ask.version != before.version || !store::put_reach(&mut cx, &before, ask.everywhere).await? {
        return Err(Error::new(Code::Conflict));
    }
    let after = store::reach(&mut cx, id.as_str()).await?;
    cx.audit_event(Event {
        action: "plugin.reach_changed",
        resource: "plugins",
        record: id.to_string(),
        before: Some(json!({ "everywhere": before.everywhere })),
        after: Some(json!({ "everywhere": after.everywhere })),
        ..Event::default()
    });
    cx.commit().await?;
    Ok(Answer(after))
}

/// The tenants, and whether the plugin of a system serves them.
#[utoipa::path(get, path = "/api/admin/plugin-systems/{id}/tenants", operation_id = "listPluginTenants",
    tag = "plugins", params(("id" = Id, Path), ListQuery), responses((status = 200, body = Vec<PluginTenant>)))]
async fn tenants(
    Listing(mut cx): Listing,
    Path(id): Path<Id>,
    list: List<PluginTenantFilter>,
) -> Result<Page<PluginTenant>, Error> {
    cx.require(Permission::Plugins, Act::View)?;
    known(&mut cx, &id).await?;
    store::tenants(&mut cx, id.as_str(), &list).await
}

/// Switches the plugin of a system on or off for a tenant, or lets the tenant follow the others. Needs a recent proof.
#[utoipa::path(put, path = "/api/admin/plugin-systems/{id}/tenants/{tenantId}", operation_id = "setPluginTenant",
    tag = "plugins", params(("id" = Id, Path), ("tenantId" = Id, Path)), request_body = PluginTenantRequest,
    responses((status = 200, body = PluginTenant)))]
async fn switch(
    State(state): State<Managed>,
    mut cx: Ctx,
    Path((id, tenant)): Path<(Id, Id)>,
    Json(ask): Json<PluginTenantRequest>,
) -> Result<Answer<PluginTenant>, Error> {
    cx.require(Permission::Plugins, Act::Edit)?;
    state.step_up.require(&mut cx).await?;
    known(&mut cx, &id).await?;
    let missing = || Error::new(Code::NotFound);
    let before = store::tenant(&mut cx, id.as_str(), &tenant).await?.ok_or_else(missing)?;
    if ask.version != before.version || !store::put_tenant(&mut cx, id.as_str(), &before, ask.active).await? {
        return Err(Error::new(Code::Conflict));
    }
    let after = store::tenant(&mut cx, id.as_str(), &tenant).await?.ok_or_else(missing)?;
    let said = |of: &PluginTenant| Some(json!({ "webCode": id, "active": of.active, "own": of.own }));
    cx.audit_event(Event {
        action: "plugin.tenant_switched",
        resource: "plugins",
        record: id.to_string(),
        tenant: Some(tenant),
        before: said(&before),
        after: said(&after),
        ..Event::default()
    });
    cx.commit().await?;
    Ok(Answer(after))
}
