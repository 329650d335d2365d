//! The destinations of checkpoints outside the database: a folder, a system log. [`Anchor`] allows others.

use std::path::PathBuf;
use std::time::Duration;

use futures::future::BoxFuture;
use tokio::io::AsyncWriteExt as _;

use super::note::Checkpoint;
use crate::config::{AuditLog, Config};
use crate::kernel::outbound::{Outbound, OutboundError};

/// How long a system log may take to accept a checkpoint.
const PATIENCE: Duration = Duration::from_secs(5);

/// Why a checkpoint could not be exported.
#[derive(Debug, thiserror::Error)]
pub enum AnchorError {
    /// A file or a socket failed.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// The outbound guard refused.
    #[error("{0}")]
    Outbound(#[from] OutboundError),
    /// The destination took too long.
    #[error("no answer in time")]
    Timeout,
}

/// A destination of checkpoints. It should not be under the control of the database's operators.
pub trait Anchor: Send + Sync + std::fmt::Debug {
    /// Its name in the log.
    fn name(&self) -> &'static str;

    /// Takes a checkpoint; `note` is its signed text.
    fn put<'a>(&'a self, checkpoint: &'a Checkpoint, note: &'a str) -> BoxFuture<'a, Result<(), AnchorError>>;

    /// The last checkpoints that it took, of about so many days; empty if it cannot be read back.
    fn latest(&self, days: usize) -> BoxFuture<'_, String> {
        let _ = days;
        Box::pin(async { String::new() })
    }
}

/// The destinations that the settings name.
#[must_use]
pub fn of(config: &Config, outbound: &Outbound) -> Vec<Box<dyn Anchor>> {
    let mut anchors: Vec<Box<dyn Anchor>> = Vec::new();
    let settings = &config.audit;
    if !settings.checkpoint_folder.is_empty() {
        anchors.push(Box::new(Folder::new(config.data_dir.join(&settings.checkpoint_folder))));
    }
    if let Some(to) = settings.log() {
        anchors.push(Box::new(Syslog { to, outbound: outbound.clone() }));
    }
    anchors
}

/// A folder with a file for each day (UTC), which is only appended to.
#[derive(Debug)]
pub struct Folder(PathBuf);

impl Folder {
    /// The folder at a path; the first checkpoint creates it.
    #[must_use]
    pub fn new(path: PathBuf) -> Self {
        Self(path)
    }

    async fn append(&self, checkpoint: &Checkpoint, note: &str) -> Result<(), AnchorError> {
        tokio::fs::create_dir_all(&self.0).await?;
        let path = self.0.join(format!("{}.txt", checkpoint.at.day()));
        let mut file = tokio::fs::OpenOptions::new().create(true).append(true).open(path).await?;
        // In one write, so that a file that several nodes share holds one note after the other.
        file.write_all(note.as_bytes()).await?;
        Ok(file.sync_all().await?)
    }

    async fn read(&self, days: usize) -> String {
        let Ok(mut entries) = tokio::fs::read_dir(&self.0).await else { return String::new() };
        let mut files = Vec::new();
        while let Ok(Some(entry)) = entries.next_entry().await {
            files.push(entry.path());
        }
        files.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
        files.sort();
        let mut text = String::new();
        for path in files.split_off(files.len().saturating_sub(days)) {
            match tokio::fs::read_to_string(&path).await {
                Ok(more) => text.push_str(&more),
                Err(error) => tracing::warn!(%error, path = %path.display(), "checkpoints could not be read"),
            }
        }
        text
    }
}

impl Anchor for Folder {
    fn name(&self) -> &'static str {
        "folder"
    }

    fn put<'a>(&'a self, checkpoint: &'a Checkpoint, note: &'a str) -> BoxFuture<'a, Result<(), AnchorError>> {
        Box::pin(self.append(checkpoint, note))
    }

    fn latest(&self, days: usize) -> BoxFuture<'_, String> {
        Box::pin(self.read(days))
    }
}

/// A system log (RFC 5424), over UDP (RFC 5426), TCP (RFC 6587, octet counting) or a local socket.
pub struct Syslog {
    /// Its address.
    pub to: AuditLog,
    /// The guard through which it is called.
    pub outbound: Outbound,
}

impl std::fmt::Debug for Syslog {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Syslog({:?})", self.to)
    }
}

/// Facility 13, log audit; severity 5, notice (RFC 5424, section 6.2.1).
const PRIORITY: u8 = 13 * 8 + 5;

/// The message: the note in one line, its line ends written as `\n`.
#[must_use]
pub fn message(checkpoint: &Checkpoint, note: &str) -> String {
    format!("<{PRIORITY}>1 {} - cardea - audit-checkpoint - {}", checkpoint.at, note.replace('\n', "\\n"))
}

impl Syslog {
    async fn send(&self, text: &str) -> Result<(), AnchorError> {
        match &self.to {
            #[cfg(unix)]
            AuditLog::Unix(path) => {
                let socket = tokio::net::UnixDatagram::unbound()?;
                socket.send_to(text.as_bytes(), path).await?;
            }
            #[cfg(not(unix))]
            AuditLog::Unix(_) => return Err(std::io::Error::from(std::io::ErrorKind::Unsupported).into()),
            AuditLog::Udp(host, port) => {
                let address = self.address(host).await?;
                let any = if address.is_ipv4() { "0.0.0.0:0" } else { "[::]:0" };
                let socket = tokio::net::UdpSocket::bind(any).await?;
                socket.send_to(text.as_bytes(), (address, *port)).await?;
            }
            AuditLog::Tcp(host, port) => {
                let mut stream = tokio::net::TcpStream::connect((self.address(host).await?, *port)).await?;
                stream.write_all(format!("{} {text}", text.len()).as_bytes()).await?;
                stream.shutdown().await?;
            }
        }
        Ok(())
    }

    async fn address(&self, host: &str) -> Result<std::net::IpAddr, AnchorError> {
        let found = self.outbound.addresses(host).await?;
        Ok(found.first().copied().ok_or_else(|| std::io::Error::from(std::io::ErrorKind::NotFound))?)
    }
}

impl Anchor for Syslog {
    fn name(&self) -> &'static str {
        "syslog"
    }

    fn put<'a>(&'a self, checkpoint: &'a Checkpoint, note: &'a str) -> BoxFuture<'a, Result<(), AnchorError>> {
        Box::pin(async move {
            let sent = tokio::time::timeout(PATIENCE, self.send(&message(checkpoint, note))).await;
            sent.map_err(|_| AnchorError::Timeout)?
        })
    }
}
