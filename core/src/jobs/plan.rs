//! When a task runs next.

use cardea_cron::{Cron, Tz};
use chrono::{DateTime, Duration, Utc};

use super::model::{RUNNING, Task};
use crate::kernel::clock::Time;
use crate::kernel::ctx::ReadCtx;
use crate::kernel::error::Error;
use crate::kernel::id::Id;
use crate::resources::holidays;

/// The calendar that every tenant without its own uses, in a form.
pub const GLOBAL: &str = "sys";

/// The most days that a calendar may pass over in a row: no country has a longer holiday.
const MOST_DAYS: usize = 60;

fn moment(time: Time) -> DateTime<Utc> {
    DateTime::from_timestamp_millis(time.0).unwrap_or_default()
}

/// The first time after a moment at which a task is due, on whatever day; `None` if it is paused or never due again.
pub fn next(task: &Task, after: Time) -> Option<Time> {
    let (cron, zone) = task.schedule().filter(|_| task.status == RUNNING)?;
    Some(Time(cron.next_after(moment(after), zone)?.timestamp_millis()))
}

/// Whether a task runs on the day of a due time: always, unless it keeps to the working days of a calendar. Asked when
/// the time comes, as a calendar may change until then.
pub async fn is_worked(cx: &mut ReadCtx, task: &Task, due: Time) -> Result<bool, Error> {
    let Some((calendar, (_, zone))) = task.workdays_of.as_ref().zip(task.schedule()) else { return Ok(true) };
    is_working_day(cx, calendar, moment(due), zone).await
}

async fn is_working_day(cx: &mut ReadCtx, calendar: &Id, at: DateTime<Utc>, zone: Tz) -> Result<bool, Error> {
    let tenant = (calendar.as_str() != GLOBAL).then_some(calendar);
    holidays::is_working_day(cx, tenant, at.with_timezone(&zone).date_naive()).await
}

/// The next `count` times of an expression at which a task runs, as its calendar is now.
pub async fn times(
    cx: &mut ReadCtx,
    (cron, zone): &(Cron, Tz),
    calendar: Option<&Id>,
    after: Time,
    count: usize,
) -> Result<Vec<Time>, Error> {
    let (mut times, mut after, mut passed) = (Vec::new(), moment(after), 0);
    let mut known = None;
    while times.len() < count && passed < MOST_DAYS {
        let Some(due) = cron.next_after(after, *zone) else { break };
        after = due;
        if let Some(calendar) = calendar {
            let day = due.with_timezone(zone).date_naive();
            let is_worked = match known {
                Some((last, is_worked)) if last == day => is_worked,
                _ => is_working_day(cx, calendar, due, *zone).await?,
            };
            known = Some((day, is_worked));
            if !is_worked {
                passed += 1;
                // On with the next day: none of this one is worth a look.
                let midnight = day.succ_opt().and_then(|next| next.and_hms_opt(0, 0, 0));
                let begins = midnight.and_then(|at| at.and_local_timezone(*zone).earliest());
                after = begins.map_or(due, |at| at.with_timezone(&Utc) - Duration::seconds(1)).max(due);
                continue;
            }
        }
        times.push(Time(due.timestamp_millis()));
    }
    Ok(times)
}
