//! What forms have in common: text that is trimmed, bounded and free of control characters.

use crate::kernel::error::{Problems, Text};

/// Most characters of a name or another single line.
pub const LINE: usize = 200;
/// Most characters of a remark or an address.
pub const NOTE: usize = 1000;

/// One line of text, trimmed.
pub fn line(problems: &mut Problems, field: &str, text: &str, most: usize) -> String {
    bounded(problems, field, text, most, |c| c.is_control())
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

/// As [`line`], and there must be something.
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

/// An `https` address, or `http`, without credentials; where it may be empty the caller asks first.
pub fn is_web_address(text: &str) -> bool {
    url::Url::parse(text).is_ok_and(|u| {
        matches!(u.scheme(), "http" | "https")
            && u.has_host()
            && u.username().is_empty()
            && u.password().is_none()
            && u.fragment().is_none()
    })
}
