//! Audit rows as people read them: filtered, newest first.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::kernel::clock::Time;
use crate::kernel::ctx::{ReadCtx, Scope};
use crate::kernel::db::Query;
use crate::kernel::error::Error;
use crate::kernel::id::Id;
use crate::kernel::page::{Ids, List, MAX_ROWS, Page, Sorts};

/// An audit row in an answer.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuditEvent {
    /// Id.
    pub id: String,
    /// Its number in the sealed audit; none before it is sealed, which takes a second.
    pub seq: Option<i64>,
    /// When it happened.
    pub at: Time,
    /// User id, `system:<part>` or `nobody`.
    pub actor: String,
    /// The actor's login name at that time, or the part's name.
    pub actor_name: String,
    /// The address that the request came from.
    pub address: Option<String>,
    /// The request's id, which its answer and its log lines also have.
    pub request_id: String,
    /// `resource.happened`.
    pub action: String,
    /// The resource, in the plural.
    pub resource: String,
    /// The record's id, or the value that was tried.
    pub record_id: String,
    /// What the record was called; empty where its state has no name.
    pub record_name: String,
    /// The tenant it belongs to.
    pub tenant_id: Option<Id>,
    /// The state before; only in the answer for one event.
    #[schema(value_type = Option<Object>)]
    pub before: Option<Value>,
    /// The state after; only in the answer for one event.
    #[schema(value_type = Option<Object>)]
    pub after: Option<Value>,
    /// The reason, as the person or the rule gave it.
    pub reason: Option<String>,
    /// `ok`, `refused` or `failed`.
    pub outcome: String,
}

/// The filter of a list of events.
#[derive(Clone, Debug, Default, Deserialize, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = AuditFilter)]
pub struct Filter {
    /// Only events of this tenant.
    pub tenant_id: Option<Id>,
    /// The login name of who did it.
    #[schema(value_type = Option<String>)]
    pub user_name: Option<Exact>,
    /// `resource.happened`.
    #[schema(value_type = Option<String>)]
    pub action: Option<Exact>,
    /// The resource, in the plural: with `recordId`, the history of a record.
    #[schema(value_type = Option<String>)]
    pub resource: Option<Exact>,
    /// The record's id.
    #[schema(value_type = Option<String>)]
    pub record_id: Option<Exact>,
    /// Only what was refused or failed.
    pub not_ok: Option<bool>,
    /// From this moment on.
    pub since: Option<Time>,
    /// Before this moment.
    pub until: Option<Time>,
    /// Only these ids.
    #[serde(skip_serializing)]
    #[schema(value_type = Option<Vec<String>>)]
    pub id: Option<Ids>,
}

/// A text that a column is compared with as a whole.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(try_from = "String")]
pub struct Exact(String);

impl TryFrom<String> for Exact {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let fine = text.chars().count() <= 200 && !text.chars().any(char::is_control);
        if fine { Ok(Self(text)) } else { Err("at most 200 printable characters") }
    }
}

impl Exact {
    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A row as it is stored.
#[derive(sqlx::FromRow)]
struct Stored {
    id: String,
    seq: Option<i64>,
    at: Time,
    actor: String,
    actor_name: String,
    address: Option<String>,
    request_id: String,
    action: String,
    resource: String,
    record_id: String,
    tenant_id: Option<Id>,
    before: Option<String>,
    after: Option<String>,
    reason: Option<String>,
    outcome: String,
}

const COLUMNS: &str = "SELECT id, seq, at, actor, actor_name, address, request_id, action, resource, record_id, \
     tenant_id, before, after, reason, outcome FROM audit_events WHERE ";
const SORTS: Sorts = &[("at", " ORDER BY at, id", " ORDER BY at DESC, id DESC")];

/// The fields that name a record, in the states that the audit keeps.
const NAMES: &[&str] = &[
    "fullName",
    "studyName",
    "nickName",
    "siteName",
    "softwareName",
    "departmentName",
    "dicName",
    "areaName",
    "urlName",
    "clientName",
    "tenantName",
    "userName",
    "name",
    "email",
];

impl Stored {
    /// With its states, or without.
    fn event(self, whole: bool) -> AuditEvent {
        let state = |text: Option<String>| text.and_then(|text| serde_json::from_str::<Value>(&text).ok());
        let (before, after) = (state(self.before), state(self.after));
        let name = |state: &Value| NAMES.iter().find_map(|field| state[field].as_str()).map(str::to_owned);
        let record_name = [&after, &before].into_iter().flatten().find_map(name).unwrap_or_default();
        let (before, after) = if whole { (before, after) } else { (None, None) };
        let Self { id, seq, at, actor, actor_name, address, request_id, action, resource, record_id, .. } = self;
        let (tenant_id, reason, outcome) = (self.tenant_id, self.reason, self.outcome);
        AuditEvent {
            id,
            seq,
            at,
            actor,
            actor_name,
            address,
            request_id,
            action,
            resource,
            record_id,
            record_name,
            tenant_id,
            before,
            after,
            reason,
            outcome,
        }
    }
}

/// Adds the conditions of a filter, and of the tenants that the caller may look into. `actor` is the id of the filter's
/// user.
fn narrowed<'q>(query: Query<'q>, f: &Filter, actor: Option<&str>, scope: &Scope) -> Query<'q> {
    let query = query
        .push(" FROM audit_events WHERE at >= ", f.since.unwrap_or_default())
        .push_if(" AND actor = ", actor.map(str::to_owned))
        .push_if(" AND action = ", f.action.as_ref().map(|text| text.0.clone()))
        .push_if(" AND resource = ", f.resource.as_ref().map(|text| text.0.clone()))
        .push_if(" AND record_id = ", f.record_id.as_ref().map(|text| text.0.clone()))
        .push_if(" AND tenant_id = ", f.tenant_id.clone())
        .sql_if(f.not_ok == Some(true), " AND outcome <> 'ok'")
        .push_if(" AND at < ", f.until);
    let query = query.push_in_if(" AND id", f.id.as_ref().map(Ids::each));
    match scope {
        Scope::Only(tenants) if f.tenant_id.is_none() => query.push_in(" AND tenant_id", tenants.iter().cloned()),
        _ => query,
    }
}

/// A page of events in the tenants of `scope`, without their states. `actor` is the id of the filter's user.
pub async fn page(
    cx: &mut ReadCtx,
    list: &List<Filter>,
    actor: Option<&str>,
    scope: &Scope,
) -> Result<Page<AuditEvent>, Error> {
    let columns = (&[COLUMNS][..], "id");
    let page =
        list.keys_first::<Stored>(cx.db().await?, SORTS, columns, |query, f| narrowed(query, f, actor, scope)).await?;
    Ok(page.map(|stored| stored.event(false)))
}

/// One event, with its states.
pub async fn get(cx: &mut ReadCtx, id: &str) -> Result<Option<AuditEvent>, Error> {
    let found: Option<Stored> = cx.db().await?.query(COLUMNS).push("id = ", id.to_owned()).optional().await?;
    Ok(found.map(|stored| stored.event(true)))
}

/// The last time that something happened to a record.
pub async fn last(
    cx: &mut ReadCtx,
    resource: &'static str,
    record: &Id,
    action: &'static str,
) -> Result<Option<AuditEvent>, Error> {
    let query = cx.db().await?.query(COLUMNS).push("resource = ", resource).push(" AND record_id = ", record.clone());
    let query = query.push(" AND action = ", action).sql(" ORDER BY at DESC, id DESC LIMIT 1");
    let found: Option<Stored> = query.planned_anew().optional().await?;
    Ok(found.map(|stored| stored.event(false)))
}

/// What was changed, and neither signing in nor what clients do: the condition of the index `audit_events_changes`.
const CHANGES: &str = " AND outcome = 'ok' AND resource NOT IN ('sessions', 'codes', 'calls', 'consents') \
     AND (resource <> 'clients' OR action IN ('client.created', 'client.updated', 'client.deleted'))";

/// The newest changes in the tenants of `scope`, without their states.
pub async fn changes(cx: &mut ReadCtx, scope: &Scope, most: i64) -> Result<Vec<AuditEvent>, Error> {
    let query = cx.db().await?.query(COLUMNS).among("id", |query| {
        let query = narrowed(query.sql("SELECT id"), &Filter::default(), None, scope).sql(CHANGES);
        query.sql(SORTS[0].2).push(" LIMIT ", most)
    });
    let rows: Vec<Stored> = query.sql(SORTS[0].2).planned_anew().all().await?;
    Ok(rows.into_iter().map(|stored| stored.event(false)).collect())
}

/// How many events of an action there were since a moment, counted up to `most`.
pub async fn count(cx: &mut ReadCtx, action: &'static str, since: Time, most: i64) -> Result<i64, Error> {
    let query = cx.db().await?.query("SELECT count(*) FROM (SELECT 1 FROM audit_events WHERE");
    let query = query.push(" action = ", action).push(" AND at >= ", since).push(" LIMIT ", most);
    Ok(query.sql(") AS those").one::<(i64,)>().await?.0)
}

/// The events of a filter before a place, the newest first, with their states: for a file, part by part.
pub async fn walk(
    cx: &mut ReadCtx,
    filter: &Filter,
    actor: Option<&str>,
    scope: &Scope,
    before: Option<(Time, String)>,
) -> Result<Vec<AuditEvent>, Error> {
    let query = cx.db().await?.query(COLUMNS).among("id", |query| {
        let query = narrowed(query.sql("SELECT id"), filter, actor, scope);
        let query = match before {
            Some((at, id)) => query.push(" AND (at, id) < (", at).push(", ", id).sql(")"),
            None => query,
        };
        query.sql(SORTS[0].2).push(" LIMIT ", MAX_ROWS)
    });
    let rows: Vec<Stored> = query.sql(SORTS[0].2).planned_anew().all().await?;
    Ok(rows.into_iter().map(|stored| stored.event(true)).collect())
}
