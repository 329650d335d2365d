//! Builds a signed bundle from a compiled guest.

use std::collections::BTreeMap;
use std::path::Path;

use cardea_bundle::{Contents, Manifest, TrustedKeys};
use serde_json::Value;
use wit_component::ComponentEncoder;

use crate::error::{CommandError, make_folder, read, read_text, replace};
use crate::{Build, describe, interfaces, keys};

/// Texts of the SDK's own messages, which plugins need not repeat.
const SDK_ZH: &str = include_str!("../../rust/locales/zh.json");
const SDK_EN: &str = include_str!("../../rust/locales/en.json");

/// First bytes of a component, unlike those of a core module: the layer field is 1.
const COMPONENT_PREAMBLE: &[u8] = b"\0asm\x0d\0\x01\0";

pub fn build(arguments: &Build) -> Result<Value, CommandError> {
    let key = keys::signing(&arguments.key)?;
    let locale = |name: &str, sdk: &str| {
        let path = arguments.plugin.join("locales").join(name);
        merge(&path, sdk)
    };
    let contents = Contents {
        component: component(&read(&arguments.wasm)?)?,
        manifest: read_text(&arguments.plugin.join("manifest.toml"))?,
        zh: locale("zh.json", SDK_ZH)?,
        en: locale("en.json", SDK_EN)?,
    };
    let manifest = Manifest::parse(contents.manifest.as_bytes())?;
    interfaces::check(&contents.component, manifest.world)?;
    let file = cardea_bundle::seal(&contents, &key)?;
    make_folder(&arguments.out)?;
    let name = arguments.name.as_ref().unwrap_or(&manifest.id);
    let path = arguments.out.join(format!("{name}.cardea"));
    replace(&path, &file)?;
    describe(&path, &file, &TrustedKeys::from_iter([key.public_key()]))
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

/// Adds the SDK's texts to the plugin's catalogue; the plugin's own take precedence.
fn merge(path: &Path, sdk: &str) -> Result<String, CommandError> {
    let parse = |text: &str| -> Result<BTreeMap<String, String>, CommandError> {
        serde_json::from_str(text)
            .map_err(|error| CommandError::Text { path: path.to_owned(), reason: error.to_string() })
    };
    let mut texts = parse(sdk)?;
    texts.extend(parse(&read_text(path)?)?);
    // A map of strings is always JSON.
    Ok(serde_json::to_string(&texts).unwrap_or_default())
}
