//! SQL of the authorised people of a study.

use serde::{Deserialize, Serialize};
use sqlx::types::Json;
use utoipa::ToSchema;

use crate::authorisation::shown::{self, Shown, unnamed};
use crate::host::model::Grant;
use crate::kernel::clock::Time;
use crate::kernel::ctx::ReadCtx;
use crate::kernel::db::Query;
use crate::kernel::error::Error;
use crate::kernel::id::Id;
use crate::kernel::page::{List, Page, Sorts, Term};

/// Somebody authorised in a study.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AllowedUser {
    /// The grant.
    pub id: Id,
    /// Its version.
    pub version: i64,
    /// The person.
    pub user_id: Id,
    /// Full name.
    pub full_name: String,
    /// Login name.
    pub user_name: String,
    /// E-mail address.
    pub email: String,
    /// Phone number.
    pub phone: String,
    /// The sites, as the panel named them.
    pub site_names: String,
    /// The roles, each with its environment.
    pub role_names: String,
    /// Everything that was picked, with its name.
    pub shown: Vec<Shown>,
    /// When it was last changed.
    pub updated_at: Time,
    /// When it was suspended; null if it is in effect.
    pub suspended_at: Option<Time>,
}

#[derive(sqlx::FromRow)]
struct Stored {
    id: Id,
    version: i64,
    user_id: Id,
    full_name: String,
    user_name: String,
    email: String,
    phone: String,
    shown: Json<Vec<Shown>>,
    selection: Json<Vec<Grant>>,
    updated_at: Time,
    suspended_at: Option<Time>,
}

impl From<Stored> for AllowedUser {
    fn from(stored: Stored) -> Self {
        let shown = if stored.shown.0.is_empty() { unnamed(&stored.selection) } else { stored.shown.0 };
        Self {
            id: stored.id,
            version: stored.version,
            user_id: stored.user_id,
            full_name: stored.full_name,
            user_name: stored.user_name,
            email: stored.email,
            phone: stored.phone,
            site_names: shown::site_names(&shown),
            role_names: shown::role_names(&shown),
            shown,
            updated_at: stored.updated_at,
            suspended_at: stored.suspended_at,
        }
    }
}

/// The filter of the list.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Filter {
    /// The tenant.
    pub tenant_id: Id,
    /// The study's binding to the system.
    pub study_url_id: Id,
    /// Only those of this site.
    pub site_id: Option<Id>,
    /// Only those who are not at this site.
    pub not_at: Option<Id>,
    /// Part of a name, a login name or an e-mail address.
    #[serde(default)]
    pub q: Term,
}

const COLUMNS: &str = "SELECT g.id, g.version, g.user_id, u.full_name, u.user_name, u.email, u.phone, g.shown, \
     g.selection, g.updated_at, g.suspended_at FROM grants g JOIN users u ON u.id = g.user_id WHERE ";
const SORTS: Sorts = &[
    ("id", " ORDER BY g.id", " ORDER BY g.id DESC"),
    ("fullName", " ORDER BY u.full_name_key, g.id", " ORDER BY u.full_name_key DESC, g.id DESC"),
];

/// The present grants of a study or of a site, the first 10,000 in the order in which they were first given: what is
/// searched and sorted by name does not grow with a study that has more. `by_name` says that they are sorted so.
fn narrowed<'q>(query: Query<'q>, f: &Filter, by_name: bool) -> Query<'q> {
    let query = query.sql(" FROM (SELECT g.id, g.user_id");
    let query = match &f.site_id {
        Some(site) => query
            .push(" FROM grant_sites s JOIN grants g ON g.id = s.grant_id WHERE s.study_site_id = ", site.clone())
            .push(" AND g.study_software_id = ", f.study_url_id.clone()),
        None => query.push(" FROM grants g WHERE g.study_software_id = ", f.study_url_id.clone()),
    };
    let query = query.sql(" AND g.revoked_at IS NULL");
    let query = match &f.not_at {
        Some(site) => query
            .sql(" AND NOT EXISTS (SELECT 1 FROM grant_sites n WHERE n.grant_id = g.id")
            .push(" AND n.study_site_id = ", site.clone())
            .sql(")"),
        None => query,
    };
    let query = query.sql(" ORDER BY g.id LIMIT 10000) AS g");
    // Without a search only the order by name needs names.
    if f.q.is_empty() && (query.counts || !by_name) {
        return query;
    }
    let query = query.sql(" JOIN users u ON u.id = g.user_id WHERE 1 = 1");
    let query = f.q.in_any(query, &["u.full_name_key", "u.user_name_key", "u.email_key"]);
    if f.q.is_empty() { query } else { query.a_few() }
}

/// A page of the authorised people of a study.
pub async fn page(cx: &mut ReadCtx, list: &List<Filter>) -> Result<Page<AllowedUser>, Error> {
    let columns = (&[COLUMNS][..], "g.id");
    let by_name = list.sorts_by("fullName");
    let page =
        list.keys_first::<Stored>(cx.db().await?, SORTS, columns, |query, f| narrowed(query, f, by_name)).await?;
    Ok(page.map(AllowedUser::from))
}
