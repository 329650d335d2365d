//! The history in the admin REST: `/api/admin/preauthorisation-changes`.

use std::sync::Arc;

use axum::Json as Answer;
use axum::extract::{Query, State};
use axum::response::Response;
use serde::Deserialize;
use serde_json::json;

use super::history::{self, Filter, Place, PreauthorisationChange, PreauthorisationOperator};
use super::state::Preauthorisations;
use crate::kernel::ctx::{Act, Ctx, Event, Permission, ReadCtx, Scope};
use crate::kernel::error::{Code, Error, Locale, Text};
use crate::kernel::http::Json;
use crate::kernel::openapi::{OpenApiRouter, routes};
use crate::kernel::page::{List, ListQuery, Listing, Page, Term};
use crate::resources::sheet::{self, Cells, Table};

/// The operations.
pub fn router() -> OpenApiRouter<Preauthorisations> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(export)).routes(routes!(operators))
}

fn scope(cx: &ReadCtx, filter: &Filter) -> Result<Scope, Error> {
    let scope = cx.scope(Permission::AuthorizationHistory, Act::View)?;
    match &filter.tenant_id {
        Some(tenant) if !scope.holds(tenant) => Err(Error::new(Code::NotFound)),
        _ => Ok(scope),
    }
}

/// The history of pre-authorisations: what was sent and accepted, the newest first.
#[utoipa::path(get, path = "/api/admin/preauthorisation-changes", operation_id = "getUserPreAllowedHistory",
    tag = "preauthorisations", params(ListQuery), responses((status = 200, body = Vec<PreauthorisationChange>)))]
async fn list(Listing(mut cx): Listing, list: List<Filter>) -> Result<Page<PreauthorisationChange>, Error> {
    let scope = scope(&cx, &list.filter)?;
    history::page(&mut cx, &list.or_descending("createTime"), &scope).await
}

/// `?q=`.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
struct SoughtOperator {
    /// The beginning of a name or a login name.
    #[serde(default)]
    #[param(value_type = Option<String>)]
    q: Term,
}

/// The first operators whose name begins with a text, for the filter of the history.
#[utoipa::path(get, path = "/api/admin/preauthorisation-changes/operators",
    operation_id = "listPreauthorisationOperators", tag = "preauthorisations", params(SoughtOperator),
    responses((status = 200, body = Vec<PreauthorisationOperator>)))]
async fn operators(
    mut cx: ReadCtx,
    Query(sought): Query<SoughtOperator>,
) -> Result<Answer<Vec<PreauthorisationOperator>>, Error> {
    let scope = cx.scope(Permission::AuthorizationHistory, Act::View)?;
    Ok(Answer(history::operators(&mut cx, &sought.q, &scope).await?))
}

/// Exports the history as a zip of CSV and XLSX, the newest first. Needs a recent proof: the file says who did what.
#[utoipa::path(post, path = "/api/admin/preauthorisation-changes/export", operation_id = "exportUserPreAllowedHistory",
    tag = "preauthorisations", request_body = Filter,
    responses((status = 200, content_type = "application/zip", body = Vec<u8>)))]
async fn export(
    State(state): State<Preauthorisations>,
    mut cx: Ctx,
    Json(filter): Json<Filter>,
) -> Result<Response, Error> {
    let scope = scope(&cx, &filter)?;
    state.step_up.require(&mut cx).await?;
    cx.audit_event(Event {
        action: "preauthorisation.exported",
        resource: "preauthorisations",
        record: "filtered".to_owned(),
        tenant: filter.tenant_id.clone(),
        after: Some(json!(filter)),
        ..Event::default()
    });
    let (locale, asker) = (cx.locale(), cx.new_read_transaction());
    // Before the first octet leaves: an export that cannot be audited must not happen.
    cx.commit().await?;
    let table = Table {
        name: "preauthorisations",
        header: header(locale),
        total: 0,
        permission: Permission::AuthorizationHistory,
        tenant: filter.tenant_id.clone().or_else(|| scope.single().cloned()),
    };
    let of = Arc::new((filter, scope));
    let rows = sheet::walk(asker.new_read_transaction(), move |mut cx, before: Option<Place>| {
        let of = Arc::clone(&of);
        async move {
            let found = history::walk(&mut cx, &of.0, &of.1, before).await?;
            let next = found.last().map(|row| (row.create_time, row.id.clone()));
            Ok((found.into_iter().map(|row| cells(row, locale)).collect(), next))
        }
    });
    sheet::respond(&state.exports, table, &asker, rows).await
}

const COLUMNS: &[Text] = &[
    Text::new("操作时间", "Time"),
    Text::new("操作人", "Operator"),
    Text::new("操作类型", "Operation"),
    Text::new("邮箱", "E-mail"),
    Text::new("关联用户", "Linked user"),
    Text::new("用户名", "User name"),
    Text::new("租户名称", "Tenant"),
    Text::new("软件", "Software"),
    Text::new("项目编号", "Study code"),
    Text::new("项目", "Study"),
    Text::new("中心", "Sites"),
    Text::new("角色", "Roles"),
];

fn header(locale: Locale) -> Cells {
    COLUMNS.iter().map(|text| text.in_locale(locale).to_owned()).collect()
}

static SENT: Text = Text::new("发送预授权", "send pre-authorisation");
static ACCEPTED: Text = Text::new("接受预授权", "accept pre-authorisation");

fn cells(row: PreauthorisationChange, locale: Locale) -> Cells {
    let operation = if row.operation == 3 { &SENT } else { &ACCEPTED };
    vec![
        row.create_time.to_string(),
        format!("{} ({})", row.create_by_full_name, row.create_by_user_name),
        operation.in_locale(locale).to_owned(),
        row.email,
        row.user_fullname,
        row.user_name,
        row.tenant_name,
        row.software_name,
        row.study_code,
        row.study_name,
        row.site_names,
        row.role_names,
    ]
}
