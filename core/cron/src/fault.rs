//! What is wrong with an expression.

use std::fmt;

/// A field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Seconds.
    Second,
    /// Minutes.
    Minute,
    /// Hours.
    Hour,
    /// Days of the month.
    Day,
    /// Months.
    Month,
    /// Days of the week.
    Weekday,
    /// Years.
    Year,
}

impl Place {
    /// Its name in Chinese and in English.
    #[must_use]
    pub const fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::Second => ("秒", "second"),
            Self::Minute => ("分", "minute"),
            Self::Hour => ("时", "hour"),
            Self::Day => ("日", "day of the month"),
            Self::Month => ("月", "month"),
            Self::Weekday => ("周", "day of the week"),
            Self::Year => ("年", "year"),
        }
    }
}

/// What is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// There are not six or seven fields.
    Fields(usize),
    /// The text is longer than any expression.
    Long,
    /// The field cannot be read.
    Unreadable(Place),
    /// A value is out of the field's bounds, which are these.
    Bounds(Place, u16, u16),
    /// A step is 0, or beyond the field's bounds.
    Step(Place),
    /// Neither of the fields of days is `?`, or both are.
    Question,
    /// No day is ever due.
    Never,
}

/// An expression that is not valid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What is wrong.
    pub wrong: Wrong,
    /// The part of the text that it is about; empty where it is the whole.
    pub part: String,
}

impl Fault {
    pub(crate) fn new(wrong: Wrong, part: &str) -> Self {
        Self { wrong, part: part.chars().take(40).collect() }
    }

    /// The sentence in Chinese and in English.
    #[must_use]
    pub fn sentences(&self) -> (String, String) {
        let part = &self.part;
        match self.wrong {
            Wrong::Fields(count) => (
                format!("Cron 表达式须有 6 或 7 个字段，现有 {count} 个"),
                format!("a cron expression has 6 or 7 fields, this one has {count}"),
            ),
            Wrong::Long => ("Cron 表达式过长".into(), "the cron expression is too long".into()),
            Wrong::Unreadable(place) => {
                let (zh, en) = place.names();
                (format!("“{zh}”字段无法识别：{part}"), format!("the {en} cannot be read: {part}"))
            }
            Wrong::Bounds(place, low, high) => {
                let (zh, en) = place.names();
                (
                    format!("“{zh}”字段须在 {low} 到 {high} 之间：{part}"),
                    format!("the {en} must be between {low} and {high}: {part}"),
                )
            }
            Wrong::Step(place) => {
                let (zh, en) = place.names();
                (format!("“{zh}”字段的步长无效：{part}"), format!("the step of the {en} is not valid: {part}"))
            }
            Wrong::Question => (
                "“日”和“周”必须有且只有一个为 ?".into(),
                "exactly one of day of the month and day of the week must be ?".into(),
            ),
            Wrong::Never => ("该表达式没有任何执行时间".into(), "the expression is never due".into()),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentences().1)
    }
}

impl std::error::Error for Fault {}
