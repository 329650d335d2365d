//! The guarantee of a bundle: after any change of the file it is either refused or has the same contents.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use std::io::{Cursor, Read as _, Write as _};

use cardea_bundle::{
    BundleError, Catalogues, Contents, ENTRY_LIMIT, KeyId, Misfit, PublicKey, SettingValue, SigningKey, TrustedKeys,
    World, open, reseal, seal,
};
use proptest::prelude::*;
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

const MANIFEST: &str = r#"
id = "edc"
version = "1.2.3"
sequence = 7
world = "panel-plugin-claims"
wit = "cardea:panel@1.0.0"
web_code = "020"
authorization_style = 2
name = { zh = "电子数据采集", en = "Data capture" }
"#;

fn key() -> SigningKey {
    SigningKey::from_seed(&[7; 32]).unwrap()
}

fn trusted() -> TrustedKeys {
    TrustedKeys::from_iter([key().public_key()])
}

fn contents() -> Contents {
    Contents {
        component: b"\0asm\x0d\0\x01\0 not a real one, the format does not look".to_vec(),
        manifest: MANIFEST.into(),
        zh: r#"{"project.missing":"请选择一个项目"}"#.into(),
        en: r#"{"project.missing":"Select a project"}"#.into(),
    }
}

fn sealed() -> Vec<u8> {
    seal(&contents(), &key()).unwrap()
}

/// Name and content of each entry, in the file's order.
fn unpack(file: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut zip = ZipArchive::new(Cursor::new(file)).unwrap();
    (0..zip.len())
        .map(|index| {
            let mut entry = zip.by_index(index).unwrap();
            let mut bytes = Vec::new();
            entry.read_to_end(&mut bytes).unwrap();
            (entry.name().unwrap().into_owned(), bytes)
        })
        .collect()
}

fn pack(entries: &[(String, Vec<u8>)], options: SimpleFileOptions) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in entries {
        zip.start_file(name, options).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

fn repacked(change: impl FnOnce(&mut Vec<(String, Vec<u8>)>)) -> Vec<u8> {
    let mut entries = unpack(&sealed());
    change(&mut entries);
    pack(&entries, SimpleFileOptions::default())
}

#[test]
fn a_bundle_comes_back_as_it_was_sealed() {
    let bundle = open(&sealed(), &trusted()).unwrap();
    assert_eq!(bundle.component, contents().component);
    assert_eq!(bundle.manifest.id, "edc");
    assert_eq!(bundle.manifest.version.to_string(), "1.2.3");
    assert_eq!((bundle.manifest.sequence, bundle.manifest.world), (7, World::PanelPluginClaims));
    assert_eq!(bundle.catalogues.locale("zh-CN")["project.missing"], "请选择一个项目");
    assert_eq!(bundle.catalogues.locale("fr")["project.missing"], "Select a project");
    assert_eq!(bundle.publisher, key().public_key().id());
}

/// Hosts pin the digest; a change of it would orphan every stored grant.
#[test]
fn the_digest_of_known_contents_is_known() {
    // Computed with another SHA-256 implementation, from the format's description.
    let bundle = open(&sealed(), &trusted()).unwrap();
    assert_eq!(bundle.digest.to_string(), DIGEST);
    assert_eq!(sealed(), sealed(), "sealing is deterministic");
}
const DIGEST: &str = "c69faaf5a73cd16a9b1b60aaacec73b6be707b5a6965b01ba5f9a58b9c0db09f";

#[test]
fn a_stranger_and_a_forger_are_told_apart() {
    let stranger = SigningKey::from_seed(&[8; 32]).unwrap();
    let id = stranger.public_key().id();
    let file = reseal(&sealed(), &stranger).unwrap();
    assert_eq!(open(&file, &trusted()).unwrap_err(), BundleError::UnknownPublisher(id));
    assert_eq!(
        open(&sealed(), &TrustedKeys::default()).unwrap_err(),
        BundleError::UnknownPublisher(key().public_key().id())
    );

    let forged = repacked(|entries| {
        let signature = &mut entries.iter_mut().find(|e| e.0 == "signature.toml").unwrap().1;
        let text = String::from_utf8(unpack(&file).pop().unwrap().1).unwrap();
        *signature = text.replace(&id.to_string(), &key().public_key().id().to_string()).into();
    });
    assert_eq!(open(&forged, &trusted()).unwrap_err(), BundleError::BadSignature);
}

#[test]
fn resealing_keeps_the_digest() {
    let stranger = SigningKey::from_seed(&[8; 32]).unwrap();
    let file = reseal(&sealed(), &stranger).unwrap();
    let theirs = open(&file, &TrustedKeys::from_iter([stranger.public_key()])).unwrap();
    assert_eq!(theirs.digest, open(&sealed(), &trusted()).unwrap().digest);
}

#[test]
fn unknown_missing_and_repeated_entries_are_refused() {
    let extra = repacked(|entries| entries.push(("readme.md".into(), b"hello".to_vec())));
    assert!(matches!(open(&extra, &trusted()), Err(BundleError::Archive(_))));
    let renamed = repacked(|entries| entries[0].0 = "locales/fr.json".into());
    assert_eq!(open(&renamed, &trusted()).unwrap_err(), BundleError::UnknownEntry("locales/fr.json".into()));
    for gone in 0..5 {
        let file = repacked(|entries| drop(entries.remove(gone)));
        assert!(matches!(open(&file, &trusted()), Err(BundleError::MissingEntry(_))));
    }
    // The zip writer refuses duplicates itself, so the test renames an entry in place: in the local header and in the
    // directory entry.
    let twice = replace(&sealed(), b"locales/zh.json", b"locales/en.json");
    assert!(matches!(open(&twice, &trusted()), Err(BundleError::Archive(_))));
}

fn replace(file: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let mut file = file.to_vec();
    let mut found = 0;
    for at in 0..file.len() - from.len() {
        if file[at..].starts_with(from) {
            file[at..at + to.len()].copy_from_slice(to);
            found += 1;
        }
    }
    assert_eq!(found, 2, "a local header and a directory entry");
    file
}

#[test]
fn what_the_format_does_not_need_is_refused() {
    let mut before = b"#!/bin/sh\n".to_vec();
    before.extend(sealed());
    let mut after = sealed();
    after.extend(b"trailer");
    let mut comment = ZipWriter::new(Cursor::new(Vec::new()));
    comment.set_comment("hello").unwrap();
    let comment = comment.finish().unwrap().into_inner();
    for file in [before, after, comment, Vec::new(), b"PK\x05\x06".to_vec(), vec![0; 1000]] {
        assert!(matches!(open(&file, &trusted()), Err(BundleError::Archive(_))));
    }
}

#[test]
fn sizes_are_bounded_before_and_after_decompression() {
    let huge = vec![0; usize::try_from(ENTRY_LIMIT).unwrap() + 1];
    assert!(matches!(open(&huge, &trusted()), Err(BundleError::TooLarge { .. })));
    let bomb = repacked(|entries| entries.last_mut().unwrap().1 = huge.clone());
    assert!(bomb.len() < 100_000, "it compresses to almost nothing: {}", bomb.len());
    assert!(matches!(
        open(&bomb, &trusted()),
        Err(BundleError::EntryTooLarge { entry: "signature.toml", limit: ENTRY_LIMIT })
    ));
    // The same bomb with a false size in both headers.
    let declared = u32::try_from(huge.len()).unwrap().to_le_bytes();
    let liar = replace(&bomb, &declared, &100_u32.to_le_bytes());
    assert!(matches!(open(&liar, &trusted()), Err(BundleError::Archive(_))));
    let contents = Contents { component: huge, ..contents() };
    assert!(matches!(seal(&contents, &key()), Err(BundleError::EntryTooLarge { .. })));
}

#[test]
fn manifests_are_checked_field_by_field() {
    let changes = [
        ("id = \"edc\"", "id = \"Edc\""),
        ("id = \"edc\"", "id = \"\""),
        ("id = \"edc\"", "id = \"../edc\""),
        ("version = \"1.2.3\"", "version = \"1.2\""),
        ("sequence = 7", "sequence = 0"),
        ("sequence = 7", "sequence = -1"),
        ("panel-plugin-claims", "panel"),
        ("cardea:panel@1.0.0", "cardea:panel@2.0.0"),
        ("web_code = \"020\"", "web_code = \"EDC\""),
        ("web_code = \"020\"", "web_code = 20"),
        ("authorization_style = 2", "authorization_style = 5"),
        ("en = \"Data capture\"", "en = \" \""),
        ("sequence = 7", "sequence = 7\nextra = true"),
    ];
    for (from, to) in changes {
        assert!(MANIFEST.contains(from));
        let contents = Contents { manifest: MANIFEST.replace(from, to), ..contents() };
        let error = seal(&contents, &key()).unwrap_err();
        assert!(matches!(error, BundleError::Manifest(_)), "{to}");
        // Each names the field, in one line.
        let field = to.lines().last().unwrap().split(['=', ' ']).next().unwrap();
        let named = match field {
            "panel" => "world",
            "cardea:panel@1.0.0" | "cardea:panel@2.0.0" => "wit",
            "en" => "name.en",
            field => field,
        };
        let told = error.to_string();
        assert!(told.starts_with("manifest.toml: ") && told.contains(named) && !told.contains('\n'), "{told}");
    }
}

#[test]
fn settings_say_what_is_wrong_with_them() {
    let with = |rest: &str| {
        let text = format!("{MANIFEST}\n[[settings]]\nkey = \"limit\"\nlabel = \"project.missing\"\n{rest}");
        seal(&Contents { manifest: text, ..contents() }, &key())
    };
    for (rest, said) in [
        ("kind = \"words\"", "unknown variant"),
        ("kind = \"text\"\nplaceholder = \"x\"", "unknown field"),
        ("kind = \"text\"\nmin = 1", "settings.limit.min and max are for numbers"),
        ("kind = \"number\"\nmin = 3\nmax = 2", "settings.limit.min must not be greater than max"),
        ("kind = \"number\"\nmax = 2\ndefault = 3", "settings.limit.default must be"),
        ("kind = \"number\"\ndefault = \"3\"", "settings.limit.default is of another kind"),
        ("kind = \"text\"\nmax_length = 0", "settings.limit.max_length must be 1 to 2000"),
        ("kind = \"choice\"", "settings.limit.choices must be 2 to 64"),
        ("kind = \"secret\"", "settings.limit.header must be x-"),
        ("kind = \"secret\"\nheader = \"authorization\"", "settings.limit.header must be x-"),
        ("kind = \"secret\"\nheader = \"x-request-id\"", "settings.limit.header must be x-"),
        ("kind = \"secret\"\nheader = \"x-key\"\ndefault = \"k\"", "settings.limit.default cannot be given"),
        ("kind = \"switch\"\nhelp = \"limit.help\"", "settings.limit.help: the catalogues have no text limit.help"),
        ("kind = \"switch\"\n[[settings]]\nkey = \"limit\"\nkind = \"text\"\nlabel = \"x\"", "same key twice"),
    ] {
        let error = with(rest).unwrap_err();
        assert!(matches!(error, BundleError::Manifest(_)) && error.to_string().contains(said), "{rest}: {error}");
    }
    let file = with("kind = \"number\"\nrequired = true\nmin = 1\nmax = 9\ndefault = 3").unwrap();
    let setting = open(&file, &trusted()).unwrap().manifest.settings.remove(0);
    assert_eq!(setting.accepts(&SettingValue::Number(9)), Ok(()));
    assert_eq!(setting.accepts(&SettingValue::Number(10)), Err(Misfit::Range(1, 9)));
    assert_eq!(setting.accepts(&SettingValue::Text("9".into())), Err(Misfit::Kind));
}

#[test]
fn catalogues_have_the_same_keys() {
    for (zh, en) in [(r#"{"a":"x"}"#, "{}"), ("{}", r#"{"a":"x"}"#), (r#"{"a":1}"#, r#"{"a":"x"}"#), ("[]", "{}")] {
        assert!(matches!(Catalogues::parse(zh.as_bytes(), en.as_bytes()), Err(BundleError::Catalogue { .. })));
    }
}

#[test]
fn keys_travel_as_text() {
    let pem = key().to_pem().unwrap();
    assert_eq!(SigningKey::from_pem(&pem).unwrap().public_key(), key().public_key());
    let public: PublicKey = key().public_key().to_string().parse().unwrap();
    assert_eq!(public.id(), key().public_key().id());
    let id: KeyId = public.id().to_string().parse().unwrap();
    assert_eq!(id, public.id());
    assert!(id.to_string().to_uppercase().parse::<KeyId>().is_err());
    assert!("+123456789abcdef".parse::<KeyId>().is_err());
    assert!("AAAA".parse::<PublicKey>().is_err());
    assert!(SigningKey::from_pem("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----").is_err());
    assert!(!format!("{:?}", key()).contains(pem.lines().nth(1).unwrap()));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    /// Times, modes and the like are neither signed nor read. Everything else is refused.
    #[test]
    fn a_flipped_bit_is_refused_or_changes_nothing(at in any::<prop::sample::Index>(), bit in 0..8_u8) {
        let mut file = sealed();
        let at = at.index(file.len());
        file[at] ^= 1 << bit;
        if let Ok(bundle) = open(&file, &trusted()) {
            let whole = open(&sealed(), &trusted()).unwrap();
            prop_assert_eq!(bundle.digest, whole.digest);
            prop_assert_eq!(bundle.component, whole.component);
            prop_assert_eq!(bundle.manifest, whole.manifest);
            prop_assert_eq!(bundle.catalogues, whole.catalogues);
            prop_assert_eq!(bundle.publisher, whole.publisher);
        }
    }

    #[test]
    fn a_flipped_bit_of_any_part_is_refused(
        part in 0..5_usize, at in any::<prop::sample::Index>(), bit in 0..8_u8,
    ) {
        let file = repacked(|entries| {
            let bytes = &mut entries[part].1;
            let at = at.index(bytes.len());
            bytes[at] ^= 1 << bit;
        });
        // One exception: white space in signature.toml has no meaning.
        if let Ok(bundle) = open(&file, &trusted()) {
            prop_assert_eq!(part, 4);
            prop_assert_eq!(bundle.digest.to_string(), DIGEST);
        }
    }

    #[test]
    fn order_and_compression_do_not_change_the_digest(
        entries in Just(unpack(&sealed())).prop_shuffle(), stored in any::<bool>(),
    ) {
        let method = if stored { zip::CompressionMethod::Stored } else { zip::CompressionMethod::Deflated };
        let file = pack(&entries, SimpleFileOptions::default().compression_method(method));
        prop_assert_eq!(open(&file, &trusted()).unwrap().digest.to_string(), DIGEST);
    }

    #[test]
    fn noise_is_refused(noise in prop::collection::vec(any::<u8>(), 0..2000)) {
        prop_assert!(open(&noise, &trusted()).is_err());
    }

    #[test]
    fn truncation_is_refused(at in any::<prop::sample::Index>()) {
        let file = sealed();
        prop_assert!(open(&file[..at.index(file.len())], &trusted()).is_err());
    }
}
