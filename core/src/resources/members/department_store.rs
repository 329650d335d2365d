//! SQL of the departments of members.

use std::collections::{BTreeMap, BTreeSet};

use super::model::Member;
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::error::{Error, Locale};
use crate::kernel::id::Id;
use crate::resources::departments;

/// The departments of a membership.
pub async fn of(cx: &mut ReadCtx, membership: &Id) -> Result<Vec<Id>, Error> {
    let query = cx.db().await?.query("SELECT department_id FROM user_departments WHERE");
    let query = query.push(" membership_id = ", membership.clone()).sql(" ORDER BY department_id");
    Ok(query.all::<(Id,)>().await?.into_iter().map(|(id,)| id).collect())
}

/// Puts a member into these departments, and into no others.
pub async fn put(cx: &mut Ctx, membership: &Id, departments: &BTreeSet<Id>) -> Result<(), Error> {
    let tx = cx.db().await?;
    let query = tx.write("DELETE FROM user_departments WHERE membership_id = $1");
    query.bind(membership.clone()).execute().await?;
    for department in departments {
        let query = tx.write("INSERT INTO user_departments (membership_id, department_id) VALUES ($1, $2)");
        query.bind(membership.clone()).bind(department.clone()).execute().await?;
    }
    Ok(())
}

/// The names of the departments of these memberships, of each in one text.
pub async fn names(cx: &mut ReadCtx, memberships: &[Member]) -> Result<BTreeMap<Id, String>, Error> {
    let query = cx.db().await?.query("SELECT membership_id, department_id FROM user_departments WHERE");
    let query = query.push_in(" membership_id", memberships.iter().map(|member| member.id.clone()));
    let rows: Vec<(Id, Id)> = query.all().await?;
    let names = departments::names(cx, rows.iter().map(|(_, department)| department.clone()).collect()).await?;
    let mut of: BTreeMap<Id, BTreeSet<&str>> = BTreeMap::new();
    for (membership, department) in &rows {
        of.entry(membership.clone()).or_default().extend(names.get(department).map(String::as_str));
    }
    let between = if cx.locale() == Locale::Zh { "、" } else { ", " };
    Ok(of.into_iter().map(|(id, names)| (id, names.into_iter().collect::<Vec<_>>().join(between))).collect())
}
