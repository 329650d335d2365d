//! Modules about the authorization request and its push.

use super::*;
use crate::both;

/// Pushes a request that must be refused; returns the error.
async fn refused(f: &Fapi, changes: &[(&'static str, &str)]) -> String {
    let answer = f.push(changes).await;
    assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{answer:?}");
    answer.json()["error"].as_str().unwrap().to_owned()
}

/// Pushes with an assertion that must be refused.
async fn assertion_refused(f: &Fapi, changes: &Value) {
    let mut form = Fapi::request();
    form.extend(f.proven(&f.first, changes));
    let answer = f.post("/oauth2/par", &form, None).await;
    assert!([400, 401].contains(&answer.status.as_u16()), "{changes}: {answer:?}");
    assert_eq!(answer.json()["error"], "invalid_client", "{changes}");
}

async fn succeeds(f: &Fapi, changes: &[(&'static str, &str)]) -> BTreeMap<String, String> {
    let request_uri = f.pushed(changes).await;
    let (address, answer) = f.authorize(&f.first, &request_uri).await.location();
    assert_eq!(address, CALLBACK);
    let tokens = f.redeem(&answer["code"]).await;
    assert_eq!(tokens.status, StatusCode::OK, "{tokens:?}");
    answer
}

both! {
    async fn fapi2_security_profile_final_discovery_end_point_verification(engine) {
        let f = Fapi::new(engine).await;
        let m = f.w.get("/.well-known/openid-configuration", &Who::Nobody).await.json();
        let has = |name: &str, value: &str| m[name].as_array().unwrap().iter().any(|v| v == value);
        assert_eq!(m["pushed_authorization_request_endpoint"], format!("{ISSUER}/oauth2/par"));
        assert_eq!(m["authorization_response_iss_parameter_supported"], true);
        assert!(has("token_endpoint_auth_methods_supported", "private_key_jwt"));
        assert!(has("code_challenge_methods_supported", "S256") && !has("code_challenge_methods_supported", "plain"));
        assert!(has("response_types_supported", "code") && has("grant_types_supported", "authorization_code"));
        for name in ["token_endpoint_auth_signing_alg_values_supported", "dpop_signing_alg_values_supported",
            "id_token_signing_alg_values_supported"] {
            for alg in ["ES256", "PS256", "EdDSA"] {
                assert!(has(name, alg), "{name} {alg}");
            }
            assert!(!has(name, "none"), "{name}");
        }
    }
}

both! {
    async fn fapi2_security_profile_final_happy_flow(engine) {
        let f = Fapi::new(engine).await;
        let tokens = f.tokens(&[]).await;
        let claims = verified(&f.w.jwks().await, tokens["id_token"].as_str().unwrap(), "JWT");
        assert_eq!((claims["aud"].as_str(), claims["nonce"].as_str()), (Some("fapi"), Some("n-1")));
        let answer = f.userinfo_with("DPoP", tokens["access_token"].as_str().unwrap(), &json!({})).await;
        assert_eq!((answer.status, &answer.json()["sub"]), (StatusCode::OK, &claims["sub"]), "{answer:?}");
    }
}

both! {
    async fn fapi2_security_profile_final_ensure_authorization_request_without_state_success(engine) {
        let f = Fapi::new(engine).await;
        assert!(!succeeds(&f, &[("state", "")]).await.contains_key("state"));
    }
}

both! {
    async fn fapi2_security_profile_final_ensure_authorization_request_without_nonce_success(engine) {
        let f = Fapi::new(engine).await;
        let tokens = f.tokens(&[("nonce", "")]).await;
        assert_eq!(verified(&f.w.jwks().await, tokens["id_token"].as_str().unwrap(), "JWT").get("nonce"), None);
    }
}

both! {
    async fn fapi2_security_profile_final_ensure_authorization_request_with_64_char_nonce_success(engine) {
        let f = Fapi::new(engine).await;
        let nonce = "n".repeat(64);
        let tokens = f.tokens(&[("nonce", &nonce)]).await;
        assert_eq!(verified(&f.w.jwks().await, tokens["id_token"].as_str().unwrap(), "JWT")["nonce"], nonce);
    }
}

both! {
    async fn fapi2_security_profile_final_ensure_authorization_request_with_long_nonce(engine) {
        let f = Fapi::new(engine).await;
        let nonce = "n".repeat(384);
        let tokens = f.tokens(&[("nonce", &nonce)]).await;
        assert_eq!(verified(&f.w.jwks().await, tokens["id_token"].as_str().unwrap(), "JWT")["nonce"], nonce);
    }
}

both! {
    async fn fapi2_security_profile_final_ensure_authorization_request_with_long_state(engine) {
        let f = Fapi::new(engine).await;
        let state = "s".repeat(384);
        assert_eq!(succeeds(&f, &[("state", &state)]).await["state"], state);
    }
}

both! {
    async fn fapi2_security_profile_final_ensure_other_scope_order_succeeds(engine) {
        let f = Fapi::new(engine).await;
        let granted = f.tokens(&[("scope", "email profile openid")]).await;
        let mut scopes: Vec<_> = granted["scope"].as_str().unwrap().split(' ').collect();
        scopes.sort_unstable();
        assert_eq!(scopes, ["email", "openid", "profile"]);
    }
}

both! {
    async fn fapi2_security_profile_final_test_claims_parameter_identity_claims(engine) {
        let f = Fapi::new(engine).await;
        let claims = json!({ "id_token": { "name": { "essential": true } }, "userinfo": { "email": null } });
        let tokens = f.tokens(&[("scope", "openid"), ("claims", &claims.to_string())]).await;
        let id_token = verified(&f.w.jwks().await, tokens["id_token"].as_str().unwrap(), "JWT");
        assert_eq!(id_token["name"], "李伟");
        let userinfo = f.userinfo_with("DPoP", tokens["access_token"].as_str().unwrap(), &json!({})).await.json();
        assert_eq!(userinfo["email"], "li@example.org");
    }
}

both! {
    async fn fapi2_security_profile_final_plain_fapi_tolerate_unregistered_redirect_uri(engine) {
        let f = Fapi::new(engine).await;
        let error = refused(&f, &[("redirect_uri", "https://edc.example.org/callback/other")]).await;
        assert_eq!(error, "invalid_request");
    }
}

both! {
    async fn fapi2_security_profile_final_ensure_unsigned_authorization_request_without_using_par_fails(engine) {
        let f = Fapi::new(engine).await;
        let answer = f.w.authorize(&request(&[("client_id", Some("fapi"))]), &f.who).await;
        assert_eq!(answer.sent_error(), "invalid_request");
    }
}

both! {
    async fn fapi2_security_profile_final_ensure_redirect_uri_in_authorization_request(engine) {
        let f = Fapi::new(engine).await;
        assert_eq!(refused(&f, &[("redirect_uri", "")]).await, "invalid_request");
    }
}

both! {
    async fn fapi2_security_profile_final_ensure_response_type_code_idtoken_fails(engine) {
        let f = Fapi::new(engine).await;
        assert_eq!(refused(&f, &[("response_type", "code id_token")]).await, "unsupported_response_type");
    }
}

both! {
    async fn fapi2_security_profile_final_ensure_response_type_token_fails(engine) {
        let f = Fapi::new(engine).await;
        assert_eq!(refused(&f, &[("response_type", "token")]).await, "unsupported_response_type");
    }
}

both! {
    async fn fapi2_security_profile_final_par_ensure_pkce_required(engine) {
        let f = Fapi::new(engine).await;
        let without = [("code_challenge", ""), ("code_challenge_method", "")];
        assert_eq!(refused(&f, &without).await, "invalid_request");
    }
}

both! {
    async fn fapi2_security_profile_final_par_plain_pkce_rejected(engine) {
        let f = Fapi::new(engine).await;
        let plain = [("code_challenge", VERIFIER), ("code_challenge_method", "plain")];
        assert_eq!(refused(&f, &plain).await, "invalid_request");
    }
}

both! {
    async fn fapi2_security_profile_final_par_authorization_request_containing_request_uri_form_param(engine) {
        let f = Fapi::new(engine).await;
        let earlier = f.pushed(&[]).await;
        assert_eq!(refused(&f, &[("request_uri", &earlier)]).await, "invalid_request");
    }
}

both! {
    async fn fapi2_security_profile_final_par_attempt_invalid_http_method(engine) {
        let f = Fapi::new(engine).await;
        for method in [Method::GET, Method::PUT] {
            let request = HttpRequest::builder().method(method).uri("/oauth2/par").body(Body::empty()).unwrap();
            assert_eq!(f.w.send(request).await.status, StatusCode::METHOD_NOT_ALLOWED);
        }
    }
}

both! {
    async fn fapi2_security_profile_final_par_without_duplicate_parameters(engine) {
        let f = Fapi::new(engine).await;
        // Only client_id and request_uri go to the authorization endpoint.
        assert_eq!(succeeds(&f, &[]).await["state"], "st&te=");
    }
}

both! {
    async fn fapi2_security_profile_final_par_ensure_reused_request_uri_prior_to_auth_completion_succeeds(engine) {
        let f = Fapi::new(engine).await;
        let request_uri = f.pushed(&[]).await;
        let asked = query(&[("client_id", f.first.id), ("request_uri", &request_uri)]);
        for _ in 0..2 {
            let (address, _) = f.w.authorize(&asked, &Who::Nobody).await.location();
            assert_eq!(address, "/signIn/index");
        }
        let (address, answer) = f.authorize(&f.first, &request_uri).await.location();
        assert_eq!(address, CALLBACK);
        assert_eq!(f.redeem(&answer["code"]).await.status, StatusCode::OK);
    }
}

both! {
    async fn fapi2_security_profile_final_par_attempt_reuse_request_uri(engine) {
        let f = Fapi::new(engine).await;
        let request_uri = f.pushed(&[]).await;
        assert!(f.authorize(&f.first, &request_uri).await.location().1.contains_key("code"));
        let again = f.authorize(&f.first, &request_uri).await;
        assert_eq!(again.status, StatusCode::BAD_REQUEST);
        again.page();
    }
}

both! {
    async fn fapi2_security_profile_final_par_attempt_to_use_expired_request_uri(engine) {
        let f = Fapi::new(engine).await;
        let pushed = f.push(&[]).await.json();
        let seconds = pushed["expires_in"].as_i64().unwrap();
        assert!((5..=600).contains(&seconds), "FAPI 2.0, section 5.3.2.2: less than ten minutes");
        f.w.t.clock.advance(seconds + 1);
        let late = f.authorize(&f.first, pushed["request_uri"].as_str().unwrap()).await;
        assert_eq!(late.status, StatusCode::BAD_REQUEST);
        late.page();
    }
}

both! {
    async fn fapi2_security_profile_final_par_attempt_to_use_request_uri_for_different_client(engine) {
        let f = Fapi::new(engine).await;
        let request_uri = f.pushed(&[]).await;
        let other = f.authorize(&f.second, &request_uri).await;
        assert_eq!(other.status, StatusCode::BAD_REQUEST);
        other.page();
        assert!(f.authorize(&f.first, &request_uri).await.location().1.contains_key("code"), "it was not used up");
    }
}

both! {
    async fn fapi2_security_profile_final_par_ensure_jwt_client_assertions_nbf_8_seconds_in_the_future_is_accepted(engine) {
        let f = Fapi::new(engine).await;
        let mut form = Fapi::request();
        let soon = NOW + 8;
        form.extend(f.proven(&f.first, &json!({ "nbf": soon, "iat": soon })));
        assert_eq!(f.post("/oauth2/par", &form, None).await.status, StatusCode::CREATED);
    }
}

both! {
    async fn fapi2_security_profile_final_par_ensure_jwt_client_assertions_nbf_over_60_seconds_in_the_future_fails(engine) {
        let f = Fapi::new(engine).await;
        assertion_refused(&f, &json!({ "nbf": NOW + 61, "exp": NOW + 120 })).await;
    }
}

both! {
    async fn fapi2_security_profile_final_par_test_array_as_audience_fails(engine) {
        let f = Fapi::new(engine).await;
        assertion_refused(&f, &json!({ "aud": [ISSUER] })).await;
    }
}

both! {
    async fn fapi2_security_profile_final_par_test_par_endpoint_url_as_audience_fails(engine) {
        let f = Fapi::new(engine).await;
        assertion_refused(&f, &json!({ "aud": format!("{ISSUER}/oauth2/par") })).await;
    }
}

both! {
    async fn fapi2_security_profile_final_par_test_token_endpoint_url_as_audience_fails(engine) {
        let f = Fapi::new(engine).await;
        assertion_refused(&f, &json!({ "aud": format!("{ISSUER}/oauth2/token") })).await;
    }
}

both! {
    async fn fapi2_security_profile_final_user_rejects_authentication(engine) {
        let f = Fapi::new(engine).await;
        let request_uri = f.pushed(&[("prompt", "consent")]).await;
        let (address, asked) = f.authorize(&f.first, &request_uri).await.location();
        assert_eq!(address, "/consent");
        let decision = json!({ "interaction": asked["interaction"], "decision": "deny" });
        let decided = f.w.call("/api/account/consent", &decision, &f.who).await;
        let answer = f.w.get(decided["data"]["redirect"].as_str().unwrap(), &f.who).await;
        assert_eq!((answer.sent_error().as_str(), answer.location().1["state"].as_str()), ("access_denied", "st&te="));
    }
}
