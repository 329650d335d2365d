//! The crates that vendors download hold every file that they are built from.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// The texts in quotation marks after each `before` in a source.
fn quoted<'s>(source: &'s str, before: &str) -> Vec<&'s str> {
    source.split(before).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

#[test]
fn packages_hold_every_file_that_they_are_built_from() {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let made = Command::new(repository.join(".ci/crates.sh"))
        .args(["--no-verify", "--quiet"])
        .env("CARGO_NET_OFFLINE", "true")
        .output()
        .unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let packages = repository.join("target/crates/package");
    let version = env!("CARGO_PKG_VERSION");
    for name in ["cardea-plugin-sdk", "cardea-bundle", "cardea-outbound", "cardea-host", "cardea-plugin"] {
        let unpacked = tempfile::tempdir().unwrap();
        let archive = packages.join(format!("{name}-{version}.crate"));
        let tar = Command::new("tar").arg("-xzf").arg(archive).arg("-C").arg(unpacked.path()).status().unwrap();
        assert!(tar.success());
        let package = unpacked.path().join(format!("{name}-{version}"));
        for wanted in ["LICENSE", "README.md"] {
            assert!(package.join(wanted).is_file(), "{name}: {wanted}");
        }
        let sources = files(&package).into_iter().filter(|path| path.extension().is_some_and(|end| end == "rs"));
        for source in sources {
            let text = fs::read_to_string(&source).unwrap();
            let beside = quoted(&text, "include_str!(\"").into_iter().map(|path| source.parent().unwrap().join(path));
            // The interface, in the macros that make bindings of it.
            let bound = quoted(&text, "generate!({\n        path: \"")
                .into_iter()
                .chain(quoted(&text, "bindgen!({\n    path: \""));
            let wanted = beside.chain(bound.map(|path| package.join(path)));
            for path in wanted {
                let path = path.canonicalize().unwrap_or_else(|error| panic!("{}: {error}", path.display()));
                assert!(path.starts_with(package.canonicalize().unwrap()), "{name}: {}", path.display());
            }
        }
    }
}
