//! The modules of the dynamic plan about algorithms and keys.

use super::super::site::Site;
use super::*;
use crate::both;
use crate::provider::jose::testing::{TestKey, jwks};
use crate::provider::jose::{Alg, JwkSet, peek};
use crate::provider::keys::testing::with_rsa;

/// A client with chosen algorithms.
async fn registered(w: &World, more: Value) {
    let mut metadata = json!({ "client_id": "rp", "client_secret": SECRET, "redirect_uris": [CALLBACK] });
    metadata.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    w.register(metadata).await;
}

/// Tokens of that client.
async fn tokens(w: &World) -> Value {
    let who = w.sign_in("u1", "s1").await;
    let code = w.authorize(&request(&[("client_id", Some("rp"))]), &who).await.location().1["code"].clone();
    let form = query(&[
        ("grant_type", "authorization_code"),
        ("code", &code),
        ("redirect_uri", CALLBACK),
        ("code_verifier", VERIFIER),
    ]);
    let answer = w.post("/oauth2/token", form, Some(&basic("rp", SECRET)), &Who::Nobody).await;
    assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
    answer.json()
}

/// The claims of a token signed with this algorithm, verified by the published keys.
async fn signed(w: &World, token: &str, alg: Alg) -> Value {
    let set = JwkSet::parse(w.jwks().await.to_string().as_bytes()).unwrap();
    Value::Object(set.verify(token, &[alg]).unwrap().claims)
}

both! {
    async fn oidcc_idtoken_rs256(engine) {
        let w = World::new(engine).await;
        with_rsa(&w.provider).await;
        registered(&w, json!({ "id_token_signed_response_alg": "RS256" })).await;
        let id_token = tokens(&w).await["id_token"].as_str().unwrap().to_owned();
        let claims = signed(&w, &id_token, Alg::Rs256).await;
        assert_eq!((claims["iss"].as_str(), claims["aud"].as_str()), (Some(ISSUER), Some("rp")));
    }
}

both! {
    async fn oidcc_idtoken_unsigned(engine) {
        // `none` is neither offered nor registered, so no answer is unsigned.
        let w = World::new(engine).await;
        let unsigned = json!({ "redirect_uris": [CALLBACK], "id_token_signed_response_alg": "none" });
        let error = Metadata::read(unsigned).unwrap_err();
        assert_eq!(error.fields[0].0, "id_token_signed_response_alg");
        let metadata = w.get("/.well-known/openid-configuration", &Who::Nobody).await.json();
        assert!(!metadata["id_token_signing_alg_values_supported"].as_array().unwrap().contains(&json!("none")));
    }
}

both! {
    async fn oidcc_userinfo_rs256(engine) {
        let w = World::new(engine).await;
        with_rsa(&w.provider).await;
        registered(&w, json!({ "userinfo_signed_response_alg": "RS256" })).await;
        let token = tokens(&w).await["access_token"].as_str().unwrap().to_owned();
        let answer = w.get_as("/oauth2/userinfo", &format!("Bearer {token}")).await;
        assert_eq!((answer.status, answer.header("content-type")), (StatusCode::OK, "application/jwt"));
        let claims = signed(&w, &answer.body, Alg::Rs256).await;
        assert_eq!((claims["iss"].as_str(), claims["aud"].as_str()), (Some(ISSUER), Some("rp")));
        assert_eq!(claims["sub"], "u1");
    }
}

both! {
    async fn oidcc_server_rotate_keys(engine) {
        let w = World::new(engine).await;
        registered(&w, json!({})).await;
        let before = tokens(&w).await["id_token"].as_str().unwrap().to_owned();
        // A manual rotation: the next key is published first and signs once every node has it.
        let next = w.provider.keys().rotate(w.cx(), Alg::Es256).await.unwrap().id;
        let published = w.jwks().await;
        assert!(published["keys"].as_array().unwrap().iter().any(|key| key["kid"] == next.as_str()));
        w.t.clock.advance(10);
        w.provider.keys().step().await.unwrap();
        let who = w.sign_in("u1", "s2").await;
        let after = w.authorize(&request(&[("client_id", Some("rp"))]), &who).await.location().1["code"].clone();
        let form = query(&[("grant_type", "authorization_code"), ("code", &after), ("redirect_uri", CALLBACK),
            ("code_verifier", VERIFIER)]);
        let after = w.post("/oauth2/token", form, Some(&basic("rp", SECRET)), &Who::Nobody).await.json();
        let after = after["id_token"].as_str().unwrap();
        assert_ne!(peek(&before).unwrap().0.kid, peek(after).unwrap().0.kid);
        for token in [&before, after] {
            signed(&w, token, Alg::Es256).await;
        }
    }
}

both! {
    async fn oidcc_request_uri_signed_rs256(engine) {
        let (w, site) = (World::reaching(engine, &Site::reachable()).await, Site::open().await);
        let key = TestKey::new(Alg::Rs256);
        let uri = site.at("/request.jwt");
        registered(&w, json!({ "jwks": jwks(&[&key]), "request_uris": [uri], "request_object_signing_alg": "RS256" })).await;
        let claims = json!({ "iss": "rp", "aud": ISSUER, "client_id": "rp", "response_type": "code", "scope": "openid",
            "redirect_uri": CALLBACK, "state": "inside", "code_challenge": CHALLENGE, "code_challenge_method": "S256" });
        site.put("/request.jwt", key.sign(&json!({}), &claims));
        let who = w.sign_in("u1", "s1").await;
        let asked = query(&[("client_id", "rp"), ("response_type", "code"), ("scope", "openid"), ("request_uri", &uri)]);
        let (address, answer) = w.authorize(&asked, &who).await.location();
        assert_eq!((address.as_str(), answer["state"].as_str()), (CALLBACK, "inside"));
        assert!(answer.contains_key("code"));
    }
}

both! {
    async fn oidcc_ensure_client_assertion_with_iss_aud_succeeds(engine) {
        let w = World::new(engine).await;
        let key = TestKey::new(Alg::Es256);
        w.register(json!({ "client_id": "rp", "redirect_uris": [CALLBACK], "jwks": jwks(&[&key]),
            "token_endpoint_auth_method": "private_key_jwt" })).await;
        let who = w.sign_in("u1", "s1").await;
        let code = w.authorize(&request(&[("client_id", Some("rp"))]), &who).await.location().1["code"].clone();
        let assertion = key.sign(&json!({}), &json!({ "iss": "rp", "sub": "rp", "aud": ISSUER, "jti": "a-1",
            "iat": NOW, "exp": NOW + 60 }));
        let form = query(&[("grant_type", "authorization_code"), ("code", &code), ("redirect_uri", CALLBACK),
            ("code_verifier", VERIFIER), ("client_assertion", &assertion),
            ("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer")]);
        let answer = w.post("/oauth2/token", form, None, &Who::Nobody).await;
        assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
    }
}
