//! The zip container. Reading is strict: features outside the format are refused rather than ignored, because two
//! readers that ignore different things can be shown different plugins.

use std::collections::BTreeMap;
use std::io::{Cursor, Read, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipArchive, ZipWriter};

use crate::{BundleError, Contents};

/// The largest bundle that is read, in bytes (16 MiB).
pub const BUNDLE_LIMIT: u64 = 16 * 1024 * 1024;
/// The largest entry that is read, in bytes after decompression (32 MiB): a plugin in a language that is interpreted
/// brings the interpreter along, which is 18 MB for Python.
pub const ENTRY_LIMIT: u64 = 32 * 1024 * 1024;

/// The name of an entry.
pub type EntryName = &'static str;

pub(crate) const COMPONENT: EntryName = "plugin.wasm";
pub(crate) const MANIFEST: EntryName = "manifest.toml";
pub(crate) const ZH: EntryName = "locales/zh.json";
pub(crate) const EN: EntryName = "locales/en.json";
pub(crate) const SIGNATURE: EntryName = "signature.toml";
const NAMES: [EntryName; 5] = [COMPONENT, MANIFEST, ZH, EN, SIGNATURE];

/// Size and marker of the end-of-central-directory record without a comment (APPNOTE 4.3.16).
const END_RECORD: usize = 22;
const END_MARKER: [u8; 4] = *b"PK\x05\x06";

/// The entries except the signature.
pub(crate) struct Entries {
    pub component: Vec<u8>,
    pub manifest: Vec<u8>,
    pub zh: Vec<u8>,
    pub en: Vec<u8>,
}

impl Entries {
    /// Names and contents, sorted by name for the signed text.
    pub fn signed(&self) -> [(EntryName, &[u8]); 4] {
        [(EN, &self.en), (ZH, &self.zh), (MANIFEST, &self.manifest), (COMPONENT, &self.component)]
    }

    pub fn check_sizes(&self) -> Result<(), BundleError> {
        for (entry, bytes) in self.signed() {
            if bytes.len() as u64 > ENTRY_LIMIT {
                return Err(BundleError::EntryTooLarge { entry, limit: ENTRY_LIMIT });
            }
        }
        Ok(())
    }

    pub fn into_contents(self) -> Result<Contents, BundleError> {
        let text = |entry, bytes| {
            String::from_utf8(bytes).map_err(|_| BundleError::Catalogue { entry, reason: "not UTF-8".into() })
        };
        Ok(Contents {
            component: self.component,
            manifest: String::from_utf8(self.manifest).map_err(|_| BundleError::Manifest("not UTF-8".into()))?,
            zh: text(ZH, self.zh)?,
            en: text(EN, self.en)?,
        })
    }
}

impl From<&Contents> for Entries {
    fn from(contents: &Contents) -> Self {
        Self {
            component: contents.component.clone(),
            manifest: contents.manifest.clone().into_bytes(),
            zh: contents.zh.clone().into_bytes(),
            en: contents.en.clone().into_bytes(),
        }
    }
}

/// Reads the five entries: the signed ones, and the text of `signature.toml`.
pub(crate) fn read(file: &[u8]) -> Result<(Entries, Vec<u8>), BundleError> {
    let size = file.len() as u64;
    if size > BUNDLE_LIMIT {
        return Err(BundleError::TooLarge { size, limit: BUNDLE_LIMIT });
    }
    check_end_record(file)?;
    let mut archive = ZipArchive::new(Cursor::new(file)).map_err(malformed)?;
    if archive.offset() != 0 {
        return Err(BundleError::Archive("bytes before the first entry".into()));
    }
    // Refuses duplicate names, local headers that contradict the directory, and overlaps.
    archive.validate_header_consistency().map_err(malformed)?;
    let mut found = BTreeMap::new();
    for index in 0..archive.len() {
        let (name, bytes) = read_entry(&mut archive, index)?;
        found.insert(name, bytes);
    }
    let mut take = |name| found.remove(name).ok_or(BundleError::MissingEntry(name));
    let entries = Entries { component: take(COMPONENT)?, manifest: take(MANIFEST)?, zh: take(ZH)?, en: take(EN)? };
    Ok((entries, take(SIGNATURE)?))
}

/// Refuses a bundle of a million empty entries by the one record that counts them, as the directory is parsed whole
/// before its length is known.
fn check_end_record(file: &[u8]) -> Result<(), BundleError> {
    let bad = |reason: &str| Err(BundleError::Archive(reason.into()));
    let Some((_, end)) = file.split_last_chunk::<END_RECORD>() else {
        return bad("too short");
    };
    if end[..4] != END_MARKER {
        return bad("no end of directory at the end of the file");
    }
    let entries = u16::from_le_bytes([end[10], end[11]]);
    if usize::from(entries) > NAMES.len() {
        return bad("too many entries");
    }
    Ok(())
}

fn read_entry(archive: &mut ZipArchive<Cursor<&[u8]>>, index: usize) -> Result<(EntryName, Vec<u8>), BundleError> {
    let entry = archive.by_index(index).map_err(malformed)?;
    let Some(name) = NAMES.into_iter().find(|name| name.as_bytes() == entry.name_raw()) else {
        let name = String::from_utf8_lossy(entry.name_raw()).chars().take(100).collect();
        return Err(BundleError::UnknownEntry(name));
    };
    if !matches!(entry.compression(), CompressionMethod::Stored | CompressionMethod::Deflated) {
        return Err(BundleError::Archive(format!("{name} is compressed in an unusual way")));
    }
    let declared = entry.size();
    if declared > ENTRY_LIMIT {
        return Err(BundleError::EntryTooLarge { entry: name, limit: ENTRY_LIMIT });
    }
    // The declared size cannot be trusted, so the decompressed size is limited too.
    let mut bytes = Vec::new();
    entry
        .take(ENTRY_LIMIT + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| BundleError::Archive(format!("{name}: {error}")))?;
    if bytes.len() as u64 > ENTRY_LIMIT {
        return Err(BundleError::EntryTooLarge { entry: name, limit: ENTRY_LIMIT });
    }
    if bytes.len() as u64 != declared {
        return Err(BundleError::Archive(format!("{name} is not as long as declared")));
    }
    Ok((name, bytes))
}

/// Writes the entries, the signature last, with fixed times and modes.
pub(crate) fn write(entries: &Entries, signature: &[u8]) -> Result<Vec<u8>, BundleError> {
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .compression_level(Some(9))
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644);
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let parts = entries.signed().into_iter().chain([(SIGNATURE, signature)]);
    for (name, bytes) in parts {
        zip.start_file(name, options).map_err(malformed)?;
        zip.write_all(bytes).map_err(|error| malformed(error.into()))?;
    }
    let file = zip.finish().map_err(malformed)?.into_inner();
    let size = file.len() as u64;
    if size > BUNDLE_LIMIT {
        return Err(BundleError::TooLarge { size, limit: BUNDLE_LIMIT });
    }
    Ok(file)
}

#[allow(clippy::needless_pass_by_value, reason = "the shape map_err wants")]
fn malformed(error: zip::result::ZipError) -> BundleError {
    BundleError::Archive(error.to_string())
}
