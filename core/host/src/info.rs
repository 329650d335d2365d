//! What identifies a version of a plugin, and what its manifest says of it.

use cardea_bundle::{Manifest, Setting};
use serde::Serialize;

use super::catalogue::Locale;

/// The identity of a plugin version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PluginInfo {
    /// Its id, the same in every version.
    pub id: String,
    /// Its version, for people.
    pub version: String,
    /// SHA-256 of the bundle's signed text, in hexadecimal: identifies the exact version.
    pub digest: String,
    /// Rises with every release.
    pub sequence: u64,
    /// Id of the publisher's key.
    pub publisher: String,
    /// Web code of the software that it serves.
    pub web_code: String,
    /// The software's authorisation style, 1 to 4.
    pub authorization_style: u8,
    /// Its name in Chinese.
    pub name_zh: String,
    /// Its name in English.
    pub name_en: String,
    /// Whether it projects claims.
    pub has_claims: bool,
    /// Whether it initialises its system for a tenant.
    pub initialises: bool,
    /// Whether it says what its system holds.
    pub surveys: bool,
    /// What an operator fills in for it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub settings: Vec<Setting>,
}

impl PluginInfo {
    pub(super) fn new(manifest: &Manifest, digest: String, publisher: String) -> Self {
        Self {
            id: manifest.id.clone(),
            version: manifest.version.to_string(),
            digest,
            sequence: manifest.sequence,
            publisher,
            web_code: manifest.web_code.clone(),
            authorization_style: manifest.authorization_style,
            name_zh: manifest.name.zh.clone(),
            name_en: manifest.name.en.clone(),
            has_claims: manifest.world.has_claims(),
            initialises: manifest.world.initialises(),
            surveys: manifest.world.surveys(),
            settings: manifest.settings.clone(),
        }
    }

    /// Its name in a language.
    pub fn name(&self, locale: Locale) -> &str {
        match locale {
            Locale::Zh => &self.name_zh,
            Locale::En => &self.name_en,
        }
    }
}
