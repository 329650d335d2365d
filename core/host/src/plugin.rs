//! A loaded version of a plugin.

use std::sync::Arc;

use cardea_bundle::Catalogues;
use wasmtime::component::InstancePre;

use super::{
    catalogue::Locale,
    configured::{self, DeclaredSetting},
    error::LoadError,
    info::PluginInfo,
    state::CallState,
    wit,
};

/// A version, linked and ready to be instantiated.
pub(super) struct Plugin {
    pub(super) info: PluginInfo,
    pub(super) catalogues: Catalogues,
    pub(super) pre: InstancePre<CallState>,
    pub(super) panel: wit::panel::GuestIndices,
    pub(super) provision: wit::provision::GuestIndices,
    pub(super) claims: Option<wit::claims::GuestIndices>,
    pub(super) initialise: Option<wit::initialise::GuestIndices>,
    pub(super) survey: Option<wit::survey::GuestIndices>,
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
        let survey = if info.surveys { Some(wit::survey::GuestIndices::new(&pre).map_err(export)?) } else { None };
        Ok(Self { info, catalogues, pre, panel, provision, claims, initialise, survey })
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
