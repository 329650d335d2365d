//! The statutory holidays of China that the server brings along, as the global calendar.
//!
//! 2026: the State Council's notice, as the packages `chinese-days` 1.5.7 (npm) and `chinesecalendar` 1.11.0 (PyPI)
//! have it, both alike. 2027: not published yet; worked out from the State Council's Regulation on Public Holidays for
//! National Annual Festivals and Memorial Days (as amended with effect of 2025-01-01, articles 2 and 6): the 13 days
//! themselves, and for each that falls on a weekend the next working day. Days that are moved together are for the
//! notice to say; an administrator changes the calendar then.

use super::model::GLOBAL;
use crate::kernel::ctx::Ctx;
use crate::kernel::error::Error;

/// Days off.
const LAW: &[&str] = &[
    // 2026
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
    // 2027: New Year, Spring Festival from its eve, Qingming, Labour Day, Dragon Boat, Mid-Autumn, National Day
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

/// Days of a weekend on which people work.
const EXTRA: &[&str] = &["2026-01-04", "2026-02-14", "2026-02-28", "2026-05-09", "2026-09-20", "2026-10-10"];

/// Puts the global calendar into the database where there is none. One that is there stays as it is.
pub async fn seed(cx: &mut Ctx) -> Result<(), Error> {
    let now = cx.now();
    cx.db()
        .await?
        .query(
            "INSERT INTO holidays (tenant_id, version, law_holidays, extra_workdays, updated_at) \
             VALUES ($1, 1, $2, $3, $4) ON CONFLICT (tenant_id) DO NOTHING",
        )
        .bind(GLOBAL)
        .bind(LAW.join(","))
        .bind(EXTRA.join(","))
        .bind(now)
        .execute()
        .await?;
    Ok(())
}
