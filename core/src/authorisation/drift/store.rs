//! SQL of drift: the grants to compare with, and who is under way.

use std::collections::BTreeSet;

use super::super::model::{Batch, Held};
use super::super::store::COLUMNS;
use crate::kernel::ctx::ReadCtx;
use crate::kernel::error::Error;
use crate::kernel::id::Id;

/// The next grants of a study that are in effect, in the order of their ids.
pub async fn standing(cx: &mut ReadCtx, binding: &Id, after: Option<&Id>, limit: i64) -> Result<Vec<Held>, Error> {
    let query = cx.db().await?.query("SELECT ").sql(COLUMNS).sql(" FROM grants WHERE revoked_at IS NULL");
    let query = query.sql(" AND suspended_at IS NULL").push(" AND study_software_id = ", binding.clone());
    let query = query.push_if(" AND id > ", after.cloned());
    Ok(query.push(" ORDER BY id LIMIT ", limit).all().await?)
}

/// Those of these people of whom another batch is changing something in the study.
pub async fn under_way(
    cx: &mut ReadCtx,
    binding: &Id,
    users: impl IntoIterator<Item = Id>,
    but: Option<&Batch>,
) -> Result<BTreeSet<Id>, Error> {
    let query = cx.db().await?.query("SELECT DISTINCT user_id FROM authorisation_items WHERE state = 'waiting'");
    let query = query.push(" AND study_software_id = ", binding.clone());
    let query = query.push_if(" AND batch_id <> ", but.map(|batch| batch.id.clone()));
    let rows: Vec<(Id,)> = query.push_in(" AND user_id", users).all().await?;
    Ok(rows.into_iter().map(|(user,)| user).collect())
}
