//! How far a batch is; what people have after an authorisation, and what they had before, by the ledger.

use std::collections::BTreeMap;

use serde::Serialize;
use sqlx::types::Json;
use utoipa::ToSchema;

use super::shown::{self, Shown};
use crate::kernel::ctx::ReadCtx;
use crate::kernel::error::Error;
use crate::kernel::id::Id;

/// What somebody has in a study, and had before.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AuthorisedInStudy)]
pub struct InStudy {
    /// The study's code.
    pub study_code: String,
    /// The sites that they have now.
    pub site_names: String,
    /// The roles that they have now, each with its environment.
    pub role_names: String,
    /// The sites that they had before; null where they had nothing in the study.
    pub sites_before: Option<String>,
    /// The roles that they had before.
    pub roles_before: Option<String>,
}

#[derive(sqlx::FromRow)]
struct Row {
    user_id: Id,
    study_software_id: Id,
    study_code: String,
    shown: Json<Vec<Shown>>,
    before: Option<Json<Vec<Shown>>>,
}

/// What the people of a batch that authorised got, by study and person. At most 2000 people, as many as a batch has.
pub async fn of_batch(cx: &mut ReadCtx, batch: &Id) -> Result<BTreeMap<(Id, Id), InStudy>, Error> {
    let query = cx.db().await?.query(
        "SELECT c.user_id, c.study_software_id, c.study_code, c.shown, p.shown AS before FROM grant_changes c LEFT JOIN grant_changes p \
         ON p.grant_id = c.grant_id AND p.version = c.version - 1 AND p.kind IN ('granted', 'changed', 'resumed') \
         WHERE c.kind IN ('granted', 'changed')",
    );
    let query = query.push(" AND c.batch_id = ", batch.clone()).sql(" ORDER BY c.version");
    let rows: Vec<Row> = query.all().await?;
    let mut found = BTreeMap::new();
    for row in rows {
        let before = row.before.as_deref();
        let study = InStudy {
            study_code: row.study_code,
            site_names: shown::site_names(&row.shown),
            role_names: shown::role_names(&row.shown),
            sites_before: before.map(|before| shown::site_names(before)),
            roles_before: before.map(|before| shown::role_names(before)),
        };
        found.insert((row.study_software_id, row.user_id), study);
    }
    Ok(found)
}

/// How far a batch is.
#[derive(Clone, Copy, Debug, sqlx::FromRow)]
pub struct Tally {
    /// Its items.
    pub total: i64,
    /// Those that succeeded or failed.
    pub finished: i64,
    /// Those that will be retried.
    pub pending: i64,
}

/// How far a batch is, without reading its items.
pub async fn tally(cx: &mut ReadCtx, batch: &Id) -> Result<Tally, Error> {
    let query = cx.db().await?.query(
        "SELECT count(*) AS total, COALESCE(SUM(CASE WHEN state = 'waiting' THEN 0 ELSE 1 END), 0) AS finished, \
         COALESCE(SUM(CASE WHEN state = 'waiting' AND reason IS NOT NULL THEN 1 ELSE 0 END), 0) AS pending \
         FROM authorisation_items WHERE batch_id = $1",
    );
    Ok(query.bind(batch.clone()).one().await?)
}
