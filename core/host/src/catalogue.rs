//! Messages are data: the host renders them in the reader's language.

use cardea_bundle::Catalogues;
use serde::{Deserialize, Serialize};

/// A language of the platform.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Locale {
    /// Chinese, the default.
    #[default]
    Zh,
    /// English.
    En,
}

impl Locale {
    /// The language tag.
    pub const fn tag(self) -> &'static str {
        match self {
            Self::Zh => "zh",
            Self::En => "en",
        }
    }
}

/// The longest text that the host shows from a plugin, in characters.
const MAX_TEXT: usize = 512;

/// The text of a message: the catalogue's template with `{name}` replaced by the argument of that name, or the
/// fallback if the catalogue does not have the key. Braces within arguments are not replaced.
pub(super) fn render(
    catalogues: &Catalogues,
    locale: Locale,
    key: &str,
    args: &[(String, String)],
    fallback: &str,
) -> String {
    let catalogue = match locale {
        Locale::Zh => &catalogues.zh,
        Locale::En => &catalogues.en,
    };
    let template = catalogue.get(key).map_or(fallback, String::as_str);
    clean(&fill(template, args))
}

/// Replaces each `{name}` once, from left to right. A name without an argument stays as it is.
fn fill(template: &str, args: &[(String, String)]) -> String {
    let mut text = String::with_capacity(template.len());
    let mut rest = template;
    while let Some(open) = rest.find('{') {
        let (before, from) = rest.split_at(open);
        text.push_str(before);
        let argument = from.find('}').and_then(|close| {
            let name = &from[1..close];
            let (_, value) = args.iter().find(|(key, _)| key == name)?;
            Some((value, close))
        });
        if let Some((value, close)) = argument {
            text.push_str(value);
            rest = &from[close + 1..];
        } else {
            text.push('{');
            rest = &from[1..];
        }
    }
    text.push_str(rest);
    text
}

/// Text from a plugin, made safe to show: bounded, without control characters and without the characters that reorder
/// the text around them. Markup is shown as text.
pub(super) fn clean(text: &str) -> String {
    text.chars()
        .take(MAX_TEXT)
        .map(|c| match c {
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}' => '\u{fffd}',
            c if c.is_control() => ' ',
            c => c,
        })
        .collect()
}
