//! From an empty database to a signed-in administrator.

use aws_lc_rs::aead::{AES_256_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use aws_lc_rs::rand;
use aws_lc_rs::rsa::{OAEP_SHA256_MGF1SHA256, OaepPublicEncryptingKey, PublicEncryptingKey, PublicKeyComponents};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};

use crate::app::Installation;
use crate::both;
use crate::browser::{ADMIN, Browser, PASSWORD};

/// A password as the sign-in page sends it: a compact JWE (RFC 7516) to the published key.
fn encrypted(published: &Value, password: &str) -> String {
    let octets = |name: &str| URL_SAFE_NO_PAD.decode(published["jwk"][name].as_str().unwrap()).unwrap();
    let key: PublicEncryptingKey = PublicKeyComponents { n: octets("n"), e: octets("e") }.try_into().unwrap();
    let key = OaepPublicEncryptingKey::new(key).unwrap();
    let (mut cek, mut iv, mut nonce) = ([0; 32], [0; 12], [0; 18]);
    rand::fill(&mut cek).unwrap();
    rand::fill(&mut iv).unwrap();
    rand::fill(&mut nonce).unwrap();
    let mut wrapped = vec![0; key.ciphertext_size()];
    let wrapped = key.encrypt(&OAEP_SHA256_MGF1SHA256, &cek, &mut wrapped, None).unwrap();
    let header = json!({ "alg": published["alg"], "enc": published["enc"], "kid": published["kid"] });
    let header = URL_SAFE_NO_PAD.encode(header.to_string());
    let claims = json!({ "password": password, "ts": published["now"], "nonce": URL_SAFE_NO_PAD.encode(nonce) });
    let mut text = claims.to_string().into_bytes();
    let tag = LessSafeKey::new(UnboundKey::new(&AES_256_GCM, &cek).unwrap())
        .seal_in_place_separate_tag(Nonce::assume_unique_for_key(iv), Aad::from(header.as_bytes()), &mut text)
        .unwrap();
    let encode = |octets: &[u8]| URL_SAFE_NO_PAD.encode(octets);
    [header.clone(), encode(wrapped), encode(&iv), encode(&text), encode(tag.as_ref())].join(".")
}

both! {
    async fn the_link_makes_one_administrator_who_signs_in(engine) {
        let installation = Installation::new(engine).await;
        let server = installation.serve().await;
        let link = server.set_up_link().expect("an empty database has a set-up link").to_owned();
        assert!(link.starts_with(&server.base), "{link}");
        let mut browser = Browser::new(&server.base);
        assert_eq!(browser.get(&link).await.status, 200, "the link leads to a page");
        let state = link.replacen("/setUp?", "/api/sys/setup?", 1);
        assert_eq!(browser.get(&state).await.data(), json!({ "valid": true }));
        assert_eq!(browser.login(ADMIN, PASSWORD).await.failure(), "701", "there is no default account");

        assert_eq!(browser.set_up(&link).await.data(), Value::Null);
        assert_eq!(browser.set_up(&link).await.failure(), "403", "the link works once");
        assert_eq!(browser.get(&state).await.data(), json!({ "valid": false }));

        let published = browser.get("/api/sys/publicKey").await.data();
        let sealed = encrypted(&published, PASSWORD);
        assert!(browser.login(ADMIN, &sealed).await.data()["token"].is_null(), "a script could read it");
        let info = browser.get("/api/sys/user/info").await.data();
        assert_eq!(info["userName"], ADMIN);
        let groups = info["menuList"].as_array().unwrap();
        let urls: Vec<_> = groups.iter().flat_map(|g| g["list"].as_array().unwrap()).map(|m| &m["url"]).collect();
        for url in ["systemManger/tenant", "systemManger/user"] {
            assert!(urls.iter().any(|u| u.as_str().unwrap().ends_with(url)), "{url} in {urls:?}");
        }

        let roles = browser.get("/api/admin/roles").await.json();
        let mut ids: Vec<_> = roles.as_array().unwrap().iter().map(|role| role["id"].as_str().unwrap()).collect();
        ids.sort_unstable();
        assert_eq!(ids, ["platform-administrator", "platform-support", "study-member", "tenant-administrator"]);

        browser.post("/api/sys/logout", &json!({})).await.data();
        assert!(!browser.has("cardea_session"));
        assert_eq!(browser.get("/api/sys/user/info").await.failure(), "401");
        assert_eq!(browser.login(ADMIN, &sealed).await.failure(), "400", "an encrypted password works once");
        assert_eq!(browser.login(ADMIN, "Wrong1horse").await.failure(), "701");
        browser.login(ADMIN, PASSWORD).await.data();
        let token = browser.token();
        assert_eq!(browser.get("/api/sys/user/info").await.data()["userName"], ADMIN);

        // The next start finds the administrator and prints no link; sessions outlive the process.
        server.kill().await;
        let server = installation.serve().await;
        assert_eq!(server.printed, Vec::<String>::new());
        assert_eq!(Browser::new(&server.base).set_up(&link).await.failure(), "403");
        let info = reqwest::Client::new().get(format!("{}/api/sys/user/info", server.base));
        let info: Value = info.header("authorization", token).send().await.unwrap().json().await.unwrap();
        assert_eq!(info["data"]["userName"], ADMIN);
    }
}
