//! The FAPI 2.0 Security Profile plan (`fapi2-security-profile-final-test-plan`): client assertions and proofs
//! of possession.

use aws_lc_rs::digest::{SHA256, digest};
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use crate::both;
use crate::oidc::jose::testing::{TestKey, jwks};
use crate::oidc::jose::{Alg, Jwk};
use crate::oidc::tests::*;

const ASSERTION_TYPE: &str = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

/// A client of the profile, its keys, and a person who is signed in.
struct Fapi {
    w: World,
    who: Who,
    key: TestKey,
    dpop: TestKey,
}

/// Lays changes over an object; null takes away.
fn with(mut base: Value, changes: &Value) -> Value {
    base.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
    base.as_object_mut().unwrap().retain(|_, value| !value.is_null());
    base
}

fn error(answer: &Answer) -> (StatusCode, String) {
    (answer.status, answer.json()["error"].as_str().unwrap_or_else(|| panic!("{answer:?}")).to_owned())
}

fn refusal(status: StatusCode, error: &str) -> (StatusCode, String) {
    (status, error.to_owned())
}

impl Fapi {
    async fn new(engine: Engine) -> Self {
        let w = World::new(engine).await;
        let (key, dpop) = (TestKey::new(Alg::Ps256), TestKey::new(Alg::Es256));
        w.register(json!({ "client_id": "fapi", "redirect_uris": [CALLBACK], "cardea_profile": "fapi2",
            "token_endpoint_auth_method": "private_key_jwt", "jwks": { "keys": [key.bare_jwk()] },
            "dpop_bound_access_tokens": true }))
            .await;
        let who = w.sign_in("u1", "s1").await;
        Self { w, who, key, dpop }
    }

    /// A good assertion, with changes to its claims.
    fn assertion(&self, changes: &Value) -> String {
        let now = self.w.t.kernel.now().unix_seconds();
        let claims = json!({ "iss": "fapi", "sub": "fapi", "aud": ISSUER, "jti": self.w.t.kernel.token(),
            "iat": now, "exp": now + 60 });
        self.key.sign(&json!({ "kid": null }), &with(claims, changes))
    }

    /// A good proof for an endpoint, with changes to its claims.
    fn proof(&self, key: &TestKey, method: &str, path: &str, changes: &Value) -> String {
        let now = self.w.t.kernel.now().unix_seconds();
        let claims =
            json!({ "jti": self.w.t.kernel.token(), "htm": method, "htu": format!("{ISSUER}{path}"), "iat": now });
        key.sign(&json!({ "typ": "dpop+jwt", "jwk": key.bare_jwk(), "kid": null }), &with(claims, changes))
    }

    /// Posts a form with an assertion, and a proof where there is one.
    async fn post(&self, path: &str, form: &str, assertion: &str, proof: Option<&str>) -> Answer {
        let proven = query(&[("client_assertion", assertion), ("client_assertion_type", ASSERTION_TYPE)]);
        let mut request = HttpRequest::post(path).header("content-type", "application/x-www-form-urlencoded");
        if let Some(proof) = proof {
            request = request.header("dpop", proof);
        }
        self.w.send(request.body(Body::from(format!("{form}&{proven}"))).unwrap()).await
    }

    /// Pushes a good request with this assertion, without a proof.
    async fn push(&self, assertion: &str) -> Answer {
        self.post("/oauth2/par", &request(&[("client_id", Some("fapi"))]), assertion, None).await
    }

    /// A code for a pushed request with changes.
    async fn code(&self, changes: &[(&'static str, Option<&str>)]) -> String {
        let mut all = vec![("client_id", Some("fapi"))];
        all.extend(changes);
        let pushed = self.post("/oauth2/par", &request(&all), &self.assertion(&json!({})), None).await;
        assert_eq!(pushed.status, StatusCode::CREATED, "{pushed:?}");
        let uri = pushed.json()["request_uri"].as_str().unwrap().to_owned();
        let request = query(&[("client_id", "fapi"), ("request_uri", &uri)]);
        self.w.authorize(&request, &self.who).await.location().1["code"].clone()
    }

    fn exchange_form(code: &str) -> String {
        query(&[
            ("grant_type", "authorization_code"),
            ("code", code),
            ("redirect_uri", CALLBACK),
            ("code_verifier", VERIFIER),
        ])
    }

    /// Exchanges a code with a proof of this key.
    async fn exchange(&self, code: &str, key: &TestKey) -> Answer {
        let proof = self.proof(key, "POST", "/oauth2/token", &json!({}));
        self.post("/oauth2/token", &Self::exchange_form(code), &self.assertion(&json!({})), Some(&proof)).await
    }

    /// An access token that is bound to `dpop`.
    async fn access_token(&self) -> String {
        let answer = self.exchange(&self.code(&[]).await, &self.dpop).await;
        assert_eq!(answer.json()["token_type"], "DPoP", "{answer:?}");
        answer.json()["access_token"].as_str().unwrap().to_owned()
    }

    async fn userinfo(&self, scheme: &str, token: &str, proof: Option<&str>) -> Answer {
        let mut request = HttpRequest::get("/oauth2/userinfo").header("authorization", format!("{scheme} {token}"));
        if let Some(proof) = proof {
            request = request.header("dpop", proof);
        }
        self.w.send(request.body(Body::empty()).unwrap()).await
    }

    /// A proof at userinfo for this token, with changes.
    fn resource_proof(&self, key: &TestKey, token: &str, changes: &Value) -> String {
        let mut all = changes.clone();
        if all.get("ath").is_none() {
            all["ath"] = URL_SAFE_NO_PAD.encode(digest(&SHA256, token.as_bytes())).into();
        }
        self.proof(key, "GET", "/oauth2/userinfo", &all)
    }
}

fn thumbprint(key: &TestKey) -> String {
    Jwk::parse(key.bare_jwk().as_object().unwrap()).unwrap().thumbprint()
}

/// Changes to the assertion that have to be refused.
async fn assertion_fails(engine: Engine, changes: &[Value]) {
    let f = Fapi::new(engine).await;
    for change in changes {
        let answer = f.push(&f.assertion(change)).await;
        assert_eq!(error(&answer), refusal(StatusCode::UNAUTHORIZED, "invalid_client"), "{change}");
        let form = Fapi::exchange_form("any");
        let proof = f.proof(&f.dpop, "POST", "/oauth2/token", &json!({}));
        let answer = f.post("/oauth2/token", &form, &f.assertion(change), Some(&proof)).await;
        assert_eq!(error(&answer), refusal(StatusCode::UNAUTHORIZED, "invalid_client"), "{change}");
    }
}

both! {
    async fn fapi2_ensure_client_assertion_with_exp_is_5_minutes_in_past_fails(engine) {
        assertion_fails(engine, &[json!({ "exp": NOW - 300 }), json!({ "exp": null })]).await;
    }
}

both! {
    async fn fapi2_ensure_client_assertion_with_wrong_aud_fails(engine) {
        let endpoint = format!("{ISSUER}/oauth2/par");
        assertion_fails(engine, &[json!({ "aud": "https://other.example" }), json!({ "aud": endpoint }),
            json!({ "aud": [ISSUER, "https://other.example"] }), json!({ "aud": null })]).await;
    }
}

both! {
    async fn fapi2_ensure_client_assertion_with_iss_aud_succeeds(engine) {
        let f = Fapi::new(engine).await;
        assert_eq!(f.push(&f.assertion(&json!({ "aud": ISSUER }))).await.status, StatusCode::CREATED);
    }
}

both! {
    async fn fapi2_ensure_client_assertion_with_no_sub_fails(engine) {
        assertion_fails(engine, &[json!({ "sub": null })]).await;
    }
}

both! {
    async fn fapi2_ensure_client_assertion_with_invalid_sub_fails(engine) {
        assertion_fails(engine, &[json!({ "sub": "somebody" }), json!({ "iss": "somebody" })]).await;
    }
}

both! {
    async fn fapi2_ensure_client_assertion_with_nbf_in_the_future_fails(engine) {
        assertion_fails(engine, &[json!({ "nbf": NOW + 61 }), json!({ "iat": NOW + 8 * 3600 })]).await;
        let f = Fapi::new(engine).await;
        // Section 5.3.2.1: clocks differ by ten seconds.
        assert_eq!(f.push(&f.assertion(&json!({ "nbf": NOW + 10, "iat": NOW + 8 }))).await.status, StatusCode::CREATED);
    }
}

both! {
    async fn fapi2_ensure_signed_client_assertion_with_rs256_fails(engine) {
        let f = Fapi::new(engine).await;
        // The same RSA key: the algorithm alone makes the difference.
        let rs256 = TestKey::new(Alg::Rs256);
        let claims = json!({ "iss": "fapi", "sub": "fapi", "aud": ISSUER, "jti": "j", "exp": NOW + 60 });
        let answer = f.push(&rs256.sign(&json!({ "kid": null }), &claims)).await;
        assert_eq!(error(&answer), refusal(StatusCode::UNAUTHORIZED, "invalid_client"));
        assert_eq!(f.push(&f.key.sign(&json!({ "kid": null }), &claims)).await.status, StatusCode::CREATED);
    }
}

both! {
    async fn fapi2_ensure_client_assertion_is_used_once(engine) {
        let f = Fapi::new(engine).await;
        let assertion = f.assertion(&json!({}));
        assert_eq!(f.push(&assertion).await.status, StatusCode::CREATED);
        assert_eq!(error(&f.push(&assertion).await), refusal(StatusCode::UNAUTHORIZED, "invalid_client"));
    }
}

both! {
    async fn fapi2_attempt_reuse_authorization_code_after_one_second(engine) {
        let f = Fapi::new(engine).await;
        let code = f.code(&[]).await;
        let tokens = f.exchange(&code, &f.dpop).await;
        assert_eq!(tokens.status, StatusCode::OK, "{tokens:?}");
        f.w.t.clock.advance(1);
        assert_eq!(error(&f.exchange(&code, &f.dpop).await), refusal(StatusCode::BAD_REQUEST, "invalid_grant"));
        let token = tokens.json()["access_token"].as_str().unwrap().to_owned();
        let proof = f.resource_proof(&f.dpop, &token, &json!({}));
        assert_eq!(f.userinfo("DPoP", &token, Some(&proof)).await.status, StatusCode::UNAUTHORIZED, "and is taken back");
    }
}

both! {
    async fn fapi2_ensure_authorization_code_is_bound_to_client(engine) {
        let f = Fapi::new(engine).await;
        let code = f.code(&[]).await;
        let other = TestKey::new(Alg::Es256);
        f.w.register(json!({ "client_id": "other", "redirect_uris": [CALLBACK], "cardea_profile": "fapi2",
            "token_endpoint_auth_method": "private_key_jwt", "jwks": jwks(&[&other]),
            "dpop_bound_access_tokens": true })).await;
        let theirs = other.sign(&json!({}),
            &json!({ "iss": "other", "sub": "other", "aud": ISSUER, "jti": "j", "exp": NOW + 60 }));
        let proof = f.proof(&f.dpop, "POST", "/oauth2/token", &json!({}));
        let answer = f.post("/oauth2/token", &Fapi::exchange_form(&code), &theirs, Some(&proof)).await;
        assert_eq!(error(&answer), refusal(StatusCode::BAD_REQUEST, "invalid_grant"));
    }
}

both! {
    async fn fapi2_ensure_dpop_auth_code_binding_success(engine) {
        let f = Fapi::new(engine).await;
        let code = f.code(&[("dpop_jkt", Some(&thumbprint(&f.dpop)))]).await;
        assert_eq!(f.exchange(&code, &f.dpop).await.status, StatusCode::OK);
    }
}

both! {
    async fn fapi2_ensure_mismatched_dpop_jkt_fails(engine) {
        let f = Fapi::new(engine).await;
        let code = f.code(&[("dpop_jkt", Some(&thumbprint(&f.dpop)))]).await;
        let answer = f.exchange(&code, &TestKey::new(Alg::Es256)).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{answer:?}");
        assert_eq!(f.exchange(&code, &f.dpop).await.status, StatusCode::OK, "a wrong key uses nothing up");
    }
}

both! {
    async fn fapi2_ensure_mismatched_dpop_jkt_with_par_fails(engine) {
        let f = Fapi::new(engine).await;
        let jkt = thumbprint(&TestKey::new(Alg::Es256));
        let form = request(&[("client_id", Some("fapi")), ("dpop_jkt", Some(&jkt))]);
        let proof = f.proof(&f.dpop, "POST", "/oauth2/par", &json!({}));
        let answer = f.post("/oauth2/par", &form, &f.assertion(&json!({})), Some(&proof)).await;
        assert_eq!(error(&answer), refusal(StatusCode::BAD_REQUEST, "invalid_dpop_proof"));
    }
}

both! {
    async fn fapi2_ensure_holder_of_key_required(engine) {
        let f = Fapi::new(engine).await;
        let form = Fapi::exchange_form(&f.code(&[]).await);
        let answer = f.post("/oauth2/token", &form, &f.assertion(&json!({})), None).await;
        assert_eq!(error(&answer), refusal(StatusCode::BAD_REQUEST, "invalid_dpop_proof"), "no token without a proof");
        let token = f.access_token().await;
        let other = TestKey::new(Alg::Es256);
        let (mine, theirs) =
            (f.resource_proof(&f.dpop, &token, &json!({})), f.resource_proof(&other, &token, &json!({})));
        for (scheme, proof) in [("Bearer", None), ("Bearer", Some(&mine)), ("DPoP", None), ("DPoP", Some(&theirs))] {
            let answer = f.userinfo(scheme, &token, proof.map(String::as_str)).await;
            assert_eq!(answer.status, StatusCode::UNAUTHORIZED, "{scheme} {proof:?} {answer:?}");
        }
        let mine = f.resource_proof(&f.dpop, &token, &json!({}));
        assert_eq!(f.userinfo("DPoP", &token, Some(&mine)).await.status, StatusCode::OK);
    }
}

both! {
    async fn fapi2_dpop_negative_tests(engine) {
        let f = Fapi::new(engine).await;
        let token = f.access_token().await;
        for (change, why) in [
            (json!({ "htm": "PUT" }), "invalid_dpop_proof"),
            (json!({ "htm": null }), "invalid_dpop_proof"),
            (json!({ "htu": "https://other.example/oauth2/token" }), "invalid_dpop_proof"),
            (json!({ "htu": null }), "invalid_dpop_proof"),
            (json!({ "jti": null }), "invalid_dpop_proof"),
            (json!({ "iat": null }), "invalid_dpop_proof"),
            (json!({ "iat": NOW - 3600 }), "use_dpop_nonce"),
            (json!({ "iat": NOW + 3600 }), "use_dpop_nonce"),
            (json!({ "nonce": "not one of ours" }), "use_dpop_nonce"),
        ] {
            let form = Fapi::exchange_form("any");
            let proof = f.proof(&f.dpop, "POST", "/oauth2/token", &change);
            let answer = f.post("/oauth2/token", &form, &f.assertion(&json!({})), Some(&proof)).await;
            assert_eq!(error(&answer), refusal(StatusCode::BAD_REQUEST, why), "{change}");
            assert_ne!(answer.header("dpop-nonce"), "");
            let proof = f.resource_proof(&f.dpop, &token, &change);
            let answer = f.userinfo("DPoP", &token, Some(&proof)).await;
            assert_eq!(error(&answer), refusal(StatusCode::UNAUTHORIZED, why), "{change}");
            let challenge = answer.header("www-authenticate");
            assert!(challenge.starts_with("DPoP ") && challenge.contains(&format!("error=\"{why}\"")), "{challenge}");
            // The nonce of the answer makes a proof good although the client's clock is off.
            if why == "use_dpop_nonce" {
                let nonced = with(change.clone(), &json!({ "nonce": answer.header("dpop-nonce") }));
                let proof = f.resource_proof(&f.dpop, &token, &nonced);
                assert_eq!(f.userinfo("DPoP", &token, Some(&proof)).await.status, StatusCode::OK, "{nonced}");
            }
        }
        for change in [json!({ "ath": null }), json!({ "ath": "AAAA" })] {
            let proof = f.resource_proof(&f.dpop, &token, &change);
            let answer = f.userinfo("DPoP", &token, Some(&proof)).await;
            assert_eq!(error(&answer), refusal(StatusCode::UNAUTHORIZED, "invalid_dpop_proof"), "{change}");
        }
        let proof = f.resource_proof(&f.dpop, &token, &json!({}));
        assert_eq!(f.userinfo("DPoP", &token, Some(&proof)).await.status, StatusCode::OK);
        assert_eq!(f.userinfo("DPoP", &token, Some(&proof)).await.status, StatusCode::UNAUTHORIZED, "a second time");
    }
}
