//! The delivery state of a message that an administrator's action sent: whether it was handed over, and to what.

use axum::Json as Answer;
use axum::extract::State;
use serde::Serialize;

use crate::authentication::Sessions;
use crate::kernel::ctx::{Act, Permission, ReadCtx, Scope};
use crate::kernel::error::{Code, Error};
use crate::kernel::id::Id;
use crate::kernel::resource::PathId;
use crate::notify;

/// The delivery state of a message.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DeliveryState {
    /// The message.
    id: Id,
    /// `waiting`, `sent` (handed over) or `failed` (no more tries).
    state: String,
    /// `live`: to a gateway; `file`: to a file on the server, which somebody has to deliver.
    channel: &'static str,
    /// The reason why the latest try failed: `unconfigured`, `denied`, `unreachable`, `tls`, `refused`, `later`, `file`
    /// or `content`; null where no try has failed.
    trouble: Option<String>,
}

/// The delivery state of a message that an administrator's action queued. For a message sent for a tenant, the caller
/// needs to see that tenant's members; for every other one, the users.
#[utoipa::path(get, path = "/api/admin/deliveries/{id}", operation_id = "deliveryState", tag = "users",
    params(("id" = String, Path)), responses((status = 200, body = DeliveryState)))]
pub(crate) async fn state(
    State(sessions): State<Sessions>,
    mut cx: ReadCtx,
    PathId(id): PathId,
) -> Result<Answer<DeliveryState>, Error> {
    let all = cx.require(Permission::Users, Act::View).is_ok();
    let scope = if all { Scope::All } else { cx.scope(Permission::TenantUsers, Act::View)? };
    let found = notify::delivery(&mut cx, &id).await?;
    let seen = |tenant: Option<&Id>| all || tenant.is_some_and(|tenant| scope.holds(tenant));
    let found = found.filter(|it| seen(it.tenant_id.as_ref())).ok_or_else(|| Error::new(Code::NotFound))?;
    let channel = if sessions.writes_files() { "file" } else { "live" };
    Ok(Answer(DeliveryState { id: found.id, state: found.state, channel, trouble: found.last_error }))
}
