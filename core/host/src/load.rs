//! Makes a plugin out of a bundle, ready to be activated. The checks, in their order, the cheap ones first: size,
//! signature, digest pin, anti-rollback, parse, imports, compile, link, exports, trial instantiation, `describe`.

use std::sync::Arc;

use cardea_bundle::{Bundle, TrustedKeys};
use wasmparser::{Encoding, Parser, Payload};
use wasmtime::Engine;
use wasmtime::component::{HasSelf, Linker};

use super::compiled::CompiledCache;
use super::error::LoadError;
use super::exports::{Describe, Trial};
use super::info::PluginInfo;
use super::inner::Inner;
use super::plugin::{Loaded, Plugin};
use super::state::CallState;
use super::wit;

/// The interfaces that a plugin may import, in any 1.x version of the package. Linking checks their types.
const OFFERED: [&str; 5] =
    ["cardea:panel/types", "cardea:panel/http", "cardea:panel/log", "cardea:panel/clock", "cardea:panel/cache"];

/// The bounds of a component. Compiling cannot be interrupted and takes more than linear time in the size of a
/// function, so the sizes are checked before it starts.
const MAX_MODULES: u32 = 64;
const MAX_FUNCTIONS: u32 = 50_000;
const MAX_FUNCTION_BYTES: usize = 512 << 10;
const MAX_CODE_BYTES: usize = 12 << 20;

/// The conditions under which a bundle is trusted.
#[derive(Clone, Debug, Default)]
pub struct Trust {
    /// The enrolled publishers' keys that are not revoked.
    pub keys: TrustedKeys,
    /// The expected bundle, by digest in hexadecimal; without one, any bundle of those publishers.
    pub digest: Option<String>,
    /// The highest sequence of this plugin that was ever active, so that an older release, with a fault since
    /// repaired, cannot be uploaded again.
    pub sequence_floor: Option<u64>,
}

/// A linker with all capabilities, and nothing else.
///
/// # Errors
/// The bindings and the engine disagree, which does not happen in a correct build.
pub(super) fn linker(engine: &Engine) -> wasmtime::Result<Linker<CallState>> {
    let mut linker = Linker::new(engine);
    wit::PanelPluginClaimsInitialiseSurvey::add_to_linker::<_, HasSelf<_>>(&mut linker, |state| state)?;
    Ok(linker)
}

impl Inner {
    /// Runs all checks of a bundle, and returns the loaded plugin.
    pub(super) async fn load(self: &Arc<Self>, file: Vec<u8>, trust: Trust) -> Result<Loaded, LoadError> {
        // One at a time: compiling uses every core that it gets.
        let _turn = self.loading.lock().await;
        let this = Arc::clone(self);
        let plugin = self
            .runtime
            .spawn_blocking(move || this.open_and_link(&file, &trust))
            .await
            .map_err(|error| LoadError::Host(error.to_string()))??;
        let plugin = Arc::new(plugin);
        self.try_out(Arc::clone(&plugin), Trial).await.map_err(|error| LoadError::Trial(error.to_string()))?;
        self.try_out(Arc::clone(&plugin), Describe).await?;
        Ok(Loaded(plugin))
    }

    /// Runs the checks up to the names of the exports. Slow: runs on a thread that may block.
    fn open_and_link(&self, file: &[u8], trust: &Trust) -> Result<Plugin, LoadError> {
        let bundle = cardea_bundle::open(file, &trust.keys)?;
        if bundle.component.len() > self.settings.max_component {
            return Err(LoadError::TooLarge(self.settings.max_component));
        }
        pinned(&bundle, trust)?;
        inspect(&bundle.component)?;
        let component = compile(&self.compiled, &self.engine, &bundle.component)?;
        let pre = self.linker.instantiate_pre(&component).map_err(|error| LoadError::Link(format!("{error:#}")))?;
        let info = PluginInfo::new(&bundle.manifest, bundle.digest.to_string(), bundle.publisher.to_string());
        Plugin::new(info, bundle.catalogues, pre)
    }
}

/// Checks the digest pin and the sequence.
fn pinned(bundle: &Bundle, trust: &Trust) -> Result<(), LoadError> {
    let found = bundle.digest.to_string();
    if let Some(pinned) = &trust.digest
        && *pinned != found
    {
        return Err(LoadError::DigestPin { pinned: pinned.clone(), found });
    }
    match trust.sequence_floor {
        Some(active) if bundle.manifest.sequence < active => {
            Err(LoadError::Rollback { active, found: bundle.manifest.sequence })
        }
        _ => Ok(()),
    }
}

/// Checks the binary without compiling it: that it is a component, its imports, and the amount of code.
fn inspect(wasm: &[u8]) -> Result<(), LoadError> {
    let parse = |reason: &str| LoadError::Parse(reason.to_owned());
    if Engine::detect_precompiled(wasm).is_some() {
        return Err(LoadError::Precompiled);
    }
    let mut work = Work::default();
    let mut depth = 0_u32;
    for payload in Parser::new(0).parse_all(wasm) {
        let payload = payload.map_err(|error| LoadError::Parse(error.to_string()))?;
        match payload {
            Payload::Version { encoding, .. } => {
                if depth == 0 && encoding != Encoding::Component {
                    return Err(parse("a core module, not a component"));
                }
                depth += 1;
                work.modules += 1;
            }
            Payload::End(_) => depth = depth.saturating_sub(1),
            Payload::ComponentImportSection(imports) if depth == 1 => {
                for import in imports {
                    let import = import.map_err(|error| LoadError::Parse(error.to_string()))?;
                    if !is_offered(import.name.name) {
                        return Err(LoadError::ForeignImport(import.name.name.to_owned()));
                    }
                }
            }
            Payload::CodeSectionEntry(body) => {
                work.functions += 1;
                let bytes = body.range().len();
                work.code += bytes;
                work.largest = work.largest.max(bytes);
            }
            _ => {}
        }
        if work.is_too_much() {
            return Err(parse("too much code to compile"));
        }
    }
    Ok(())
}

/// The amount of work for the compiler.
#[derive(Default)]
struct Work {
    modules: u32,
    functions: u32,
    code: usize,
    largest: usize,
}

impl Work {
    const fn is_too_much(&self) -> bool {
        self.modules > MAX_MODULES
            || self.functions > MAX_FUNCTIONS
            || self.code > MAX_CODE_BYTES
            || self.largest > MAX_FUNCTION_BYTES
    }
}

fn is_offered(name: &str) -> bool {
    let Some((interface, version)) = name.split_once('@') else {
        return false;
    };
    OFFERED.contains(&interface) && version.starts_with("1.")
}

fn compile(cache: &CompiledCache, engine: &Engine, wasm: &[u8]) -> Result<wasmtime::component::Component, LoadError> {
    cache.component(engine, wasm).map_err(|error| LoadError::Compile(format!("{error:#}")))
}
