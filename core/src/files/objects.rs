//! Where the content of files is: a folder, or an S3-compatible object store. An object has the name of its file's id
//! and is never written again.

use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures::StreamExt as _;
use futures::stream::BoxStream;
use object_store::aws::AmazonS3Builder;
use object_store::buffered::BufWriter;
use object_store::local::LocalFileSystem;
use object_store::path::Path;
use object_store::{BackoffConfig, GetOptions, GetRange, ObjectStore, ObjectStoreExt as _, RetryConfig};
use tokio::io::AsyncWriteExt as _;

use super::remote::Guarded;
use crate::config::{Config, FileStore};
use crate::kernel::error::{Code, Error};
use crate::kernel::folder::make_private;
use crate::kernel::id::Id;
use crate::kernel::outbound::{Outbound, OutboundError};

/// The octets of an object that are in memory before it is stored in parts: what S3 wants of a part at least.
const HELD: usize = 5 * 1024 * 1024;
/// The parts of an object that are under way at once.
const PARTS: usize = 2;
/// How long a call to the object store is tried again.
const PATIENCE: Duration = Duration::from_secs(15);

/// The store of contents. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Objects {
    store: Arc<dyn ObjectStore>,
    prefix: Arc<str>,
}

fn failed(error: object_store::Error) -> Error {
    match error {
        object_store::Error::NotFound { .. } => Error::new(Code::NotFound),
        error => Error::internal(error),
    }
}

impl Objects {
    /// The store of settings that were checked.
    ///
    /// # Errors
    /// [`OutboundError::Invalid`] if the folder cannot be used or the settings do not fit together.
    pub fn open(config: &Config, outbound: &Outbound) -> Result<Self, OutboundError> {
        let invalid = |what: String| OutboundError::Invalid(format!("files: {what}"));
        let files = &config.files;
        let (store, prefix): (Arc<dyn ObjectStore>, _) = match files.store {
            FileStore::Folder => {
                let folder = match files.folder.as_str() {
                    "" => config.data_dir.join("files"),
                    named => named.into(),
                };
                make_private(&folder).map_err(|error| invalid(format!("{}: {error}", folder.display())))?;
                let local = LocalFileSystem::new_with_prefix(&folder).map_err(|error| invalid(error.to_string()))?;
                (Arc::new(local.with_fsync(true)), String::new())
            }
            FileStore::S3 => {
                let s3 = &files.s3;
                let store = AmazonS3Builder::new()
                    .with_endpoint(&s3.endpoint)
                    .with_allow_http(true)
                    .with_region(&s3.region)
                    .with_bucket_name(&s3.bucket)
                    .with_access_key_id(&s3.access_key_id)
                    .with_secret_access_key(s3.secret_access_key.expose())
                    .with_virtual_hosted_style_request(!s3.path_style)
                    .with_retry(RetryConfig {
                        max_retries: 3,
                        retry_timeout: PATIENCE,
                        backoff: BackoffConfig::default(),
                    })
                    .with_http_connector(Guarded::new(outbound)?)
                    .build()
                    .map_err(|error| invalid(error.to_string()))?;
                (Arc::new(store), s3.prefix.clone())
            }
        };
        Ok(Self { store, prefix: prefix.into() })
    }

    /// Objects that are in memory alone.
    #[cfg(test)]
    pub fn in_memory() -> Self {
        Self { store: Arc::new(object_store::memory::InMemory::new()), prefix: "".into() }
    }

    /// Ids sort by time: the last characters spread the objects over folders.
    fn place(&self, id: &Id) -> Path {
        let id = id.as_str();
        let spread = id.get(id.len().saturating_sub(2)..).unwrap_or_default();
        Path::from(format!("{}{spread}/{id}", self.prefix))
    }

    /// Begins an object; it is there once it is [finished](Writing::finish).
    pub fn write(&self, id: &Id) -> Writing {
        let to = BufWriter::with_capacity(Arc::clone(&self.store), self.place(id), HELD);
        Writing(Some(to.with_max_concurrency(PARTS)))
    }

    /// The octets of an object, or of a part of it.
    pub async fn read(
        &self,
        id: &Id,
        part: Option<Range<u64>>,
    ) -> Result<BoxStream<'static, Result<Bytes, object_store::Error>>, Error> {
        let options = GetOptions { range: part.map(GetRange::Bounded), ..GetOptions::default() };
        let found = self.store.get_opts(&self.place(id), options).await.map_err(failed)?;
        Ok(found.into_stream().boxed())
    }

    /// Deletes an object; one that is gone already is no error.
    pub async fn delete(&self, id: &Id) -> Result<(), Error> {
        match self.store.delete(&self.place(id)).await {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(failed(error)),
        }
    }
}

/// An object that is being written; dropped unfinished, it never was.
#[derive(Debug)]
pub struct Writing(Option<BufWriter>);

impl Writing {
    /// Takes more of the content.
    pub async fn put(&mut self, content: Bytes) -> Result<(), Error> {
        let Some(to) = &mut self.0 else { return Err(Error::internal("the object is finished")) };
        to.put(content).await.map_err(failed)
    }

    /// The object is there.
    pub async fn finish(mut self) -> Result<(), Error> {
        // Taken, as one that was shut down cannot be aborted.
        let Some(mut to) = self.0.take() else { return Err(Error::internal("the object is finished")) };
        to.shutdown().await.map_err(Error::internal)
    }
}

impl Drop for Writing {
    /// The parts that the store has already are taken back.
    fn drop(&mut self) {
        if let (Some(mut to), Ok(runtime)) = (self.0.take(), tokio::runtime::Handle::try_current()) {
            runtime.spawn(async move {
                if let Err(error) = to.abort().await {
                    tracing::warn!(%error, "the parts of an unfinished object stay behind");
                }
            });
        }
    }
}
