//! Reads expressions.

use std::str::FromStr;

use crate::fault::{Fault, Place, Wrong};
use crate::field::{Day, Days, Form, Item, Weekday, Weekdays};
use crate::next::Masks;
use crate::{Cron, FIRST_YEAR, LAST_YEAR};

/// The most characters of an expression.
const LONGEST: usize = 500;
/// The most days before the last of a month that an expression can name, as in Quartz.
const FARTHEST: u16 = 30;

const MONTHS: [&str; 12] = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];
const WEEKDAYS: [&str; 7] = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"];

impl Place {
    /// The least and the greatest value.
    pub(crate) const fn bounds(self) -> (u16, u16) {
        match self {
            Self::Second | Self::Minute => (0, 59),
            Self::Hour => (0, 23),
            Self::Day => (1, 31),
            Self::Month => (1, 12),
            Self::Weekday => (1, 7),
            Self::Year => (FIRST_YEAR, LAST_YEAR),
        }
    }

    const fn value_names(self) -> &'static [&'static str] {
        match self {
            Self::Month => &MONTHS,
            Self::Weekday => &WEEKDAYS,
            _ => &[],
        }
    }
}

impl FromStr for Cron {
    type Err = Fault;

    fn from_str(text: &str) -> Result<Self, Fault> {
        if text.len() > LONGEST {
            return Err(Fault::new(Wrong::Long, ""));
        }
        let text = text.to_ascii_uppercase();
        let fields: Vec<&str> = text.split_ascii_whitespace().collect();
        let (&[second, minute, hour, day, month, weekday], year) = (
            match fields.len() {
                6 | 7 => fields.first_chunk::<6>().ok_or_else(|| Fault::new(Wrong::Fields(fields.len()), ""))?,
                count => return Err(Fault::new(Wrong::Fields(count), "")),
            },
            fields.get(6).copied().unwrap_or("*"),
        );
        let (days, weekdays) = (days(day)?, weekdays(weekday)?);
        if days.is_some() == weekdays.is_some() {
            return Err(Fault::new(Wrong::Question, ""));
        }
        let mut cron = Self {
            seconds: list(second, Place::Second)?,
            minutes: list(minute, Place::Minute)?,
            hours: list(hour, Place::Hour)?,
            days,
            months: list(month, Place::Month)?,
            weekdays,
            years: list(year, Place::Year)?,
            masks: Masks::default(),
        };
        cron.masks = Masks::of(&cron);
        if cron.is_never() {
            return Err(Fault::new(Wrong::Never, ""));
        }
        Ok(cron)
    }
}

fn list(text: &str, place: Place) -> Result<Vec<Item>, Fault> {
    text.split(',').map(|part| item(part, place)).collect()
}

fn days(text: &str) -> Result<Days, Fault> {
    if text == "?" {
        return Ok(None);
    }
    text.split(',').map(day).collect::<Result<_, _>>().map(Some)
}

fn weekdays(text: &str) -> Result<Weekdays, Fault> {
    if text == "?" {
        return Ok(None);
    }
    text.split(',').map(weekday).collect::<Result<_, _>>().map(Some)
}

fn day(part: &str) -> Result<Day, Fault> {
    let (body, nearest) = match part.strip_suffix('W') {
        Some(body) => (body, true),
        None => (part, false),
    };
    if let Some(behind) = body.strip_prefix('L') {
        let before = match behind.strip_prefix('-') {
            Some(number) => digits(number).ok_or_else(|| Fault::new(Wrong::Unreadable(Place::Day), part))?,
            None if behind.is_empty() => 0,
            None => return Err(Fault::new(Wrong::Unreadable(Place::Day), part)),
        };
        if before > FARTHEST {
            return Err(Fault::new(Wrong::Bounds(Place::Day, 0, FARTHEST), part));
        }
        return Ok(if nearest { Day::NearestLast(before) } else { Day::Last(before) });
    }
    if nearest { value(body, part, Place::Day).map(Day::Nearest) } else { item(part, Place::Day).map(Day::Numbers) }
}

fn weekday(part: &str) -> Result<Weekday, Fault> {
    let place = Place::Weekday;
    if part == "L" {
        // Saturday, the last of the week.
        return Ok(Weekday::Numbers(Item { from: 7, to: 7, step: 1, form: Form::One }));
    }
    if let Some((day, nth)) = part.split_once('#') {
        let nth = digits(nth).ok_or_else(|| Fault::new(Wrong::Unreadable(place), part))?;
        if !(1..=5).contains(&nth) {
            return Err(Fault::new(Wrong::Bounds(place, 1, 5), part));
        }
        return Ok(Weekday::Nth(value(day, part, place)?, nth));
    }
    match part.strip_suffix('L') {
        Some(day) => value(day, part, place).map(Weekday::Last),
        None => item(part, place).map(Weekday::Numbers),
    }
}

fn item(part: &str, place: Place) -> Result<Item, Fault> {
    let (low, high) = place.bounds();
    let (range, step) = match part.split_once('/') {
        Some((range, step)) => (range, Some(digits(step).ok_or_else(|| Fault::new(Wrong::Step(place), part))?)),
        None => (part, None),
    };
    if step.is_some_and(|step| step == 0 || step > high - low + u16::from(low > 0)) {
        return Err(Fault::new(Wrong::Step(place), part));
    }
    let stepped = step.is_some();
    let step = step.unwrap_or(1);
    let of = |from, to, form| Item { from, to, step, form };
    // `/5` is `*/5`.
    if range == "*" || (range.is_empty() && stepped) {
        return Ok(of(low, high, Form::All));
    }
    if let Some((from, to)) = range.split_once('-') {
        let (from, to) = (value(from, part, place)?, value(to, part, place)?);
        if from > to && place == Place::Year {
            return Err(Fault::new(Wrong::Unreadable(place), part));
        }
        return Ok(of(from, to, Form::Range));
    }
    let from = value(range, part, place)?;
    Ok(if stepped { of(from, high, Form::From) } else { of(from, from, Form::One) })
}

fn value(text: &str, part: &str, place: Place) -> Result<u16, Fault> {
    let (low, high) = place.bounds();
    if let Some(at) = place.value_names().iter().position(|name| *name == text) {
        return Ok(low + u16::try_from(at).unwrap_or_default());
    }
    let value = digits(text).ok_or_else(|| Fault::new(Wrong::Unreadable(place), part))?;
    if (low..=high).contains(&value) { Ok(value) } else { Err(Fault::new(Wrong::Bounds(place, low, high), part)) }
}

/// A number in digits alone: no sign, no more digits than a year has.
fn digits(text: &str) -> Option<u16> {
    let fits = (1..=4).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    if fits { text.parse().ok() } else { None }
}
