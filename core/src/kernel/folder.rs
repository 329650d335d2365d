//! Folders of the server's own.

use std::fs::DirBuilder;
use std::io;
use std::path::Path;

/// Makes a folder, and those above it that are missing, which nobody but the server's account can open. One that is
/// there stays as it is.
///
/// # Errors
/// What the file system says.
pub fn make_private(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}
