//! One test for each module of the OpenID Foundation's conformance plans, under the module's name, on both engines.

mod back_channel_logout;
mod basic;
mod config;
mod dynamic;
mod fapi2;
mod front_channel_logout;
mod rp_initiated_logout;
mod signatures;
mod tokens;

use std::path::Path;

use super::*;

/// The plans' modules: see the file.
const MODULES: &str = include_str!("modules.txt");

fn tests_in(folder: &Path, into: &mut std::collections::BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            tests_in(&path, into);
        } else if path.extension().is_some_and(|e| e == "rs") {
            let source = std::fs::read_to_string(path).unwrap();
            let names = source.split("async fn ").skip(1);
            into.extend(names.filter_map(|rest| rest.split('(').next()).map(str::to_owned));
        }
    }
}

#[test]
fn every_module_has_its_test() {
    let mut tests = std::collections::BTreeSet::new();
    tests_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/provider/tests/conformance"), &mut tests);
    let modules = MODULES.lines().filter(|line| !line.starts_with('#'));
    let missing: Vec<_> = modules.filter(|module| !tests.contains(&module.replace('-', "_").to_lowercase())).collect();
    assert_eq!(missing, [""; 0], "modules without a test");
}
