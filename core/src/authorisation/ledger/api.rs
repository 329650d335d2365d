//! The ledger in the admin REST: `/api/admin/grant-changes` is the history, `/api/admin/held-grants` the question who
//! had what.

use std::sync::Arc;

use axum::Json as Answer;
use axum::extract::{Query, State};
use axum::response::Response;
use serde_json::json;

use super::as_of::{self, About, HeldThen, Question};
use super::history::{self, Filter, GrantChange, Place};
use super::operators::{self, Operator, Sought};
use super::{Histories, file};
use crate::kernel::ctx::{Act, Ctx, Event, Permission, ReadCtx, Scope};
use crate::kernel::error::{Code, Error, Locale, Text};
use crate::kernel::http::Json;
use crate::kernel::openapi::{OpenApiRouter, routes};
use crate::kernel::page::{List, ListQuery, Listing, Page};
use crate::resources::sheet::{self, Cells, Table};

/// The operations.
pub fn router(state: Histories) -> OpenApiRouter {
    OpenApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(export))
        .routes(routes!(operators))
        .routes(routes!(held))
        .routes(routes!(signed))
        .with_state(state)
}

fn scope(cx: &ReadCtx, filter: &Filter) -> Result<Scope, Error> {
    let scope = cx.scope(Permission::UserAllowedHistory, Act::View)?;
    match &filter.tenant_id {
        Some(tenant) if !scope.holds(tenant) => Err(Error::new(Code::NotFound)),
        _ => Ok(scope),
    }
}

/// The history of authorisations: what was given and taken, the newest first.
#[utoipa::path(get, path = "/api/admin/grant-changes", operation_id = "getUserAllowedHistory", tag = "grants",
    params(ListQuery), responses((status = 200, body = Vec<GrantChange>)))]
async fn list(Listing(mut cx): Listing, list: List<Filter>) -> Result<Page<GrantChange>, Error> {
    let scope = scope(&cx, &list.filter)?;
    history::page(&mut cx, &list.or_descending("createTime"), &scope).await
}

/// The first operators whose name begins with a text, for the filter of the history.
#[utoipa::path(get, path = "/api/admin/grant-changes/operators", operation_id = "listGrantOperators", tag = "grants",
    params(Sought), responses((status = 200, body = Vec<Operator>)))]
async fn operators(mut cx: ReadCtx, Query(sought): Query<Sought>) -> Result<Answer<Vec<Operator>>, Error> {
    let scope = cx.scope(Permission::UserAllowedHistory, Act::View)?;
    Ok(Answer(operators::found(&mut cx, &sought.q, &scope).await?))
}

/// Exports the history as a zip of CSV and XLSX, the newest first. Needs a recent proof: the file says who did what.
#[utoipa::path(post, path = "/api/admin/grant-changes/export", operation_id = "exportUserAllowedHistory",
    tag = "grants", request_body = Filter,
    responses((status = 200, content_type = "application/zip", body = Vec<u8>)))]
async fn export(State(state): State<Histories>, mut cx: Ctx, Json(filter): Json<Filter>) -> Result<Response, Error> {
    let scope = scope(&cx, &filter)?;
    state.step_up.require(&mut cx).await?;
    cx.audit_event(Event {
        action: "grant.exported",
        resource: "grants",
        record: "filtered".to_owned(),
        tenant: filter.tenant_id.clone(),
        after: Some(json!(filter)),
        ..Event::default()
    });
    let (locale, asker) = (cx.locale(), cx.new_read_transaction());
    // Before the first octet leaves: an export that cannot be audited must not happen.
    cx.commit().await?;
    let table = Table {
        name: "authorisations",
        header: header(locale),
        total: 0,
        permission: Permission::UserAllowedHistory,
        tenant: filter.tenant_id.clone().or_else(|| scope.single().cloned()),
    };
    let of = Arc::new((filter, scope));
    let rows = sheet::walk(asker.new_read_transaction(), move |mut cx, before: Option<Place>| {
        let of = Arc::clone(&of);
        async move {
            let found = history::walk(&mut cx, &of.0, &of.1, before).await?;
            let next = found.last().map(|row| (row.create_time, row.grant_id.clone(), row.version));
            Ok((found.into_iter().map(|row| cells(row, locale)).collect(), next))
        }
    });
    sheet::respond(&state.exports, table, &asker, rows).await
}

const COLUMNS: &[Text] = &[
    Text::new("操作时间", "Time"),
    Text::new("操作人", "Operator"),
    Text::new("操作类型", "Operation"),
    Text::new("具体操作", "What happened"),
    Text::new("授权用户", "Authorised user"),
    Text::new("用户名", "User name"),
    Text::new("邮箱", "E-mail"),
    Text::new("租户名称", "Tenant"),
    Text::new("软件", "Software"),
    Text::new("项目编号", "Study code"),
    Text::new("项目", "Study"),
    Text::new("中心", "Sites"),
    Text::new("角色", "Roles"),
    Text::new("原因", "Reason"),
    Text::new("起因", "Cause"),
    Text::new("系统确认时间", "Confirmed by the system"),
    Text::new("插件摘要", "Plugin digest"),
];

fn header(locale: Locale) -> Cells {
    COLUMNS.iter().map(|text| text.in_locale(locale).to_owned()).collect()
}

static ADDED: Text = Text::new("添加授权", "add authorisation");
static TAKEN: Text = Text::new("取消授权", "cancel authorisation");

fn cells(row: GrantChange, locale: Locale) -> Cells {
    let operator = if row.create_by_user_name.is_empty() {
        String::new()
    } else {
        format!("{} ({})", row.create_by_full_name, row.create_by_user_name)
    };
    let operation = if row.operation == 1 { &ADDED } else { &TAKEN };
    vec![
        row.create_time.to_string(),
        operator,
        operation.in_locale(locale).to_owned(),
        row.kind,
        row.full_name,
        row.user_name,
        row.email,
        row.tenant_name,
        row.software_name,
        row.study_code,
        row.study_name,
        row.site_names,
        row.role_names,
        row.reason,
        row.cause,
        row.told_at.map(|at| at.to_string()).unwrap_or_default(),
        row.plugin_digest,
    ]
}

/// The study of a question, where the caller may ask about it: with the menu of the history, or of authorisation.
async fn asked(cx: &mut ReadCtx, question: &Question) -> Result<About, Error> {
    let scope = cx.scope_of_any(&[Permission::UserAllowedHistory, Permission::UserAllowed], Act::View)?;
    let study = as_of::study(cx, &question.study_id).await?;
    study.filter(|study| scope.holds(&study.tenant_id)).ok_or_else(|| Error::new(Code::NotFound))
}

/// Who had what on a study at a moment: `filter={"studyId":"…","at":"…"}`, as far as was known at `knownAt`.
#[utoipa::path(get, path = "/api/admin/held-grants", operation_id = "listHeldGrants", tag = "grants",
    params(ListQuery), responses((status = 200, body = Vec<HeldThen>)))]
async fn held(Listing(mut cx): Listing, list: List<Question>) -> Result<Page<HeldThen>, Error> {
    asked(&mut cx, &list.filter).await?;
    let now = cx.now();
    as_of::page(&mut cx, &list.with_filter(|question| question.known(now))).await
}

/// The answer as a signed file, which `cardea audit verify-grants` checks without a server. Needs a recent proof.
#[utoipa::path(post, path = "/api/admin/held-grants/export", operation_id = "exportHeldGrants", tag = "grants",
    request_body = Question, responses((status = 200, content_type = "application/jsonl", body = Vec<u8>)))]
async fn signed(
    State(state): State<Histories>,
    mut cx: Ctx,
    Json(question): Json<Question>,
) -> Result<Response, Error> {
    let study = asked(&mut cx, &question).await?;
    state.step_up.require(&mut cx).await?;
    let question = question.known(cx.now());
    cx.audit_event(Event {
        action: "grant.exported",
        resource: "grants",
        record: question.study_id.to_string(),
        tenant: Some(study.tenant_id.clone()),
        after: Some(json!(question)),
        ..Event::default()
    });
    let asker = cx.new_read_transaction();
    cx.commit().await?;
    Ok(file::respond(state, asker, study, question).await)
}
