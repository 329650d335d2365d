//! SQL of the history of pre-authorisations: what was sent and accepted, study by study, the newest first. A row is
//! written once, in the transaction that does it, with the names of that moment.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::model::{Accepter, Preauthorisation, StudyPart};
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Ctx, ReadCtx, Scope};
use crate::kernel::db::Query;
use crate::kernel::error::Error;
use crate::kernel::fold::fold;
use crate::kernel::id::Id;
use crate::kernel::mailaddr;
use crate::kernel::page::{List, MAX_ROWS, Page, Sorts, Term};

/// What was done (specification, section 9: 3 send, 4 accept).
const SENT: i64 = 3;
const ACCEPTED: i64 = 4;
/// The most operators in an answer (specification, section 9).
const FIRST: i64 = 10;

/// An operation on a pre-authorisation (specification, section 3: pre-authorisation history record).
#[derive(Clone, Debug, Serialize, sqlx::FromRow, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PreauthorisationChange {
    /// Id.
    pub id: Id,
    /// When.
    pub create_time: Time,
    /// Full name of whoever did it, at that time.
    pub create_by_full_name: String,
    /// Their login name.
    pub create_by_user_name: String,
    /// 3 sent, 4 accepted.
    #[serde(rename = "type")]
    #[sqlx(rename = "type")]
    pub operation: i64,
    /// `sent`, `resent` or `accepted`.
    pub kind: String,
    /// The pre-authorisation.
    pub preauthorisation_id: Id,
    /// The address that it was sent to.
    pub email: String,
    /// The account, where one was known.
    pub user_id: Option<Id>,
    /// Its login name.
    pub user_name: String,
    /// Its full name.
    pub user_fullname: String,
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
}

/// The filter of the history.
#[derive(Clone, Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = PreauthorisationChangeFilter)]
pub struct Filter {
    /// From this moment on.
    pub since: Option<Time>,
    /// Before this moment.
    pub until: Option<Time>,
    /// Who did it, by their id.
    pub create_by: Option<Id>,
    /// 0 all, 3 sent, 4 accepted.
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
    /// Part of the e-mail address, likewise.
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
        let number = text.parse().ok().filter(|n| [0, SENT, ACCEPTED].contains(n));
        number.map(Self).ok_or("0 all, 3 sent, 4 accepted")
    }
}

impl From<OfType> for String {
    fn from(OfType(number): OfType) -> Self {
        number.to_string()
    }
}

/// Notes that it was sent, by the caller.
pub async fn sent(cx: &mut Ctx, it: &Preauthorisation, parts: &[StudyPart], kind: &'static str) -> Result<(), Error> {
    let person = cx.person()?;
    let by =
        Accepter { id: person.id.clone(), user_name: person.user_name.clone(), full_name: person.full_name.clone() };
    note(cx, it, parts, (SENT, kind), &by).await
}

/// Notes that it was accepted.
pub async fn accepted(cx: &mut Ctx, it: &Preauthorisation, parts: &[StudyPart], by: &Accepter) -> Result<(), Error> {
    note(cx, it, parts, (ACCEPTED, "accepted"), by).await
}

async fn note(
    cx: &mut Ctx,
    it: &Preauthorisation,
    parts: &[StudyPart],
    (operation, kind): (i64, &'static str),
    by: &Accepter,
) -> Result<(), Error> {
    let now = cx.now();
    let user = it.accepted_by.clone().or_else(|| it.user_id.clone());
    for part in parts {
        let id = cx.new_id();
        let query = cx.db().await?.write(
            "INSERT INTO preauthorisation_changes (id, at, operation, kind, preauthorisation_id, tenant_id, tenant_name, \
             software_id, software_name, study_id, study_code, study_name, site_names, role_names, email, user_id, \
             user_name, full_name, operator_id, operator_name, operator_full_name, batch_id, study_key, site_key, \
             person_key, email_key) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, \
             $18, $19, $20, $21, $22, $23, $24, $25, $26)",
        );
        let query = query.bind(id).bind(now).bind(operation).bind(kind).bind(it.id.clone());
        let query = query.bind(it.tenant_id.clone()).bind(it.tenant_name.clone());
        let query = query.bind(it.software_id.clone()).bind(it.software_name.clone());
        let query = query.bind(part.study_id.clone()).bind(part.study_code.clone()).bind(part.study_name.clone());
        let query = query.bind(part.site_names.clone()).bind(part.role_names.clone());
        let query = query.bind(it.email.clone()).bind(user.clone()).bind(it.user_name.clone());
        let query = query.bind(it.full_name.clone()).bind(by.id.clone()).bind(by.user_name.clone());
        let query = query.bind(by.full_name.clone()).bind(it.batch_id.clone());
        let query = query.bind(fold(&format!("{} {}", part.study_code, part.study_name))).bind(fold(&part.site_names));
        let query = query.bind(fold(&format!("{} {}", it.full_name, it.user_name)));
        query.bind(mailaddr::key(&it.email)).execute().await?;
    }
    let query = cx.db().await?.write(
        "INSERT INTO preauthorisation_operators (tenant_id, user_id, user_name, full_name, user_name_key, full_name_key) \
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (tenant_id, user_id) DO UPDATE SET user_name = excluded.user_name, \
         full_name = excluded.full_name, user_name_key = excluded.user_name_key, full_name_key = excluded.full_name_key",
    );
    let query = query.bind(it.tenant_id.clone()).bind(by.id.clone());
    let query = query.bind(by.user_name.clone()).bind(by.full_name.clone());
    query.bind(fold(&by.user_name)).bind(fold(&by.full_name)).execute().await?;
    Ok(())
}

const COLUMNS: &str = "SELECT id, at AS create_time, operator_full_name AS create_by_full_name, \
     operator_name AS create_by_user_name, operation AS type, kind, preauthorisation_id, email, user_id, user_name, \
     full_name AS user_fullname, tenant_id, tenant_name, software_id, software_name, study_id, study_code, study_name, \
     site_names, role_names";
const SORTS: Sorts = &[("createTime", " ORDER BY at, id", " ORDER BY at DESC, id DESC")];

/// The conditions that begin an index or are in it.
fn exactly<'q>(query: Query<'q>, f: &Filter, scope: &Scope) -> Query<'q> {
    let query = query
        .sql(" FROM preauthorisation_changes WHERE 1 = 1")
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
    if texts(f).next().is_none() {
        return exactly(query, f, scope);
    }
    let query = exactly(query.sql(" FROM (SELECT at, id, study_key, site_key, person_key, email_key"), f, scope);
    let query = query.sql(SORTS[0].2).sql(" LIMIT 10000) AS newest WHERE 1 = 1");
    texts(f).fold(query, |query, (term, column)| term.in_any(query, &[column])).a_few()
}

/// A page of the history in the tenants of `scope`.
pub async fn page(cx: &mut ReadCtx, list: &List<Filter>, scope: &Scope) -> Result<Page<PreauthorisationChange>, Error> {
    let rows = (&[COLUMNS, " FROM preauthorisation_changes WHERE "][..], "id");
    list.keys_first(cx.db().await?, SORTS, rows, |query, f| narrowed(query, f, scope)).await
}

/// The place of a row.
pub type Place = (Time, Id);

/// The operations of a filter before a place, the newest first, for a file: part by part, all of them.
pub async fn walk(
    cx: &mut ReadCtx,
    filter: &Filter,
    scope: &Scope,
    before: Option<Place>,
) -> Result<Vec<PreauthorisationChange>, Error> {
    let query = exactly(cx.db().await?.query(COLUMNS), filter, scope);
    let query = match before {
        Some((at, id)) => query.push(" AND (at, id) < (", at).push(", ", id).sql(")"),
        None => query,
    };
    let query = texts(filter).fold(query, |query, (term, column)| term.in_any(query, &[column]));
    Ok(query.sql(SORTS[0].2).push(" LIMIT ", MAX_ROWS).planned_anew().all().await?)
}

/// Somebody who sent or accepted.
#[derive(Debug, Serialize, sqlx::FromRow, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PreauthorisationOperator {
    /// User id.
    pub id: Id,
    /// Login name.
    pub user_name: String,
    /// Full name.
    pub full_name: String,
}

fn begun<'q>(query: Query<'q>, key: &'static str, term: &Term, scope: &Scope) -> Query<'q> {
    let query = query.sql("SELECT user_id AS id, user_name, full_name FROM (SELECT user_id, user_name, full_name");
    let query = query.sql(" FROM preauthorisation_operators WHERE ").sql(key).push(" >= ", term.from());
    let query = query.sql(" AND ").sql(key).push(" < ", term.until());
    let query = query.push_in_if(" AND tenant_id", scope.only());
    query.sql(" ORDER BY ").sql(key).sql(", user_id LIMIT 100) AS begun")
}

/// The first operators whose name or login name begins with the term, in the tenants of `scope`. Nobody else is named.
pub async fn operators(cx: &mut ReadCtx, term: &Term, scope: &Scope) -> Result<Vec<PreauthorisationOperator>, Error> {
    let query = begun(cx.db().await?.query("SELECT id, user_name, full_name FROM ("), "user_name_key", term, scope);
    let query = begun(query.sql(" UNION "), "full_name_key", term, scope);
    Ok(query.sql(") AS found ORDER BY user_name, id").push(" LIMIT ", FIRST).all().await?)
}
