//! When an expression is due.

use chrono::{
    DateTime, Datelike as _, Duration, LocalResult, NaiveDate, NaiveDateTime, TimeZone as _, Timelike as _, Utc,
};
use chrono_tz::Tz;

use crate::fault::Place;
use crate::field::{Day, Item, Weekday};
use crate::{Cron, FIRST_YEAR, LAST_YEAR};

/// The values of each field, a bit for each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Masks {
    seconds: u64,
    minutes: u64,
    hours: u64,
    months: u64,
    years: Vec<u16>,
    days: u64,
    weekdays: u64,
}

fn mask(items: impl IntoIterator<Item = Item>, place: Place) -> u64 {
    let (low, high) = place.bounds();
    items.into_iter().flat_map(|item| item.values(low, high)).fold(0, |mask, value| mask | 1 << value)
}

const fn has(mask: u64, value: u32) -> bool {
    mask >> value & 1 == 1
}

/// The values of a mask, from one on.
fn values(mask: u64, from: u32) -> impl Iterator<Item = u32> {
    (from..64).filter(move |value| has(mask, *value))
}

impl Masks {
    pub fn of(cron: &Cron) -> Self {
        let (low, high) = Place::Year.bounds();
        let mut years: Vec<u16> = cron.years.iter().flat_map(|item| item.values(low, high)).collect();
        years.sort_unstable();
        years.dedup();
        let days = cron.days.iter().flatten().filter_map(|day| match day {
            Day::Numbers(item) => Some(*item),
            _ => None,
        });
        let weekdays = cron.weekdays.iter().flatten().filter_map(|day| match day {
            Weekday::Numbers(item) => Some(*item),
            _ => None,
        });
        Self {
            seconds: mask(cron.seconds.iter().copied(), Place::Second),
            minutes: mask(cron.minutes.iter().copied(), Place::Minute),
            hours: mask(cron.hours.iter().copied(), Place::Hour),
            months: mask(cron.months.iter().copied(), Place::Month),
            years,
            days: mask(days, Place::Day),
            weekdays: mask(weekdays, Place::Weekday),
        }
    }
}

/// The number of days of a month.
fn days_of(year: i32, month: u32) -> u32 {
    (28..=31).rev().find(|day| NaiveDate::from_ymd_opt(year, month, *day).is_some()).unwrap_or(28)
}

/// The day of the week; 1 is Sunday.
fn weekday_of(date: NaiveDate) -> u32 {
    date.weekday().num_days_from_sunday() + 1
}

/// The working day of the month that is nearest to a day of it.
fn nearest(year: i32, month: u32, day: u32) -> Option<NaiveDate> {
    let date = NaiveDate::from_ymd_opt(year, month, day)?;
    let moved = match weekday_of(date) {
        // Saturday: the Friday before, or the Monday after where that is another month.
        7 if day == 1 => 2,
        7 => -1,
        // Sunday: the Monday after, or the Friday before.
        1 if day == days_of(year, month) => -2,
        1 => 1,
        _ => 0,
    };
    date.checked_add_signed(Duration::days(moved))
}

impl Cron {
    /// The first moment after `after` at which it is due in a time zone; `None` if it is never due again.
    #[must_use]
    pub fn next_after(&self, after: DateTime<Utc>, zone: Tz) -> Option<DateTime<Utc>> {
        if self.masks.hours == (1 << 24) - 1 { self.flowing(after, zone) } else { self.by_clock(after, zone) }
    }

    /// The first so many moments after `after`.
    #[must_use]
    pub fn times(&self, after: DateTime<Utc>, zone: Tz, most: usize) -> Vec<DateTime<Utc>> {
        std::iter::successors(self.next_after(after, zone), |last| self.next_after(*last, zone)).take(most).collect()
    }

    /// Whether no day is ever due.
    pub(crate) fn is_never(&self) -> bool {
        self.day_from(NaiveDate::MIN).is_none()
    }

    /// The first day from `from` on at which it is due.
    fn day_from(&self, from: NaiveDate) -> Option<NaiveDate> {
        let mut date = from.max(NaiveDate::from_ymd_opt(i32::from(FIRST_YEAR), 1, 1)?);
        while date.year() <= i32::from(LAST_YEAR) {
            let year = u16::try_from(date.year()).ok()?;
            if self.masks.years.binary_search(&year).is_err() {
                let next = self.masks.years.iter().find(|other| **other > year)?;
                date = NaiveDate::from_ymd_opt(i32::from(*next), 1, 1)?;
            } else if !has(self.masks.months, date.month()) {
                date = first_of_next(date)?;
            } else if self.is_day(date) {
                return Some(date);
            } else {
                date = date.succ_opt()?;
            }
        }
        None
    }

    /// Whether it is due on a day of one of its months.
    fn is_day(&self, date: NaiveDate) -> bool {
        let last = days_of(date.year(), date.month());
        if let Some(days) = &self.days {
            return has(self.masks.days, date.day())
                || days.iter().any(|day| match *day {
                    Day::Numbers(_) => false,
                    Day::Last(before) => date.day() + u32::from(before) == last,
                    Day::Nearest(day) => nearest(date.year(), date.month(), u32::from(day)) == Some(date),
                    Day::NearestLast(before) => {
                        let day = last.saturating_sub(u32::from(before));
                        nearest(date.year(), date.month(), day) == Some(date)
                    }
                });
        }
        let weekday = weekday_of(date);
        has(self.masks.weekdays, weekday)
            || self.weekdays.iter().flatten().any(|day| match *day {
                Weekday::Numbers(_) => false,
                Weekday::Last(which) => u32::from(which) == weekday && date.day() + 7 > last,
                Weekday::Nth(which, nth) => u32::from(which) == weekday && (date.day() - 1) / 7 + 1 == u32::from(nth),
            })
    }

    /// One that names hours: by the clock on the wall.
    fn by_clock(&self, after: DateTime<Utc>, zone: Tz) -> Option<DateTime<Utc>> {
        let local = after.with_timezone(&zone).naive_local();
        let mut date = self.day_from(local.date())?;
        loop {
            let (hour, minute) = if date == local.date() { (local.hour(), local.minute()) } else { (0, 0) };
            for hour_due in values(self.masks.hours, hour).filter(|hour| *hour < 24) {
                let from = if hour_due == hour { minute } else { 0 };
                for minute_due in values(self.masks.minutes, from) {
                    for second_due in values(self.masks.seconds, 0) {
                        let due = instant(zone, date.and_hms_opt(hour_due, minute_due, second_due)?)?;
                        if due > after {
                            return Some(due);
                        }
                    }
                }
            }
            date = self.day_from(date.succ_opt()?)?;
        }
    }

    /// One that runs in every hour: by the time that passes.
    fn flowing(&self, after: DateTime<Utc>, zone: Tz) -> Option<DateTime<Utc>> {
        let second = Duration::seconds(1);
        let mut at = after.with_nanosecond(0)?.checked_add_signed(second)?;
        loop {
            let local = at.with_timezone(&zone).naive_local();
            let date = self.day_from(local.date())?;
            if date != local.date() {
                at = instant(zone, date.and_hms_opt(0, 0, 0)?)?;
            } else if !has(self.masks.minutes, local.minute()) {
                at += Duration::seconds(i64::from(60 - local.second()));
            } else if let Some(due) = values(self.masks.seconds, local.second()).next() {
                let due = at + Duration::seconds(i64::from(due - local.second()));
                // The clock may be set meanwhile.
                let there = due.with_timezone(&zone).naive_local();
                if there.minute() == local.minute() && there.date() == date {
                    return Some(due);
                }
                at += second;
            } else {
                at += Duration::seconds(i64::from(60 - local.second()));
            }
        }
    }
}

fn first_of_next(date: NaiveDate) -> Option<NaiveDate> {
    let (year, month) = if date.month() == 12 { (date.year() + 1, 1) } else { (date.year(), date.month() + 1) };
    NaiveDate::from_ymd_opt(year, month, 1)
}

/// The moment of a local time: the first of two equal ones; of a skipped one, that of the change of the clock.
fn instant(zone: Tz, mut local: NaiveDateTime) -> Option<DateTime<Utc>> {
    // No clock was ever set by more than a day.
    for _ in 0..=24 * 60 {
        match zone.from_local_datetime(&local) {
            LocalResult::Single(at) | LocalResult::Ambiguous(at, _) => return Some(at.with_timezone(&Utc)),
            LocalResult::None => local = local.with_second(0)?.checked_add_signed(Duration::minutes(1))?,
        }
    }
    None
}
