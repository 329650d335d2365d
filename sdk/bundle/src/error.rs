//! The errors of bundles. One variant for each check, in the order in which they run.

use crate::KeyId;

/// The reason why a bundle was refused or could not be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BundleError {
    /// The file is larger than [`crate::BUNDLE_LIMIT`] bytes.
    #[error("the bundle is {size} bytes; at most {limit} are accepted")]
    TooLarge {
        /// Its size in bytes.
        size: u64,
        /// The limit, in bytes.
        limit: u64,
    },
    /// The file is not a well-formed archive, or uses features that bundles do not have (encryption, comments,
    /// unusual compression).
    #[error("the bundle is not a well-formed archive: {0}")]
    Archive(String),
    /// An entry that the format does not know.
    #[error("the bundle has an unknown entry: {0}")]
    UnknownEntry(String),
    /// An entry that the format requires is absent.
    #[error("the bundle has no {0}")]
    MissingEntry(&'static str),
    /// An entry is larger than [`crate::ENTRY_LIMIT`] bytes once decompressed.
    #[error("{entry} is larger than {limit} bytes")]
    EntryTooLarge {
        /// Its name.
        entry: &'static str,
        /// The limit, in bytes.
        limit: u64,
    },
    /// `signature.toml` cannot be read.
    #[error("signature.toml is malformed: {0}")]
    MalformedSignature(String),
    /// The signature's key is not among the trusted ones.
    #[error("the publisher {0} is not trusted")]
    UnknownPublisher(KeyId),
    /// The signature does not match the contents.
    #[error("the signature does not fit the bundle's contents")]
    BadSignature,
    /// `manifest.toml` cannot be read or has an invalid value.
    #[error("manifest.toml: {0}")]
    Manifest(String),
    /// A catalogue cannot be read, or the two do not have the same keys.
    #[error("{entry}: {reason}")]
    Catalogue {
        /// Its name.
        entry: &'static str,
        /// The reason.
        reason: String,
    },
    /// A key cannot be read or made.
    #[error("malformed key: {0}")]
    Key(&'static str),
}

impl BundleError {
    /// A stable name of the error, in `snake_case`, for machine-readable answers.
    pub fn code(&self) -> &'static str {
        match self {
            Self::TooLarge { .. } => "bundle_too_large",
            Self::Archive(_) => "bundle_malformed",
            Self::UnknownEntry(_) => "bundle_unknown_entry",
            Self::MissingEntry(_) => "bundle_missing_entry",
            Self::EntryTooLarge { .. } => "bundle_entry_too_large",
            Self::MalformedSignature(_) => "bundle_signature_malformed",
            Self::UnknownPublisher(_) => "bundle_publisher_unknown",
            Self::BadSignature => "bundle_signature_invalid",
            Self::Manifest(_) => "bundle_manifest_invalid",
            Self::Catalogue { .. } => "bundle_catalogue_invalid",
            Self::Key(_) => "key_malformed",
        }
    }
}
