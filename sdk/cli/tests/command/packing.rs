//! Bundles and keys: `build` of a guest that is compiled already, `keygen`, `sign`, `verify`.

use std::fs;

use wit_component::{StringEncoding, embed_component_metadata};
use wit_parser::{ManglingAndAbi, Resolve};

use crate::support::{answer, error, run};

/// A guest with the imports and exports of a world and empty functions, as the compiler would produce it.
fn guest(world: &str) -> Vec<u8> {
    let mut resolve = Resolve::default();
    let (package, _) = resolve.push_path(concat!(env!("CARGO_MANIFEST_DIR"), "/../wit/v1")).unwrap();
    let world = resolve.select_world(&[package], Some(world)).unwrap();
    let legacy = ManglingAndAbi::Legacy(wit_parser::LiftLowerAbi::Sync);
    let mut module = wit_component::dummy_module(&resolve, world, legacy);
    let encoding = StringEncoding::UTF8;
    embed_component_metadata(&mut module, &resolve, world, encoding, false).unwrap();
    module
}

const MANIFEST: &str = r#"
id = "demo"
version = "1.0.0"
sequence = 1
world = "panel-plugin"
wit = "cardea:panel@1.0.0"
web_code = "099"
authorization_style = 2
name = { zh = "演示", en = "Demo" }
"#;

fn plugin(wasm: &[u8]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| fs::write(folder.path().join(name), bytes).unwrap();
    fs::create_dir_all(folder.path().join("demo/locales")).unwrap();
    write("demo.wasm", wasm);
    write("demo/manifest.toml", MANIFEST.as_bytes());
    write("demo/locales/zh.json", r#"{"a":"甲","sdk.http.timeout":"太慢"}"#.as_bytes());
    write("demo/locales/en.json", br#"{"a":"A","sdk.http.timeout":"Too slow"}"#);
    answer(folder.path(), &["keygen", "--out", "key"]);
    folder
}

const BUILD: [&str; 9] = ["build", "--wasm", "demo.wasm", "--plugin", "demo", "--key", "key", "--out", "out/deep"];

#[test]
fn a_plugin_is_built_verified_and_signed_anew() {
    let folder = plugin(&guest("panel-plugin"));
    let built = answer(folder.path(), &BUILD);
    assert_eq!(built["manifest"]["id"], "demo");
    let bundle = "out/deep/demo.cardea";
    assert_eq!(built["bundle"], bundle);
    let verified = answer(folder.path(), &["verify", bundle, "--key", "key.pub"]);
    assert_eq!(verified, built);

    answer(folder.path(), &["keygen", "--out", "other"]);
    assert_eq!(error(folder.path(), &["verify", bundle, "--key", "other.pub"]), "bundle_publisher_unknown");
    let signed = answer(folder.path(), &["sign", bundle, "--key", "other"]);
    assert_eq!(signed["digest"], built["digest"]);
    assert_ne!(signed["publisher"], built["publisher"]);
    answer(folder.path(), &["verify", bundle, "--key", "key.pub", "--key", "other.pub"]);
}

#[test]
fn the_sdks_texts_are_added_under_the_plugins_own() {
    let folder = plugin(&guest("panel-plugin"));
    answer(folder.path(), &BUILD);
    let public = fs::read_to_string(folder.path().join("key.pub")).unwrap();
    let trusted = cardea_bundle::TrustedKeys::from_iter([public.parse().unwrap()]);
    let file = fs::read(folder.path().join("out/deep/demo.cardea")).unwrap();
    let texts = cardea_bundle::open(&file, &trusted).unwrap().catalogues;
    assert_eq!(texts.zh["a"], "甲");
    assert_eq!(texts.zh["sdk.http.timeout"], "太慢");
    assert!(texts.en.contains_key("sdk.http.malformed"));
}

#[test]
fn what_is_no_guest_is_refused() {
    let foreign = guest("panel-plugin-claims");
    for wasm in [b"not wasm", &b"\0asm\x01\0\0\0"[..], b"\0asm\x0d\0\x01\0", &foreign] {
        let folder = plugin(wasm);
        assert_eq!(error(folder.path(), &BUILD), "component");
        assert!(!folder.path().join("out").exists());
    }
}

#[test]
fn keys_are_private_and_never_overwritten() {
    let folder = plugin(&guest("panel-plugin"));
    assert_eq!(error(folder.path(), &["keygen", "--out", "key"]), "file");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = fs::metadata(folder.path().join("key")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
    fs::write(folder.path().join("key"), "nonsense").unwrap();
    assert_eq!(error(folder.path(), &BUILD), "text");
}

#[test]
fn help_and_usage_errors_have_the_usual_status() {
    let folder = tempfile::tempdir().unwrap();
    for arguments in [&["--help"][..], &["build", "--help"], &["verify", "--help"]] {
        assert!(run(folder.path(), arguments).status.success());
    }
    assert_eq!(run(folder.path(), &["verify", "x"]).status.code(), Some(2));
    assert_eq!(error(folder.path(), &["verify", "absent", "--key", "absent"]), "file");
}
