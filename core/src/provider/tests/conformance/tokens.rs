//! Basic OP plan and FAPI 2.0 security profile: the modules about tokens and claims.

use std::str::FromStr as _;

use aws_lc_rs::digest::{SHA256, SHA512, digest};
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use super::super::bound::{jkt, proof};
use super::super::*;
use crate::both;
use crate::provider::jose::Alg;
use crate::provider::jose::testing::TestKey;

/// A client with everything that the plan requires.
async fn world(engine: Engine) -> World {
    let w = World::new(engine).await;
    w.sql("UPDATE tenants SET address = '上海市张江路 1 号', postcode = '201203'").await;
    w.register(
        json!({ "client_id": "rp", "client_secret": SECRET, "redirect_uris": [CALLBACK], "cardea_tenant_id": "t1",
        "grant_types": ["authorization_code", "refresh_token"] }),
    )
    .await;
    w
}

async fn code(w: &World, who: &Who, scope: &str) -> String {
    let request = request(&[("client_id", Some("rp")), ("scope", Some(scope))]);
    w.authorize(&request, who).await.location().1["code"].clone()
}

fn exchange(code: &str) -> String {
    query(&[
        ("grant_type", "authorization_code"),
        ("code", code),
        ("redirect_uri", CALLBACK),
        ("code_verifier", VERIFIER),
    ])
}

async fn tokens(w: &World, scope: &str) -> Value {
    let code = code(w, &w.sign_in("u1", "s1").await, scope).await;
    let answer = w.post("/oauth2/token", exchange(&code), Some(&basic("rp", SECRET)), &Who::Nobody).await;
    assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
    answer.json()
}

fn bearer(tokens: &Value) -> String {
    format!("Bearer {}", tokens["access_token"].as_str().unwrap())
}

/// The userinfo of a scope, without the claims of every token.
async fn told(engine: Engine, scope: &str) -> Value {
    let w = world(engine).await;
    let mut told = w.get_as("/oauth2/userinfo", &bearer(&tokens(&w, scope).await)).await.json();
    assert_eq!(told["sub"], "u1");
    told.as_object_mut().unwrap().retain(|name, _| name != "sub" && name != "cardea_tenant");
    told
}

fn refused(answer: &Answer, error: &str) {
    assert_eq!((answer.status, &answer.json()["error"]), (StatusCode::BAD_REQUEST, &json!(error)), "{answer:?}");
}

both! {
    async fn oidcc_idtoken_signature(engine) {
        let w = world(engine).await;
        w.provider.keys().prepare().await.unwrap();
        let who = w.sign_in("u1", "s1").await;
        for alg in Alg::ALL {
            w.register(json!({ "client_id": "rp", "client_secret": SECRET, "redirect_uris": [CALLBACK],
                "id_token_signed_response_alg": alg, "cardea_access_token_signed_alg": alg,
                "userinfo_signed_response_alg": alg })).await;
            let code = code(&w, &who, "openid").await;
            let answer = w.post("/oauth2/token", exchange(&code), Some(&basic("rp", SECRET)), &Who::Nobody).await;
            let tokens = answer.json();
            let (jwks, id, access) = (w.jwks().await, tokens["id_token"].as_str().unwrap(), tokens["access_token"].as_str().unwrap());
            for token in [id, access] {
                assert_eq!(jsonwebtoken::decode_header(token).unwrap().alg, jsonwebtoken::Algorithm::from_str(alg.as_str()).unwrap());
            }
            let claims = verified(&jwks, id, "JWT");
            assert_eq!((&claims["iss"], &claims["aud"], &claims["sub"]), (&json!(ISSUER), &json!("rp"), &json!("u1")));
            assert_eq!((&claims["nonce"], &claims["iat"]), (&json!("n-1"), &json!(NOW)));
            let hash = digest(if *alg == Alg::EdDsa { &SHA512 } else { &SHA256 }, access.as_bytes());
            assert_eq!(claims["at_hash"], URL_SAFE_NO_PAD.encode(&hash.as_ref()[..hash.as_ref().len() / 2]));
            let signed = w.get_as("/oauth2/userinfo", &bearer(&tokens)).await;
            assert_eq!(verified(&jwks, &signed.body, "JWT")["sub"], "u1", "{alg:?}");
        }
    }
}

both! {
    async fn oidcc_userinfo_get(engine) {
        let w = world(engine).await;
        let answer = w.get_as("/oauth2/userinfo", &bearer(&tokens(&w, "openid").await)).await;
        assert_eq!((answer.status, answer.header("content-type")), (StatusCode::OK, "application/json"));
        assert_eq!(answer.json()["sub"], "u1");
    }
}

both! {
    async fn oidcc_userinfo_post_header(engine) {
        let w = world(engine).await;
        let token = bearer(&tokens(&w, "openid").await);
        let answer = w.post("/oauth2/userinfo", String::new(), Some(&token), &Who::Nobody).await;
        assert_eq!((answer.status, &answer.json()["sub"]), (StatusCode::OK, &json!("u1")));
    }
}

both! {
    async fn oidcc_userinfo_post_body(engine) {
        let w = world(engine).await;
        let tokens = tokens(&w, "openid").await;
        let form = query(&[("access_token", tokens["access_token"].as_str().unwrap())]);
        let answer = w.post("/oauth2/userinfo", form, None, &Who::Nobody).await;
        assert_eq!((answer.status, &answer.json()["sub"]), (StatusCode::OK, &json!("u1")));
    }
}

both! {
    async fn oidcc_scope_profile(engine) {
        assert_eq!(told(engine, "openid profile").await, json!({ "name": "李伟", "preferred_username": "li.wei",
            "gender": "female", "birthdate": "1990-02-03", "locale": "zh", "updated_at": 1_767_000_000 }));
    }
}

both! {
    async fn oidcc_scope_email(engine) {
        assert_eq!(told(engine, "openid email").await, json!({ "email": "li@example.org", "email_verified": true }));
    }
}

both! {
    async fn oidcc_scope_phone(engine) {
        let want = json!({ "phone_number": "13800000000", "phone_number_verified": false });
        assert_eq!(told(engine, "openid phone").await, want);
    }
}

both! {
    async fn oidcc_scope_address(engine) {
        assert_eq!(told(engine, "openid address").await, json!({ "address": { "street_address": "上海市张江路 1 号",
            "postal_code": "201203", "formatted": "示例药业\n上海市张江路 1 号\n201203" } }));
    }
}

both! {
    async fn oidcc_scope_all(engine) {
        let told = told(engine, "openid profile email address phone").await;
        let names: Vec<&str> = told.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(names, ["address", "birthdate", "email", "email_verified", "gender", "locale", "name", "phone_number",
            "phone_number_verified", "preferred_username", "updated_at"]);
    }
}

/// Reuses a code after a while: it is refused, and its access token is revoked.
async fn reused_after(engine: Engine, seconds: i64) {
    let w = world(engine).await;
    let code = code(&w, &w.sign_in("u1", "s1").await, "openid").await;
    let auth = basic("rp", SECRET);
    let tokens = w.post("/oauth2/token", exchange(&code), Some(&auth), &Who::Nobody).await.json();
    assert_eq!(w.get_as("/oauth2/userinfo", &bearer(&tokens)).await.status, StatusCode::OK);
    w.t.clock.advance(seconds);
    refused(&w.post("/oauth2/token", exchange(&code), Some(&auth), &Who::Nobody).await, "invalid_grant");
    assert_eq!(w.get_as("/oauth2/userinfo", &bearer(&tokens)).await.status, StatusCode::UNAUTHORIZED);
    let refresh =
        query(&[("grant_type", "refresh_token"), ("refresh_token", tokens["refresh_token"].as_str().unwrap())]);
    refused(&w.post("/oauth2/token", refresh, Some(&auth), &Who::Nobody).await, "invalid_grant");
}

both! {
    async fn oidcc_codereuse(engine) {
        reused_after(engine, 0).await;
    }
}

both! {
    async fn oidcc_codereuse_30seconds(engine) {
        reused_after(engine, 30).await;
    }
}

both! {
    async fn oidcc_server_client_secret_post(engine) {
        let w = world(engine).await;
        let request = request(&[("client_id", Some("post")), ("scope", Some("openid"))]);
        let code = w.authorize(&request, &w.sign_in("u1", "s1").await).await.location().1["code"].clone();
        let form = format!("{}&{}", exchange(&code), query(&[("client_id", "post"), ("client_secret", SECRET)]));
        let answer = w.post("/oauth2/token", form, None, &Who::Nobody).await;
        assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
        verified(&w.jwks().await, answer.json()["id_token"].as_str().unwrap(), "JWT");
    }
}

both! {
    async fn oidcc_refresh_token(engine) {
        let w = world(engine).await;
        w.register(json!({ "client_id": "second", "client_secret": SECRET, "redirect_uris": [CALLBACK],
            "grant_types": ["authorization_code", "refresh_token"] })).await;
        let first = tokens(&w, "openid offline_access").await;
        let refresh = query(&[("grant_type", "refresh_token"), ("refresh_token", first["refresh_token"].as_str().unwrap())]);
        refused(&w.post("/oauth2/token", refresh.clone(), Some(&basic("second", SECRET)), &Who::Nobody).await, "invalid_grant");
        w.t.clock.advance(2);
        let answer = w.post("/oauth2/token", refresh, Some(&basic("rp", SECRET)), &Who::Nobody).await;
        assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
        let second = answer.json();
        assert_eq!(w.get_as("/oauth2/userinfo", &bearer(&second)).await.status, StatusCode::OK);
        let jwks = w.jwks().await;
        let of = |tokens: &Value| verified(&jwks, tokens["id_token"].as_str().unwrap(), "JWT");
        let (before, after) = (of(&first), of(&second));
        for same in ["iss", "sub", "aud", "auth_time"] {
            assert_eq!(before[same], after[same], "{same}");
        }
        assert!(after["iat"].as_i64() > before["iat"].as_i64());
    }
}

// ---- Proofs of possession at the token endpoint -----------------------------------------------

/// A client with bound tokens and refresh tokens; the world knows its key.
async fn fapi(engine: Engine) -> (World, TestKey) {
    let w = world(engine).await;
    w.register(json!({ "client_id": "fapi", "client_secret": SECRET, "redirect_uris": [CALLBACK],
        "dpop_bound_access_tokens": true, "grant_types": ["authorization_code", "refresh_token"] }))
        .await;
    (w, TestKey::new(Alg::Es256))
}

async fn fapi_code(w: &World, who: &Who) -> String {
    let request = request(&[("client_id", Some("fapi")), ("scope", Some("openid"))]);
    w.authorize(&request, who).await.location().1["code"].clone()
}

fn at_token(key: &TestKey, jti: &str) -> String {
    proof(key, "POST", "/oauth2/token", None, jti)
}

both! {
    async fn a_missing_or_wrong_proof_does_not_use_a_code_up(engine) {
        let (w, key) = fapi(engine).await;
        let code = fapi_code(&w, &w.sign_in("u1", "s1").await).await;
        let auth = basic("fapi", SECRET);
        for sent in [
            None,
            Some("x".to_owned()),
            Some(proof(&key, "GET", "/oauth2/token", None, "1")),
            Some(proof(&key, "POST", "/oauth2/userinfo", None, "2")),
            Some(key.sign(&json!({ "typ": "JWT", "jwk": key.bare_jwk() }),
                &json!({ "jti": "3", "htm": "POST", "htu": format!("{ISSUER}/oauth2/token"), "iat": NOW }))),
        ] {
            refused(&w.post_bound(exchange(&code), Some(&auth), sent.as_deref()).await, "invalid_dpop_proof");
        }
        let good = at_token(&key, "4");
        let answer = w.post_bound(exchange(&code), Some(&auth), Some(&good)).await;
        assert_eq!(answer.status, StatusCode::OK, "none of these used the code up: {answer:?}");
        let claims = verified(&w.jwks().await, answer.json()["access_token"].as_str().unwrap(), "at+jwt");
        assert_eq!(claims["cnf"], json!({ "jkt": jkt(&key) }));
        let code = fapi_code(&w, &w.sign_in("u1", "s2").await).await;
        refused(&w.post_bound(exchange(&code), Some(&auth), Some(&good)).await, "invalid_dpop_proof");
    }
}
