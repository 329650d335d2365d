//! Clients with keys on their own servers, which they rotate.

use super::site::Site;
use super::*;
use crate::both;
use crate::provider::jose::Alg;
use crate::provider::jose::testing::{TestKey, jwks};

/// Whether an assertion signed with this key authenticates the client `rotating`.
async fn proves(w: &World, key: &TestKey, jti: &str) -> bool {
    let claims = json!({ "iss": "rotating", "sub": "rotating", "aud": ISSUER, "exp": NOW + 60, "jti": jti });
    let assertion = key.sign(&json!({}), &claims);
    let form = query(&[
        ("grant_type", "urn:example:none"),
        ("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"),
        ("client_assertion", &assertion),
    ]);
    let answer = w.post("/oauth2/token", form, None, &Who::Nobody).await;
    match answer.json()["error"].as_str().unwrap() {
        "unsupported_grant_type" => true,
        "invalid_client" => false,
        other => panic!("{other}"),
    }
}

both! {
    async fn a_client_that_rotates_its_keys_is_believed_at_once(engine) {
        let (w, site) = (World::reaching(engine, &Site::reachable()).await, Site::open().await);
        let (old, new, stranger) =
            (TestKey::new(Alg::Es256), TestKey::new(Alg::Es256), TestKey::new(Alg::Es256));
        site.put("/jwks", jwks(&[&old]));
        w.register(json!({ "client_id": "rotating", "token_endpoint_auth_method": "private_key_jwt",
            "redirect_uris": [CALLBACK], "jwks_uri": site.at("/jwks") })).await;
        assert!(proves(&w, &old, "a").await && proves(&w, &old, "b").await);
        assert_eq!(site.asked("/jwks"), 1);

        site.put("/jwks", jwks(&[&new]));
        assert!(proves(&w, &new, "c").await);
        assert_eq!(site.asked("/jwks"), 2, "looked again once, for the unknown key");
        for jti in ["d", "e", "f"] {
            assert!(!proves(&w, &old, jti).await, "a key that was withdrawn");
            assert!(!proves(&w, &stranger, jti).await);
        }
        assert_eq!(site.asked("/jwks"), 2, "strangers do not make this server ask without end");
        assert!(proves(&w, &new, "g").await);
    }
}

both! {
    async fn nobody_s_private_network_is_asked_for_keys(engine) {
        let (w, site) = (World::new(engine).await, Site::open().await);
        let key = TestKey::new(Alg::Es256);
        site.put("/jwks", jwks(&[&key]));
        w.register(json!({ "client_id": "rotating", "token_endpoint_auth_method": "private_key_jwt",
            "redirect_uris": [CALLBACK], "jwks_uri": site.at("/jwks") })).await;
        assert!(!proves(&w, &key, "a").await);
        assert_eq!(site.asked("/jwks"), 0);
    }
}
