use std::sync::OnceLock;

use aws_lc_rs::aead::{AES_256_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use aws_lc_rs::rsa::{OAEP_SHA256_MGF1SHA256, OaepPublicEncryptingKey, PrivateDecryptingKey};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use super::*;
use crate::authentication::store::transport_keys;
use crate::authentication::transport::{self, Key, SEALED};
use crate::both;
use crate::config::PasswordTransport;
use crate::kernel::Kernel;

/// One key for all tests: making one is slow.
fn shared_key() -> &'static (Vec<u8>, Jwk) {
    static KEY: OnceLock<(Vec<u8>, Jwk)> = OnceLock::new();
    KEY.get_or_init(|| {
        let (key, pkcs8) = Key::generate().unwrap();
        (pkcs8, key.jwk)
    })
}

/// Stores the shared key as the server's own.
pub async fn install_key(kernel: &Kernel) {
    let (pkcs8, jwk) = shared_key();
    let sealed = kernel.seal_at(&SEALED, &jwk.kid, pkcs8).unwrap();
    let mut tx = kernel.db().begin().await.unwrap();
    transport_keys::keep_first(&mut tx, jwk, sealed, kernel.now()).await.unwrap();
    tx.commit().await.unwrap();
}

/// The parts of a browser's JWE, so that a test can spoil each.
struct Jwe {
    header: Value,
    plaintext: Vec<u8>,
}

impl Jwe {
    fn of(password: &str, ts: i64, nonce: &str) -> Self {
        let header = json!({ "alg": ALG, "enc": ENC, "kid": shared_key().1.kid });
        Self { header, plaintext: json!({ "password": password, "ts": ts, "nonce": nonce }).to_string().into_bytes() }
    }

    fn seal(&self) -> String {
        let private = PrivateDecryptingKey::from_pkcs8(&shared_key().0).unwrap();
        let public = OaepPublicEncryptingKey::new(private.public_key()).unwrap();
        let (cek, iv) = ([9_u8; 32], [3_u8; 12]);
        let mut wrapped = vec![0; public.ciphertext_size()];
        let wrapped = public.encrypt(&OAEP_SHA256_MGF1SHA256, &cek, &mut wrapped, None).unwrap();
        let header = URL_SAFE_NO_PAD.encode(self.header.to_string());
        let mut text = self.plaintext.clone();
        let key = LessSafeKey::new(UnboundKey::new(&AES_256_GCM, &cek).unwrap());
        let tag = key
            .seal_in_place_separate_tag(Nonce::assume_unique_for_key(iv), Aad::from(header.as_bytes()), &mut text)
            .unwrap();
        let encode = |bytes: &[u8]| URL_SAFE_NO_PAD.encode(bytes);
        [header, encode(wrapped), encode(&iv), encode(&text), encode(tag.as_ref())].join(".")
    }
}

/// A password, encrypted as a browser does now.
pub fn sealed(app: &App, password: &str) -> String {
    Jwe::of(password, app.now().0, "of-another-test-1").seal()
}

const NONCE: &str = "0123456789abcdef";

both! {
    async fn an_encrypted_password_signs_in(engine) {
        let app = App::with(engine, |c| c.sign_in.password_transport = PasswordTransport::Encrypted).await;
        app.user("alice").await;
        let mut browser = app.browser();
        let published = browser.get("/api/sys/publicKey").await.ok();
        let jwk = &published.data()["jwk"];
        assert_eq!((&jwk["kty"], &jwk["use"], &jwk["alg"]), (&json!("RSA"), &json!("enc"), &json!("RSA-OAEP-256")));
        assert_eq!(published.data()["kid"], jwk["kid"]);
        assert_eq!(published.data()["enc"], "A256GCM");
        assert_eq!(published.data()["now"], app.now().0);
        assert_eq!(URL_SAFE_NO_PAD.decode(jwk["n"].as_str().unwrap()).unwrap().len(), 256);
        browser.login("alice", &Jwe::of(PASSWORD, app.now().0, NONCE).seal()).await.ok();
        browser.login("alice", &Jwe::of("Wrong1horse", app.now().0, "fedcba9876543210").seal()).await.fails("701");
        let plain = browser.login("alice", PASSWORD).await.fails("400");
        assert!(plain.data()["errors"]["password"].is_string());
    }
}

both! {
    async fn a_sealed_password_works_once_and_in_its_time(engine) {
        let app = App::new(engine).await;
        app.user("alice").await;
        let mut browser = app.browser();
        let sealed = Jwe::of(PASSWORD, app.now().0, NONCE).seal();
        browser.login("alice", &sealed).await.ok();
        browser.login("alice", &sealed).await.fails("400");
        // The nonce is spent, not the ciphertext.
        browser.login("alice", &Jwe::of(PASSWORD, app.now().0 + 1, NONCE).seal()).await.fails("400");
        let off = 5 * 60 * 1000;
        for (n, (ts, good)) in
            [(-off, true), (off, true), (-off - 1, false), (off + 1, false), (i64::MIN / 2, false)].into_iter().enumerate()
        {
            let sealed = Jwe::of(PASSWORD, app.now().0 + ts, &format!("{n}{NONCE}")).seal();
            let answer = browser.login("alice", &sealed).await;
            if good { answer.ok() } else { answer.fails("400") };
        }
        assert_eq!(app.count("SELECT COUNT(*) FROM login_attempts").await, 0, "none of it was a guess");
    }
}

both! {
    async fn of_parallel_uses_of_one_nonce_one_wins(engine) {
        let app = App::new(engine).await;
        app.user("alice").await;
        let sealed = Jwe::of(PASSWORD, app.now().0, NONCE).seal();
        let tries = (0..8).map(|_| {
            let (mut browser, sealed) = (app.browser(), sealed.clone());
            async move { browser.login("alice", &sealed).await.code().to_owned() }
        });
        let mut codes = futures::future::join_all(tries).await;
        codes.sort();
        assert_eq!(codes, [vec!["200"], vec!["400"; 7]].concat());
        assert_eq!(app.count("SELECT COUNT(*) FROM sessions").await, 1);
    }
}

both! {
    async fn whatever_is_wrong_with_a_sealed_password_answers_alike(engine) {
        let app = App::new(engine).await;
        app.user("alice").await;
        let now = app.now().0;
        let good = || Jwe::of(PASSWORD, now, NONCE);
        let kid = shared_key().1.kid.clone();
        let with_header = |header: Value| Jwe { header, ..good() }.seal();
        let with_plain = |plaintext: &[u8]| Jwe { plaintext: plaintext.to_vec(), ..good() }.seal();
        let mut bad = vec![
            with_header(json!({ "alg": "RSA-OAEP", "enc": ENC, "kid": kid })),
            with_header(json!({ "alg": "dir", "enc": ENC, "kid": kid })),
            with_header(json!({ "alg": "none", "enc": ENC, "kid": kid })),
            with_header(json!({ "alg": ALG, "enc": "A128GCM", "kid": kid })),
            with_header(json!({ "alg": ALG, "enc": ENC })),
            with_header(json!({ "alg": ALG, "enc": ENC, "kid": "" })),
            with_header(json!({ "alg": ALG, "enc": ENC, "kid": "x".repeat(43) })),
            with_header(json!({ "alg": ALG, "enc": ENC, "kid": kid, "zip": "DEF" })),
            with_header(json!({ "alg": ALG, "enc": ENC, "kid": kid, "crit": ["exp"] })),
            with_plain(b""),
            with_plain(b"Correct1horse"),
            with_plain(b"\"Correct1horse\""),
            with_plain(br#"{"password":"Correct1horse"}"#),
            with_plain(format!(r#"{{"password":"{PASSWORD}","ts":{now},"nonce":"short"}}"#).as_bytes()),
            with_plain(format!(r#"{{"password":"{PASSWORD}","ts":"{now}","nonce":"{NONCE}"}}"#).as_bytes()),
            with_plain(format!(r#"{{"password":"{PASSWORD}","ts":{now},"nonce":"{NONCE}","x":1}}"#).as_bytes()),
        ];
        let sealed = good().seal();
        let parts: Vec<&str> = sealed.split('.').collect();
        for part in 1..5 {
            let mut bytes = URL_SAFE_NO_PAD.decode(parts[part]).unwrap();
            bytes[0] ^= 1;
            let mut altered: Vec<String> = parts.iter().map(|p| (*p).to_owned()).collect();
            altered[part] = URL_SAFE_NO_PAD.encode(&bytes);
            bad.push(altered.join("."));
            altered[part] = String::new();
            bad.push(altered.join("."));
            altered[part] = format!("{}=", parts[part]);
            bad.push(altered.join("."));
        }
        let longer = |part: usize, more: &[u8]| {
            let bytes = [URL_SAFE_NO_PAD.decode(parts[part]).unwrap(), more.to_vec()].concat();
            let mut altered: Vec<String> = parts.iter().map(|p| (*p).to_owned()).collect();
            altered[part] = URL_SAFE_NO_PAD.encode(bytes);
            altered.join(".")
        };
        bad.extend([longer(1, b"x"), longer(2, b"x"), longer(3, b"x"), longer(4, b"x")]);
        // A truncated tag must not pass as a shorter tag.
        bad.push(format!("{}.{}", parts[..4].join("."), &parts[4][..16]));
        let mut texts = std::collections::BTreeSet::new();
        for sealed in bad {
            let answer = app.browser().login("alice", &sealed).await.fails("400");
            texts.insert(answer.data().to_string());
        }
        assert_eq!(texts.len(), 1, "the difference helps only an attacker: {texts:?}");
        app.browser().login("alice", &sealed).await.ok();
    }
}

both! {
    async fn nodes_that_start_together_agree_on_one_key(engine) {
        let t = engine.kernel().await;
        let (one, two) = tokio::join!(transport::Transport::open(&t.kernel), transport::Transport::open(&t.kernel));
        let (one, two) = (one.unwrap(), two.unwrap());
        assert_eq!(one.current().unwrap().jwk.kid, two.current().unwrap().jwk.kid);
        let again = transport::Transport::open(&t.kernel).await.unwrap();
        assert_eq!(again.current().unwrap().jwk.kid, one.current().unwrap().jwk.kid);
        let mut tx = t.kernel.db().begin().await.unwrap();
        let rows: Vec<(String, Vec<u8>)> = tx.query("SELECT purpose, private_key FROM keys").all().await.unwrap();
        assert_eq!(rows.len(), 1);
        assert!(PrivateDecryptingKey::from_pkcs8(&rows[0].1).is_err(), "the private key is sealed");
    }
}

/// Replaces the shared key by another, as another node does.
async fn another_nodes_key(app: &App) -> Key {
    let (key, pkcs8) = Key::generate().unwrap();
    let sealed = app.t.kernel.seal_at(&SEALED, &key.jwk.kid, &pkcs8).unwrap();
    app.run("UPDATE keys SET retired_at = 1").await;
    let mut tx = app.tx().await;
    transport_keys::keep_first(&mut tx, &key.jwk, sealed, app.now()).await.unwrap();
    tx.commit().await.unwrap();
    key
}

both! {
    async fn a_key_that_another_node_made_is_found(engine) {
        let app = App::new(engine).await;
        app.user("alice").await;
        let key = another_nodes_key(&app).await;
        let transport = app.sessions.transport();
        assert_eq!(transport.find(&app.t.kernel, &key.jwk.kid).await.unwrap().jwk.kid, key.jwk.kid);
        assert!(transport.find(&app.t.kernel, &shared_key().1.kid).await.is_err(), "a retired key opens nothing");
    }
}

mod attacks {
    use super::*;
    use crate::attack::refused;

    both! {
        /// Each lookup of a key parses all keys: invented ids get only a few lookups.
        async fn keys_that_there_are_not_cost_little(engine) {
            let app = App::new(engine).await;
            let (transport, kernel) = (app.sessions.transport(), &app.t.kernel);
            for n in 0..5 {
                assert!(transport.find(kernel, &format!("{n:043}")).await.is_err());
            }
            let key = another_nodes_key(&app).await;
            let mut found = usize::from(transport.find(kernel, &key.jwk.kid).await.is_ok());
            for n in 5..40 {
                found += usize::from(transport.find(kernel, &format!("{n:043}")).await.is_ok());
            }
            refused("looks for transport keys that there are not, beyond a few", engine, 36, 36 - found);
            app.t.clock.advance(3);
            assert!(transport.find(kernel, &key.jwk.kid).await.is_ok());
        }
    }
}
