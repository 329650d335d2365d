//! The two languages.

use http::HeaderMap;
use http::header::ACCEPT_LANGUAGE;

/// A language of pages and names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Locale {
    Zh,
    En,
}

/// A text in both languages.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Text {
    pub zh: &'static str,
    pub en: &'static str,
}

impl Text {
    pub fn get(self, locale: Locale) -> &'static str {
        match locale {
            Locale::Zh => self.zh,
            Locale::En => self.en,
        }
    }
}

impl Locale {
    /// The value of `lang` and `ui_locales` (BCP 47).
    pub fn tag(self) -> &'static str {
        match self {
            Self::Zh => "zh",
            Self::En => "en",
        }
    }

    /// The best match of an `Accept-Language` header (RFC 9110, 12.5.4); Chinese when it names neither.
    pub fn of(headers: &HeaderMap) -> Self {
        let header = headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
        let mut best = (0.0, Self::Zh);
        for range in header.unwrap_or_default().split(',') {
            let (tag, quality) = match range.split_once(';') {
                Some((tag, rest)) => {
                    let quality = rest.trim().strip_prefix("q=").and_then(|q| q.parse().ok());
                    (tag, quality.unwrap_or(0.0))
                }
                None => (range, 1.0),
            };
            let locale = match tag.trim().split('-').next() {
                Some(tag) if tag.eq_ignore_ascii_case("zh") => Self::Zh,
                Some(tag) if tag.eq_ignore_ascii_case("en") => Self::En,
                _ => continue,
            };
            if quality > best.0 {
                best = (quality, locale);
            }
        }
        best.1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_quality_wins_and_chinese_is_the_default() {
        let cases = [
            (None, Locale::Zh),
            (Some("en"), Locale::En),
            (Some("en-GB,en;q=0.9,zh;q=0.8"), Locale::En),
            (Some("fr, en;q=0.3, zh-Hans-CN;q=0.5"), Locale::Zh),
            (Some("fr"), Locale::Zh),
            (Some("en;q=0, zh;q=0.1"), Locale::Zh),
            (Some(";;,,q=2"), Locale::Zh),
        ];
        for (header, expected) in cases {
            let mut headers = HeaderMap::new();
            if let Some(value) = header {
                headers.insert(ACCEPT_LANGUAGE, http::HeaderValue::from_static(value));
            }
            assert_eq!(Locale::of(&headers), expected, "{header:?}");
        }
    }
}
