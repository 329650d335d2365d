//! The sender that writes files: for trials, for tests, and for operators who forward messages with a program of
//! their own.
//!
//! Each message is one file, `<data dir>/outbox/<id>.json`, written atomically; one that an administrator sends again is
//! another, `<id>-1.json`. Ids sort by time.
//! ```json
//! {"id":"…","kind":"sms","purpose":"sign-in-code","to":"13800000000","locale":"zh",
//!  "text":"【账户中心】您的登录验证码为 123456，…","values":{"code":"123456","minutes":"5"},
//!  "createdAt":"2026-01-05T08:00:00.000Z"}
//! ```
//! `kind` is `sms` or `email`; an e-mail also has a `subject` and the text as `html`; `values` holds the values that the text was made with,
//! including `code` or `link`. Only the server's own user can read the folder.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use super::model::{Letter, Outcome};
use super::words::Trouble;
use crate::kernel::folder::make_private;

/// The folder.
#[derive(Debug)]
pub(super) struct Folder(PathBuf);

impl Folder {
    pub fn new(path: PathBuf) -> Self {
        Self(path)
    }

    /// Writes the message. Writing it again replaces the file.
    pub async fn write(&self, letter: &Letter) -> Outcome {
        let folder = self.0.clone();
        let name = letter.name();
        let Ok(text) = serde_json::to_vec_pretty(letter) else { return Outcome::failed(Trouble::Content, "") };
        let file = format!("{name}.json");
        let written = tokio::task::spawn_blocking(move || write(&folder, &name, &text)).await;
        match written {
            Ok(Ok(())) => Outcome::sent(file),
            Ok(Err(error)) => {
                tracing::error!(%error, folder = %self.0.display(), "a message could not be written");
                Outcome::failed(Trouble::File, error.to_string())
            }
            Err(error) => {
                tracing::error!(%error, "a message could not be written");
                Outcome::failed(Trouble::File, error.to_string())
            }
        }
    }
}

fn write(folder: &Path, name: &str, text: &[u8]) -> std::io::Result<()> {
    make_private(folder)?;
    let unfinished = folder.join(format!(".{name}.tmp"));
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&unfinished)?;
    file.write_all(text)?;
    file.sync_all()?;
    std::fs::rename(&unfinished, folder.join(format!("{name}.json")))
}
