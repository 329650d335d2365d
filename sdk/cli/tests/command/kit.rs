//! The kit, as a vendor uses it: in a folder outside this repository, with nothing of it but the kit, and no network.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use crate::support::{command, error_of};

const SLACK: [&str; 2] = ["--slack", "200"];

/// A vendor, with an unpacked kit and a folder of a plugin.
struct Vendor {
    /// `--offline`, but for Debian's compiler: it compiles the standard library, whose dependencies no kit has.
    offline: &'static [&'static str],
    program: PathBuf,
    // Kept until the end: the plugin's folder is in it.
    _home: tempfile::TempDir,
    plugin: PathBuf,
}

impl Vendor {
    /// Makes the kit with the command under test, and a plugin with the kit.
    fn new() -> Self {
        let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let made = Command::new(repository.join(".ci/kit.sh"))
            .args([env!("CARGO_BIN_EXE_cardea-plugin"), "--folder-only"])
            .env_remove("RUSTC_WORKSPACE_WRAPPER")
            .output()
            .unwrap();
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        let kit = repository.join(concat!("target/kit/cardea-kit-", env!("CARGO_PKG_VERSION")));
        let program = kit.canonicalize().unwrap().join("bin/cardea-plugin");
        let home = tempfile::tempdir().unwrap();
        let arguments = ["new", "consent", "--web-code", "050", "--style", "4", "--zh", "电子知情同意"];
        let made = command(&program, home.path(), &arguments);
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        let plugin = home.path().join("consent");
        // Compiled dependencies are kept from one run of the tests to the next.
        let target = repository.canonicalize().unwrap().join("target/kit/build");
        let config = plugin.join(".cargo/config.toml");
        let text = fs::read_to_string(&config).unwrap();
        fs::write(&config, format!("{text}build.target-dir = '{}'\n", target.display())).unwrap();
        Self { offline: if has_target() { &["--offline"] } else { &[] }, program, _home: home, plugin }
    }

    fn answer(&self, arguments: &[&str]) -> Value {
        let output = command(&self.program, &self.plugin, arguments);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice(&output.stdout).unwrap()
    }

    fn failure(&self, arguments: &[&str]) -> Value {
        error_of(&command(&self.program, &self.plugin, arguments))
    }

    fn change(&self, file: &str, from: &str, to: &str) {
        let path = self.plugin.join(file);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{file}: {from}");
        fs::write(path, text.replacen(from, to, 1)).unwrap();
    }
}

/// Whether there is a compiler with a standard library for guests.
fn has_target() -> bool {
    let asked = Command::new("rustc").args(["--print", "sysroot"]).output();
    let root = asked.map(|output| String::from_utf8(output.stdout).unwrap()).unwrap_or_default();
    Path::new(root.trim()).join("lib/rustlib/wasm32-unknown-unknown/lib").is_dir()
}

/// The codes of problems, each with its file.
fn problems(error: &Value) -> Vec<(&str, &str)> {
    assert_eq!(error["code"], "problems");
    let problems = error["problems"].as_array().unwrap().iter();
    problems.map(|problem| (problem["code"].as_str().unwrap(), problem["file"].as_str().unwrap())).collect()
}

#[test]
fn a_vendor_makes_checks_tests_and_packs_a_plugin_with_the_kit_alone() {
    let vendor = Vendor::new();
    // What `new` makes passes everything at once.
    let tested = vendor.answer(&[&["test"][..], vendor.offline, &SLACK].concat());
    assert_eq!(tested["passed"].as_array().unwrap().len(), 5);
    vendor.answer(&["keygen", "--out", "publisher.key"]);
    let built = vendor.answer(&[&["build", "--key", "publisher.key"][..], vendor.offline].concat());
    assert_eq!(built["manifest"]["name"]["zh"], "电子知情同意");
    let bundle = built["bundle"].as_str().unwrap();
    assert_eq!(vendor.answer(&["verify", bundle, "--key", "publisher.key.pub"]), built);
    let described = vendor.answer(&[&["call", "--bundle", bundle, "describe"][..], &SLACK].concat());
    assert_eq!(described["answer"]["columns"][2]["label"], "Role");
    let check = [&["check"][..], vendor.offline, &SLACK].concat();
    let checked = vendor.answer(&check);
    assert_eq!((&checked["problems"], &checked["columns"][2]), (&json!([]), &json!("role")));

    // A change with the usual mistakes: a text that no catalogue has, a placeholder of one language, a column that waits
    // for no study, and the release number of the bundle in dist.
    vendor.change("src/lib.rs", "\"column.role\"", "\"column.roles\"");
    vendor.change("src/lib.rs", "required().depends_on(PROJECT),\n        ];", "required(),\n        ];");
    vendor.change("locales/zh.json", "{id}", "{编号}");
    let found = vendor.failure(&check);
    let expected = [
        ("message_unknown", "src/lib.rs"),
        ("placeholder_missing", "locales/zh.json"),
        ("message_unknown", "describe"),
        ("column_without_study", "describe"),
        ("sequence_reused", "manifest.toml"),
    ];
    assert_eq!(problems(&found), expected);
    assert!(found["problems"][0]["line"].as_u64().unwrap() > 40);
    // A manifest that cannot be read is said before anything is compiled, with the field.
    vendor.change("manifest.toml", "sequence = 1", "sequence = \"1\"");
    let found = vendor.failure(&check);
    let expected = [("manifest", "manifest.toml"), expected[0], expected[1]];
    assert_eq!(problems(&found), expected);
    assert!(found["problems"][0]["message"].as_str().unwrap().starts_with("line 3, sequence: "), "{found}");
}

/// A builder of another language, as `.ci/foreign-guests.sh` installs it.
fn builder(path: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    assert!(path.exists(), "{} is not there: run .ci/foreign-guests.sh", path.display());
    path
}

/// The builder's line of the guide, for a plugin made by `new`.
fn build_with(builder: &Path, language: &str, plugin: &Path) {
    let (wit, out) = (["wit", "panel-plugin-claims"], "dist/plugin.wasm");
    let mut command = Command::new(builder);
    match language {
        "javascript" => {
            let rest = ["--sync", "--stub-wasi", "--output", out];
            command.args(["--js", "panel.js", "--wit", wit[0], "--world", wit[1]]).args(rest)
        }
        _ => command
            .args(["--quiet", "--wit-path", wit[0], "--world", wit[1]])
            .args(["componentize", "--stub-wasi", "--output", out, "panel"])
            .env("PYTHONDONTWRITEBYTECODE", "1"),
    };
    fs::create_dir(plugin.join("dist")).unwrap();
    let made = command.current_dir(plugin).output().unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
}

#[test]
fn the_templates_of_other_languages_pass_the_same_cases() {
    let home = tempfile::tempdir().unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_cardea-plugin"));
    let builders = [
        ("javascript", "sdk/examples/javascript/node_modules/.bin/componentize-qjs"),
        ("python", "target/python/bin/componentize-py"),
    ];
    for (language, path) in builders {
        let arguments = ["new", language, "--web-code", "050", "--language", language];
        assert!(command(program, home.path(), &arguments).status.success());
        let plugin = home.path().join(language);
        let unbuilt = error_of(&command(program, &plugin, &["test"]));
        assert!(unbuilt["message"].as_str().unwrap().contains("build the component first"), "{unbuilt}");
        build_with(&builder(path), language, &plugin);
        let answer = |arguments: &[&str]| {
            let output = command(program, &plugin, &[arguments, &SLACK].concat());
            assert!(output.status.success(), "{language}: {}", String::from_utf8_lossy(&output.stderr));
            serde_json::from_slice::<Value>(&output.stdout).unwrap()
        };
        assert_eq!(answer(&["test"])["passed"].as_array().unwrap().len(), 5, "{language}");
        if language == "python" {
            // Its runtime takes a while to compile each time; what `check` reads of its sources has a test of its own.
            continue;
        }
        assert_eq!(answer(&["check"])["problems"], json!([]), "{language}");
        let source = plugin.join("panel.js");
        let text = fs::read_to_string(&source).unwrap();
        fs::write(&source, text.replacen("sites.unknown", "sites.strange", 1)).unwrap();
        let found = error_of(&command(program, &plugin, &[&["check"][..], &SLACK].concat()));
        assert_eq!(problems(&found), [("message_unknown", "panel.js")]);
    }
}

#[test]
fn a_folder_is_made_once_and_with_a_manifest_that_is_right() {
    let home = tempfile::tempdir().unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_cardea-plugin"));
    let fails = |arguments: &[&str]| error_of(&command(program, home.path(), arguments));
    let refused = fails(&["new", "Consent", "--web-code", "050"]);
    assert_eq!((&refused["code"], home.path().join("Consent").exists()), (&json!("argument"), false));
    assert!(command(program, home.path(), &["new", "consent", "--web-code", "050"]).status.success());
    assert_eq!(fails(&["new", "consent", "--web-code", "050"])["message"], "consent is there already");
    // Away from a kit, what comes from a kit is refused.
    assert_eq!(fails(&["call", "--plugin", "consent", "--offline", "describe"])["code"], "argument");
}
