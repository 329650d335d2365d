//! The plugin bundle: one signed file that holds a plugin, its texts and its identity.
//!
//! A bundle is a zip archive with exactly five entries:
//!
//! | entry | contents |
//! |---|---|
//! | `plugin.wasm` | a WebAssembly component of one of the worlds of `cardea:panel` |
//! | `manifest.toml` | [`Manifest`]: who the plugin is and what it implements |
//! | `locales/zh.json`, `locales/en.json` | [`Catalogues`]: message key to text, the same keys in both |
//! | `signature.toml` | [`Signature`]: publisher and Ed25519 signature |
//!
//! The signature covers the [`signed_text`], which names every other entry with its SHA-256. The
//! bundle's [`Digest`] is the SHA-256 of that text, so it depends on contents and names only: how
//! the archive is ordered or compressed changes neither.
//!
//! ```
//! # fn main() -> Result<(), cardea_bundle::BundleError> {
//! use cardea_bundle::{Contents, SigningKey, TrustedKeys, open, seal};
//!
//! let key = SigningKey::generate()?;
//! let contents = Contents {
//!     component: b"\0asm\x0d\0\x01\0".to_vec(),
//!     manifest: r#"
//!         id = "edc"
//!         version = "1.0.0"
//!         sequence = 1
//!         world = "panel-plugin"
//!         wit = "cardea:panel@1.0.0"
//!         web_code = "020"
//!         authorization_style = 2
//!         name = { zh = "电子数据采集", en = "Data capture" }
//!     "#.into(),
//!     zh: r#"{"column.project":"项目"}"#.into(),
//!     en: r#"{"column.project":"Project"}"#.into(),
//! };
//! let file = seal(&contents, &key)?;
//!
//! let trusted = TrustedKeys::from_iter([key.public_key()]);
//! let bundle = open(&file, &trusted)?;
//! assert_eq!(bundle.manifest.id, "edc");
//! # Ok(())
//! # }
//! ```

mod archive;
mod catalogue;
mod error;
mod keys;
mod manifest;
mod settings;
mod signature;

pub use archive::{BUNDLE_LIMIT, ENTRY_LIMIT, EntryName};
pub use catalogue::Catalogues;
pub use error::BundleError;
pub use keys::{KeyId, PublicKey, SigningKey, TrustedKeys};
pub use manifest::{LocalisedName, Manifest, WIT, World};
pub use settings::{MAX_SECRET, MAX_SETTINGS, MAX_TEXT, Misfit, Setting, SettingChoice, SettingKind, SettingValue};
pub use signature::{Digest, Signature, signed_text};

use archive::Entries;

/// The contents of a bundle before signing. Texts are kept as written, so that a signature covers the publisher's own
/// bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contents {
    /// `plugin.wasm`.
    pub component: Vec<u8>,
    /// `manifest.toml`.
    pub manifest: String,
    /// `locales/zh.json`.
    pub zh: String,
    /// `locales/en.json`.
    pub en: String,
}

/// A bundle with a trusted publisher's signature and well-formed parts. The host compiles and inspects the component.
#[derive(Clone, Debug)]
pub struct Bundle {
    /// The WebAssembly component.
    pub component: Vec<u8>,
    /// The plugin's manifest.
    pub manifest: Manifest,
    /// The plugin's texts.
    pub catalogues: Catalogues,
    /// SHA-256 of the signed text: the identity by which a host pins this version.
    pub digest: Digest,
    /// The publisher who signed it.
    pub publisher: KeyId,
}

/// Checks `contents` as [`open`] would, signs them and packs them into one file. The same contents and key always
/// give the same bytes.
///
/// # Errors The errors of [`open`] for the result: a malformed manifest or catalogue, or a part that is too large.
pub fn seal(contents: &Contents, key: &SigningKey) -> Result<Vec<u8>, BundleError> {
    let manifest = Manifest::parse(contents.manifest.as_bytes())?;
    manifest.check_texts(&Catalogues::parse(contents.zh.as_bytes(), contents.en.as_bytes())?)?;
    let entries = Entries::from(contents);
    entries.check_sizes()?;
    let signature = key.sign(&signed_text(entries.signed()));
    archive::write(&entries, signature.to_toml().as_bytes())
}

/// Replaces the signature of a bundle, whoever made it, by one of `key`.
///
/// # Errors
/// The archive or one of its parts is malformed.
pub fn reseal(file: &[u8], key: &SigningKey) -> Result<Vec<u8>, BundleError> {
    let (entries, _) = archive::read(file)?;
    seal(&entries.into_contents()?, key)
}

/// Reads a bundle: size, archive, signature, then manifest and catalogues, in this order, so that
/// nothing of an untrusted publisher is parsed beyond the archive and `signature.toml`.
///
/// # Errors
/// The first check that failed.
pub fn open(file: &[u8], trusted: &TrustedKeys) -> Result<Bundle, BundleError> {
    let (entries, signature) = archive::read(file)?;
    let signature = Signature::parse(&signature)?;
    let text = signed_text(entries.signed());
    trusted.verify(&signature, &text)?;
    let manifest = Manifest::parse(&entries.manifest)?;
    let catalogues = Catalogues::parse(&entries.zh, &entries.en)?;
    manifest.check_texts(&catalogues)?;
    Ok(Bundle {
        digest: Digest::of(&text),
        publisher: signature.publisher,
        component: entries.component,
        manifest,
        catalogues,
    })
}
