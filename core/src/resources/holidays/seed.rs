//! The statutory holidays of China, seeded as the global calendar.
//!
//! 2026: the State Council's notice, as the packages `chinese-days` 1.5.7 (npm) and `chinesecalendar` 1.11.0 (PyPI)
//! have it; both agree. 2027: not published yet; computed from the State Council's Regulation on Public Holidays for
//! National Annual Festivals and Memorial Days (as amended with effect of 2025-01-01, articles 2 and 6): the 13 days
//! themselves, and for each that falls on a weekend the next working day. The notice will also move days together; an
//! administrator changes the calendar then.

use serde::{Deserialize, Serialize};

use super::model::GLOBAL;
use crate::kernel::ctx::Ctx;
use crate::kernel::error::Error;
use crate::kernel::settings;

/// The published days off of 2026.
const LAW: &[&str] = &[
    "2026-01-01",
    "2026-01-02",
    "2026-01-03",
    "2026-02-15",
    "2026-02-16",
    "2026-02-17",
    "2026-02-18",
    "2026-02-19",
    "2026-02-20",
    "2026-02-21",
    "2026-02-22",
    "2026-02-23",
    "2026-04-04",
    "2026-04-05",
    "2026-04-06",
    "2026-05-01",
    "2026-05-02",
    "2026-05-03",
    "2026-05-04",
    "2026-05-05",
    "2026-06-19",
    "2026-06-20",
    "2026-06-21",
    "2026-09-25",
    "2026-09-26",
    "2026-09-27",
    "2026-10-01",
    "2026-10-02",
    "2026-10-03",
    "2026-10-04",
    "2026-10-05",
    "2026-10-06",
    "2026-10-07",
];

/// Unpublished years, with the days off that the law alone gives.
pub const PROVISIONAL: &[(&str, &[&str])] = &[("2027", NEXT_YEAR)];

/// 2027: New Year, Spring Festival from its eve, Qingming, Labour Day, Dragon Boat, Mid-Autumn, National Day.
const NEXT_YEAR: &[&str] = &[
    "2027-01-01",
    "2027-02-05",
    "2027-02-06",
    "2027-02-07",
    "2027-02-08",
    "2027-02-09",
    "2027-02-10",
    "2027-04-05",
    "2027-05-01",
    "2027-05-02",
    "2027-05-03",
    "2027-05-04",
    "2027-06-09",
    "2027-09-15",
    "2027-10-01",
    "2027-10-02",
    "2027-10-03",
    "2027-10-04",
    "2027-10-05",
];

/// Workdays on weekends.
const EXTRA: &[&str] = &["2026-01-04", "2026-02-14", "2026-02-28", "2026-05-09", "2026-09-20", "2026-10-10"];

/// The setting with the edition that was seeded last.
const BROUGHT: &str = "holidays";

/// A seeded edition: its days, and the version of the calendar after seeding it.
#[derive(Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
struct Brought {
    law: String,
    extra: String,
    version: i64,
}

/// Stores the global calendar, or updates it to a later edition. A calendar that an administrator has changed stays as
/// it is.
pub async fn seed(cx: &mut Ctx) -> Result<(), Error> {
    let worked_out = PROVISIONAL.iter().flat_map(|(_, days)| days.iter());
    let law: Vec<&str> = LAW.iter().chain(worked_out).copied().collect();
    bring(cx, &law, EXTRA).await
}

async fn bring(cx: &mut Ctx, law: &[&str], extra: &[&str]) -> Result<(), Error> {
    let new = Brought { law: law.join(","), extra: extra.join(","), version: 1 };
    // The first edition was seeded without this setting.
    let last = settings::get::<Brought>(cx, BROUGHT).await?.unwrap_or(Brought { version: 1, ..Brought::default() });
    if (&last.law, &last.extra) == (&new.law, &new.extra) {
        return Ok(());
    }
    let now = cx.now();
    let insert = "INSERT INTO holidays (tenant_id, version, law_holidays, extra_workdays, updated_at) \
         VALUES ($1, 1, $2, $3, $4) ON CONFLICT (tenant_id) DO NOTHING";
    let query = cx.db().await?.write(insert).bind(GLOBAL).bind(new.law.clone()).bind(new.extra.clone()).bind(now);
    if query.execute().await? == 1 {
        return settings::put(cx, BROUGHT, &new).await;
    }
    let query = cx.db().await?.write("UPDATE holidays SET version = version + 1");
    let query = query
        .push(", law_holidays = ", new.law.clone())
        .push(", extra_workdays = ", new.extra.clone())
        .push(", updated_at = ", now)
        .push(" WHERE tenant_id = ", GLOBAL)
        .push(" AND version = ", last.version);
    let version = if query.execute().await? == 1 {
        last.version + 1
    } else {
        tracing::info!("the calendar of holidays was changed here; the new edition that came along is not taken");
        // No stored calendar has version 0: from here on only administrators change it.
        0
    };
    settings::put(cx, BROUGHT, &Brought { version, ..new }).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::both;
    use crate::kernel::ctx::ReadCtx;
    use crate::resources::testing as world;

    async fn law(cx: &mut ReadCtx) -> (i64, String) {
        let sql = "SELECT version, law_holidays FROM holidays WHERE tenant_id = ";
        cx.db().await.unwrap().query(sql).push("", GLOBAL).one().await.unwrap()
    }

    both! {
        async fn a_new_edition_comes_in_until_somebody_changes_the_calendar(engine) {
            let t = engine.kernel().await;
            let mut cx = world::system(&t.kernel);
            for (days, version) in [(["2027-01-01"], 1), (["2027-01-02"], 2), (["2027-01-02"], 2), (["2027-01-03"], 3)] {
                bring(&mut cx, &days, &[]).await.unwrap();
                assert_eq!(law(&mut cx).await, (version, days[0].to_owned()));
            }
            let change = "UPDATE holidays SET version = version + 1, law_holidays = 'own'";
            cx.db().await.unwrap().write(change).execute().await.unwrap();
            for days in [["2027-01-04"], ["2027-01-05"]] {
                bring(&mut cx, &days, &[]).await.unwrap();
                assert_eq!(law(&mut cx).await, (4, "own".to_owned()));
            }
        }
    }

    both! {
        async fn what_was_brought_before_it_was_noted_is_renewed_too(engine) {
            let t = engine.kernel().await;
            let mut cx = world::system(&t.kernel);
            let insert = "INSERT INTO holidays (tenant_id, version, law_holidays, extra_workdays, updated_at) VALUES (";
            cx.db().await.unwrap().write(insert).push("", GLOBAL).sql(", 1, 'first', '', 0)").execute().await.unwrap();
            bring(&mut cx, &["2027-01-01"], &[]).await.unwrap();
            assert_eq!(law(&mut cx).await, (2, "2027-01-01".to_owned()));
        }
    }
}
