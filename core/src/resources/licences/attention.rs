//! Licences that somebody should look at: near their end, or full.
//!
//! Whether a licence is full is counted, never kept; that cannot be counted for thousands of licences at once. So
//! [`look_through`] marks those that were full a short while ago, page by page, and [`attention`] counts the marked ones
//! again.

use std::collections::BTreeSet;

use serde::Serialize;

use super::model::Licence;
use super::seats;
use crate::kernel::Kernel;
use crate::kernel::ctx::{Ctx, ReadCtx, Scope};
use crate::kernel::db::Query;
use crate::kernel::error::Error;
use crate::kernel::id::Id;
use crate::kernel::resource::Record as _;

/// The days before its end at which a licence is near it, and after it for which it is still told of.
pub const DAYS: i64 = 30;
/// The most licences told of for each reason.
const MOST: i64 = 10;
/// The most marked licences that are counted again.
const COUNTED: i64 = 30;
/// The licences of one page that is looked through.
const PAGE: i64 = 200;

/// What is the matter with a licence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Concern {
    /// It ends soon.
    Ending,
    /// It ended lately.
    Ended,
    /// It takes nobody more.
    FullOfUsers,
    /// It takes no study more.
    FullOfStudies,
}

fn within<'q>(query: Query<'q>, scope: &Scope) -> Query<'q> {
    query.push_in_if(" AND licences.tenant_id", scope.only())
}

fn there(query: Query<'_>) -> Query<'_> {
    query.sql(Licence::SELECT).sql(Licence::FROM).sql(Licence::THERE).sql("licences.is_enable = TRUE")
}

/// Those whose last day is one of these, or between them.
fn ending_between(query: Query<'_>, from: String, to: String) -> Query<'_> {
    let query = there(query).sql(" AND licences.time_enable = TRUE");
    query.push(" AND licences.end_time >= ", from).push(" AND licences.end_time <= ", to)
}

/// The licences of the tenants in `scope` that somebody should look at: first those that end, by their last day.
pub async fn attention(cx: &mut ReadCtx, scope: &Scope) -> Result<Vec<(Concern, Licence)>, Error> {
    let now = cx.now();
    let day = |days: i64| now.plus_seconds(days * 86_400).day();
    let (from, today, to) = (day(-DAYS), now.day(), day(DAYS));
    let query = within(ending_between(cx.db().await?.query(""), from, to), scope)
        .sql(" ORDER BY licences.end_time, licences.id");
    let ending: Vec<Licence> = query.push(" LIMIT ", MOST).all().await?;
    let mut found: Vec<(Concern, Licence)> = ending
        .into_iter()
        .map(|licence| {
            let over = licence.end_time.as_ref().is_some_and(|last| *last < today);
            (if over { Concern::Ended } else { Concern::Ending }, licence)
        })
        .collect();
    let query = within(there(cx.db().await?.query("")).sql(" AND licences.filled"), scope);
    let marked: Vec<Licence> = query.sql(" ORDER BY licences.id").push(" LIMIT ", COUNTED).all().await?;
    let before = found.len();
    for licence in marked {
        let most = before + usize::try_from(MOST).unwrap_or_default();
        if let Some(concern) = full(cx, &licence).await?.filter(|_| found.len() < most) {
            found.push((concern, licence));
        }
    }
    Ok(found)
}

/// The licences that end within `days` days, by their last day, after one of them.
pub async fn ending(
    cx: &mut ReadCtx,
    days: i64,
    behind: Option<(String, Id)>,
    most: i64,
) -> Result<Vec<Licence>, Error> {
    let now = cx.now();
    let query = ending_between(cx.db().await?.query(""), now.day(), now.plus_seconds(days * 86_400).day());
    let query = match behind {
        Some((day, id)) => query.push(" AND (licences.end_time, licences.id) > (", day).push(", ", id).sql(")"),
        None => query,
    };
    Ok(query.push(" ORDER BY licences.end_time, licences.id LIMIT ", most).all().await?)
}

/// Which of its limits is reached.
async fn full(cx: &mut ReadCtx, licence: &Licence) -> Result<Option<Concern>, Error> {
    if licence.study_enable && licence.max_study.is_some_and(|most| licence.now_study_num >= most) {
        return Ok(Some(Concern::FullOfStudies));
    }
    Ok(seats::is_full(cx, licence).await?.then_some(Concern::FullOfUsers))
}

/// Looks through the next page of the licences with limits, after an id, and marks those that are full. Returns where
/// the next page begins: at the start again after the last one.
pub async fn look_through(kernel: &Kernel, after: Option<Id>) -> Result<Option<Id>, Error> {
    let mut cx = ReadCtx::system(kernel);
    let query =
        there(cx.db().await?.query("")).sql(" AND (licences.user_enable OR licences.study_enable OR licences.filled)");
    let query = query.push_if(" AND licences.id > ", after).sql(" ORDER BY licences.id");
    let page: Vec<Licence> = query.push(" LIMIT ", PAGE).all().await?;
    let Some(last) = page.last().map(|licence| licence.id.clone()) else { return Ok(None) };
    let marked: BTreeSet<Id> = marked(&mut cx, &page).await?;
    let mut changed = Vec::new();
    for licence in &page {
        let full = full(&mut cx, licence).await?.is_some();
        if full != marked.contains(&licence.id) {
            changed.push((licence.id.clone(), full));
        }
    }
    drop(cx);
    if !changed.is_empty() {
        let mut cx = Ctx::system(kernel, "licences");
        for (id, full) in changed {
            let query = cx.db().await?.write("UPDATE licences SET").push(" filled = ", full);
            query.push(" WHERE id = ", id).execute().await?;
        }
        cx.commit().await?;
    }
    Ok(i64::try_from(page.len()).is_ok_and(|found| found == PAGE).then_some(last))
}

async fn marked(cx: &mut ReadCtx, page: &[Licence]) -> Result<BTreeSet<Id>, Error> {
    let query = cx.db().await?.query("SELECT id FROM licences WHERE filled");
    let ids = page.iter().map(|licence| licence.id.clone());
    Ok(query.push_in(" AND id", ids).all::<(Id,)>().await?.into_iter().map(|(id,)| id).collect())
}
