//! An expression in words.

use crate::Cron;
use crate::fault::Place;
use crate::field::{Day, Form, Item, Weekday};

/// The languages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// Chinese.
    Zh,
    /// English.
    En,
}

/// The most times of a day that are told one by one.
const FEW: usize = 4;

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
const WEEKDAYS: [(&str, &str); 7] = [
    ("周日", "Sunday"),
    ("周一", "Monday"),
    ("周二", "Tuesday"),
    ("周三", "Wednesday"),
    ("周四", "Thursday"),
    ("周五", "Friday"),
    ("周六", "Saturday"),
];
const NTH: [(&str, &str); 5] =
    [("第一个", "first"), ("第二个", "second"), ("第三个", "third"), ("第四个", "fourth"), ("第五个", "fifth")];

impl Language {
    fn pick(self, zh: impl Into<String>, en: impl Into<String>) -> String {
        match self {
            Self::Zh => zh.into(),
            Self::En => en.into(),
        }
    }

    fn list(self, parts: &[String]) -> String {
        match (self, parts) {
            (Self::Zh, parts) => parts.join("、"),
            (Self::En, [first @ .., last]) if !first.is_empty() => format!("{} and {last}", first.join(", ")),
            (Self::En, parts) => parts.join(", "),
        }
    }

    fn weekday(self, day: u16) -> &'static str {
        let (zh, en) = WEEKDAYS.get(usize::from(day.saturating_sub(1))).copied().unwrap_or_default();
        if self == Self::Zh { zh } else { en }
    }

    fn month(self, month: u16) -> String {
        let en = MONTHS.get(usize::from(month.saturating_sub(1))).copied().unwrap_or_default();
        self.pick(format!("{month}月"), en)
    }
}

/// Whether the part is every value.
const fn is_all(items: &[Item]) -> bool {
    matches!(items, [Item { form: Form::All, step: 1, .. }])
}

/// The values of a field that names each.
fn named(items: &[Item]) -> Option<Vec<u16>> {
    items.iter().map(|item| (item.form == Form::One).then_some(item.from)).collect()
}

impl Cron {
    /// When it is due, in words.
    #[must_use]
    pub fn in_words(&self, language: Language) -> String {
        let (time, dates) = (self.time(language), self.dates(language));
        match language {
            Language::Zh => format!("{dates}{time}"),
            Language::En => {
                let text = format!("{time}{dates}");
                let mut letters = text.chars();
                letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
            }
        }
    }

    /// The times of a day that it names one by one, if they are few.
    fn times_of_day(&self) -> Option<Vec<String>> {
        let (seconds, minutes, hours) = (named(&self.seconds)?, named(&self.minutes)?, named(&self.hours)?);
        if seconds.len() * minutes.len() * hours.len() > FEW {
            return None;
        }
        let mut all = Vec::new();
        for hour in &hours {
            for minute in &minutes {
                for second in &seconds {
                    all.push((*hour, *minute, *second));
                }
            }
        }
        all.sort_unstable();
        let text = |(hour, minute, second)| match second {
            0 => format!("{hour:02}:{minute:02}"),
            _ => format!("{hour:02}:{minute:02}:{second:02}"),
        };
        Some(all.into_iter().map(text).collect())
    }

    fn time(&self, language: Language) -> String {
        if let Some(times) = self.times_of_day() {
            let times = language.list(&times);
            return language.pick(times.clone(), format!("at {times}"));
        }
        let mut parts = Vec::new();
        let on_the_minute = named(&self.seconds).is_some_and(|seconds| seconds == [0]);
        if !on_the_minute {
            parts.push(unit(&self.seconds, Place::Second, language));
        }
        // Every second of every minute of every hour is every second.
        if on_the_minute || !is_all(&self.minutes) || !is_all(&self.hours) {
            let needless = is_all(&self.minutes) && !on_the_minute;
            if !needless {
                parts.push(unit(&self.minutes, Place::Minute, language));
            }
        }
        if !is_all(&self.hours) || named(&self.minutes).is_some() {
            parts.push(unit(&self.hours, Place::Hour, language));
        }
        match language {
            Language::Zh => {
                parts.reverse();
                parts.join("，")
            }
            Language::En => parts.join(", "),
        }
    }

    /// The days, as the end or the beginning of the sentence; nothing where every hour of every day is meant.
    fn dates(&self, language: Language) -> String {
        let days = self.named_days(language).or_else(|| self.named_weekdays(language));
        let months =
            (!is_all(&self.months)).then(|| names(&self.months, Place::Month, language, |month| language.month(month)));
        let years = (!is_all(&self.years)).then(|| {
            names(&self.years, Place::Year, language, |year| language.pick(format!("{year}年"), year.to_string()))
        });
        let any_hour = is_all(&self.hours) && days.is_none() && months.is_none() && years.is_none();
        if any_hour {
            return String::new();
        }
        let monthly =
            self.days.is_some() || !self.weekdays.iter().flatten().all(|day| matches!(day, Weekday::Numbers(_)));
        match language {
            Language::Zh => {
                let often = match (&days, &months) {
                    (None, _) => "每天",
                    (Some(_), None) if monthly => "每月",
                    (Some(_), _) if monthly => "",
                    (Some(_), _) => "每",
                };
                let parts = [years, months, Some(format!("{often}{}", days.unwrap_or_default()))];
                parts.into_iter().flatten().map(|part| part + " ").collect()
            }
            Language::En => {
                let day = days.map_or_else(|| " every day".to_owned(), |days| format!(" on {days}"));
                let month = months.map_or_else(String::new, |it| format!(" in {it}"));
                let year = years.map_or_else(String::new, |it| format!(", in {it}"));
                format!("{day}{month}{year}")
            }
        }
    }

    /// The days of the month, if not all of them.
    fn named_days(&self, language: Language) -> Option<String> {
        let days = self.days.as_ref()?;
        let numbers: Option<Vec<Item>> = days
            .iter()
            .map(|day| match day {
                Day::Numbers(item) => Some(*item),
                _ => None,
            })
            .collect();
        let Some(numbers) = numbers else {
            return Some(language.list(&days.iter().map(|day| one_day(*day, language)).collect::<Vec<_>>()));
        };
        if is_all(&numbers) {
            return None;
        }
        let plural = if matches!(numbers[..], [Item { form: Form::One, .. }]) { "" } else { "s" };
        let values = names(&numbers, Place::Day, language, |day| language.pick(format!("{day}日"), day.to_string()));
        Some(language.pick(values.clone(), format!("day{plural} {values} of the month")))
    }

    /// The days of the week, if not all of them.
    fn named_weekdays(&self, language: Language) -> Option<String> {
        let days = self.weekdays.as_ref()?;
        let all = matches!(days[..], [Weekday::Numbers(item)] if is_all(&[item]));
        (!all).then(|| language.list(&days.iter().map(|day| one_weekday(*day, language)).collect::<Vec<_>>()))
    }
}

/// The seconds, minutes or hours.
fn unit(items: &[Item], place: Place, language: Language) -> String {
    let (zh, en) = match place {
        Place::Second => ("秒", "second"),
        Place::Minute => ("分钟", "minute"),
        _ => ("小时", "hour"),
    };
    let short = match place {
        Place::Second => "秒",
        Place::Minute => "分",
        _ => "时",
    };
    if is_all(items) {
        return language.pick(format!("每{zh}"), format!("every {en}"));
    }
    if let [item] = items
        && item.step > 1
    {
        let every = language.pick(format!("每 {} {zh}", item.step), format!("every {} {en}s", item.step));
        return match item.form {
            Form::All => every,
            Form::From | Form::One if item.from == 0 => every,
            Form::From | Form::One => language
                .pick(format!("从第 {} {short}起{every}", item.from), format!("{every} from {en} {}", item.from)),
            Form::Range => language.pick(
                format!("第 {} 至 {} {short}{every}", item.from, item.to),
                format!("{every} from {en} {} to {}", item.from, item.to),
            ),
        };
    }
    let plural = if matches!(items, [Item { form: Form::One, .. }]) { "" } else { "s" };
    let values = names(items, place, language, |value| value.to_string());
    language.pick(format!("第 {values} {short}"), format!("at {en}{plural} {values}"))
}

/// A list of values by name, with their ranges.
fn names(items: &[Item], place: Place, language: Language, name: impl Fn(u16) -> String) -> String {
    let (low, high) = place.bounds();
    let mut parts = Vec::new();
    for item in items {
        match item.form {
            Form::One => parts.push(name(item.from)),
            _ if item.step > 1 => parts.extend(item.values(low, high).map(&name)),
            _ => parts.push(language.pick(
                format!("{}至{}", name(item.from), name(item.to)),
                format!("{} to {}", name(item.from), name(item.to)),
            )),
        }
    }
    language.list(&parts)
}

fn one_day(day: Day, language: Language) -> String {
    match day {
        Day::Numbers(item) => {
            let days = names(&[item], Place::Day, language, |day| language.pick(format!("{day}日"), day.to_string()));
            let plural = if item.form == Form::One { "" } else { "s" };
            language.pick(days.clone(), format!("day{plural} {days} of the month"))
        }
        Day::Last(0) => language.pick("最后一天", "the last day of the month"),
        Day::Last(before) => {
            let plural = if before == 1 { "" } else { "s" };
            language.pick(
                format!("最后一天之前第 {before} 天"),
                format!("{before} day{plural} before the last day of the month"),
            )
        }
        Day::Nearest(day) => language.pick(
            format!("离{day}日最近的工作日（周一至周五）"),
            format!("the weekday (Monday to Friday) nearest day {day} of the month"),
        ),
        Day::NearestLast(0) => {
            language.pick("最后一个工作日（周一至周五）", "the last weekday (Monday to Friday) of the month")
        }
        Day::NearestLast(before) => language.pick(
            format!("离最后一天之前第 {before} 天最近的工作日（周一至周五）"),
            format!("the weekday (Monday to Friday) nearest {before} days before the last day of the month"),
        ),
    }
}

fn one_weekday(day: Weekday, language: Language) -> String {
    match day {
        Weekday::Numbers(item) => names(&[item], Place::Weekday, language, |day| language.weekday(day).to_owned()),
        Weekday::Last(day) => {
            let day = language.weekday(day);
            language.pick(format!("最后一个{day}"), format!("the last {day} of the month"))
        }
        Weekday::Nth(day, nth) => {
            let day = language.weekday(day);
            let (zh, en) = NTH.get(usize::from(nth.saturating_sub(1))).copied().unwrap_or_default();
            language.pick(format!("{zh}{day}"), format!("the {en} {day} of the month"))
        }
    }
}
