//! `/api/admin/plugin-systems/{id}/settings`.

use axum::Json as Answer;
use axum::extract::{Path, Query, State};

use super::model::{OfPlace, PluginSettings, PluginSettingsRequest};
use super::service;
use crate::authorisation::managed::Managed;
use crate::kernel::ctx::{Act, Ctx, Permission, ReadCtx};
use crate::kernel::error::Error;
use crate::kernel::http::Json;
use crate::kernel::id::Id;
use crate::kernel::openapi::{OpenApiRouter, routes};

/// The operations.
pub fn router(state: Managed) -> OpenApiRouter {
    OpenApiRouter::new().routes(routes!(read, change)).with_state(state)
}

/// The settings of the active plugin of a system, as they are filled in for every tenant or for one. Secrets are never
/// shown.
#[utoipa::path(get, path = "/api/admin/plugin-systems/{id}/settings", operation_id = "getPluginSettings",
    tag = "plugins", params(("id" = Id, Path), OfPlace), responses((status = 200, body = PluginSettings)))]
async fn read(
    State(state): State<Managed>,
    mut cx: ReadCtx,
    Path(id): Path<Id>,
    Query(of): Query<OfPlace>,
) -> Result<Answer<PluginSettings>, Error> {
    cx.require(Permission::Plugins, Act::View)?;
    let at = service::place(&mut cx, of.tenant_id).await?;
    Ok(Answer(state.authorisation.settings(&mut cx, id.as_str(), at).await?))
}

/// Fills in settings of the active plugin of a system, for every tenant or for one. The next call of the plugin has
/// them, on every node. Needs a recent proof.
#[utoipa::path(put, path = "/api/admin/plugin-systems/{id}/settings", operation_id = "setPluginSettings",
    tag = "plugins", params(("id" = Id, Path)), request_body = PluginSettingsRequest,
    responses((status = 200, body = PluginSettings)))]
async fn change(
    State(state): State<Managed>,
    mut cx: Ctx,
    Path(id): Path<Id>,
    Json(ask): Json<PluginSettingsRequest>,
) -> Result<Answer<PluginSettings>, Error> {
    cx.require(Permission::Plugins, Act::Edit)?;
    state.step_up.require(&mut cx).await?;
    let at = service::place(&mut cx, ask.tenant_id.clone()).await?;
    state.authorisation.fill_in(&mut cx, id.as_str(), &at, ask).await?;
    let filled = state.authorisation.settings(&mut cx, id.as_str(), at).await?;
    cx.commit().await?;
    Ok(Answer(filled))
}
