//! The common checks of forms: text that is trimmed, bounded and free of control characters.

use serde::Deserialize;

use crate::kernel::error::{Locale, Problems, Text};

/// The most characters of a name or another single line.
pub const LINE: usize = 200;
/// The most characters of a remark or an address.
pub const NOTE: usize = 1000;

/// One line of text, trimmed.
pub fn line(problems: &mut Problems, field: &str, text: &str, most: usize) -> String {
    bounded(problems, field, text, most, char::is_control)
}

/// Text that may have line breaks, trimmed.
pub fn note(problems: &mut Problems, field: &str, text: &str) -> String {
    bounded(problems, field, text, NOTE, |c| c.is_control() && !matches!(c, '\n' | '\r' | '\t'))
}

fn bounded(problems: &mut Problems, field: &str, text: &str, most: usize, refused: fn(char) -> bool) -> String {
    let text = text.trim();
    if text.chars().count() > most {
        let zh = format!("长度不能超过{most}个字符");
        problems.add(field, Text::made(zh, format!("at most {most} characters")));
    } else if text.chars().any(refused) {
        problems.add(field, Text::new("包含不允许的字符", "contains characters that are not allowed"));
    }
    text.to_owned()
}

/// As [`line`], for a field that must not be empty.
pub fn required(problems: &mut Problems, field: &str, text: &str, empty: Text) -> String {
    let text = line(problems, field, text, LINE);
    if text.is_empty() {
        problems.add(field, empty);
    }
    text
}

/// A calendar day, `yyyy-MM-dd`.
pub fn is_day(text: &str) -> bool {
    text.len() == 10 && chrono::NaiveDate::parse_from_str(text, "%Y-%m-%d").is_ok()
}

/// Whether a text is an `https` or `http` address without credentials; the caller handles an empty text.
pub fn is_web_address(text: &str) -> bool {
    url::Url::parse(text).is_ok_and(|u| {
        matches!(u.scheme(), "http" | "https")
            && u.has_host()
            && u.username().is_empty()
            && u.password().is_none()
            && u.fragment().is_none()
    })
}

/// A number as forms send it: a JSON number, or the text that a person typed.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum Number {
    /// A whole number.
    Whole(i64),
    /// Another number.
    Other(f64),
    /// The typed text.
    Typed(String),
}

/// The largest number that is counted or sorted by.
const MOST: i64 = 999_999_999;

/// A position in a list, which is required: a positive whole number without a leading zero.
pub fn positive(problems: &mut Problems, field: &str, given: Option<&Number>) -> i64 {
    let found = whole(given, 1);
    problems.check(found.is_some(), field, "请输入数字", "please enter a number");
    found.unwrap_or(1)
}

/// A count, which is required: a whole number that is not negative. An absent or empty one is reported as `empty`.
pub fn count(problems: &mut Problems, field: &str, given: Option<&Number>, empty: Text) -> Option<i64> {
    let found = whole(given, 0);
    match given {
        None => problems.add(field, empty),
        Some(Number::Typed(text)) if text.trim().is_empty() => problems.add(field, empty),
        _ => {
            problems.check(
                found.is_some(),
                field,
                "请输入非负整数",
                "please enter a whole number that is not negative",
            );
        }
    }
    found
}

/// A number of something, which is required: whole, and not negative.
pub fn number(problems: &mut Problems, field: &str, given: Option<&Number>) -> i64 {
    let found = whole(given, 0);
    problems.check(found.is_some(), field, "请输入数字", "please enter a number");
    found.unwrap_or_default()
}

/// The whole number that is given, from `least` to [`MOST`].
fn whole(given: Option<&Number>, least: i64) -> Option<i64> {
    let found = match given? {
        Number::Whole(number) => Some(*number),
        Number::Typed(text) => typed(text.trim()),
        Number::Other(_) => None,
    };
    found.filter(|number| (least..=MOST).contains(number))
}

/// A number of digits without a leading zero.
fn typed(text: &str) -> Option<i64> {
    let plain = (text == "0" || !text.starts_with('0')) && text.bytes().all(|b| b.is_ascii_digit());
    text.parse().ok().filter(|_| plain)
}

/// The values that a form sends for a name in Chinese and English.
#[derive(Clone, Copy, Debug)]
pub struct NameGiven<'f> {
    /// The fields: in the caller's language, Chinese, English.
    pub fields: (&'f str, &'f str, &'f str),
    /// The name in the caller's language.
    pub own: Option<&'f str>,
    /// The Chinese name.
    pub zh: Option<&'f str>,
    /// The English name.
    pub en: Option<&'f str>,
}

/// The Chinese and the English name. The name in the caller's language is required; the other is the given one, else
/// the one of `before`, else the same text.
pub fn both_names(
    problems: &mut Problems,
    locale: Locale,
    given: NameGiven<'_>,
    before: Option<(&str, &str)>,
    empty: Text,
) -> (String, String) {
    let filled = |text: Option<&'_ str>| text.map(str::trim).filter(|t| !t.is_empty()).map(str::to_owned);
    let (own, other, field, was) = match locale {
        Locale::Zh => (given.own.or(given.zh), given.en, given.fields.2, before.map(|(_, en)| en)),
        Locale::En => (given.own.or(given.en), given.zh, given.fields.1, before.map(|(zh, _)| zh)),
    };
    let own = required(problems, given.fields.0, own.unwrap_or_default(), empty);
    let other = filled(other).or_else(|| filled(was)).unwrap_or_else(|| own.clone());
    // The same text is reported only once.
    let other = if other == own { other } else { line(problems, field, &other, LINE) };
    match locale {
        Locale::Zh => (own, other),
        Locale::En => (other, own),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(given: Option<&Number>) -> Option<i64> {
        let mut p = Problems::default();
        let number = positive(&mut p, "sort", given);
        p.into_result().is_ok().then_some(number)
    }

    #[test]
    fn a_place_in_a_list_is_a_positive_whole_number() {
        let typed = |text: &str| judged(Some(&Number::Typed(text.into())));
        assert_eq!((typed("1"), typed(" 20 "), judged(Some(&Number::Whole(7)))), (Some(1), Some(20), Some(7)));
        for wrong in ["", "0", "01", "-1", "+1", "1.5", "1e3", "x", "１", "9999999999", "99999999999999999999"] {
            assert_eq!(typed(wrong), None, "{wrong}");
        }
        for wrong in [Number::Whole(0), Number::Whole(-1), Number::Whole(i64::MAX), Number::Other(1.5)] {
            assert_eq!(judged(Some(&wrong)), None, "{wrong:?}");
        }
        assert_eq!(judged(None), None);
    }

    #[test]
    fn a_count_is_a_whole_number_from_zero() {
        let judged = |given: Option<Number>| {
            let mut p = Problems::default();
            let number = count(&mut p, "siteCount", given.as_ref(), Text::new("无", "none"));
            p.into_result().map(|()| number).map_err(|e| e.fields[0].1.en.clone())
        };
        let typed = |text: &str| judged(Some(Number::Typed(text.into())));
        assert_eq!(
            (typed("0"), typed(" 20 "), judged(Some(Number::Whole(0)))),
            (Ok(Some(0)), Ok(Some(20)), Ok(Some(0)))
        );
        assert_eq!((judged(None).unwrap_err(), typed(" ").unwrap_err()), ("none".into(), "none".into()));
        for wrong in ["-1", "00", "1.5", "x", "9999999999"] {
            assert_eq!(typed(wrong).unwrap_err(), "please enter a whole number that is not negative", "{wrong}");
        }
        assert!(judged(Some(Number::Whole(-1))).is_err() && judged(Some(Number::Other(1.5))).is_err());
    }

    #[test]
    fn a_number_is_whole_and_not_negative() {
        let counted = |given: Number| {
            let mut p = Problems::default();
            let found = number(&mut p, "days", Some(&given));
            p.into_result().is_ok().then_some(found)
        };
        let typed = |text: &str| counted(Number::Typed(text.into()));
        assert_eq!((typed("0"), typed(" 20 "), counted(Number::Whole(0))), (Some(0), Some(20), Some(0)));
        for wrong in ["", "00", "-1", "1.5", "x", "9999999999"] {
            assert_eq!(typed(wrong), None, "{wrong}");
        }
        assert_eq!((counted(Number::Whole(-1)), counted(Number::Other(0.5))), (None, None));
    }

    #[test]
    fn a_name_in_one_language_is_the_other_ones_too_until_that_has_its_own() {
        let names = |locale, own, zh, en, before| {
            let mut p = Problems::default();
            let given = NameGiven { fields: ("n", "zh", "en"), own, zh, en };
            let names = both_names(&mut p, locale, given, before, Text::new("无", "none"));
            p.into_result().map(|()| names).map_err(|e| e.fields[0].0.clone())
        };
        let is = |zh: &str, en: &str| Ok((zh.to_owned(), en.to_owned()));
        assert_eq!(names(Locale::Zh, Some("甲"), None, None, None), is("甲", "甲"));
        assert_eq!(names(Locale::Zh, Some("甲"), None, Some("A"), None), is("甲", "A"));
        assert_eq!(names(Locale::En, Some("A"), Some("甲"), None, None), is("甲", "A"));
        assert_eq!(names(Locale::En, Some("B"), None, None, Some(("甲", "A"))), is("甲", "B"));
        assert_eq!(names(Locale::En, None, None, Some("A"), None), is("A", "A"));
        assert_eq!(names(Locale::Zh, Some(" "), None, Some("A"), None), Err("n".to_owned()));
        assert_eq!(names(Locale::Zh, Some("甲"), None, Some("\u{7}"), None), Err("en".to_owned()));
    }
}
