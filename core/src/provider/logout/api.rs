//! Deliveries in the admin REST: `/api/admin/logout-deliveries`.

use axum::Json;
use axum::extract::Path;

use super::model::Delivery;
use super::notices::PERSISTENCE;
use super::store::{self, Filter};
use crate::kernel::Kernel;
use crate::kernel::ctx::{Act, Ctx, Permission, ReadCtx};
use crate::kernel::error::{Code, Error, Text};
use crate::kernel::id::Id;
use crate::kernel::openapi::{OpenApiRouter, routes};
use crate::kernel::page::{List, ListQuery, Listing, Page};

/// The operations on deliveries.
pub fn router(kernel: Kernel) -> OpenApiRouter {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(read)).routes(routes!(retry)).with_state(kernel)
}

/// The logout notices to clients, delivered and waiting.
#[utoipa::path(get, path = "/api/admin/logout-deliveries", operation_id = "listLogoutDeliveries",
    tag = "logout-deliveries", params(ListQuery), responses((status = 200, body = Vec<Delivery>)))]
async fn list(Listing(mut cx): Listing, list: List<Filter>) -> Result<Page<Delivery>, Error> {
    cx.require(Permission::LogoutNotices, Act::View)?;
    store::page(&mut cx, &list).await
}

/// One delivery.
#[utoipa::path(get, path = "/api/admin/logout-deliveries/{id}", operation_id = "getLogoutDelivery",
    tag = "logout-deliveries", params(("id" = String, Path)), responses((status = 200, body = Delivery)))]
async fn read(mut cx: ReadCtx, Path(id): Path<String>) -> Result<Json<Delivery>, Error> {
    cx.require(Permission::LogoutNotices, Act::View)?;
    there(&mut cx, id).await.map(Json)
}

/// Retries a delivery now, and then automatically for another day.
#[utoipa::path(post, path = "/api/admin/logout-deliveries/{id}/retry", operation_id = "retryLogoutDelivery",
    tag = "logout-deliveries", params(("id" = String, Path)),
    responses((status = 200, body = Delivery), (status = 409, description = "It is delivered")))]
async fn retry(mut cx: Ctx, Path(id): Path<String>) -> Result<Json<Delivery>, Error> {
    cx.require(Permission::LogoutNotices, Act::Edit)?;
    let before = there(&mut cx, id).await?;
    let gives_up_at = cx.now().plus_seconds(PERSISTENCE);
    if !store::make_due(&mut cx, &before.id, gives_up_at).await? {
        let text = Text::new("该通知已送达", "this notice is delivered already");
        return Err(Error::new(Code::Conflict).message(text));
    }
    let after = there(&mut cx, before.id.to_string()).await?;
    cx.audit_change("logout.retried", &before, &after)?;
    cx.commit().await?;
    Ok(Json(after))
}

/// The delivery; an invalid id names none.
async fn there(cx: &mut ReadCtx, id: String) -> Result<Delivery, Error> {
    let id = Id::try_from(id).map_err(|_| Error::new(Code::NotFound))?;
    store::get(cx, &id).await?.ok_or_else(|| Error::new(Code::NotFound))
}
