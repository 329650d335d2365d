//! Sentences for people, in both languages.

use std::borrow::Cow;

/// A sentence in both languages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// Chinese.
    pub zh: Cow<'static, str>,
    /// English.
    pub en: Cow<'static, str>,
}

impl Text {
    /// A fixed sentence.
    #[must_use]
    pub const fn new(zh: &'static str, en: &'static str) -> Self {
        Self { zh: Cow::Borrowed(zh), en: Cow::Borrowed(en) }
    }

    /// A sentence made at run time.
    #[must_use]
    pub fn made(zh: String, en: String) -> Self {
        Self { zh: Cow::Owned(zh), en: Cow::Owned(en) }
    }

    /// The sentence in one language.
    #[must_use]
    pub fn in_locale(&self, locale: Locale) -> &str {
        match locale {
            Locale::Zh => &self.zh,
            Locale::En => &self.en,
        }
    }
}

/// Text as the content of an HTML element, or within a quoted attribute.
#[must_use]
pub fn html_escaped(text: &str) -> String {
    text.chars().fold(String::with_capacity(text.len()), |mut out, c| {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
        out
    })
}

/// The languages of the product.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Locale {
    /// Chinese, the default.
    #[default]
    Zh,
    /// English.
    En,
}

impl Locale {
    /// `zh` or `en`.
    #[must_use]
    pub const fn tag(self) -> &'static str {
        match self {
            Self::Zh => "zh",
            Self::En => "en",
        }
    }

    /// The language of a tag that is stored with a person or a record; Chinese where it is neither.
    #[must_use]
    pub fn of(tag: &str) -> Self {
        if tag == Self::En.tag() { Self::En } else { Self::Zh }
    }

    /// The better of the two for an `Accept-Language` value (RFC 9110, section 12.5.4).
    #[must_use]
    pub fn negotiate(header: &str) -> Self {
        let quality = |wanted: &str| {
            header
                .split(',')
                .filter_map(|part| {
                    let mut pieces = part.split(';').map(str::trim);
                    let language = pieces.next()?.split('-').next()?;
                    let q = pieces.find_map(|p| p.strip_prefix("q=")).map_or(1.0, |q| q.parse().unwrap_or(0.0_f32));
                    language.eq_ignore_ascii_case(wanted).then_some(q)
                })
                .fold(0.0_f32, f32::max)
        };
        if quality("en") > quality("zh") { Self::En } else { Self::Zh }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn language_follows_the_header_and_falls_back_to_chinese() {
        for (header, want) in [
            ("", Locale::Zh),
            ("en", Locale::En),
            ("en-GB,en;q=0.9", Locale::En),
            ("zh-CN,zh;q=0.9,en;q=0.8", Locale::Zh),
            ("fr", Locale::Zh),
            ("zh;q=0.3, en;q=0.4", Locale::En),
        ] {
            assert_eq!(Locale::negotiate(header), want, "{header}");
        }
    }

    /// The browser uses the same cases: the language that it shows before any call is the one that the server would
    /// choose.
    #[test]
    fn language_is_negotiated_as_the_pages_do() {
        #[derive(serde::Deserialize)]
        struct Case {
            header: String,
            locale: String,
        }
        let cases = include_str!("../../../admin-ui/src/shared/i18n/negotiation.json");
        let cases: Vec<Case> = serde_json::from_str(cases).unwrap();
        assert!(cases.len() > 9);
        for case in cases {
            assert_eq!(Locale::negotiate(&case.header).tag(), case.locale, "{}", case.header);
        }
    }
}
