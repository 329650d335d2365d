//! The panels in the admin REST: `/api/admin/panels`.

use std::collections::BTreeMap;

use axum::Json as Answer;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;

use super::model::{
    Accepted, AuthoriseRequest, Failed, Item, OfTenant, OptionsRequest, PanelEntry, Progress, Succeeded,
    ValidateRequest,
};
use super::revocation::RevokeRequest;
use super::runner::begin;
use super::service::panel_software;
use super::{Authorisation, batches, drift, initialising, listing, results, revocation};
use crate::kernel::ctx::{Act, Ctx, Permission, ReadCtx};
use crate::kernel::error::{Code, Error, Locale};
use crate::kernel::http::Json;
use crate::kernel::id::Id;
use crate::kernel::openapi::{OpenApiRouter, routes};

/// Every operation of the panels.
pub fn router(authorisation: Authorisation) -> OpenApiRouter {
    OpenApiRouter::new()
        .routes(routes!(panels))
        .routes(routes!(definition))
        .routes(routes!(options))
        .routes(routes!(validate))
        .routes(routes!(authorise))
        .routes(routes!(revoke))
        .routes(routes!(progress))
        .merge(drift::router())
        .merge(listing::router())
        .merge(super::of_person::router())
        .with_state(authorisation.clone())
        .merge(initialising::router(authorisation))
}

/// The systems of a tenant with an authorisation panel.
#[utoipa::path(get, path = "/api/admin/panels", operation_id = "getAuthSoftware", params(OfTenant), tag = "panels",
    responses((status = 200, body = Vec<PanelEntry>)))]
async fn panels(
    State(authorisation): State<Authorisation>,
    mut cx: ReadCtx,
    Query(of): Query<OfTenant>,
) -> Result<Answer<Vec<PanelEntry>>, Error> {
    Ok(Answer(authorisation.panels(&mut cx, &of.tenant_id).await?))
}

/// A panel's definition, as its plugin describes it.
#[utoipa::path(get, path = "/api/admin/panels/{softwareId}", operation_id = "getAuthPanel",
    params(("softwareId" = Id, Path), OfTenant), tag = "panels", responses((status = 200, body = Object)))]
async fn definition(
    State(authorisation): State<Authorisation>,
    mut cx: ReadCtx,
    Path(id): Path<Id>,
    Query(of): Query<OfTenant>,
) -> Result<Answer<serde_json::Value>, Error> {
    let software = panel_software(&mut cx, &of.tenant_id, &id, Act::View).await?;
    cx.release();
    let mut answer = serde_json::to_value(authorisation.definition(&cx, &of.tenant_id, &software).await?)?;
    answer["softwareId"] = software.id.to_string().into();
    answer["pluginVersion"] = authorisation.host.active(&software.web_code).map(|info| info.version).into();
    Ok(Answer(answer))
}

/// A page of choices of one column. Serves the specification's getAuthProjectList, getAuthSiteList and
/// getAuthRemoteList.
#[utoipa::path(post, path = "/api/admin/panels/{softwareId}/options", operation_id = "getAuthRemoteList",
    params(("softwareId" = Id, Path)), request_body = OptionsRequest, tag = "panels",
    responses((status = 200, body = Object)),
    extensions(("x-named-calls" = json!(["getAuthProjectList", "getAuthSiteList"]))))]
async fn options(
    State(authorisation): State<Authorisation>,
    cx: ReadCtx,
    Path(id): Path<Id>,
    Json(ask): Json<OptionsRequest>,
) -> Result<Answer<crate::host::model::Page>, Error> {
    let (cx, software) = reading(&cx, &ask.tenant_id, &id, Act::View).await?;
    Ok(Answer(authorisation.options(cx, &software, ask).await?))
}

/// The missing and contradictory parts of a selection.
#[utoipa::path(post, path = "/api/admin/panels/{softwareId}/validate", operation_id = "validateAuthPanel",
    params(("softwareId" = Id, Path)), request_body = ValidateRequest, tag = "panels",
    responses((status = 200, body = Vec<Object>)))]
async fn validate(
    State(authorisation): State<Authorisation>,
    cx: ReadCtx,
    Path(id): Path<Id>,
    Json(ask): Json<ValidateRequest>,
) -> Result<Answer<Vec<crate::host::model::Issue>>, Error> {
    let (cx, software) = reading(&cx, &ask.tenant_id, &id, Act::View).await?;
    Ok(Answer(authorisation.validate(cx, &software, &ask.tenant_id, ask.grants).await?))
}

/// Authorises people. The answer comes at once; the batch reports the result for each person.
#[utoipa::path(post, path = "/api/admin/panels/{softwareId}/authorise", operation_id = "saveEdcProject",
    params(("softwareId" = Id, Path)), request_body = AuthoriseRequest, tag = "panels",
    responses((status = 202, body = Accepted)),
    extensions(("x-named-calls" = json!(["saveIwrsProject", "saveCTMSProject", "saveETMFProject"]))))]
async fn authorise(
    State(authorisation): State<Authorisation>,
    cx: Ctx,
    Path(id): Path<Id>,
    Json(ask): Json<AuthoriseRequest>,
) -> Result<(StatusCode, Answer<Accepted>), Error> {
    let (_, software) = reading(&cx, &ask.tenant_id, &id, Act::Edit).await?;
    let batch_id = authorisation.authorise(cx, &software, ask).await?;
    begin(&authorisation, &batch_id);
    Ok((StatusCode::ACCEPTED, Answer(Accepted { batch_id })))
}

/// Revokes grants, at once; the batch tells when the trial system has confirmed.
#[utoipa::path(post, path = "/api/admin/panels/{softwareId}/revoke", operation_id = "revokeAuthGrants",
    params(("softwareId" = Id, Path)), request_body = RevokeRequest, tag = "panels",
    responses((status = 202, body = Accepted)))]
async fn revoke(
    State(authorisation): State<Authorisation>,
    mut cx: Ctx,
    Path(id): Path<Id>,
    Json(ask): Json<RevokeRequest>,
) -> Result<(StatusCode, Answer<Accepted>), Error> {
    let software = revocation::concerned(&mut cx, &ask.tenant_id, &id, Act::Edit).await?;
    let batch_id = revocation::revoke(&mut cx, authorisation.tokens.as_ref(), &software, &ask).await?;
    cx.commit().await?;
    begin(&authorisation, &batch_id);
    Ok((StatusCode::ACCEPTED, Answer(Accepted { batch_id })))
}

/// The progress of a batch, and the result for each person.
#[utoipa::path(get, path = "/api/admin/panels/batches/{batchId}", operation_id = "getAuthResult",
    params(("batchId" = Id, Path)), tag = "panels", responses((status = 200, body = Progress)))]
async fn progress(mut cx: ReadCtx, Path(id): Path<Id>) -> Result<Answer<Progress>, Error> {
    cx.scope(Permission::UserAllowed, Act::View)?;
    let batch = batches::get(&mut cx, &id).await?.ok_or_else(|| Error::new(Code::NotFound))?;
    cx.require_in(Permission::UserAllowed, Act::View, &batch.tenant_id)?;
    let tally = results::tally(&mut cx, &id).await?;
    let settled = batch.state == "done" || tally.pending > 0;
    // A thousand people are not named at each question while they are being authorised.
    let items = if settled { batches::items(&mut cx, &id).await? } else { Vec::new() };
    let mut studies = if settled && batch.grants() { results::of_batch(&mut cx, &id).await? } else { BTreeMap::new() };
    let zh = cx.locale() == Locale::Zh;
    let mut answer = Progress {
        batch_id: batch.id,
        state: batch.state,
        kind: batch.kind,
        total: tally.total,
        finished: tally.finished,
        succeeded: Vec::new(),
        failed: Vec::new(),
        pending: Vec::new(),
    };
    for item in items {
        let failed = |item: Item| Failed {
            user_id: item.user_id,
            label: item.label,
            reason: item.reason.unwrap_or_default(),
            message: if zh { item.message_zh } else { item.message_en }.unwrap_or_default(),
        };
        match item.state.as_str() {
            "succeeded" => answer.succeeded.push(Succeeded {
                study: item.study_software_id.zip(item.user_id.clone()).and_then(|key| studies.remove(&key)),
                user_id: item.user_id,
                label: item.label,
            }),
            "failed" => answer.failed.push(failed(item)),
            _ if item.reason.is_some() => answer.pending.push(failed(item)),
            _ => {}
        }
    }
    Ok(Answer(answer))
}

/// A context that only reads, for an operation with a writing method, and the checked system.
async fn reading(
    cx: &ReadCtx,
    tenant: &Id,
    software: &Id,
    act: Act,
) -> Result<(ReadCtx, crate::resources::software::Software), Error> {
    let mut cx = cx.new_read_transaction();
    let software = panel_software(&mut cx, tenant, software, act).await?;
    cx.release();
    Ok((cx, software))
}
