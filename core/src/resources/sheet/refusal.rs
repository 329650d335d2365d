//! The errors of files that cannot be read.

use crate::kernel::error::{Code, Error, Text};

pub(super) fn wrong(zh: &'static str, en: &'static str) -> Error {
    Error::field("content", Text::new(zh, en))
}

pub(super) fn unreadable(source: impl std::error::Error + Send + Sync + 'static) -> Error {
    wrong("文件无法读取，须为UTF-8编码的CSV或XLSX", "the file cannot be read: it must be CSV in UTF-8, or XLSX")
        .source(source)
}

pub(super) fn too_large() -> Error {
    Error::new(Code::TooLarge)
}
