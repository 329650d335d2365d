//! Tests of the architecture: imports go down the layers and form no circles, a module is used through its interface,
//! it owns its tables, and every call that the specification names is served.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

mod files;
mod tables;

use files::Files;
use tables::Use;

use crate::app::App;
use crate::config::Config;
use crate::testing::Engine;

/// The layers, the lowest first. Modules of one layer do not use each other. `host` is a crate of its own, which
/// cannot name the server; so is `kernel::outbound`.
const LAYERS: &[&[&str]] = &[
    &["kernel"],
    &["config"],
    &["files"],
    &["resources", "host", "audit", "notify", "web"],
    &["authentication", "authorisation", "jobs"],
    &["account", "invitations", "signing"],
    &["provider", "federation", "ctms", "preauthorisation"],
    &["reports"],
    &["adapters"],
    &["app"],
    &["cli"],
    &["main", "lib", "architecture", "testing"],
];

/// Imports that break the rule and are tolerated, as `file -> module`. May only shrink.
const EXCEPTIONS: &[&str] = &[];

fn layer(module: &str) -> usize {
    LAYERS.iter().position(|layer| layer.contains(&module)).unwrap_or_else(|| panic!("{module} is in no layer"))
}

fn sources(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, into);
        } else if path.extension().is_some_and(|e| e == "rs") {
            into.push(path);
        }
    }
}

/// Whether a file is for tests alone: tests may use layers above the code that they test.
fn is_test(place: &str) -> bool {
    place.split(['/', '.']).any(|part| matches!(part, "tests" | "testing" | "architecture"))
}

/// The sources of the server except tests: their paths below `src`, and their texts.
fn code() -> Vec<(String, String)> {
    code_of("src")
}

/// The same of a crate beside it.
fn code_of(folder: &str) -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut files = Vec::new();
    sources(&root, &mut files);
    let place = |file: &PathBuf| file.strip_prefix(&root).unwrap().to_str().unwrap().to_owned();
    let read = |file: PathBuf| (place(&file), std::fs::read_to_string(file).unwrap());
    files.into_iter().map(read).filter(|(place, _)| !is_test(place)).collect()
}

/// The modules that a source names by `crate::module`.
fn named(text: &str) -> BTreeSet<&str> {
    text.match_indices("crate::")
        .map(|(at, word)| &text[at + word.len()..])
        .map(|rest| rest.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next().unwrap_or_default())
        .filter(|module| LAYERS.iter().any(|layer| layer.contains(module)))
        .collect()
}

#[test]
fn imports_go_down() {
    let mut wrong = BTreeSet::new();
    for (place, text) in code() {
        let here = place.split(['/', '.']).next().unwrap().to_owned();
        let up = |other: &&str| *other != here && *other != "testing" && layer(other) >= layer(&here);
        wrong.extend(named(&text).into_iter().filter(up).map(|other| format!("{place} -> {other}")));
    }
    assert_eq!(wrong, EXCEPTIONS.iter().map(ToString::to_string).collect());
}

#[test]
fn a_module_is_used_through_its_interface() {
    for (place, text) in code() {
        // `resources` is a layer of modules; everywhere else the folder is the module.
        let folder = place.split('/').next().filter(|name| *name != "resources");
        for (at, _) in text.match_indices("::store::") {
            let line = text[..at].rsplit('\n').next().unwrap_or_default();
            let within = folder.is_some_and(|mine| {
                line.split("crate::").skip(1).any(|rest| rest == mine || rest.starts_with(&format!("{mine}::")))
            });
            let own = within || line.contains("super") || line.contains("self") || !line.contains("crate::");
            assert!(own, "{place} uses another module's store: {line}");
        }
    }
}

#[test]
fn no_file_leads_back_to_itself() {
    for folder in ["src", "host/src", "outbound/src"] {
        let code = code_of(folder);
        assert!(!code.is_empty(), "{folder}");
        assert_eq!(Files::read(&code).circles(), BTreeSet::new(), "{folder}");
    }
}

/// Tables that a module uses although another owns them, as `table: module`, with `writes` if it writes them. May
/// only shrink.
const FOREIGN_TABLES: &[&str] = &[
    "audit_head: audit",
    "grants: resources/licences",
    "identities: provider",
    "memberships: authorisation",
    "memberships: provider",
    "memberships: resources/users writes",
    "memberships: signing",
    "menus: resources/roles",
    "role_menus: resources/members",
    "roles: invitations",
    "roles: resources/members",
    "roles: resources/users",
    "security_strategy: authentication",
    "sessions: provider",
    "software: authorisation",
    "software: resources/blinding_rules",
    "software: resources/licences",
    "studies: authorisation",
    "studies: resources/domains",
    "studies: resources/licences",
    "study_sites: authorisation",
    "study_software: authorisation",
    "study_software: resources/licences",
    "tenant_domains: authorisation",
    "tenant_domains: provider",
    "tenant_domains: resources/licences",
    "tenants: authorisation",
    "tenants: invitations",
    "tenants: resources/blinding_rules",
    "tenants: resources/dictionaries",
    "tenants: resources/holidays",
    "tenants: resources/licences",
    "tenants: resources/members",
    "tenants: resources/sites",
    "tenants: resources/studies",
    "tenants: signing",
    "users: authentication",
    "users: authorisation",
    "users: invitations",
    "users: provider",
    "users: resources/members",
    "users: signing",
];

/// The owner of a table is the only module that writes it, or the first that does.
#[test]
fn a_table_is_its_modules_own() {
    let mut foreign = BTreeSet::new();
    for (table, users) in tables::users(&code()) {
        let writers: Vec<&String> =
            users.iter().filter(|(_, used)| used.contains(&Use::Written)).map(|(m, _)| m).collect();
        let owner = writers.first().copied();
        for (module, used) in users.iter().filter(|(module, _)| Some(*module) != owner) {
            let how = if used.contains(&Use::Written) { " writes" } else { "" };
            foreign.insert(format!("{table}: {module}{how}"));
        }
    }
    assert_eq!(foreign, FOREIGN_TABLES.iter().map(ToString::to_string).collect());
}

/// Whoever follows a link changes nothing. A handler that must write all the same says so with a transaction of its own.
#[test]
fn handlers_of_get_take_contexts_that_read() {
    let mut seen = 0;
    for (place, text) in code() {
        for (at, _) in text.match_indices("#[utoipa::path(get,") {
            let (_, handler) = text[at..].split_once("fn ").unwrap();
            let (signature, _) = handler.split_once(" {\n").unwrap();
            let mut words = signature.split(|c: char| !c.is_ascii_alphanumeric());
            assert!(words.all(|word| word != "Ctx"), "{place}: a GET takes a context that writes: {signature}");
            seen += 1;
        }
    }
    assert!(seen > 50, "{seen}");
}

/// Named calls that are two operations here, each with the operation beside the one of its name. `x-part-of` marks it
/// in the description. Those of the administered records are in [`OPERATIONS`].
const HALVES: &[(&str, &str)] = &[("updateUserByAdmin", "changeUserPassword")];

/// The reviewed operations of the administered records.
const OPERATIONS: &str = include_str!("../resources/snapshots/cardea__resources__tests__operations.snap");

/// Every call that the three documents name. A name that begins with `-` has no operation yet; that list may only
/// shrink.
const NAMED_CALLS: &str = include_str!("../../tests/named-calls.txt");

#[tokio::test]
async fn every_named_call_has_one_operation() {
    let t = Engine::Sqlite.kernel().await;
    let dir = tempfile::tempdir().unwrap();
    let config = Config { data_dir: dir.path().to_owned(), ..Config::default() };
    let app = App::open(&config, t.kernel.clone()).await.unwrap();
    let description = app.openapi().unwrap();
    let mut served: BTreeMap<String, usize> = BTreeMap::new();
    let mut halves = BTreeSet::new();
    for operation in description["paths"].as_object().unwrap().values().flat_map(|p| p.as_object().unwrap().values()) {
        let aliases = operation["x-named-calls"].as_array().cloned().unwrap_or_default();
        for name in aliases.iter().chain([&operation["operationId"]]).filter_map(|name| name.as_str()) {
            *served.entry(name.to_owned()).or_default() += 1;
        }
        for whole in operation["x-part-of"].as_array().into_iter().flatten() {
            halves.insert((whole.as_str().unwrap().to_owned(), operation["operationId"].as_str().unwrap().to_owned()));
        }
    }
    for (name, count) in &served {
        assert_eq!(*count, 1, "{name} names more than one operation");
    }
    for (whole, half) in &halves {
        assert!(NAMED_CALLS.lines().any(|line| line == whole), "{half} is a part of {whole}, which nobody names");
    }
    halves.retain(|(whole, half)| !OPERATIONS.contains(&format!("{half} is a part of {whole}\n")));
    assert_eq!(halves, HALVES.iter().map(|(whole, half)| (whole.to_string(), half.to_string())).collect());
    for line in NAMED_CALLS.lines().filter(|l| !l.is_empty() && !l.starts_with('#')) {
        match line.strip_prefix('-') {
            Some(pending) => assert!(!served.contains_key(pending), "{pending} is served: take its mark away"),
            None => assert!(served.contains_key(line), "no operation is named {line}"),
        }
    }
}

/// Each name in the description belongs to one type: of two types with the same name, one would be described as the
/// other.
#[tokio::test]
async fn a_described_name_is_one_types() {
    let t = Engine::Sqlite.kernel().await;
    let dir = tempfile::tempdir().unwrap();
    let config = Config { data_dir: dir.path().to_owned(), ..Config::default() };
    let description = App::open(&config, t.kernel.clone()).await.unwrap().openapi().unwrap();
    let described = description["components"]["schemas"].as_object().unwrap();
    let mut named: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (place, text) in code() {
        for name in files::described(&text).into_iter().filter(|name| described.contains_key(name)) {
            named.entry(name).or_default().push(place.clone());
        }
    }
    named.retain(|_, places| places.len() > 1);
    assert_eq!(named, BTreeMap::new(), "#[schema(as = …)] gives a type another name");
}
