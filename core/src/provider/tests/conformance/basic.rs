//! The Basic plan (`oidcc-basic-certification-test-plan`): its modules about the authorization request.

use crate::both;
use crate::provider::jose::Alg;
use crate::provider::jose::testing::{TestKey, jwks};
use crate::provider::tests::site::Site;
use crate::provider::tests::*;

/// The ID token's claims for a code.
async fn id_token(w: &World, code: &str) -> Value {
    let answer = w.exchange(code, &[]).await;
    assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
    verified(&w.jwks().await, answer.json()["id_token"].as_str().unwrap(), "JWT")
}

/// The code that a request yields at once.
async fn code(w: &World, changes: &[(&'static str, Option<&str>)], who: &Who) -> String {
    let (address, query) = w.authorize(&request(changes), who).await.location();
    assert_eq!((address.as_str(), query["state"].as_str(), query["iss"].as_str()), (CALLBACK, "st&te=", ISSUER));
    query["code"].clone()
}

/// The sign-in page's query, and its return address.
fn sign_in(answer: &Answer) -> (BTreeMap<String, String>, String) {
    let (address, query) = answer.location();
    assert_eq!(address, "/signIn/index");
    let back = query["returnTo"].clone();
    (query, back)
}

both! {
    async fn oidcc_server(engine) {
        let w = World::new(engine).await;
        let who = w.sign_in("u1", "s1").await;
        let metadata = w.get("/.well-known/openid-configuration", &Who::Nobody).await.json();
        assert_eq!(metadata["authorization_endpoint"], format!("{ISSUER}/oauth2/authorize"));
        let claims = id_token(&w, &code(&w, &[], &who).await).await;
        assert_eq!((&claims["iss"], &claims["sub"], &claims["aud"]), (&json!(ISSUER), &json!("u1"), &json!("edc")));
        assert_eq!(claims["nonce"], "n-1");
        assert!(claims["exp"].as_i64().unwrap() > NOW && claims["iat"] == NOW);
    }
}

both! {
    async fn oidcc_response_type_missing(engine) {
        let w = World::new(engine).await;
        let who = w.sign_in("u1", "s1").await;
        let answer = w.authorize(&request(&[("response_type", None)]), &who).await;
        assert_eq!((answer.sent_error().as_str(), answer.location().1["state"].as_str()), ("invalid_request", "st&te="));
    }
}

both! {
    async fn oidcc_ensure_request_with_unknown_parameter_succeeds(engine) {
        let w = World::new(engine).await;
        let who = w.sign_in("u1", "s1").await;
        let answer = w.authorize(&format!("{}&extra=foobar&extra=twice", request(&[])), &who).await;
        assert!(answer.location().1.contains_key("code"));
    }
}

both! {
    async fn oidcc_ensure_request_without_nonce_succeeds_for_code_flow(engine) {
        let w = World::new(engine).await;
        let who = w.sign_in("u1", "s1").await;
        let claims = id_token(&w, &code(&w, &[("nonce", None)], &who).await).await;
        assert!(claims.get("nonce").is_none(), "{claims}");
    }
}

async fn shown(engine: Engine, display: &'static str, told: Option<&str>) {
    let w = World::new(engine).await;
    let asked = request(&[("display", Some(display))]);
    let (query, back) = sign_in(&w.authorize(&asked, &Who::Nobody).await);
    assert_eq!(query.get("display").map(String::as_str), told);
    let who = w.sign_in("u1", "s1").await;
    assert!(w.get(&back, &who).await.location().1.contains_key("code"));
}

both! {
    async fn oidcc_display_page(engine) {
        shown(engine, "page", None).await;
    }
}

both! {
    async fn oidcc_display_popup(engine) {
        shown(engine, "popup", Some("popup")).await;
    }
}

both! {
    async fn oidcc_prompt_login(engine) {
        let w = World::new(engine).await;
        let first = w.sign_in("u1", "s1").await;
        let before = id_token(&w, &code(&w, &[], &first).await).await;
        w.t.clock.advance(10);
        let (_, back) = sign_in(&w.authorize(&request(&[("prompt", Some("login"))]), &first).await);
        w.t.clock.advance(1);
        let second = w.sign_in("u1", "s2").await;
        let after = id_token(&w, &w.get(&back, &second).await.location().1["code"]).await;
        assert_eq!(after["sub"], before["sub"]);
        assert!(after["auth_time"].as_i64() > before["auth_time"].as_i64(), "{after}");
    }
}

both! {
    async fn oidcc_prompt_none_logged_in(engine) {
        let w = World::new(engine).await;
        let who = w.sign_in("u1", "s1").await;
        let before = id_token(&w, &code(&w, &[], &who).await).await;
        w.t.clock.advance(10);
        let after = id_token(&w, &code(&w, &[("prompt", Some("none"))], &who).await).await;
        assert_eq!((&after["sub"], &after["auth_time"]), (&before["sub"], &before["auth_time"]));
    }
}

both! {
    async fn oidcc_prompt_none_not_logged_in(engine) {
        let w = World::new(engine).await;
        let answer = w.authorize(&request(&[("prompt", Some("none"))]), &Who::Nobody).await;
        assert_eq!(answer.sent_error(), "login_required");
    }
}

both! {
    async fn oidcc_max_age_1(engine) {
        let w = World::new(engine).await;
        let first = w.sign_in("u1", "s1").await;
        let before = id_token(&w, &code(&w, &[], &first).await).await;
        w.t.clock.advance(2);
        let (_, back) = sign_in(&w.authorize(&request(&[("max_age", Some("1"))]), &first).await);
        let second = w.sign_in("u1", "s2").await;
        // However long the return takes, this was the requested sign-in.
        w.t.clock.advance(3);
        let after = id_token(&w, &w.get(&back, &second).await.location().1["code"]).await;
        assert!(after["auth_time"].as_i64() > before["auth_time"].as_i64());
    }
}

both! {
    async fn oidcc_max_age_10000(engine) {
        let w = World::new(engine).await;
        let who = w.sign_in("u1", "s1").await;
        let before = id_token(&w, &code(&w, &[], &who).await).await;
        w.t.clock.advance(10);
        let after = id_token(&w, &code(&w, &[("max_age", Some("10000"))], &who).await).await;
        assert_eq!(after["auth_time"], before["auth_time"]);
    }
}

both! {
    async fn oidcc_id_token_hint(engine) {
        let w = World::new(engine).await;
        let who = w.sign_in("u1", "s1").await;
        let hint = w.tokens(&who).await["id_token"].as_str().unwrap().to_owned();
        let code = code(&w, &[("prompt", Some("none")), ("id_token_hint", Some(&hint))], &who).await;
        assert_eq!(id_token(&w, &code).await["sub"], "u1");
    }
}

both! {
    async fn oidcc_login_hint(engine) {
        let w = World::new(engine).await;
        let asked = request(&[("login_hint", Some("buffy@id.example.org"))]);
        let (query, back) = sign_in(&w.authorize(&asked, &Who::Nobody).await);
        assert_eq!(query["login_hint"], "buffy@id.example.org");
        let who = w.sign_in("u1", "s1").await;
        assert!(w.get(&back, &who).await.location().1.contains_key("code"), "a hint is no more than that");
    }
}

both! {
    async fn oidcc_ui_locales(engine) {
        let w = World::new(engine).await;
        let (query, back) = sign_in(&w.authorize(&request(&[("ui_locales", Some("se en"))]), &Who::Nobody).await);
        assert_eq!(query["ui_locales"], "se en");
        let who = w.sign_in("u1", "s1").await;
        assert!(w.get(&back, &who).await.location().1.contains_key("code"));
    }
}

both! {
    async fn oidcc_claims_locales(engine) {
        let w = World::new(engine).await;
        let who = w.sign_in("u1", "s1").await;
        code(&w, &[("claims_locales", Some("se"))], &who).await;
    }
}

both! {
    async fn oidcc_ensure_request_with_acr_values_succeeds(engine) {
        let w = World::new(engine).await;
        let who = w.sign_in("u1", "s1").await;
        for values in ["1 2", "urn:mace:incommon:iap:silver"] {
            let claims = id_token(&w, &code(&w, &[("acr_values", Some(values))], &who).await).await;
            assert_eq!(claims["acr"], "password", "what it is, whatever was wished for");
        }
    }
}

both! {
    async fn oidcc_ensure_registered_redirect_uri(engine) {
        let w = World::new(engine).await;
        let who = w.sign_in("u1", "s1").await;
        let unregistered = format!("{CALLBACK}/8ds7fg");
        let answer = w.authorize(&request(&[("redirect_uri", Some(&unregistered))]), &who).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST);
        assert!(answer.page().contains("redirect_uri"));
    }
}

both! {
    async fn oidcc_ensure_post_request_succeeds(engine) {
        let w = World::new(engine).await;
        let who = w.sign_in("u1", "s1").await;
        // From another site the form comes without the cookie, and is repeated by GET.
        let again = w.post("/oauth2/authorize", request(&[]), None, &Who::Nobody).await.header("location").to_owned();
        assert!(w.get(&again, &who).await.location().1.contains_key("code"));
        let at_once = w.post("/oauth2/authorize", request(&[]), None, &who).await;
        assert!(at_once.location().1.contains_key("code"));
    }
}

/// An unsigned JWT (`{"alg":"none"}`) with these claims.
fn unsigned(claims: &Value) -> String {
    let part = |json: &Value| base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(json.to_string());
    format!("{}.{}.", part(&json!({ "alg": "none" })), part(claims))
}

/// A client that signs its requests, and the claims of a valid one.
async fn signing(w: &World, more: Value) -> (TestKey, Value) {
    let key = TestKey::new(Alg::Es256);
    let mut metadata = json!({ "client_id": "signer", "client_secret": SECRET, "redirect_uris": [CALLBACK],
        "jwks": jwks(&[&key]) });
    metadata.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    w.register(metadata).await;
    let claims = json!({ "iss": "signer", "aud": ISSUER, "client_id": "signer", "response_type": "code",
        "redirect_uri": CALLBACK, "scope": "openid", "state": "inside", "nonce": "n-2", "max_age": 10000,
        "code_challenge": CHALLENGE, "code_challenge_method": "S256" });
    (key, claims)
}

/// An unsigned request object is refused at a registered address too, and no other address is fetched from.
async fn refused_by_reference(engine: Engine) {
    let (w, site) = (World::reaching(engine, &Site::reachable()).await, Site::open().await);
    let who = w.sign_in("u1", "s1").await;
    let (_, claims) = signing(&w, json!({ "request_uris": [site.at("/request.jwt")] })).await;
    site.put("/request.jwt", unsigned(&claims));
    let by = |uri: &str| request(&[("client_id", Some("signer")), ("request_uri", Some(uri))]);
    assert_eq!(w.authorize(&by(&site.at("/request.jwt")), &who).await.sent_error(), "invalid_request_object");
    assert_eq!(w.authorize(&by(&site.at("/other.jwt")), &who).await.sent_error(), "invalid_request_uri");
    assert_eq!(site.asked("/other.jwt"), 0);
}

both! {
    async fn oidcc_request_uri_unsigned(engine) {
        refused_by_reference(engine).await;
    }
}

both! {
    async fn oidcc_request_uri_unsigned_supported_correctly_or_rejected_as_unsupported(engine) {
        refused_by_reference(engine).await;
    }
}

both! {
    async fn oidcc_unsigned_request_object_supported_correctly_or_rejected_as_unsupported(engine) {
        let w = World::new(engine).await;
        let who = w.sign_in("u1", "s1").await;
        let (_, claims) = signing(&w, json!({})).await;
        let object = unsigned(&claims);
        let answer = w.authorize(&request(&[("client_id", Some("signer")), ("request", Some(&object))]), &who).await;
        assert_eq!(answer.sent_error(), "invalid_request_object");
        let metadata = w.get("/.well-known/openid-configuration", &Who::Nobody).await.json();
        let algs = metadata["request_object_signing_alg_values_supported"].as_array().unwrap().clone();
        assert!(!algs.is_empty() && !algs.contains(&json!("none")), "{algs:?}");
    }
}

both! {
    async fn oidcc_ensure_request_object_with_redirect_uri(engine) {
        let w = World::new(engine).await;
        let who = w.sign_in("u1", "s1").await;
        let (key, claims) = signing(&w, json!({})).await;
        let object = key.sign(&json!({}), &claims);
        let outside = [("client_id", Some("signer")), ("redirect_uri", Some("https://other.example/cb")),
            ("request", Some(object.as_str()))];
        let (address, query) = w.authorize(&request(&outside), &who).await.location();
        assert_eq!((address.as_str(), query["state"].as_str()), (CALLBACK, "inside"));
        assert!(query.contains_key("code"));
    }
}

both! {
    async fn oidcc_ensure_request_with_valid_pkce_succeeds(engine) {
        let w = World::new(engine).await;
        let who = w.sign_in("u1", "s1").await;
        let code = code(&w, &[], &who).await;
        let wrong = w.exchange(&code, &[("code_verifier", &VERIFIER.to_uppercase())]).await;
        assert_eq!(wrong.json()["error"], "invalid_grant");
        assert_eq!(w.exchange(&code, &[]).await.status, StatusCode::OK);
    }
}

both! {
    async fn oidcc_claims_essential(engine) {
        let w = World::new(engine).await;
        let who = w.sign_in("u1", "s1").await;
        let claims = r#"{"userinfo":{"name":{"essential":true},"unheard_of":null},"id_token":{"auth_time":null}}"#;
        let code = code(&w, &[("scope", Some("openid")), ("claims", Some(claims))], &who).await;
        let tokens = w.exchange(&code, &[]).await.json();
        let bearer = format!("Bearer {}", tokens["access_token"].as_str().unwrap());
        assert_eq!(w.get_as("/oauth2/userinfo", &bearer).await.json()["name"], "李伟");
        let granted = w.granted().await;
        assert_eq!(granted["claims"]["userinfo"], json!({ "name": { "essential": true } }), "{granted}");
        // A single claim of a scope that the client may not ask for does not get around that.
        let outside = r#"{"userinfo":{"phone_number":{"essential":true},"email":null}}"#;
        w.t.clock.advance(1);
        let changes = [("client_id", Some("post")), ("scope", Some("openid")), ("claims", Some(outside))];
        assert!(w.authorize(&request(&changes), &who).await.location().1.contains_key("code"));
        assert_eq!(w.granted().await["claims"]["userinfo"], json!({ "email": null }));
    }
}

both! {
    async fn oidcc_alternate_happy_flow(engine) {
        let w = World::new(engine).await;
        let who = w.sign_in("u1", "s1").await;
        let address = format!("{CALLBACK}?dummy1=lorem&dummy2=ipsum");
        w.register(json!({ "client_id": "alternate", "client_secret": SECRET, "redirect_uris": [CALLBACK, address] })).await;
        let state = "~-._ +/=?&#%".repeat(40);
        let changes = [("client_id", Some("alternate")), ("redirect_uri", Some(address.as_str())),
            ("state", Some(state.as_str())), ("nonce", None), ("scope", Some("openid openid"))];
        let (back, query) = w.authorize(&request(&changes), &who).await.location();
        assert_eq!((back.as_str(), query["dummy1"].as_str(), query["dummy2"].as_str()), (CALLBACK, "lorem", "ipsum"));
        assert_eq!(query["state"], state);
        let form = self::query(&[("grant_type", "authorization_code"), ("code", &query["code"]),
            ("redirect_uri", &address), ("code_verifier", VERIFIER)]);
        let answer = w.post("/oauth2/token", form, Some(&basic("alternate", SECRET)), &Who::Nobody).await;
        assert_eq!((answer.status, &answer.json()["scope"]), (StatusCode::OK, &json!("openid")), "{answer:?}");
    }
}
