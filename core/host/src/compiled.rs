//! Compiled plugins on disk, so that a start does not compile again.
//!
//! Compiled code runs unchecked, so the files must be this host's own: the folder is private (mode 0700), the name
//! has the digest of the component and the engine's compatibility hash, and a checksum detects truncated files. The
//! `.wasm` is authoritative: for any fault of a file, the plugin is compiled again.

use std::os::unix::fs::{DirBuilderExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::{fs, io};

use aws_lc_rs::digest::{Context, SHA256, SHA256_OUTPUT_LEN, digest};
use wasmtime::Engine;
use wasmtime::component::Component;

use super::engine::compilers;

/// The folder of compiled plugins.
pub(super) struct CompiledCache {
    folder: Option<PathBuf>,
}

impl CompiledCache {
    /// A cache in `folder`, which is created if it does not exist; without a folder, plugins are always compiled.
    ///
    /// # Errors
    /// The folder cannot be created, or others than its owner may enter it.
    pub(super) fn new(folder: Option<PathBuf>) -> io::Result<Self> {
        if let Some(folder) = &folder {
            fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
            let mode = fs::metadata(folder)?.permissions().mode();
            if mode & 0o077 != 0 {
                return Err(io::Error::new(
                    io::ErrorKind::PermissionDenied,
                    "the folder of compiled plugins must be its owner's alone (mode 0700)",
                ));
            }
        }
        Ok(Self { folder })
    }

    /// The component, from the folder or freshly compiled.
    ///
    /// # Errors
    /// The component does not compile. An error of the folder is only logged.
    pub(super) fn component(&self, engine: &Engine, wasm: &[u8]) -> wasmtime::Result<Component> {
        let Some(folder) = &self.folder else {
            return compile(engine, wasm);
        };
        let file = folder.join(name(engine, wasm));
        if let Some(component) = read(engine, &file) {
            return Ok(component);
        }
        let component = compile(engine, wasm)?;
        let written = component.serialize().map_err(io::Error::other).and_then(|code| write(folder, &file, &code));
        if let Err(error) = written {
            tracing::warn!(%error, "cannot keep a compiled plugin");
        }
        Ok(component)
    }
}

/// Compiles on threads of its own.
fn compile(engine: &Engine, wasm: &[u8]) -> wasmtime::Result<Component> {
    compilers()?.install(|| Component::from_binary(engine, wasm))
}

/// `<digest>-<compatibility>.cwasm`.
fn name(engine: &Engine, wasm: &[u8]) -> String {
    struct Sha256Hasher(Context);
    impl std::hash::Hasher for Sha256Hasher {
        fn write(&mut self, bytes: &[u8]) {
            self.0.update(bytes);
        }
        fn finish(&self) -> u64 {
            0 // never asked for: the whole digest is taken instead
        }
    }
    let mut hasher = Sha256Hasher(Context::new(&SHA256));
    std::hash::Hash::hash(&engine.precompile_compatibility_hash(), &mut hasher);
    let compatibility = hasher.0.finish();
    format!("{}-{}.cwasm", hex::encode(digest(&SHA256, wasm)), hex::encode(&compatibility.as_ref()[..16]))
}

/// The component of a file; none if the file is missing, truncated or not for this engine.
fn read(engine: &Engine, file: &Path) -> Option<Component> {
    let bytes = fs::read(file).ok()?;
    let (code, checksum) = bytes.split_at_checked(bytes.len().checked_sub(SHA256_OUTPUT_LEN)?)?;
    if digest(&SHA256, code).as_ref() != checksum {
        tracing::warn!("a compiled plugin on disk is damaged");
        return None;
    }
    #[expect(unsafe_code, reason = "loads what this host compiled: see the head of this file")]
    // SAFETY: the folder is private to this account, only `write` writes to it, the name holds the
    // digest of the component and the engine's compatibility hash, and the checksum fits.
    let component = unsafe { Component::deserialize(engine, code) };
    component.inspect_err(|error| tracing::warn!(%error, "a compiled plugin does not fit")).ok()
}

/// Writes a file beside and renames it, so that another start never reads half a file.
fn write(folder: &Path, file: &Path, code: &[u8]) -> io::Result<()> {
    use io::Write as _;
    static NEXT: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(0);
    let number = NEXT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    let partial = folder.join(format!("{}-{number}.partial", std::process::id()));
    let written = fs::File::create(&partial).and_then(|mut out| {
        out.write_all(code)?;
        out.write_all(digest(&SHA256, code).as_ref())?;
        out.sync_all()?;
        fs::rename(&partial, file)
    });
    if written.is_err() {
        // Only the first error matters.
        let _ = fs::remove_file(&partial);
    }
    written
}
