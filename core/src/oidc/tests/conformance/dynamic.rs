//! The plan `oidcc-dynamic-certification-test-plan`, as far as it is about registration and what was
//! registered. What else is in it stands with the endpoint that it is about.

use super::super::client_keys::jwks;
use super::super::registration::{Registrar, initial_access_token};
use super::super::site::Site;
use super::*;
use crate::both;

const RP: &str = "https://rp.example.org/cb";

/// A world in which a relying party may register so many clients, and its own server.
async fn relying_party(engine: Engine) -> (World, Site, Registrar) {
    let (w, site) = (World::reaching(engine, &Site::reachable()).await, Site::open().await);
    let registrar = Registrar::new(&w, initial_access_token(&w, json!({ "uses": 10, "pkce": "optional" })).await);
    (w, site, registrar)
}

/// An authorization request of a client that was registered; the conformance suite uses no PKCE here.
fn asked(client: &Value, redirect_uri: Option<&str>) -> String {
    let id = client["client_id"].as_str().unwrap();
    request(&[("client_id", Some(id)), ("redirect_uri", redirect_uri)])
}

both! {
    async fn oidcc_server(engine) {
        let (w, _, registrar) = relying_party(engine).await;
        let client = registrar.ok(&w, json!({ "redirect_uris": [RP], "response_types": ["code"],
            "grant_types": ["authorization_code"], "contacts": ["certification@rp.example.org"] })).await;
        assert_eq!(client["token_endpoint_auth_method"], "client_secret_basic");
        assert_eq!((&client["client_secret_expires_at"], client["client_id_issued_at"].as_i64()), (&json!(0), Some(NOW)));
        let registered = w.provider.clients().get(client["client_id"].as_str().unwrap()).await.unwrap().unwrap();
        assert!(registered.allows_redirect(RP) && registered.allows_grant("authorization_code"));
    }
}

both! {
    async fn oidcc_ensure_redirect_uri_in_authorization_request(engine) {
        let (w, _, registrar) = relying_party(engine).await;
        let who = w.sign_in("u1", "s1").await;
        for uris in [json!([RP]), json!([RP, "https://rp.example.org/second"])] {
            let client = registrar.ok(&w, json!({ "redirect_uris": uris })).await;
            let answer = w.authorize(&asked(&client, None), &who).await;
            assert_eq!(answer.status, StatusCode::BAD_REQUEST);
            answer.page();
        }
    }
}

both! {
    async fn oidcc_redirect_uri_query_ok(engine) {
        let (w, _, registrar) = relying_party(engine).await;
        let who = w.sign_in("u1", "s1").await;
        let with_query = format!("{RP}?foo=bar");
        let client = registrar.ok(&w, json!({ "redirect_uris": [with_query] })).await;
        let registered = w.provider.clients().get(client["client_id"].as_str().unwrap()).await.unwrap().unwrap();
        assert!(registered.allows_redirect(&with_query));
        let (address, query) = w.authorize(&asked(&client, Some(&with_query)), &who).await.location();
        // The person is asked first, or the answer goes there with its query as it was.
        assert!(address != RP || query["foo"] == "bar", "{address} {query:?}");
    }
}

both! {
    async fn oidcc_redirect_uri_query_mismatch(engine) {
        let (w, _, registrar) = relying_party(engine).await;
        let who = w.sign_in("u1", "s1").await;
        let client = registrar.ok(&w, json!({ "redirect_uris": [format!("{RP}?foo=bar")] })).await;
        for other in [RP.to_owned(), format!("{RP}?bar=foo"), format!("{RP}?foo=bar&x=y"), format!("{RP}?foo=BAR")] {
            let answer = w.authorize(&asked(&client, Some(&other)), &who).await;
            assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{other}");
            answer.page();
        }
    }
}

both! {
    async fn oidcc_redirect_uri_query_added(engine) {
        let (w, _, registrar) = relying_party(engine).await;
        let who = w.sign_in("u1", "s1").await;
        let client = registrar.ok(&w, json!({ "redirect_uris": [RP] })).await;
        let answer = w.authorize(&asked(&client, Some(&format!("{RP}?foo=bar"))), &who).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST);
        answer.page();
    }
}

both! {
    async fn oidcc_redirect_uri_regfrag(engine) {
        let (w, _, registrar) = relying_party(engine).await;
        let answer = registrar.register(&w, json!({ "redirect_uris": [format!("{RP}#foobar")] })).await;
        assert_eq!((answer.status, &answer.json()["error"]), (StatusCode::BAD_REQUEST, &json!("invalid_redirect_uri")));
    }
}

/// A member that people are shown is kept as it was given, and never fetched.
async fn shown(engine: Engine, name: &str) {
    let (w, site, registrar) = relying_party(engine).await;
    site.put("/shown", "<svg/>");
    let mut metadata = json!({ "redirect_uris": [RP] });
    metadata[name] = json!(site.at("/shown"));
    let client = registrar.ok(&w, metadata).await;
    assert_eq!(client[name], json!(site.at("/shown")));
    let registered = w.provider.clients().get(client["client_id"].as_str().unwrap()).await.unwrap().unwrap();
    let settings = serde_json::to_value(&registered.settings).unwrap();
    assert_eq!(settings[name], client[name]);
    assert_eq!(site.asked("/shown"), 0);
    for bad in ["javascript:alert(1)", "//rp.example.org/logo", "file:///etc/passwd"] {
        let mut metadata = json!({ "redirect_uris": [RP] });
        metadata[name] = json!(bad);
        let answer = registrar.register(&w, metadata).await;
        assert_eq!(answer.json()["error"], "invalid_client_metadata", "{answer:?}");
    }
}

both! {
    async fn oidcc_registration_logo_uri(engine) {
        shown(engine, "logo_uri").await;
    }
}

both! {
    async fn oidcc_registration_policy_uri(engine) {
        shown(engine, "policy_uri").await;
    }
}

both! {
    async fn oidcc_registration_tos_uri(engine) {
        shown(engine, "tos_uri").await;
    }
}

both! {
    async fn oidcc_registration_jwks_uri(engine) {
        let (w, site, registrar) = relying_party(engine).await;
        site.put("/jwks", jwks("a"));
        for keys in [json!({ "jwks_uri": site.at("/jwks") }), json!({ "jwks": jwks("a") })] {
            let mut metadata = json!({ "redirect_uris": [RP], "token_endpoint_auth_method": "private_key_jwt",
                "token_endpoint_auth_signing_alg": "EdDSA" });
            metadata.as_object_mut().unwrap().extend(keys.as_object().unwrap().clone());
            let client = registrar.ok(&w, metadata).await;
            assert_eq!(client.get("client_secret"), None);
            for (name, value) in keys.as_object().unwrap() {
                assert_eq!(&client[name], value);
            }
            let id = client["client_id"].as_str().unwrap();
            let registered = w.provider.clients().get(id).await.unwrap().unwrap();
            let set = w.provider.clients().keys_of(&registered, false).await.unwrap();
            assert_eq!(set.keys()[0].kid(), Some("a"));
        }
    }
}

both! {
    async fn oidcc_registration_sector_uri(engine) {
        let (w, site, registrar) = relying_party(engine).await;
        let second = "https://other.example.org/cb";
        site.put("/sector", json!([RP, second, "https://third.example.org/cb"]));
        let client = registrar.ok(&w, json!({ "redirect_uris": [RP, second], "subject_type": "pairwise",
            "sector_identifier_uri": site.at("/sector") })).await;
        assert_eq!(client["subject_type"], "pairwise");
        let registered = w.provider.clients().get(client["client_id"].as_str().unwrap()).await.unwrap().unwrap();
        assert_eq!(registered.sector().as_deref(), Some("127.0.0.1"));
    }
}

both! {
    async fn oidcc_registration_sector_bad(engine) {
        let (w, site, registrar) = relying_party(engine).await;
        for document in [json!(["https://other.example.org/cb"]), json!([]), json!({ "uris": [RP] }), json!([1]), json!(RP)] {
            site.put("/sector", &document);
            let answer = registrar.register(&w, json!({ "redirect_uris": [RP], "subject_type": "pairwise",
                "sector_identifier_uri": site.at("/sector") })).await;
            assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{document}");
            assert!(answer.header("content-type").starts_with("application/json"));
            assert_eq!(answer.json()["error"], "invalid_client_metadata", "{document}");
        }
        let missing = registrar.register(&w, json!({ "redirect_uris": [RP], "sector_identifier_uri": site.at("/none") })).await;
        assert_eq!(missing.json()["error"], "invalid_client_metadata");
        let two = json!({ "redirect_uris": [RP, "https://other.example.org/cb"], "subject_type": "pairwise" });
        assert_eq!(registrar.register(&w, two).await.json()["error"], "invalid_client_metadata");
    }
}

both! {
    async fn oidcc_refresh_token_rp_key_rotation(engine) {
        // The keys' part: what the client signs with its new key is verified at once.
        let (w, site, registrar) = relying_party(engine).await;
        site.put("/jwks", jwks("first"));
        let client = registrar.ok(&w, json!({ "redirect_uris": [RP], "jwks_uri": site.at("/jwks"),
            "token_endpoint_auth_method": "private_key_jwt",
            "grant_types": ["authorization_code", "refresh_token"] })).await;
        let registered = w.provider.clients().get(client["client_id"].as_str().unwrap()).await.unwrap().unwrap();
        let kid = async |fresh| {
            let set = w.provider.clients().keys_of(&registered, fresh).await.unwrap();
            set.keys()[0].kid().unwrap().to_owned()
        };
        assert_eq!(kid(false).await, "first");
        site.put("/jwks", jwks("second"));
        assert_eq!(kid(true).await, "second");
    }
}
