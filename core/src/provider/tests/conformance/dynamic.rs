//! The plan `oidcc-dynamic-certification-test-plan`: its modules about registration and the registered metadata. Its
//! other modules are beside the endpoints that they test.

use super::super::client_keys::jwks;
use super::super::registration::{Registrar, initial_access_token};
use super::super::site::Site;
use super::*;
use crate::both;
use crate::provider::jose::Alg;
use crate::provider::jose::testing::{TestKey, jwks as keys};
use crate::provider::keys::testing::with_rsa;

const RP: &str = "https://rp.example.org/cb";
const ASSERTION: &str = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

/// A world in which a relying party may register ten clients, and the relying party's server.
async fn relying_party(engine: Engine) -> (World, Site, Registrar) {
    let (w, site) = (World::reaching(engine, &Site::reachable()).await, Site::open().await);
    with_rsa(&w.provider).await;
    let registrar = Registrar::new(&w, initial_access_token(&w, json!({ "uses": 10, "pkce": "optional" })).await);
    (w, site, registrar)
}

/// An authorization request of a registered client; the conformance suite uses no PKCE here.
fn asked(client: &Value, redirect_uri: Option<&str>) -> String {
    let id = client["client_id"].as_str().unwrap();
    request(&[("client_id", Some(id)), ("redirect_uri", redirect_uri)])
}

/// Requests authorization, agrees to the consent, and goes on to the client.
async fn consented(w: &World, request: &str, who: &Who) -> Answer {
    let (address, asked) = w.authorize(request, who).await.location();
    assert_eq!(address, "/consent");
    let yes = json!({ "interaction": asked["interaction"], "decision": "allow" });
    let onward = w.call("/api/account/consent", &yes, who).await;
    w.get(onward["data"]["redirect"].as_str().unwrap(), who).await
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
        // A dynamically registered client needs consent; the answer keeps the query of its redirect address.
        let answer = consented(&w, &asked(&client, Some(&with_query)), &who).await;
        let (address, query) = answer.location();
        assert_eq!((address.as_str(), query["foo"].as_str(), query["state"].as_str()), (RP, "bar", "st&te="));
        let form = super::query(&[("grant_type", "authorization_code"), ("code", &query["code"]),
            ("redirect_uri", &with_query), ("code_verifier", VERIFIER)]);
        let auth = basic(client["client_id"].as_str().unwrap(), client["client_secret"].as_str().unwrap());
        let answer = w.post("/oauth2/token", form, Some(&auth), &Who::Nobody).await;
        assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
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

/// A member shown to people is stored unchanged, and never fetched.
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
        let (w, site, registrar) = relying_party(engine).await;
        let who = w.sign_in("u1", "s1").await;
        let (old, new) = (TestKey::new(Alg::Es256), TestKey::new(Alg::Es256));
        site.put("/jwks", keys(&[&old]));
        let client = registrar.ok(&w, json!({ "redirect_uris": [RP], "jwks_uri": site.at("/jwks"),
            "token_endpoint_auth_method": "private_key_jwt", "token_endpoint_auth_signing_alg": "ES256",
            "grant_types": ["authorization_code", "refresh_token"] })).await;
        let id = client["client_id"].as_str().unwrap();
        let ask = async |key: &TestKey, jti: &str, pairs: &[(&str, &str)]| {
            let claims = json!({ "iss": id, "sub": id, "aud": ISSUER, "jti": jti, "iat": NOW, "exp": NOW + 60 });
            let assertion = key.sign(&json!({}), &claims);
            let mut form = pairs.to_vec();
            form.extend([("client_assertion", assertion.as_str()), ("client_assertion_type", ASSERTION)]);
            w.post("/oauth2/token", query(&form), None, &Who::Nobody).await
        };
        let offline = request(&[("client_id", Some(id)), ("redirect_uri", Some(RP)), ("prompt", Some("consent")),
            ("scope", Some("openid offline_access"))]);
        let code = consented(&w, &offline, &who).await.location().1["code"].clone();
        let answer = ask(&old, "code", &[("grant_type", "authorization_code"), ("code", &code), ("redirect_uri", RP),
            ("code_verifier", VERIFIER)]).await;
        assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
        let first = answer.json();
        let refresh = |tokens: &Value| tokens["refresh_token"].as_str().unwrap().to_owned();
        let with = |token: &str| [("grant_type", "refresh_token".to_owned()), ("refresh_token", token.to_owned())];
        let refreshed = async |key: &TestKey, jti: &str, token: &str| {
            let pairs = with(token);
            let pairs = pairs.each_ref().map(|(name, value)| (*name, value.as_str()));
            ask(key, jti, &pairs).await
        };

        // The key has changed, and the server learns nothing else: the refresh token stays valid.
        site.put("/jwks", keys(&[&new]));
        let answer = refreshed(&new, "second", &refresh(&first)).await;
        assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
        let second = answer.json();
        let subject = |tokens: &Value, jwks: &Value| verified(jwks, tokens["id_token"].as_str().unwrap(), "JWT")["sub"].clone();
        let jwks = w.jwks().await;
        assert_eq!(subject(&second, &jwks), subject(&first, &jwks));
        // The old key authenticates no longer, and its use has no other effect.
        let answer = refreshed(&old, "third", &refresh(&second)).await;
        assert_eq!((answer.status, &answer.json()["error"]), (StatusCode::UNAUTHORIZED, &json!("invalid_client")));
        let answer = refreshed(&new, "fourth", &refresh(&second)).await;
        assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
        let bearer = format!("Bearer {}", answer.json()["access_token"].as_str().unwrap());
        assert_eq!(w.get_as("/oauth2/userinfo", &bearer).await.json()["sub"], subject(&first, &jwks));
    }
}
