//! The audit in the console: a list with filters, one event with its states, the history of a record, a file, and the
//! checks of the whole.

use std::sync::Arc;

use axum::Json as Answer;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde_json::json;

use super::state::Reports;
use crate::audit::Check;
use crate::audit::events::{self, AuditEvent, Filter};
use crate::kernel::ctx::{Act, Ctx, Event, Permission, ReadCtx, Scope};
use crate::kernel::error::{Code, Error, Locale, Text};
use crate::kernel::fold::fold;
use crate::kernel::http::Json;
use crate::kernel::openapi::{OpenApiRouter, routes};
use crate::kernel::page::{List, ListQuery, Listing, Page};
use crate::kernel::resource::PathId;
use crate::resources::sheet::{self, Cells, Table};
use crate::resources::users;

/// The operations.
pub fn router() -> OpenApiRouter<Reports> {
    OpenApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(read))
        .routes(routes!(export))
        .routes(routes!(last_check, request_check))
}

/// The tenants into whose events the caller may look: where the audit's menu is theirs, or, for the history of one
/// record, a menu that reads records of its kind.
fn scope(cx: &ReadCtx, filter: &Filter) -> Result<Scope, Error> {
    let scope = match (&filter.resource, &filter.record_id) {
        (Some(resource), Some(_)) => {
            let readers = cx.kernel().readers().of(resource.as_str());
            cx.scope_of_any(&[&[Permission::Audit], readers].concat(), Act::View)?
        }
        _ => cx.scope(Permission::Audit, Act::View)?,
    };
    match &filter.tenant_id {
        Some(tenant) if !scope.holds(tenant) => Err(Error::new(Code::NotFound)),
        _ => Ok(scope),
    }
}

/// The id of the filter's user; empty, which is nobody's, for a name that nobody ever had.
async fn actor(cx: &mut ReadCtx, filter: &Filter) -> Result<Option<String>, Error> {
    let Some(name) = &filter.user_name else { return Ok(None) };
    let found = users::accounts::id_ever_named(cx.db().await?, &fold(name.as_str())).await?;
    Ok(Some(found.map(|id| id.to_string()).unwrap_or_default()))
}

/// The events of the audit, the newest first. `filter={"resource":"users","recordId":"…"}` is the history of a record,
/// for which a menu that reads such records is enough.
#[utoipa::path(get, path = "/api/admin/audit-events", operation_id = "listAuditEvents", tag = "audit",
    params(ListQuery), responses((status = 200, body = Vec<AuditEvent>)))]
async fn list(Listing(mut cx): Listing, list: List<Filter>) -> Result<Page<AuditEvent>, Error> {
    let scope = scope(&cx, &list.filter)?;
    let actor = actor(&mut cx, &list.filter).await?;
    events::page(&mut cx, &list.or_descending("at"), actor.as_deref(), &scope).await
}

/// One event, with the state before and after.
#[utoipa::path(get, path = "/api/admin/audit-events/{id}", operation_id = "readAuditEvent", tag = "audit",
    params(("id" = String, Path)), responses((status = 200, body = AuditEvent)))]
async fn read(mut cx: ReadCtx, PathId(id): PathId) -> Result<Answer<AuditEvent>, Error> {
    let found = events::get(&mut cx, id.as_str()).await?;
    let resource = found.as_ref().map_or("", |event| event.resource.as_str());
    let scope = cx.scope_of_any(&[&[Permission::Audit], cx.kernel().readers().of(resource)].concat(), Act::View)?;
    let within =
        |event: &AuditEvent| event.tenant_id.as_ref().map_or(scope == Scope::All, |tenant| scope.holds(tenant));
    found.filter(within).map(Answer).ok_or_else(|| Error::new(Code::NotFound))
}

/// Exports events as a zip of CSV and XLSX, the newest first. Needs a recent proof: the file says who did what.
#[utoipa::path(post, path = "/api/admin/audit-events/export", operation_id = "exportAuditEvents", tag = "audit",
    request_body = Filter, responses((status = 200, content_type = "application/zip", body = Vec<u8>)))]
async fn export(State(reports): State<Reports>, mut cx: Ctx, Json(filter): Json<Filter>) -> Result<Response, Error> {
    let scope = cx.scope(Permission::Audit, Act::View)?;
    if filter.tenant_id.as_ref().is_some_and(|tenant| !scope.holds(tenant)) {
        return Err(Error::new(Code::NotFound));
    }
    reports.step_up.require(&mut cx).await?;
    let actor = actor(&mut cx, &filter).await?;
    cx.audit_event(Event {
        action: "audit.exported",
        resource: "audit-events",
        record: "filtered".to_owned(),
        tenant: filter.tenant_id.clone(),
        after: Some(json!(filter)),
        ..Event::default()
    });
    let (locale, asker) = (cx.locale(), cx.new_read_transaction());
    // Before the first octet leaves: an export that cannot be audited must not happen.
    cx.commit().await?;
    let table = Table {
        name: "audit",
        header: header(locale),
        total: 0,
        permission: Permission::Audit,
        tenant: filter.tenant_id.clone().or_else(|| scope.single().cloned()),
    };
    let of = Arc::new((filter, actor, scope));
    let rows = sheet::walk(asker.new_read_transaction(), move |mut cx, before| {
        let of = Arc::clone(&of);
        async move {
            let (filter, actor, scope) = &*of;
            let found = events::walk(&mut cx, filter, actor.as_deref(), scope, before).await?;
            let next = found.last().map(|event| (event.at, event.id.clone()));
            Ok((found.into_iter().map(cells).collect(), next))
        }
    });
    sheet::respond(&reports.exports, table, &asker, rows).await
}

const COLUMNS: &[Text] = &[
    Text::new("时间", "Time"),
    Text::new("序号", "Number"),
    Text::new("操作人", "Who"),
    Text::new("IP地址", "Address"),
    Text::new("动作", "Action"),
    Text::new("对象", "Record"),
    Text::new("对象ID", "Record id"),
    Text::new("租户ID", "Tenant id"),
    Text::new("结果", "Outcome"),
    Text::new("原因", "Reason"),
    Text::new("变更前", "Before"),
    Text::new("变更后", "After"),
    Text::new("请求ID", "Request id"),
];

fn header(locale: Locale) -> Cells {
    COLUMNS.iter().map(|text| text.in_locale(locale).to_owned()).collect()
}

fn cells(event: AuditEvent) -> Cells {
    let state = |state: Option<serde_json::Value>| state.map(|state| state.to_string()).unwrap_or_default();
    vec![
        event.at.to_string(),
        event.seq.map(|seq| seq.to_string()).unwrap_or_default(),
        event.actor_name,
        event.address.unwrap_or_default(),
        event.action,
        event.record_name,
        event.record_id,
        event.tenant_id.map(|id| id.to_string()).unwrap_or_default(),
        event.outcome,
        event.reason.unwrap_or_default(),
        state(event.before),
        state(event.after),
        event.request_id,
    ]
}

/// The newest check of the whole audit; null before the first.
#[utoipa::path(get, path = "/api/admin/audit-checks/last", operation_id = "lastAuditCheck", tag = "audit",
    responses((status = 200, body = Option<Check>)))]
async fn last_check(mut cx: ReadCtx) -> Result<Answer<Option<Check>>, Error> {
    cx.require(Permission::Audit, Act::View)?;
    Ok(Answer(Check::last(&mut cx).await?))
}

/// Asks for a check of the whole audit, which one of the nodes begins within seconds.
#[utoipa::path(post, path = "/api/admin/audit-checks/last", operation_id = "requestAuditCheck", tag = "audit",
    responses((status = 202, body = Check)))]
async fn request_check(mut cx: Ctx) -> Result<(StatusCode, Answer<Check>), Error> {
    cx.require(Permission::Audit, Act::Edit)?;
    let check = Check::request(&mut cx).await?;
    cx.commit().await?;
    Ok((StatusCode::ACCEPTED, Answer(check)))
}
