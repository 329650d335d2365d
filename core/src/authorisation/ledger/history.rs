//! SQL of the history of authorisations: what was given and taken, the newest first.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::kernel::clock::Time;
use crate::kernel::ctx::{ReadCtx, Scope};
use crate::kernel::db::Query;
use crate::kernel::error::Error;
use crate::kernel::id::Id;
use crate::kernel::page::{List, MAX_ROWS, Page, Sorts, Term};

/// An operation on somebody's authorisation (specification, section 3: history record).
#[derive(Clone, Debug, Serialize, sqlx::FromRow, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GrantChange {
    /// Id.
    pub id: String,
    /// When.
    pub create_time: Time,
    /// Full name of whoever did it, at that time; empty where it followed from something else.
    pub create_by_full_name: String,
    /// Their login name.
    pub create_by_user_name: String,
    /// 1 added, 2 cancelled.
    #[serde(rename = "type")]
    #[sqlx(rename = "type")]
    pub operation: i64,
    /// `granted`, `changed`, `revoked`, `suspended` or `resumed`.
    pub kind: String,
    /// `administrator`, `left`, `removed`, `locked`, `disabled`, `unlocked`, `enabled` or `overtaken`.
    pub cause: String,
    /// The reason given.
    pub reason: String,
    /// The grant.
    pub grant_id: Id,
    /// Its version.
    pub version: i64,
    /// The person.
    pub user_id: Id,
    /// Their login name at that time.
    pub user_name: String,
    /// Their full name.
    pub full_name: String,
    /// Their e-mail address.
    pub email: String,
    /// The tenant.
    pub tenant_id: Id,
    /// Its name.
    pub tenant_name: String,
    /// The system.
    pub software_id: Id,
    /// Its name.
    pub software_name: String,
    /// The study.
    pub study_id: Id,
    /// Its code.
    pub study_code: String,
    /// Its name.
    pub study_name: String,
    /// The sites, as the panel named them.
    pub site_names: String,
    /// The roles, each with its environment.
    pub role_names: String,
    /// The plugin through which.
    pub plugin_digest: String,
    /// When the trial system confirmed.
    pub told_at: Option<Time>,
    /// `confirmed`, the reason why it could not be told, or empty while it is still to be told.
    pub answer: String,
}

/// The filter of the history.
#[derive(Clone, Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = GrantChangeFilter)]
pub struct Filter {
    /// From this moment on.
    pub since: Option<Time>,
    /// Before this moment.
    pub until: Option<Time>,
    /// Who did it, by their id.
    pub create_by: Option<Id>,
    /// 0 all, 1 added, 2 cancelled.
    #[serde(rename = "type")]
    #[schema(value_type = Option<String>)]
    pub operation: Option<OfType>,
    /// Only in this tenant.
    pub tenant_id: Option<Id>,
    /// Only in this system.
    pub software_id: Option<Id>,
    /// Part of the study's code or name, among the newest 10,000 operations that meet the rest.
    #[schema(value_type = Option<String>)]
    pub study_name_like: Option<Term>,
    /// Part of a site's name, likewise.
    #[schema(value_type = Option<String>)]
    pub site_name_like: Option<Term>,
    /// Part of the person's name or login name, likewise.
    #[schema(value_type = Option<String>)]
    pub user_like: Option<Term>,
    /// Part of the person's e-mail address, likewise.
    #[schema(value_type = Option<String>)]
    pub email_like: Option<Term>,
}

/// The type of an operation, as its digit.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
#[serde(try_from = "String", into = "String")]
pub struct OfType(i64);

impl TryFrom<String> for OfType {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let number = text.parse().ok().filter(|n| (0..=2).contains(n));
        number.map(Self).ok_or("0 all, 1 added, 2 cancelled")
    }
}

impl From<OfType> for String {
    fn from(OfType(number): OfType) -> Self {
        number.to_string()
    }
}

const COLUMNS: &str = "SELECT grant_id || '-' || CAST(version AS TEXT) AS id, at AS create_time, \
     operator_full_name AS create_by_full_name, operator_name AS create_by_user_name, operation AS type, kind, cause, \
     reason, grant_id, version, user_id, user_name, full_name, email, tenant_id, tenant_name, software_id, \
     software_name, study_id, study_code, study_name, site_names, role_names, plugin_digest, told_at, answer";
const SORTS: Sorts =
    &[("createTime", " ORDER BY at, grant_id, version", " ORDER BY at DESC, grant_id DESC, version DESC")];

/// The conditions that begin an index or are in it.
fn exactly<'q>(query: Query<'q>, f: &Filter, scope: &Scope) -> Query<'q> {
    let query = query
        .sql(" FROM grant_changes WHERE operation <> 0")
        .push_if(" AND operation = ", f.operation.map(|of| of.0).filter(|of| *of > 0))
        .push_if(" AND operator_id = ", f.create_by.clone())
        .push_if(" AND tenant_id = ", f.tenant_id.clone())
        .push_if(" AND software_id = ", f.software_id.clone())
        .push_if(" AND at >= ", f.since)
        .push_if(" AND at < ", f.until);
    match scope {
        Scope::Only(tenants) if f.tenant_id.is_none() => query.push_in(" AND tenant_id", tenants.iter().cloned()),
        _ => query,
    }
}

/// The texts, with the columns that they are sought in.
fn texts(f: &Filter) -> impl Iterator<Item = (&Term, &'static str)> {
    let all = [
        (&f.study_name_like, "study_key"),
        (&f.site_name_like, "site_key"),
        (&f.user_like, "person_key"),
        (&f.email_like, "email_key"),
    ];
    all.into_iter().filter_map(|(term, column)| Some((term.as_ref().filter(|term| !term.is_empty())?, column)))
}

/// Adds the conditions. A part of a name is sought among the newest 10,000 rows that meet the others, so that the cost
/// does not grow with the table.
fn narrowed<'q>(query: Query<'q>, f: &Filter, scope: &Scope) -> Query<'q> {
    const SOUGHT: &str = " FROM (SELECT at, grant_id, version, study_key, site_key, person_key, email_key";
    if texts(f).next().is_none() {
        return exactly(query, f, scope);
    }
    let query = exactly(query.sql(SOUGHT), f, scope);
    let query = query.sql(SORTS[0].2).sql(" LIMIT 10000) AS newest WHERE 1 = 1");
    texts(f).fold(query, |query, (term, column)| term.in_any(query, &[column])).a_few()
}

/// A page of the history in the tenants of `scope`.
pub async fn page(cx: &mut ReadCtx, list: &List<Filter>, scope: &Scope) -> Result<Page<GrantChange>, Error> {
    let tx = cx.db().await?;
    if texts(&list.filter).next().is_some() {
        let rows = (&[COLUMNS, " FROM grant_changes WHERE "][..], "grant_id, version");
        return list.searched::<_, (Id, i64)>(tx, SORTS, rows, |query, f| narrowed(query, f, scope)).await;
    }
    list.run(tx, SORTS, COLUMNS, |query, f| narrowed(query, f, scope)).await
}

/// The place of a row.
pub type Place = (Time, Id, i64);

/// The operations of a filter before a place, the newest first, for a file: part by part. All of them, also those
/// beyond the newest 10,000.
pub async fn walk(
    cx: &mut ReadCtx,
    filter: &Filter,
    scope: &Scope,
    before: Option<Place>,
) -> Result<Vec<GrantChange>, Error> {
    let query = exactly(cx.db().await?.query(COLUMNS), filter, scope);
    let query = match before {
        Some((at, id, version)) => {
            query.push(" AND (at, grant_id, version) < (", at).push(", ", id).push(", ", version).sql(")")
        }
        None => query,
    };
    let query = texts(filter).fold(query, |query, (term, column)| term.in_any(query, &[column]));
    Ok(query.sql(SORTS[0].2).push(" LIMIT ", MAX_ROWS).planned_anew().all().await?)
}
