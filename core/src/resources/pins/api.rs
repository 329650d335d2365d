//! HTTP of the PIN settings.

use axum::Json as Answer;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::model::{PinInput, PinSetting};
use super::store;
use crate::kernel::Kernel;
use crate::kernel::ctx::{Act, Ctx, Permission};
use crate::kernel::error::{Code, Error};
use crate::kernel::http::Json;
use crate::kernel::id::Id;
use crate::kernel::resource::PathId;
use crate::resources::tenants;

/// The operations on PIN settings.
pub fn router(kernel: Kernel) -> OpenApiRouter {
    OpenApiRouter::new().routes(routes!(read, save)).with_state(kernel)
}

/// The setting of a tenant that there is, where the caller may `act` on it.
async fn of_tenant(cx: &mut Ctx, act: Act, tenant: &Id) -> Result<PinSetting, Error> {
    cx.require_in(Permission::TenantPins, act, tenant)?;
    tenants::get(cx, tenant).await?.ok_or_else(|| Error::new(Code::NotFound))?;
    store::of(cx, tenant).await
}

/// What a tenant asks of PINs; its id is the tenant's.
#[utoipa::path(get, path = "/api/admin/tenant-pins/{id}", operation_id = "getPinById", tag = "tenant-pins",
    params(("id" = String, Path)), responses((status = 200, body = PinSetting)))]
async fn read(mut cx: Ctx, PathId(id): PathId) -> Result<Answer<PinSetting>, Error> {
    Ok(Answer(of_tenant(&mut cx, Act::View, &id).await?))
}

/// Changes what a tenant asks of PINs. It holds for those that are set from now on.
#[utoipa::path(put, path = "/api/admin/tenant-pins/{id}", operation_id = "savePin", tag = "tenant-pins",
    params(("id" = String, Path)), request_body = PinInput, responses((status = 200, body = PinSetting)))]
async fn save(mut cx: Ctx, PathId(id): PathId, Json(input): Json<PinInput>) -> Result<Answer<PinSetting>, Error> {
    let before = of_tenant(&mut cx, Act::Edit, &id).await?;
    let mut after = before.changed(&input)?;
    store::save(&mut cx, &mut after).await?;
    cx.audit_change("tenant_pin.updated", &before, &after)?;
    cx.commit().await?;
    Ok(Answer(after))
}
