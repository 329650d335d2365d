//! HTTP of invitations for administrators.

use axum::extract::{FromRequestParts, Path, State};
use axum::http::request::Parts;
use serde::Serialize;

use super::model::{Invitation, NewInvitation};
use super::service;
use crate::authentication::Sessions;
use crate::invitations::store as sql;
use crate::invitations::store::Filter;
use crate::kernel::ctx::{Act, Ctx, Permission, ReadCtx};
use crate::kernel::error::{Code, Error, Text};
use crate::kernel::http::{Created, Json};
use crate::kernel::id::Id;
use crate::kernel::openapi::{OpenApiRouter, routes};
use crate::kernel::page::{List, ListQuery, Listing, Page};
use crate::resources::roles;

/// The operations on invitations.
pub fn router() -> OpenApiRouter<Sessions> {
    OpenApiRouter::new().routes(routes!(list, invite)).routes(routes!(withdraw)).routes(routes!(resend))
}

/// The id in a path. A text that cannot be an id gets 404.
#[derive(Debug)]
struct PathId(Id);

impl<S: Send + Sync> FromRequestParts<S> for PathId {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let nothing = || Error::new(Code::NotFound);
        let Path(text) = Path::<String>::from_request_parts(parts, state).await.map_err(|_| nothing())?;
        Id::try_from(text).map(Self).map_err(|_| nothing())
    }
}

/// The invitations into the tenant of the filter.
#[utoipa::path(get, path = "/api/admin/invitations", operation_id = "invitationList", tag = "invitations",
    params(ListQuery), responses((status = 200, body = Vec<Invitation>)))]
async fn list(Listing(mut cx): Listing, list: List<Filter>) -> Result<Page<Invitation>, Error> {
    // A caller who may see no tenant's members learns that first, and then what is missing.
    cx.scope(Permission::TenantUsers, Act::View)?;
    let tenant = list.filter.tenant_id.clone();
    let tenant = tenant.ok_or_else(|| Error::field("tenantId", Text::new("请选择租户", "please select a tenant")))?;
    cx.require_in(Permission::TenantUsers, Act::View, &tenant)?;
    let now = cx.now();
    Ok(sql::page(&mut cx, &tenant, &list).await?.map(|it| it.at(now)))
}

/// An invitation whose mail was queued.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct Sent {
    /// The invitation.
    #[serde(flatten)]
    invitation: Invitation,
    /// The id of the message, for asking for its delivery state (deliveryState).
    message_id: Id,
}

/// Invites a person into a tenant by e-mail. An earlier invitation for the same address stops working. With an
/// administrator's role it needs a recent proof.
#[utoipa::path(post, path = "/api/admin/invitations", operation_id = "invite", tag = "invitations",
    request_body = NewInvitation, responses((status = 201, body = Sent)))]
async fn invite(
    State(sessions): State<Sessions>,
    mut cx: Ctx,
    Json(new): Json<NewInvitation>,
) -> Result<Created<Sent>, Error> {
    cx.require_in(Permission::TenantUsers, Act::Edit, &new.tenant_id)?;
    let (invitation, message_id) = service::invite(&sessions, &mut cx, new).await?;
    roles::before_giving(&mut cx, &sessions, [&invitation.role]).await?;
    cx.commit().await?;
    Ok(Created(Sent { invitation, message_id }))
}

/// Sends an invitation again, with a new key and a new expiry. The earlier link stops working. With an administrator's
/// role it needs a recent proof.
#[utoipa::path(post, path = "/api/admin/invitations/{id}/resend", operation_id = "resendInvitation",
    tag = "invitations", params(("id" = String, Path)), responses((status = 200, body = Sent)))]
async fn resend(State(sessions): State<Sessions>, mut cx: Ctx, PathId(id): PathId) -> Result<axum::Json<Sent>, Error> {
    let before = editable(&mut cx, &id).await?;
    let (invitation, message_id) = service::resend(&sessions, &mut cx, &before).await?;
    roles::before_giving(&mut cx, &sessions, [&invitation.role]).await?;
    cx.commit().await?;
    Ok(axum::Json(Sent { invitation, message_id }))
}

/// Withdraws an invitation: its link stops working.
#[utoipa::path(delete, path = "/api/admin/invitations/{id}", operation_id = "withdrawInvitation",
    tag = "invitations", params(("id" = String, Path)), responses((status = 200, body = Invitation)))]
async fn withdraw(mut cx: Ctx, PathId(id): PathId) -> Result<axum::Json<Invitation>, Error> {
    let before = editable(&mut cx, &id).await?;
    let invitation = service::withdraw(&mut cx, &before).await?;
    cx.commit().await?;
    Ok(axum::Json(invitation))
}

/// The invitation, where the caller may edit those of its tenant.
async fn editable(cx: &mut ReadCtx, id: &Id) -> Result<Invitation, Error> {
    cx.scope(Permission::TenantUsers, Act::Edit)?;
    let found = sql::get(cx.db().await?, id).await?.ok_or_else(|| Error::new(Code::NotFound))?;
    cx.require_in(Permission::TenantUsers, Act::Edit, &found.tenant_id)?;
    Ok(found)
}
