//! A plugin's folder: `manifest.toml`, `locales/{zh,en}.json`, `cases`, and its sources: a crate, or what another
//! language's builder makes `dist/plugin.wasm` of.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use cardea_bundle::{Catalogues, Contents, Manifest};

use crate::error::{CommandError, malformed, read_text};

/// Texts of the SDK's own messages, which plugins need not repeat.
const SDK_ZH: &str = include_str!("../locales/zh.json");
const SDK_EN: &str = include_str!("../locales/en.json");

/// The folder of a plugin.
pub struct Folder(PathBuf);

impl Folder {
    /// The folder at `path`.
    pub fn new(path: &Path) -> Self {
        Self(path.to_owned())
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Whether it is a crate, which this command compiles.
    pub fn is_crate(&self) -> bool {
        self.0.join("Cargo.toml").is_file()
    }

    /// The component that the builder of another language left.
    ///
    /// Errors: [`CommandError::Argument`] where there is none.
    pub fn built(&self) -> Result<PathBuf, CommandError> {
        let built = self.0.join("dist/plugin.wasm");
        if built.is_file() {
            return Ok(built);
        }
        let reason = format!(
            "{} is no crate, and {} is not there: build the component first, or name it with --wasm",
            self.0.display(),
            built.display()
        );
        Err(CommandError::Argument(reason))
    }

    /// The file of the manifest.
    pub fn manifest_path(&self) -> PathBuf {
        self.0.join("manifest.toml")
    }

    /// The file of a catalogue, `zh` or `en`.
    pub fn catalogue_path(&self, language: &str) -> PathBuf {
        self.0.join("locales").join(format!("{language}.json"))
    }

    /// The manifest.
    pub fn manifest(&self) -> Result<Manifest, CommandError> {
        Ok(Manifest::parse(read_text(&self.manifest_path())?.as_bytes())?)
    }

    /// The plugin's texts with those of the SDK under them.
    pub fn catalogues(&self) -> Result<Catalogues, CommandError> {
        Ok(Catalogues::parse(self.locale("zh", SDK_ZH)?.as_bytes(), self.locale("en", SDK_EN)?.as_bytes())?)
    }

    /// All that a bundle of it holds.
    pub fn contents(&self, component: Vec<u8>) -> Result<Contents, CommandError> {
        Ok(Contents {
            component,
            manifest: read_text(&self.manifest_path())?,
            zh: self.locale("zh", SDK_ZH)?,
            en: self.locale("en", SDK_EN)?,
        })
    }

    /// The plugin's catalogue with the SDK's texts added; its own take precedence.
    fn locale(&self, language: &str, sdk: &str) -> Result<String, CommandError> {
        let path = self.catalogue_path(language);
        let parse = |text: &str| -> Result<BTreeMap<String, String>, CommandError> {
            serde_json::from_str(text).map_err(|error| malformed(&path, error))
        };
        let mut texts = parse(sdk)?;
        texts.extend(parse(&read_text(&path)?)?);
        // A map of strings is always JSON.
        Ok(serde_json::to_string(&texts).unwrap_or_default())
    }
}
