//! Settings of files: where they are kept, and for how long.

use serde::{Deserialize, Serialize};
use url::Url;

use super::value::{ConfigError, is_private};
use crate::kernel::secret::Secret;

/// Where files are kept.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum FileStore {
    /// In a folder of this machine: for one node, or a folder that all nodes share.
    Folder,
    /// In a bucket of an S3-compatible object store.
    S3,
}

/// Files.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
#[serde(deny_unknown_fields, default)]
pub struct Files {
    /// Where they are kept.
    pub store: FileStore,
    /// The folder; empty: `files` in the data directory.
    pub folder: String,
    /// Days for which a file of an import is kept; 0: none is.
    pub import_days: i64,
    /// Days for which an export is kept after it was made; 0: none is.
    pub export_days: i64,
    /// The largest file that is kept, in millions of octets.
    pub max_file_mb: i64,
    /// All files together, in millions of octets: while there is more, no further file is kept.
    pub max_total_mb: i64,
    /// The object store.
    pub s3: S3,
}

/// An S3-compatible object store.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
#[serde(deny_unknown_fields, default)]
pub struct S3 {
    /// Its address.
    pub endpoint: String,
    /// The region that requests are signed for.
    pub region: String,
    /// The bucket, which has to be there.
    pub bucket: String,
    /// What the names of objects begin with, such as `cardea/`.
    pub prefix: String,
    /// The key's id.
    pub access_key_id: String,
    /// The key's secret.
    pub secret_access_key: Secret,
    /// Whether the bucket is a part of the path rather than of the host's name.
    pub path_style: bool,
}

impl Default for Files {
    fn default() -> Self {
        Self {
            store: FileStore::Folder,
            folder: String::new(),
            import_days: 180,
            export_days: 7,
            max_file_mb: 200,
            max_total_mb: 20_000,
            s3: S3::default(),
        }
    }
}

impl Default for S3 {
    fn default() -> Self {
        Self {
            endpoint: String::new(),
            region: "us-east-1".into(),
            bucket: String::new(),
            prefix: String::new(),
            access_key_id: String::new(),
            secret_access_key: Secret::default(),
            path_style: true,
        }
    }
}

impl Files {
    pub(super) fn validate(&self) -> Result<(), ConfigError> {
        const MOST: i64 = 3650;
        for (name, days) in [("files.import_days", self.import_days), ("files.export_days", self.export_days)] {
            if !(0..=MOST).contains(&days) {
                return Err(ConfigError::Value(name, format!("must be 0 to {MOST}")));
            }
        }
        for (name, size) in [("files.max_file_mb", self.max_file_mb), ("files.max_total_mb", self.max_total_mb)] {
            if !(1..=1_000_000_000).contains(&size) {
                return Err(ConfigError::Value(name, "must be 1 to 1000000000".into()));
            }
        }
        if self.store != FileStore::S3 {
            return Ok(());
        }
        if !Url::parse(&self.s3.endpoint).is_ok_and(|url| is_private(&url)) {
            let text = "must be an https address, or http on loopback";
            return Err(ConfigError::Value("files.s3.endpoint", text.into()));
        }
        for (name, text) in [
            ("files.s3.region", &self.s3.region),
            ("files.s3.bucket", &self.s3.bucket),
            ("files.s3.access_key_id", &self.s3.access_key_id),
        ] {
            if text.is_empty() {
                return Err(ConfigError::Value(name, "must not be empty".into()));
            }
        }
        if self.s3.secret_access_key.is_empty() {
            return Err(ConfigError::Value("files.s3.secret_access_key", "must not be empty".into()));
        }
        Ok(())
    }
}
