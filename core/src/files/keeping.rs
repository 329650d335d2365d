//! Keeps files, and takes them away when their time is over.
//!
//! What is kept is a copy: an import, an export or the installation of a plugin goes on where the store fails, and the log
//! says that nothing was kept.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use aws_lc_rs::digest;
use bytes::Bytes;
use futures::stream::{self, BoxStream};
use futures::{Stream, StreamExt as _};
use serde_json::json;

use super::model::{NewFile, Purpose};
use super::objects::{Objects, Writing};
use super::store;
use crate::config::Config;
use crate::kernel::Kernel;
use crate::kernel::ctx::{Ctx, Event, ReadCtx};
use crate::kernel::error::Error;
use crate::kernel::id::Id;
use crate::kernel::outbound::{Outbound, OutboundError};

/// The seconds after which a file that is still being written was left behind.
const LEFT_BEHIND: i64 = 24 * 3600;
const DAY: i64 = 24 * 3600;
const MB: i64 = 1_000_000;

/// The files of this server. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Files(Arc<Parts>);

#[derive(Debug)]
struct Parts {
    kernel: Kernel,
    objects: Objects,
    import_days: i64,
    export_days: i64,
    max_file: i64,
    max_total: i64,
    /// The octets of all files, as the last sweep found them.
    total: AtomicI64,
}

/// A file that is being written. Dropped, it is not kept.
pub struct Keeping {
    id: Id,
    file: NewFile,
    writing: Writing,
    size: i64,
    max: i64,
    hash: digest::Context,
    days: Option<i64>,
    /// Who keeps it.
    cx: Ctx,
}

impl fmt::Debug for Keeping {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Keeping").field("id", &self.id).finish_non_exhaustive()
    }
}

/// A file whose content is in the store, to be [kept](Self::keep).
#[derive(Debug)]
pub struct Written {
    id: Id,
    file: NewFile,
    size: i64,
    sha256: String,
    days: Option<i64>,
}

fn not_kept(file: &NewFile, error: &Error) {
    tracing::warn!(%error, source = ?error.source, file = file.file_name, "a file is not kept");
}

impl Files {
    /// The files of the settings.
    ///
    /// # Errors
    /// [`OutboundError::Invalid`] if the store cannot be used.
    pub fn open(kernel: &Kernel, config: &Config, outbound: &Outbound) -> Result<Self, OutboundError> {
        Ok(Self::over(kernel, config, Objects::open(config, outbound)?))
    }

    /// Files that are in memory alone.
    #[cfg(test)]
    pub fn in_memory(kernel: &Kernel) -> Self {
        Self::over(kernel, &Config::default(), Objects::in_memory())
    }

    fn over(kernel: &Kernel, config: &Config, objects: Objects) -> Self {
        let files = &config.files;
        Self(Arc::new(Parts {
            kernel: kernel.clone(),
            objects,
            import_days: files.import_days,
            export_days: files.export_days,
            max_file: files.max_file_mb.saturating_mul(MB),
            max_total: files.max_total_mb.saturating_mul(MB),
            total: AtomicI64::new(0),
        }))
    }

    /// The days for which a file is kept, if it is not kept for good; 0: it is not kept at all.
    fn days(&self, purpose: Purpose) -> Option<i64> {
        match purpose {
            Purpose::Import => Some(self.0.import_days),
            Purpose::Export => Some(self.0.export_days),
            Purpose::Plugin => None,
        }
    }

    /// Begins a file of the caller, in a transaction of its own: to be called before the caller's transaction writes.
    /// `None` if it is not kept.
    pub async fn begin(&self, cx: &ReadCtx, file: NewFile) -> Option<Keeping> {
        let days = self.days(file.purpose);
        if days == Some(0) {
            return None;
        }
        if self.0.total.load(Ordering::Relaxed) >= self.0.max_total {
            tracing::warn!(file = file.file_name, "a file is not kept: files.max_total_mb is reached");
            return None;
        }
        let by = cx.person().ok().map(|person| person.id.clone());
        let begun = async {
            let mut cx = Ctx::system(&self.0.kernel, "files");
            let id = cx.new_id();
            store::begin(&mut cx, &id, &file, by).await?;
            cx.commit().await?;
            Ok(id)
        };
        match begun.await {
            Ok(id) => {
                let (writing, hash) = (self.0.objects.write(&id), digest::Context::new(&digest::SHA256));
                Some(Keeping { id, file, writing, size: 0, max: self.0.max_file, hash, days, cx: cx.new_transaction() })
            }
            Err(error) => {
                not_kept(&file, &error);
                None
            }
        }
    }

    /// Stores a whole content, to be [kept](Written::keep) by the caller's transaction; otherwise as [`Self::begin`].
    pub async fn write(&self, cx: &ReadCtx, file: NewFile, content: Bytes) -> Option<Written> {
        self.begin(cx, file).await?.put(content).await?.finish().await
    }

    /// Keeps a whole content, in transactions of its own; otherwise as [`Self::begin`].
    pub async fn copy(&self, cx: &ReadCtx, file: NewFile, content: Bytes) {
        let Some(keeping) = self.begin(cx, file).await else { return };
        if let Some(keeping) = keeping.put(content).await {
            keeping.keep().await;
        }
    }

    /// The octets of a file, or of a part of it.
    pub async fn read(
        &self,
        id: &Id,
        part: Option<Range<u64>>,
    ) -> Result<BoxStream<'static, Result<Bytes, object_store::Error>>, Error> {
        self.0.objects.read(id, part).await
    }

    /// The kernel that it was opened with.
    pub(super) fn kernel(&self) -> &Kernel {
        &self.0.kernel
    }

    /// Takes away some of the files that were left unfinished, or whose time is over, and returns how many. The content
    /// goes first: a record whose content is gone is found again.
    pub async fn sweep(&self) -> Result<usize, Error> {
        let mut cx = ReadCtx::system(&self.0.kernel);
        let begun_before = cx.now().plus_seconds(-LEFT_BEHIND);
        let outdated = store::outdated(&mut cx, begun_before).await?;
        self.0.total.store(store::total(&mut cx).await?, Ordering::Relaxed);
        drop(cx);
        let count = outdated.len();
        for (id,) in outdated {
            self.0.objects.delete(&id).await?;
            let mut cx = Ctx::system(&self.0.kernel, "files");
            store::delete(&mut cx, &id).await?;
            cx.commit().await?;
        }
        Ok(count)
    }
}

impl Keeping {
    /// Takes more of the content. `None` if it is not kept after all.
    pub async fn put(mut self, content: Bytes) -> Option<Self> {
        self.hash.update(&content);
        self.size = self.size.saturating_add(i64::try_from(content.len()).unwrap_or(i64::MAX));
        if self.size > self.max {
            tracing::warn!(file = self.file.file_name, "a file is not kept: it is larger than files.max_file_mb");
            return None;
        }
        match self.writing.put(content).await {
            Ok(()) => Some(self),
            Err(error) => {
                not_kept(&self.file, &error);
                None
            }
        }
    }

    /// The content is whole.
    async fn finish(self) -> Option<Written> {
        let Self { id, file, writing, size, hash, days, .. } = self;
        match writing.finish().await {
            Ok(()) => Some(Written { id, file, size, sha256: hex::encode(hash.finish()), days }),
            Err(error) => {
                not_kept(&file, &error);
                None
            }
        }
    }

    /// The content is whole, and kept by a transaction of its own.
    pub async fn keep(self) {
        let mut cx = self.cx.new_transaction();
        let Some(written) = self.finish().await else { return };
        let file = written.file.clone();
        let kept = async {
            written.keep(&mut cx).await?;
            cx.commit().await
        };
        if let Err(error) = kept.await {
            not_kept(&file, &error);
        }
    }
}

/// The parts of an answer, and a copy of them that is kept: the whole answer, or nothing.
pub fn copied<E: Send>(
    keeping: Option<Keeping>,
    parts: impl Stream<Item = Result<Bytes, E>> + Send + 'static,
) -> impl Stream<Item = Result<Bytes, E>> + Send {
    stream::unfold((Box::pin(parts), keeping), |(mut parts, keeping)| async {
        match (parts.next().await, keeping) {
            (Some(Ok(part)), Some(keeping)) => {
                let keeping = keeping.put(part.clone()).await;
                Some((Ok(part), (parts, keeping)))
            }
            (Some(part), _) => Some((part, (parts, None))),
            (None, keeping) => {
                if let Some(keeping) = keeping {
                    keeping.keep().await;
                }
                None
            }
        }
    })
}

impl Written {
    /// Keeps the file by the caller's transaction.
    pub async fn keep(self, cx: &mut Ctx) -> Result<Id, Error> {
        let Self { id, file, size, sha256, days } = self;
        let expires_at = days.map(|days| cx.now().plus_seconds(days.saturating_mul(DAY)));
        if !store::keep(cx, &id, (size, sha256.clone()), expires_at).await? {
            return Err(Error::internal("a file was swept away before it was kept"));
        }
        cx.audit_event(Event {
            action: "file.kept",
            resource: "files",
            record: id.to_string(),
            tenant: file.tenant,
            after: Some(json!({
                "fileName": file.file_name, "purpose": file.purpose, "fileSize": size, "sha256": sha256,
            })),
            ..Event::default()
        });
        Ok(id)
    }
}
