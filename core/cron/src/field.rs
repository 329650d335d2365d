//! The fields of an expression, as they were written.

/// A part of a field's list: `5`, `1-5`, `*`, `0/15`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item {
    /// The first value.
    pub from: u16,
    /// The last value; less than the first where the range runs over its end.
    pub to: u16,
    /// Every so many values.
    pub step: u16,
    /// How it was written.
    pub form: Form,
}

/// How a part of a list was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `*`, or steps of it.
    All,
    /// One value.
    One,
    /// A range, or steps of it.
    Range,
    /// A value from which steps run to the end: `5/15`.
    From,
}

impl Item {
    /// The values of the part within the bounds of its field.
    pub fn values(self, low: u16, high: u16) -> impl Iterator<Item = u16> {
        let size = high - low + 1;
        let length = if self.to >= self.from { self.to - self.from } else { self.to + size - self.from };
        (0..=length).step_by(usize::from(self.step)).map(move |ahead| low + (self.from - low + ahead) % size)
    }
}

/// A part of the list of days of the month.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Day {
    /// Days by number.
    Numbers(Item),
    /// So many days before the last: `L`, `L-3`.
    Last(u16),
    /// The working day (Monday to Friday) of the month that is nearest to a day: `15W`.
    Nearest(u16),
    /// The one nearest to so many days before the last: `LW`, `L-3W`.
    NearestLast(u16),
}

/// The field of days of the month; `None` is `?`.
pub type Days = Option<Vec<Day>>;

/// A part of the list of days of the week; 1 is Sunday.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weekday {
    /// Days by number.
    Numbers(Item),
    /// The last of these in the month: `6L`.
    Last(u16),
    /// The nth of these in the month: `6#3`.
    Nth(u16, u16),
}

/// The field of days of the week; `None` is `?`.
pub type Weekdays = Option<Vec<Weekday>>;
