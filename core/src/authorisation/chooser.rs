//! SQL of the portal's lists: the systems and studies that a person is authorised in.

use super::standing::{DOMAIN, FROM, counting};
use crate::kernel::clock::Time;
use crate::kernel::ctx::ReadCtx;
use crate::kernel::db::Query;
use crate::kernel::error::Error;
use crate::kernel::id::Id;
use crate::resources::licences;

/// Most rows for one person.
const MOST: i64 = 1000;

/// A system that a person is authorised in, within a tenant, at one of its domains.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Reachable {
    pub software_id: Id,
    pub software_name: String,
    pub web_code: String,
    pub tenant_id: Id,
    pub tenant_name: String,
    /// The domain that the tenant's studies are bound to; `None` if it was removed.
    pub domain_id: Option<Id>,
    pub url_name: Option<String>,
    pub website_url: Option<String>,
}

/// A study that a person is authorised in, in one system.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct ReachableStudy {
    pub study_id: Id,
    pub study_code: String,
    pub study_name: String,
    #[sqlx(flatten)]
    pub at: Reachable,
}

const PLACE: &str = "w.id AS software_id, w.software_name, w.web_code, t.id AS tenant_id, t.tenant_name, \
     d.id AS domain_id, d.url_name, d.website_url";

/// Adds the grants that count, through valid licences.
fn licensed(query: Query<'_>, now: Time) -> Query<'_> {
    let query = query.sql(FROM).sql(DOMAIN).sql(licences::OF_GRANT).sql(" WHERE ");
    licences::valid(counting(query).sql(" AND "), now)
}

/// The systems that a person is authorised in through valid licences: one row for each tenant and domain. A tenant's
/// row without a domain appears only if it has no other row of that system.
pub async fn reachable(cx: &mut ReadCtx, user: &Id) -> Result<Vec<Reachable>, Error> {
    // DISTINCT requires the sort columns to be selected too.
    let now = cx.now();
    let query = cx.db().await?.query("SELECT DISTINCT w.sort, t.name_key, ").sql(PLACE);
    let mut found: Vec<Reachable> = licensed(query, now)
        .push(" AND g.user_id = ", user.clone())
        .push(" ORDER BY t.name_key, t.id, w.sort, w.id, d.url_name, d.id LIMIT ", MOST)
        .all()
        .await?;
    let places: Vec<_> = found.iter().filter(|row| row.domain_id.is_some()).map(place).collect();
    found.retain(|row| row.domain_id.is_some() || !places.contains(&place(row)));
    Ok(found)
}

/// The studies that a person is authorised in, in the system of a web code, through valid licences.
pub async fn studies(cx: &mut ReadCtx, user: &Id, web_code: &str) -> Result<Vec<ReachableStudy>, Error> {
    let now = cx.now();
    let query = cx.db().await?.query("SELECT s.id AS study_id, s.study_code, s.study_name, ").sql(PLACE);
    Ok(licensed(query, now)
        .push(" AND g.user_id = ", user.clone())
        .push(" AND w.web_code = ", web_code.to_owned())
        .push(" ORDER BY t.name_key, t.id, s.name_key, s.id LIMIT ", MOST)
        .all()
        .await?)
}

/// Whether a person is authorised in the system of a web code, in any tenant, through a valid licence.
pub async fn may_open(cx: &mut ReadCtx, user: &Id, web_code: &str) -> Result<bool, Error> {
    Ok(!studies(cx, user, web_code).await?.is_empty())
}

fn place(row: &Reachable) -> (Id, Id) {
    (row.tenant_id.clone(), row.software_id.clone())
}
