//! SQL of the question who had what on a study at a moment, as far as this server knew at another.

use serde::{Deserialize, Serialize};
use sqlx::types::Json;
use utoipa::ToSchema;

use crate::authorisation::shown::{Shown, unnamed};
use crate::host::model::Grant;
use crate::kernel::clock::Time;
use crate::kernel::ctx::ReadCtx;
use crate::kernel::db::Query;
use crate::kernel::error::Error;
use crate::kernel::id::Id;
use crate::kernel::page::{List, MAX_ROWS, Page, Sorts};

/// What somebody had on a study.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HeldThen {
    /// The grant.
    pub id: Id,
    /// The person.
    pub user_id: Id,
    /// Their login name, when it was granted.
    pub user_name: String,
    /// Their full name.
    pub full_name: String,
    /// Their e-mail address.
    pub email: String,
    /// The system.
    pub software_id: Id,
    /// Its name.
    pub software_name: String,
    /// The sites, as the panel named them.
    pub site_names: String,
    /// The roles, each with its environment.
    pub role_names: String,
    /// Everything that was picked, with its name.
    pub shown: Vec<Shown>,
    /// From when it held.
    pub valid_from: Time,
    /// Until when; null where it was not known to end.
    pub valid_to: Option<Time>,
    /// When this was recorded.
    pub recorded_at: Time,
    /// Login name of whoever granted it.
    pub create_by_user_name: String,
    /// Their full name.
    pub create_by_full_name: String,
    /// The plugin through which.
    pub plugin_digest: String,
    /// The trial system's reference of the person.
    pub external_ref: Option<String>,
    /// When the trial system confirmed; null where it was not known to have.
    pub told_at: Option<Time>,
}

#[derive(sqlx::FromRow)]
struct Stored {
    grant_id: Id,
    user_id: Id,
    user_name: String,
    full_name: String,
    email: String,
    software_id: Id,
    software_name: String,
    site_names: String,
    role_names: String,
    shown: Json<Vec<Shown>>,
    selection: Json<Vec<Grant>>,
    at: Time,
    recorded_at: Time,
    operator_name: String,
    operator_full_name: String,
    plugin_digest: String,
    external_ref: Option<String>,
    told_at: Option<Time>,
}

/// The question.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = HeldThenFilter)]
pub struct Question {
    /// The study.
    pub study_id: Id,
    /// Only in this system.
    pub software_id: Option<Id>,
    /// The moment.
    pub at: Time,
    /// As far as was known at this moment; by default, now.
    pub known_at: Option<Time>,
}

impl Question {
    /// With the moment of knowledge, which is never later than now: what is known later nobody can sign today.
    #[must_use]
    pub fn known(self, now: Time) -> Self {
        Self { known_at: Some(Time(self.known_at.map_or(now.0, |at| at.0.min(now.0)))), ..self }
    }
}

/// The study of a question.
#[derive(Clone, Debug, Serialize, Deserialize, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct About {
    /// The tenant.
    pub tenant_id: Id,
    /// Its name.
    pub tenant_name: String,
    /// The study's code.
    pub study_code: String,
    /// Its name.
    pub study_name: String,
}

/// A study, also one that was removed.
pub async fn study(cx: &mut ReadCtx, id: &Id) -> Result<Option<About>, Error> {
    let query = cx.db().await?.query(
        "SELECT s.tenant_id, t.tenant_name, s.study_code, s.study_name FROM studies s \
         JOIN tenants t ON t.id = s.tenant_id",
    );
    Ok(query.push(" WHERE s.id = ", id.clone()).optional().await?)
}

const COLUMNS: &str = "SELECT c.grant_id, c.user_id, c.user_name, c.full_name, c.email, c.software_id, \
     c.software_name, c.site_names, c.role_names, c.shown, c.selection, c.at, c.recorded_at, c.operator_name, \
     c.operator_full_name, c.plugin_digest, c.external_ref, c.told_at";
const SORTS: Sorts = &[("id", " ORDER BY c.grant_id", " ORDER BY c.grant_id DESC")];

/// The last change of each grant that was known, where it then stood.
fn held<'q>(query: Query<'q>, of: &Question) -> Query<'q> {
    let known = of.known_at.unwrap_or_default();
    query
        .push(" FROM grant_changes c WHERE c.operation <> 0 AND c.study_id = ", of.study_id.clone())
        // Not by the index of systems: a page comes in the order of the index of the study. PostgreSQL knows how many rows
        // this leaves, as it would not of an expression.
        .push_if(" AND (c.software_id = ", of.software_id.clone())
        .sql_if(of.software_id.is_some(), ") IS TRUE")
        .push(" AND c.at <= ", of.at)
        .push(" AND c.recorded_at <= ", known)
        .sql(" AND c.kind IN ('granted', 'changed', 'resumed') AND NOT EXISTS (SELECT 1 FROM grant_changes n")
        .sql(" WHERE n.operation <> 0 AND n.grant_id = c.grant_id AND n.version > c.version")
        .push(" AND n.at <= ", of.at)
        .push(" AND n.recorded_at <= ", known)
        .sql(")")
}

/// A page of those who had something.
pub async fn page(cx: &mut ReadCtx, list: &List<Question>) -> Result<Page<HeldThen>, Error> {
    let page = list.run::<Stored>(cx.db().await?, SORTS, COLUMNS, held).await?;
    let (total, offset) = (page.total, page.offset);
    let rows = with_ends(cx, page.rows, &list.filter).await?;
    Ok(Page { rows, total, offset })
}

/// The next of those who had something, behind a grant: for a file.
pub async fn walk(cx: &mut ReadCtx, of: &Question, after: Option<&Id>) -> Result<Vec<HeldThen>, Error> {
    let query = held(cx.db().await?.query(COLUMNS), of).push_if(" AND c.grant_id > ", after.cloned());
    let rows: Vec<Stored> = query.sql(SORTS[0].1).push(" LIMIT ", MAX_ROWS).planned_anew().all().await?;
    with_ends(cx, rows, of).await
}

/// With the moments at which each ended: of the first change after the moment that was asked about.
async fn with_ends(cx: &mut ReadCtx, rows: Vec<Stored>, of: &Question) -> Result<Vec<HeldThen>, Error> {
    let known = of.known_at.unwrap_or_default();
    let query = cx.db().await?.query("SELECT grant_id, MIN(at) FROM grant_changes WHERE operation <> 0");
    let query = query.push(" AND at > ", of.at).push(" AND recorded_at <= ", known);
    let query = query.push_in(" AND grant_id", rows.iter().map(|row| row.grant_id.clone()));
    let ends: Vec<(Id, Time)> = query.sql(" GROUP BY grant_id").planned_anew().all().await?;
    let ends: std::collections::HashMap<Id, Time> = ends.into_iter().collect();
    Ok(rows.into_iter().map(|row| row.then(&ends, known)).collect())
}

impl Stored {
    fn then(self, ends: &std::collections::HashMap<Id, Time>, known: Time) -> HeldThen {
        let shown = if self.shown.0.is_empty() { unnamed(&self.selection) } else { self.shown.0 };
        HeldThen {
            valid_to: ends.get(&self.grant_id).copied(),
            id: self.grant_id,
            user_id: self.user_id,
            user_name: self.user_name,
            full_name: self.full_name,
            email: self.email,
            software_id: self.software_id,
            software_name: self.software_name,
            site_names: self.site_names,
            role_names: self.role_names,
            shown,
            valid_from: self.at,
            recorded_at: self.recorded_at,
            create_by_user_name: self.operator_name,
            create_by_full_name: self.operator_full_name,
            plugin_digest: self.plugin_digest,
            external_ref: self.external_ref,
            told_at: self.told_at.filter(|at| *at <= known),
        }
    }
}
