//! A loaded version of a plugin.

use std::sync::Arc;

use cardea_bundle::{Catalogues, Manifest, Setting};
use serde::Serialize;
use wasmtime::component::InstancePre;

use super::{
    catalogue::Locale,
    configured::{self, DeclaredSetting},
    error::LoadError,
    state::CallState,
    wit,
};

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

/// A version, linked and ready to be instantiated.
pub(super) struct Plugin {
    pub(super) info: PluginInfo,
    pub(super) catalogues: Catalogues,
    pub(super) pre: InstancePre<CallState>,
    pub(super) panel: wit::panel::GuestIndices,
    pub(super) provision: wit::provision::GuestIndices,
    pub(super) claims: Option<wit::claims::GuestIndices>,
    pub(super) initialise: Option<wit::initialise::GuestIndices>,
}

impl Plugin {
    /// Finds the exports that the plugin's world promises. Instantiation checks their types.
    pub(super) fn new(
        info: PluginInfo,
        catalogues: Catalogues,
        pre: InstancePre<CallState>,
    ) -> Result<Self, LoadError> {
        let export = |error: wasmtime::Error| LoadError::Export(error.to_string());
        let panel = wit::panel::GuestIndices::new(&pre).map_err(export)?;
        let provision = wit::provision::GuestIndices::new(&pre).map_err(export)?;
        let claims = if info.has_claims { Some(wit::claims::GuestIndices::new(&pre).map_err(export)?) } else { None };
        let initialise =
            if info.initialises { Some(wit::initialise::GuestIndices::new(&pre).map_err(export)?) } else { None };
        Ok(Self { info, catalogues, pre, panel, provision, claims, initialise })
    }

    /// Its settings, in a language.
    pub(super) fn settings(&self, locale: Locale) -> Vec<DeclaredSetting> {
        configured::declared(&self.info, &self.catalogues, locale)
    }
}

/// A version that passed every check and may be activated.
#[derive(Clone)]
pub struct Loaded(pub(super) Arc<Plugin>);

impl Loaded {
    /// The identity of this version.
    pub fn info(&self) -> &PluginInfo {
        &self.0.info
    }

    /// Its settings with their texts in a language, in the order of the form.
    pub fn settings(&self, locale: Locale) -> Vec<DeclaredSetting> {
        self.0.settings(locale)
    }
}

impl std::fmt::Debug for Loaded {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Loaded").field(self.info()).finish()
    }
}

/// The plugin that a call is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target<'a> {
    /// The active version of a slot.
    Slot(&'a str),
    /// Exactly this version, by digest: it was activated, and is still in a slot, in a running call, or held by a
    /// [`Loaded`].
    Digest(&'a str),
}
