//! Cron expressions as Quartz documents them (Quartz 2.3, `CronExpression`): six fields, or seven with the year.
//!
//! | field | values | besides `*` `,` `-` `/` |
//! |---|---|---|
//! | second, minute | 0-59 | |
//! | hour | 0-23 | |
//! | day of the month | 1-31 | `?` `L` `L-3` `W` (`15W`, `LW`, `L-3W`) |
//! | month | 1-12, JAN-DEC | |
//! | day of the week | 1-7, SUN-SAT | `?` `L` `6L` `6#3` |
//! | year | 1970-2099, may be left out | |
//!
//! Exactly one of the two fields of days is `?`. A range may run over its end: `22-2`, `FRI-MON`. More than Quartz
//! accepts in one place: `L`, `W` and `#` may stand in lists, which it says are not implemented.
//!
//! **Clocks that are set.** Expressions speak of the local time of a time zone. One that names hours runs once a day that
//! it is due: at the first of two equal times where the clock is set back, and at the moment of the change where its time
//! is skipped. One that runs in every hour follows the time that passes: it runs in the skipped hour not at all, and in
//! the repeated hour twice.

mod fault;
mod field;
mod next;
mod parse;
mod words;

#[cfg(test)]
mod tests;

pub use chrono_tz::Tz;
pub use fault::{Fault, Place, Wrong};
pub use words::Language;

use field::{Days, Item, Weekdays};

/// The greatest year that an expression can name.
pub const LAST_YEAR: u16 = 2099;
/// The least.
pub const FIRST_YEAR: u16 = 1970;

/// A valid expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cron {
    seconds: Vec<Item>,
    minutes: Vec<Item>,
    hours: Vec<Item>,
    days: Days,
    months: Vec<Item>,
    weekdays: Weekdays,
    years: Vec<Item>,
    masks: next::Masks,
}
