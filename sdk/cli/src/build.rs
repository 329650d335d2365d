//! Compiles a plugin and packs it into a bundle.

#[cfg(feature = "host")]
use std::path::Path;
use std::path::PathBuf;

#[cfg(feature = "host")]
use cardea_bundle::SigningKey;
use cardea_bundle::{Contents, TrustedKeys};
use clap::Args;
use serde_json::Value;
use wit_component::ComponentEncoder;

use crate::error::{CommandError, make_folder, read, replace};
use crate::folder::Folder;
use crate::toolchain::Compiling;
use crate::{describe, interfaces, keys};

/// First bytes of a component, unlike those of a core module: the layer field is 1.
const COMPONENT_PREAMBLE: &[u8] = b"\0asm\x0d\0\x01\0";

/// Where a plugin comes from.
#[derive(Clone, Debug, Args)]
pub struct Source {
    /// The plugin's folder.
    #[arg(long, default_value = ".")]
    pub plugin: PathBuf,
    /// A guest that is compiled already, a core module or a component, in place of compiling the folder. In a folder
    /// without Cargo.toml it is dist/plugin.wasm, where the builders of other languages put it.
    #[arg(long)]
    wasm: Option<PathBuf>,
    #[command(flatten)]
    compiling: Compiling,
}

impl Source {
    /// The plugin's folder.
    pub fn folder(&self) -> Folder {
        Folder::new(&self.plugin)
    }

    /// Compiles the plugin, unless it is compiled already, and checks that it has its manifest's world.
    pub fn contents(&self) -> Result<Contents, CommandError> {
        let folder = self.folder();
        // What is wrong with a text is said before a minute is spent on compiling.
        let manifest = folder.manifest()?;
        folder.catalogues()?;
        let wasm = match &self.wasm {
            Some(wasm) => wasm.clone(),
            None if folder.is_crate() => self.compiling.compile(folder.path())?,
            None => folder.built()?,
        };
        let contents = folder.contents(component(&read(&wasm)?)?)?;
        interfaces::check(&contents.component, manifest.world)?;
        Ok(contents)
    }
}

/// The arguments of `build`.
#[derive(Debug, Args)]
pub struct Build {
    #[command(flatten)]
    source: Source,
    /// The publisher's private key, as `keygen` makes it.
    #[arg(long)]
    key: PathBuf,
    /// The folder for the bundle, made if it is not there; `dist` in the plugin's folder by default.
    #[arg(long)]
    out: Option<PathBuf>,
    /// Another name for the file, without .cardea, in place of the plugin's id.
    #[arg(long)]
    name: Option<String>,
}

/// Makes a signed bundle.
pub fn build(arguments: &Build) -> Result<Value, CommandError> {
    let key = keys::signing(&arguments.key)?;
    let contents = arguments.source.contents()?;
    let manifest = arguments.source.folder().manifest()?;
    let file = cardea_bundle::seal(&contents, &key)?;
    let out = arguments.out.clone().unwrap_or_else(|| arguments.source.plugin.join("dist"));
    make_folder(&out)?;
    let name = arguments.name.as_ref().unwrap_or(&manifest.id);
    let path = out.join(format!("{name}.cardea"));
    replace(&path, &file)?;
    describe(&path, &file, &TrustedKeys::from_iter([key.public_key()]))
}

#[cfg(feature = "host")]
/// Packs a plugin for this process alone, signed with a key that nobody keeps.
pub fn pack(contents: &Contents) -> Result<(Vec<u8>, TrustedKeys), CommandError> {
    let key = SigningKey::generate()?;
    let file = cardea_bundle::seal(contents, &key)?;
    Ok((file, TrustedKeys::from_iter([key.public_key()])))
}

#[cfg(feature = "host")]
/// Signs a bundle, whoever made it, with a key that nobody keeps: to run it here, not to trust it.
pub fn adopt(bundle: &Path) -> Result<(Vec<u8>, TrustedKeys), CommandError> {
    let key = SigningKey::generate()?;
    let file = cardea_bundle::reseal(&read(bundle)?, &key)?;
    Ok((file, TrustedKeys::from_iter([key.public_key()])))
}

/// Encodes a core module, by the description that the SDK embedded in it, as a component; leaves a component as it
/// is.
fn component(wasm: &[u8]) -> Result<Vec<u8>, CommandError> {
    if wasm.starts_with(COMPONENT_PREAMBLE) {
        return Ok(wasm.to_vec());
    }
    let failed = |error| CommandError::Component(format!("{error:#}"));
    let mut encoder = ComponentEncoder::default();
    encoder.validate(true).module(wasm).map_err(failed)?;
    encoder.encode().map_err(failed)
}
