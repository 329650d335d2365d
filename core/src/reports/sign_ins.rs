//! How many sign-ins there were on each of the last days.
//!
//! A job counts the rows of the audit in the order in which they were sealed: each row once, whatever number of nodes
//! does it, and no sign-in waits for a counter. What is counted is a few seconds old.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::audit::sign_ins::{Counted, sealed_after};
use crate::kernel::Kernel;
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Ctx, ReadCtx, Scope};
use crate::kernel::error::Error;
use crate::kernel::id::{ALL_TENANTS, Id};
use crate::resources::members::numbers::tenants_of;

/// The days that are shown, today included.
pub const DAYS: i64 = 30;
/// The days that are kept.
const KEPT: i64 = 40;
/// The rows of the audit that are looked at in one transaction, and the transactions of one run.
const ROWS: i64 = 1000;
const ROUNDS: usize = 20;

/// The sign-ins of a day.
#[derive(Clone, Debug, Serialize, sqlx::FromRow, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignInDay {
    /// The day in UTC, `yyyy-MM-dd`.
    pub day: String,
    /// The number of sign-ins.
    pub sign_ins: i64,
    /// The number of different people.
    pub people: i64,
}

/// The first moment of the day that was so many days before today.
fn days_ago(now: Time, days: i64) -> Time {
    let day = 86_400_000;
    Time(now.0 - now.0.rem_euclid(day) - days * day)
}

/// Counts the sign-ins that were sealed since the last time. To be called again and again, on every node.
pub async fn count_sign_ins(kernel: &Kernel) -> Result<(), Error> {
    for _ in 0..ROUNDS {
        if !count_some(kernel).await? {
            break;
        }
    }
    Ok(())
}

/// Counts the next rows; false where there is nothing more, or another node was faster.
async fn count_some(kernel: &Kernel) -> Result<bool, Error> {
    let mut cx = ReadCtx::system(kernel);
    let (seq,): (i64,) = cx.db().await?.query("SELECT seq FROM sign_ins_counted WHERE id = 1").one().await?;
    let Some((last, sign_ins)) = sealed_after(cx.db().await?, seq, ROWS).await? else { return Ok(false) };
    let counts = by_day(&mut cx, sign_ins).await?;
    drop(cx);
    let mut cx = Ctx::system(kernel, "sign-ins");
    let now = cx.now();
    let tx = cx.db().await?;
    let query = tx.write("UPDATE sign_ins_counted SET").push(" seq = ", last).push(" WHERE id = 1 AND seq = ", seq);
    if query.execute().await? == 0 {
        return Ok(false);
    }
    for ((tenant, day), (sign_ins, people)) in counts {
        tx.write(
            "INSERT INTO sign_in_days (tenant_id, day, sign_ins, people) VALUES ($1, $2, $3, $4) \
             ON CONFLICT (tenant_id, day) DO UPDATE SET sign_ins = sign_in_days.sign_ins + excluded.sign_ins, \
             people = sign_in_days.people + excluded.people",
        )
        .bind(tenant)
        .bind(day)
        .bind(sign_ins)
        .bind(people)
        .execute()
        .await?;
    }
    tx.write("DELETE FROM sign_in_days").push(" WHERE day < ", days_ago(now, KEPT).day()).execute().await?;
    cx.commit().await?;
    Ok(true)
}

/// Sign-ins and people by tenant and day. Whoever is in several tenants counts in each.
async fn by_day(cx: &mut ReadCtx, sign_ins: Vec<Counted>) -> Result<BTreeMap<(Id, String), (i64, i64)>, Error> {
    let first = days_ago(cx.now(), KEPT);
    let sign_ins: Vec<_> = sign_ins.into_iter().filter(|sign_in| sign_in.at >= first).collect();
    let mut users: Vec<Id> = sign_ins.iter().map(|sign_in| sign_in.actor.clone()).collect();
    users.sort();
    users.dedup();
    let mut tenants: BTreeMap<Id, Vec<Id>> = BTreeMap::new();
    if !users.is_empty() {
        for (user, tenant) in tenants_of(cx, users).await? {
            tenants.entry(user).or_default().push(tenant);
        }
    }
    let mut counts: BTreeMap<(Id, String), (i64, i64)> = BTreeMap::new();
    for Counted { at, actor, again } in sign_ins {
        let all = std::iter::once(Id::from(ALL_TENANTS));
        for tenant in all.chain(tenants.get(&actor).into_iter().flatten().cloned()) {
            let (count, people) = counts.entry((tenant, at.day())).or_default();
            *count += 1;
            *people += i64::from(!again);
        }
    }
    Ok(counts)
}

/// The last days of the tenants in `scope`, the oldest first; a day without a sign-in, too.
pub async fn last_days(cx: &mut ReadCtx, scope: &Scope) -> Result<Vec<SignInDay>, Error> {
    let now = cx.now();
    let tenants = match scope {
        Scope::All => vec![Id::from(ALL_TENANTS)],
        Scope::Only(tenants) => tenants.clone(),
    };
    let query = cx.db().await?.query(
        "SELECT day, CAST(SUM(sign_ins) AS BIGINT) AS sign_ins, CAST(SUM(people) AS BIGINT) AS people \
         FROM sign_in_days WHERE",
    );
    let query = query.push(" day >= ", days_ago(now, DAYS - 1).day()).push_in(" AND tenant_id", tenants);
    let found: Vec<SignInDay> = query.sql(" GROUP BY day").all().await?;
    let mut found: BTreeMap<String, SignInDay> = found.into_iter().map(|day| (day.day.clone(), day)).collect();
    let days = (0..DAYS).rev().map(|ago| days_ago(now, ago).day());
    Ok(days.map(|day| found.remove(&day).unwrap_or(SignInDay { day, sign_ins: 0, people: 0 })).collect())
}
