//! Tokens bound to a key (RFC 9449), at the token endpoint and at userinfo.

use aws_lc_rs::digest::{SHA256, digest};
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use super::*;
use crate::both;
use crate::provider::jose::testing::TestKey;
use crate::provider::jose::{Alg, Jwk};

/// A proof for a request, with changes to its claims.
pub fn proof(key: &TestKey, method: &str, path: &str, token: Option<&str>, jti: &str) -> String {
    let header = json!({ "typ": "dpop+jwt", "jwk": key.bare_jwk(), "kid": null });
    let mut claims = json!({ "jti": jti, "htm": method, "htu": format!("{ISSUER}{path}"), "iat": NOW });
    if let Some(token) = token {
        claims["ath"] = json!(URL_SAFE_NO_PAD.encode(digest(&SHA256, token.as_bytes())));
    }
    key.sign(&header, &claims)
}

pub fn jkt(key: &TestKey) -> String {
    Jwk::parse(key.bare_jwk().as_object().unwrap()).unwrap().thumbprint()
}

impl World {
    /// Posts a form with a proof.
    pub async fn post_bound(&self, form: String, authorization: Option<&str>, proof: Option<&str>) -> Answer {
        let mut request =
            HttpRequest::post("/oauth2/token").header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
        if let Some(value) = authorization {
            request = request.header(header::AUTHORIZATION, value);
        }
        if let Some(value) = proof {
            request = request.header("dpop", value);
        }
        self.send(request.body(Body::from(form)).unwrap()).await
    }

    async fn userinfo_bound(&self, scheme: &str, token: &str, proof: Option<&str>) -> Answer {
        let mut request =
            HttpRequest::get("/oauth2/userinfo").header(header::AUTHORIZATION, format!("{scheme} {token}"));
        if let Some(value) = proof {
            request = request.header("dpop", value);
        }
        self.send(request.body(Body::empty()).unwrap()).await
    }
}

async fn world(engine: Engine) -> World {
    let w = World::new(engine).await;
    let grants = ["authorization_code", "refresh_token"];
    w.register(json!({ "client_id": "public", "token_endpoint_auth_method": "none", "redirect_uris": [CALLBACK],
        "grant_types": grants }))
        .await;
    w.register(
        json!({ "client_id": "strict", "client_secret": SECRET, "redirect_uris": [CALLBACK], "grant_types": grants,
        "dpop_bound_access_tokens": true }),
    )
    .await;
    w
}

async fn form(w: &World, who: &Who, client: &'static str) -> String {
    let code = w.authorize(&request(&[("client_id", Some(client))]), who).await.location().1["code"].clone();
    let mut pairs = vec![
        ("grant_type", "authorization_code"),
        ("code", &code),
        ("redirect_uri", CALLBACK),
        ("code_verifier", VERIFIER),
    ];
    if client == "public" {
        pairs.push(("client_id", client));
    }
    query(&pairs)
}

both! {
    async fn a_proof_binds_the_access_token_and_a_public_clients_refresh_token(engine) {
        let w = world(engine).await;
        let who = w.sign_in("u1", "s1").await;
        let (key, other) = (TestKey::new(Alg::Es256), TestKey::new(Alg::EdDsa));
        let at_token = |key: &TestKey, jti: &str| proof(key, "POST", "/oauth2/token", None, jti);
        let answer = w.post_bound(form(&w, &who, "public").await, None, Some(&at_token(&key, "1"))).await;
        assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
        assert_ne!(answer.header("dpop-nonce"), "");
        let tokens = answer.json();
        assert_eq!(tokens["token_type"], "DPoP");
        let token = tokens["access_token"].as_str().unwrap();
        let claims = verified(&w.jwks().await, token, "at+jwt");
        assert_eq!(claims["cnf"], json!({ "jkt": jkt(&key) }));

        let at_userinfo = |key: &TestKey, token: &str, jti: &str| proof(key, "GET", "/oauth2/userinfo", Some(token), jti);
        let answer = w.userinfo_bound("dpop", token, Some(&at_userinfo(&key, token, "2"))).await;
        assert_eq!((answer.status, &answer.json()["sub"]), (StatusCode::OK, &json!("u1")), "{answer:?}");
        for (scheme, sent, error) in [
            ("Bearer", Some(at_userinfo(&key, token, "3")), "invalid_token"),
            ("DPoP", None, "invalid_dpop_proof"),
            ("DPoP", Some(at_userinfo(&key, token, "2")), "invalid_dpop_proof"), // used
            ("DPoP", Some(at_userinfo(&other, token, "4")), "invalid_token"),
            ("DPoP", Some(at_userinfo(&key, "another", "5")), "invalid_dpop_proof"),
            ("DPoP", Some(proof(&key, "GET", "/oauth2/userinfo", None, "6")), "invalid_dpop_proof"),
            ("DPoP", Some(proof(&key, "POST", "/oauth2/userinfo", Some(token), "7")), "invalid_dpop_proof"),
            ("DPoP", Some(proof(&key, "GET", "/oauth2/token", Some(token), "8")), "invalid_dpop_proof"),
        ] {
            let answer = w.userinfo_bound(scheme, token, sent.as_deref()).await;
            assert_eq!((answer.status.as_u16(), &answer.json()["error"]), (401, &json!(error)), "{scheme} {sent:?}");
            let challenge = answer.header("www-authenticate");
            assert!(challenge.starts_with(&format!("{scheme} realm=\"cardea\", error=\"{error}\"")), "{challenge}");
            assert_eq!(challenge.contains("algs=\"ES256 "), scheme == "DPoP", "{challenge}");
        }

        let refresh = query(&[("grant_type", "refresh_token"), ("client_id", "public"),
            ("refresh_token", tokens["refresh_token"].as_str().unwrap())]);
        for (sent, error) in [(None, "invalid_grant"), (Some(at_token(&other, "9")), "invalid_grant")] {
            let answer = w.post_bound(refresh.clone(), None, sent.as_deref()).await;
            assert_eq!((answer.status.as_u16(), &answer.json()["error"]), (400, &json!(error)));
        }
        let answer = w.post_bound(refresh, None, Some(&at_token(&key, "10"))).await;
        assert_eq!((answer.status, &answer.json()["token_type"]), (StatusCode::OK, &json!("DPoP")), "{answer:?}");
    }
}

both! {
    async fn a_confidential_client_may_change_its_key_at_a_refresh(engine) {
        let w = world(engine).await;
        let who = w.sign_in("u1", "s1").await;
        let (key, other) = (TestKey::new(Alg::Es256), TestKey::new(Alg::Es256));
        let auth = basic("strict", SECRET);
        let none = w.post_bound(form(&w, &who, "strict").await, Some(&auth), None).await;
        assert_eq!((none.status.as_u16(), &none.json()["error"]), (400, &json!("invalid_dpop_proof")), "it needs one");
        let first = proof(&key, "POST", "/oauth2/token", None, "1");
        let tokens = w.post_bound(form(&w, &who, "strict").await, Some(&auth), Some(&first)).await.json();
        let refresh = query(&[("grant_type", "refresh_token"), ("refresh_token", tokens["refresh_token"].as_str().unwrap())]);
        let second = proof(&other, "POST", "/oauth2/token", None, "2");
        let tokens = w.post_bound(refresh, Some(&auth), Some(&second)).await.json();
        let claims = verified(&w.jwks().await, tokens["access_token"].as_str().unwrap(), "at+jwt");
        assert_eq!(claims["cnf"]["jkt"], jkt(&other));
    }
}

both! {
    async fn an_unbound_token_is_none_of_the_dpop_scheme(engine) {
        let w = world(engine).await;
        let tokens = w.tokens(&w.sign_in("u1", "s1").await).await;
        let token = tokens["access_token"].as_str().unwrap();
        let sent = proof(&TestKey::new(Alg::Es256), "GET", "/oauth2/userinfo", Some(token), "1");
        let answer = w.userinfo_bound("DPoP", token, Some(&sent)).await;
        assert_eq!((answer.status.as_u16(), &answer.json()["error"]), (401, &json!("invalid_token")));
    }
}

both! {
    async fn a_code_that_was_bound_to_a_key_needs_that_key(engine) {
        let w = world(engine).await;
        let who = w.sign_in("u1", "s1").await;
        let (key, other) = (TestKey::new(Alg::Es256), TestKey::new(Alg::Es256));
        for (sent, status) in [(None, 400), (Some(&other), 400), (Some(&key), 200)] {
            let form = form(&w, &who, "public").await;
            // The grant of an authorization request with dpop_jkt.
            let mut cx = w.cx();
            let granted = json!({ "scope": "openid", "dpopJkt": jkt(&key), "authTime": START.to_string(), "acr": "1", "amr": [] });
            cx.db().await.unwrap().write("UPDATE authorization_codes SET granted = $1 WHERE consumed_at IS NULL")
                .bind(sqlx::types::Json(granted)).execute().await.unwrap();
            cx.commit().await.unwrap();
            let sent = sent.map(|key| proof(key, "POST", "/oauth2/token", None, &jkt(key)));
            let answer = w.post_bound(form, None, sent.as_deref()).await;
            assert_eq!(answer.status.as_u16(), status, "{answer:?}");
            if status == 400 {
                assert_eq!(answer.json()["error"], "invalid_grant");
            }
        }
    }
}
