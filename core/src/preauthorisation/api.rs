//! HTTP of pre-authorisations for administrators.

use axum::Json as Answer;
use axum::extract::{Path, State};
use serde::Serialize;

use super::model::{NewPreauthorisations, Preauthorisation, PreauthorisationResult};
use super::state::Preauthorisations;
use super::store::Filter;
use super::{again, ending, sending, store};
use crate::authorisation;
use crate::kernel::ctx::{Act, Ctx, Permission, ReadCtx};
use crate::kernel::error::{Code, Error, Text};
use crate::kernel::http::Json;
use crate::kernel::id::Id;
use crate::kernel::openapi::{OpenApiRouter, routes};
use crate::kernel::page::{List, ListQuery, Listing, Page};

/// The operations.
pub fn router() -> OpenApiRouter<Preauthorisations> {
    OpenApiRouter::new().routes(routes!(list, send)).routes(routes!(withdraw)).routes(routes!(resend))
}

/// The pre-authorisations of the tenant of the filter.
#[utoipa::path(get, path = "/api/admin/preauthorisations", operation_id = "preauthorisationList",
    tag = "preauthorisations", params(ListQuery), responses((status = 200, body = Vec<Preauthorisation>)))]
async fn list(Listing(mut cx): Listing, list: List<Filter>) -> Result<Page<Preauthorisation>, Error> {
    // A caller who may see no tenant's learns that first, and then what is missing.
    cx.scope(Permission::Authorization, Act::View)?;
    let tenant = list.filter.tenant_id.clone();
    let tenant = tenant.ok_or_else(|| Error::field("tenantId", Text::new("请选择租户", "please select a tenant")))?;
    cx.require_in(Permission::Authorization, Act::View, &tenant)?;
    let (now, locale) = (cx.now(), cx.locale());
    Ok(store::page(&mut cx, &tenant, &list.or_descending("createdAt")).await?.map(|it| it.shown(now, locale)))
}

/// Sends a selection of a panel to people, who have it once they accept it. The trial system is told nothing before.
/// Whoever is no member is invited into the tenant with the same link: that needs the rights to invite, and with an
/// administrator's role a recent proof.
#[utoipa::path(post, path = "/api/admin/preauthorisations", operation_id = "preauthorise", tag = "preauthorisations",
    request_body = NewPreauthorisations, responses((status = 200, body = PreauthorisationResult)))]
async fn send(
    State(state): State<Preauthorisations>,
    mut cx: Ctx,
    Json(ask): Json<NewPreauthorisations>,
) -> Result<Answer<PreauthorisationResult>, Error> {
    let mut looking = cx.new_read_transaction();
    let software = authorisation::preauthorisable(&mut looking, &ask.tenant_id, &ask.software_id).await?;
    looking.release();
    ask.check()?;
    let chosen = state.authorisation.choose(&looking, &software, &ask.tenant_id, ask.grants.clone()).await?;
    let result = sending::send(&state, &mut cx, &ask, (&software, &chosen)).await?;
    cx.commit().await?;
    Ok(Answer(result))
}

/// A pre-authorisation whose mail was queued.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct PreauthorisationSent {
    /// The pre-authorisation.
    #[serde(flatten)]
    preauthorisation: Preauthorisation,
    /// The id of the message, for asking for its delivery state (deliveryState).
    message_id: Id,
}

/// The id in a path. A text that cannot be an id gets 404.
fn id(text: String) -> Result<Id, Error> {
    Id::try_from(text).map_err(|_| Error::new(Code::NotFound))
}

/// Sends one again that waits, has expired, or failed, with a new key and a new expiry. The earlier link stops working.
#[utoipa::path(post, path = "/api/admin/preauthorisations/{id}/resend", operation_id = "resendPreauthorisation",
    tag = "preauthorisations", params(("id" = String, Path)), responses((status = 200, body = PreauthorisationSent)))]
async fn resend(
    State(state): State<Preauthorisations>,
    mut cx: Ctx,
    Path(of): Path<String>,
) -> Result<Answer<PreauthorisationSent>, Error> {
    let before = editable(&mut cx, of).await?;
    authorisation::preauthorisable(&mut cx, &before.tenant_id, &before.software_id).await?;
    let (after, message_id) = again::resend(&state, &mut cx, &before).await?;
    let preauthorisation = after.shown(cx.now(), cx.locale());
    cx.commit().await?;
    Ok(Answer(PreauthorisationSent { preauthorisation, message_id }))
}

/// Withdraws one that waits: its link stops working, and nothing of it is left for its person.
#[utoipa::path(delete, path = "/api/admin/preauthorisations/{id}", operation_id = "withdrawPreauthorisation",
    tag = "preauthorisations", params(("id" = String, Path)), responses((status = 200, body = Preauthorisation)))]
async fn withdraw(mut cx: Ctx, Path(of): Path<String>) -> Result<Answer<Preauthorisation>, Error> {
    let before = editable(&mut cx, of).await?;
    let after = ending::withdraw(&mut cx, &before).await?.shown(cx.now(), cx.locale());
    cx.commit().await?;
    Ok(Answer(after))
}

/// The pre-authorisation, where the caller may edit those of its tenant.
async fn editable(cx: &mut ReadCtx, of: String) -> Result<Preauthorisation, Error> {
    cx.scope(Permission::Authorization, Act::Edit)?;
    let found = store::get(cx, &id(of)?).await?.ok_or_else(|| Error::new(Code::NotFound))?;
    cx.require_in(Permission::Authorization, Act::Edit, &found.tenant_id)?;
    Ok(found)
}
