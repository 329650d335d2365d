//! The texts of a plugin in the two languages of the console.

use std::collections::BTreeMap;

use crate::BundleError;
use crate::archive::{EN, ZH};

/// Message key to text, for each language. Both have the same keys. A text may hold `{name}`
/// placeholders for a message's arguments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Catalogues {
    /// Chinese.
    pub zh: BTreeMap<String, String>,
    /// English.
    pub en: BTreeMap<String, String>,
}

impl Catalogues {
    /// Reads both catalogues, each a JSON object of strings.
    ///
    /// # Errors
    /// [`BundleError::Catalogue`] when one is not such an object, or a key is in one only.
    pub fn parse(zh: &[u8], en: &[u8]) -> Result<Self, BundleError> {
        let read = |entry, bytes| -> Result<BTreeMap<String, String>, BundleError> {
            serde_json::from_slice(bytes).map_err(|error| BundleError::Catalogue { entry, reason: error.to_string() })
        };
        let catalogues = Self { zh: read(ZH, zh)?, en: read(EN, en)? };
        missing(&catalogues.en, &catalogues.zh, ZH)?;
        missing(&catalogues.zh, &catalogues.en, EN)?;
        Ok(catalogues)
    }

    /// The catalogue of a locale: Chinese for `zh` and its variants, English for all others.
    pub fn locale(&self, locale: &str) -> &BTreeMap<String, String> {
        let language = locale.split(['-', '_']).next().unwrap_or_default();
        if language.eq_ignore_ascii_case("zh") { &self.zh } else { &self.en }
    }
}

fn missing(
    whole: &BTreeMap<String, String>,
    part: &BTreeMap<String, String>,
    entry: &'static str,
) -> Result<(), BundleError> {
    match whole.keys().find(|key| !part.contains_key(*key)) {
        Some(key) => Err(BundleError::Catalogue {
            entry,
            reason: format!("{key} has no text here and has one in the other language; add it"),
        }),
        None => Ok(()),
    }
}
