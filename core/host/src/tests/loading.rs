use std::{fs, os::unix::fs::PermissionsExt as _};

use cardea_guests::LOOP;

use super::*;

async fn refused(file: Vec<u8>, trust: Trust) -> LoadError {
    World::new().host.load(file, trust).await.unwrap_err()
}

#[tokio::test]
async fn a_good_bundle_loads_and_tells_who_it_is() {
    let world = World::new();
    let info = world.add(&Guest::good("edc")).await;
    assert_eq!((info.id.as_str(), info.version.as_str()), ("edc", "1.0.1"));
    assert_eq!((info.sequence, info.web_code.as_str()), (1, "020"));
    assert_eq!(info.name(Locale::Zh), "数据采集");
    assert_eq!(info.digest.len(), 64);
    assert_eq!(world.host.active("edc"), Some(info));
    assert_eq!(world.host.active("rtsm"), None);
}

#[tokio::test]
async fn only_enrolled_publishers_are_trusted() {
    let error = refused(Guest::good("edc").bundle(), Trust::default()).await;
    assert_eq!(error.code(), "bundle_publisher_unknown");
    let mut file = Guest::good("edc").bundle();
    let middle = file.len() / 2;
    file[middle] ^= 1;
    assert!(matches!(refused(file, trust()).await, LoadError::Bundle(_)));
}

#[tokio::test]
async fn the_pin_and_the_sequence_hold() {
    let guest = Guest::good("edc");
    let pinned = Trust { digest: Some("00".repeat(32)), ..trust() };
    assert_eq!(refused(guest.bundle(), pinned).await.code(), "plugin_digest");
    let older = Trust { sequence_floor: Some(2), ..trust() };
    assert_eq!(refused(guest.bundle(), older).await.code(), "plugin_rollback");
    let same = Trust { sequence_floor: Some(1), ..trust() };
    assert!(World::new().host.load(guest.bundle(), same).await.is_ok());
}

#[tokio::test]
async fn a_component_beyond_the_limit_is_refused() {
    let settings = HostSettings { max_component: 100, ..roomy() };
    let world = World::with(settings);
    let error = world.host.load(Guest::good("edc").bundle(), trust()).await;
    assert_eq!(error.unwrap_err().code(), "plugin_too_large");
}

#[tokio::test]
async fn precompiled_code_is_refused_even_when_signed() {
    let guest = Guest::good("edc");
    let engine = engine::engine(&roomy()).unwrap();
    let code = engine.precompile_component(&guest.component()).unwrap();
    let error = refused(guest.bundle_of(code), trust()).await;
    assert_eq!(error.code(), "plugin_precompiled");
}

#[tokio::test]
async fn what_is_not_a_component_is_refused() {
    let guest = Guest::good("edc");
    let core = wat::parse_str("(module)").unwrap();
    let truncated = {
        let mut wasm = guest.component();
        wasm.truncate(wasm.len() - 10);
        wasm
    };
    for wasm in [core, truncated, b"no wasm at all".to_vec(), Vec::new()] {
        let error = refused(guest.bundle_of(wasm), trust()).await;
        assert_eq!(error.code(), "plugin_parse", "{error}");
    }
}

#[tokio::test]
async fn foreign_imports_are_refused_before_anything_is_compiled() {
    for (import, code) in [
        ("wasi:filesystem/types@0.2.0", "plugin_import"),
        ("cardea:panel/secrets@1.0.0", "plugin_import"),
        ("cardea:panel/http@2.0.0", "plugin_import"),
        ("http", "plugin_import"),
        // Offered by name, but not with this function.
        ("cardea:panel/clock@1.0.0", "plugin_link"),
    ] {
        let text = format!(r#"(component (import "{import}" (instance (export "set-now" (func (param "x" u64))))))"#);
        let wasm = wat::parse_str(text).unwrap();
        let error = refused(Guest::good("edc").bundle_of(wasm), trust()).await;
        assert_eq!(error.code(), code, "{import}: {error}");
    }
}

#[tokio::test]
async fn a_compile_bomb_is_refused_before_it_goes_off() {
    let one_function = format!("(core module (func {}))", "(i32.const 1) (drop)".repeat(200_000));
    let many_functions = format!("(core module {})", "(func)".repeat(50_001));
    let many_modules = "(core module)".repeat(64);
    for bomb in [one_function, many_functions, many_modules] {
        let wasm = wat::parse_str(format!("(component {bomb})")).unwrap();
        let error = refused(Guest::good("edc").bundle_of(wasm), trust()).await;
        assert!(matches!(&error, LoadError::Parse(why) if why.contains("too much")), "{error}");
    }
}

/// Code that runs before any export is called is held to the budgets as well.
#[tokio::test]
async fn a_start_that_never_ends_is_not_waited_for() {
    let guest = Guest { functions: format!("(func $start {LOOP}) (start $start)"), ..Guest::good("edc") };
    let mut settings = roomy();
    settings.budgets.panel.cpu_ticks = 3;
    let world = World::with(settings);
    let error = world.host.load(guest.bundle(), trust()).await.unwrap_err();
    assert_eq!(error.code(), "plugin_trial", "{error}");
    world.add(&Guest::good("edc")).await;
}

#[tokio::test]
async fn a_missing_export_is_found() {
    let wasm = wat::parse_str("(component)").unwrap();
    let error = refused(Guest::good("edc").bundle_of(wasm), trust()).await;
    assert_eq!(error.code(), "plugin_export");
    // Promised by the manifest, but missing.
    let mut promised = Guest::good("edc");
    let component = promised.component();
    promised.claims = true;
    let error = refused(promised.bundle_of(component), trust()).await;
    assert!(matches!(&error, LoadError::Export(why) if why.contains("claims")), "{error}");
}

/// A record with one field more passes every check except the trial: same names, another type.
#[tokio::test]
async fn a_changed_record_is_found_by_the_trial() {
    let changed = guest::WIT.replace("max-grants: u32 }", "max-grants: u32, colour: u32 }");
    assert_ne!(guest::WIT, changed);
    let guest = Guest::good("edc");
    let component = guest.component_of(&changed);
    let error = refused(guest.bundle_of(component), trust()).await;
    assert_eq!(error.code(), "plugin_trial", "{error}");
}

#[tokio::test]
async fn a_panel_that_cannot_be_described_is_not_loaded() {
    let mut guest = Guest::good("edc");
    guest.describe = "unreachable".into();
    assert_eq!(refused(guest.bundle(), trust()).await.code(), "plugin_describe");
    let mut guest = Guest::good("edc");
    let label = guest.arena.message("a", "A");
    let definition = guest.arena.definition("not a key!", label);
    guest.describe = format!("i32.const {definition}");
    assert_eq!(refused(guest.bundle(), trust()).await.code(), "plugin_describe");
}

#[tokio::test]
async fn compiled_code_is_kept_privately_and_never_trusted_when_damaged() {
    let folder = tempfile::tempdir().unwrap();
    let cache = folder.path().join("compiled");
    let settings = || HostSettings { cache_dir: Some(cache.clone()), ..roomy() };
    let files = || -> Vec<_> {
        let entries = fs::read_dir(&cache).unwrap();
        entries.map(|entry| entry.unwrap().path()).collect()
    };
    World::with(settings()).add(&Guest::good("edc")).await;
    assert_eq!(fs::metadata(&cache).unwrap().permissions().mode() & 0o777, 0o700);
    let [file] = files().try_into().unwrap();
    let kept = fs::read(&file).unwrap();

    World::with(settings()).add(&Guest::good("edc")).await;
    assert_eq!(files(), std::slice::from_ref(&file), "the second start found it");

    let mut damaged = kept.clone();
    damaged[kept.len() / 2] ^= 1;
    for bad in [damaged, kept[..kept.len() / 3].to_vec(), Vec::new()] {
        fs::write(&file, &bad).unwrap();
        let world = World::with(settings());
        world.add(&Guest::good("edc")).await;
        assert_eq!(world.validate("edc", vec![]).await, Ok(vec![]));
        assert_eq!(fs::read(&file).unwrap().len(), kept.len(), "compiled anew");
    }

    fs::set_permissions(&cache, fs::Permissions::from_mode(0o755)).unwrap();
    let open = PluginHost::new(settings(), &Outbound::new(vec![]), Arc::new(|| 0));
    assert!(open.is_err(), "a folder that others may enter is not used");
}
