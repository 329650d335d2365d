//! Types of files.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::kernel::clock::Time;
use crate::kernel::ctx::{Audited, Permission};
use crate::kernel::id::Id;
use crate::kernel::page::{Ids, Term};

/// What a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Purpose {
    /// A sheet that was imported.
    Import,
    /// An export that somebody downloaded.
    Export,
    /// The bundle of a plugin.
    Plugin,
}

impl Purpose {
    /// The word in the database.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Import => "import",
            Self::Export => "export",
            Self::Plugin => "plugin",
        }
    }
}

impl TryFrom<String> for Purpose {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        [Self::Import, Self::Export, Self::Plugin].into_iter().find(|purpose| purpose.as_str() == text).ok_or(text)
    }
}

/// A file to be kept.
#[derive(Clone, Debug)]
pub struct NewFile {
    /// Its name, as somebody who downloads it sees it.
    pub file_name: String,
    /// What it is.
    pub purpose: Purpose,
    /// Its media type.
    pub media_type: &'static str,
    /// The system that it is of, with its name, if it is one's.
    pub software: Option<(Id, String)>,
    /// The tenant that it is of, if it is one's.
    pub tenant: Option<Id>,
    /// What one must be allowed to view in order to read it: what it shows is shown there.
    pub permission: Permission,
}

/// A name that somebody gave a file, as one that is safe to show and to save under: the last part of a path, without
/// control characters, at most 120 characters of it.
#[must_use]
pub fn plain_name(given: &str) -> String {
    let last = given.rsplit(['/', '\\']).next().unwrap_or_default();
    let plain = |c: &char| !c.is_control() && !is_invisible(*c);
    last.trim().trim_start_matches('.').chars().filter(plain).take(120).collect()
}

/// Characters that make a name look like another: marks of direction, joiners and the like.
const fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// A file in the list.
#[derive(Clone, Debug, Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct FileRecord {
    /// Its id.
    pub id: Id,
    /// Its name.
    pub file_name: String,
    /// What it is.
    #[sqlx(try_from = "String")]
    pub purpose: Purpose,
    /// Its media type.
    pub media_type: String,
    /// Its size in octets.
    #[serde(rename = "fileSize")]
    pub size: i64,
    /// Its SHA-256, in hexadecimal digits.
    pub sha256: String,
    /// The system that it is of, if it is one's.
    #[serde(rename = "softId")]
    pub software_id: Option<Id>,
    /// That system's name at the time.
    #[serde(rename = "softName")]
    pub software_name: String,
    /// The tenant that it is of, if it is one's.
    pub tenant_id: Option<Id>,
    /// Who made it, if a person did.
    pub created_by: Option<Id>,
    /// When it was made.
    #[serde(rename = "createTime")]
    pub created_at: Time,
    /// When it is deleted.
    pub expires_at: Option<Time>,
    /// The URL of the menu that one must be allowed to view.
    #[serde(skip)]
    pub(super) permission: String,
}

/// A file as the list shows it: with the specification's names beside its own.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ListedFile {
    /// Its id: what a download names.
    pub node_id: Id,
    /// Its size in words, such as `1.5 MB`.
    pub file_size_str: String,
    #[serde(flatten)]
    pub file: FileRecord,
}

impl Audited for ListedFile {
    const RESOURCE: &'static str = "files";
    fn audit_id(&self) -> &str {
        self.node_id.as_str()
    }
}

impl From<FileRecord> for ListedFile {
    fn from(file: FileRecord) -> Self {
        Self { node_id: file.id.clone(), file_size_str: size_in_words(file.size), file }
    }
}

/// A size in the units of 1000 that people read.
fn size_in_words(octets: i64) -> String {
    const UNITS: [&str; 4] = ["kB", "MB", "GB", "TB"];
    if octets < 1000 {
        return format!("{octets} B");
    }
    // Whole tenths, so that nothing is rounded up to the next unit's thousand.
    let (mut tenths, mut unit) = (octets / 100, 0);
    while tenths >= 10_000 && unit + 1 < UNITS.len() {
        (tenths, unit) = (tenths / 1000, unit + 1);
    }
    format!("{}.{} {}", tenths / 10, tenths % 10, UNITS[unit])
}

/// The filter of the list.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Filter {
    pub(super) id: Option<Ids>,
    pub(super) q: Option<Term>,
    pub(super) file_name: Option<Term>,
    pub(super) soft_id: Option<Id>,
    pub(super) purpose: Option<Purpose>,
    pub(super) start_time: Option<Time>,
    pub(super) end_time: Option<Time>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_as_people_write_them() {
        for (octets, want) in [
            (0, "0 B"),
            (999, "999 B"),
            (1000, "1.0 kB"),
            (1999, "1.9 kB"),
            (999_999, "999.9 kB"),
            (1_000_000, "1.0 MB"),
            (1_550_000_000, "1.5 GB"),
            (7_000_000_000_000_000, "7000.0 TB"),
        ] {
            assert_eq!(size_in_words(octets), want, "{octets}");
        }
    }
}
