//! Modules about the token endpoint and the client's assertions.

use super::*;
use crate::both;

/// Sends a token request with changes to its form and its assertion's claims, which must fail; returns the error.
async fn refused(f: &Fapi, form: &[(&'static str, &str)], claims: &Value) -> String {
    let code = f.code(&[]).await;
    let mut all = f.redeeming(&f.first, &code);
    all.insert("client_assertion", f.assertion(&f.first, claims));
    for (name, value) in form {
        all.insert(name, (*value).to_owned());
    }
    all.retain(|_, value| !value.is_empty());
    let answer = f.post("/oauth2/token", &all, Some((&f.first.dpop, &json!({})))).await;
    assert!([400, 401].contains(&answer.status.as_u16()), "{answer:?}");
    assert_eq!(f.redeem(&code).await.status, StatusCode::OK, "the code was not used up");
    answer.json()["error"].as_str().unwrap().to_owned()
}

both! {
    async fn fapi2_security_profile_final_ensure_client_id_in_token_endpoint(engine) {
        let f = Fapi::new(engine).await;
        let code = f.code(&[]).await;
        let mut form = f.redeeming(&f.first, &code);
        form.insert("client_id", f.second.id.to_owned());
        // An assertion that names the second client, signed with the first one's key.
        let now = NOW;
        let claims = json!({ "iss": f.second.id, "sub": f.second.id, "aud": ISSUER, "jti": f.fresh(), "iat": now,
            "nbf": now, "exp": now + 60 });
        form.insert("client_assertion", f.first.key.sign(&json!({}), &claims));
        let answer = f.post("/oauth2/token", &form, Some((&f.first.dpop, &json!({})))).await;
        assert_eq!(answer.json()["error"], "invalid_client", "{answer:?}");
    }
}

both! {
    async fn fapi2_security_profile_final_ensure_holder_of_key_required(engine) {
        let f = Fapi::new(engine).await;
        let form = f.redeeming(&f.first, &f.code(&[]).await);
        let answer = f.post("/oauth2/token", &form, None).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{answer:?}");
        assert!(["invalid_dpop_proof", "invalid_request"].contains(&answer.json()["error"].as_str().unwrap()));
    }
}

both! {
    async fn fapi2_security_profile_final_ensure_authorization_code_is_bound_to_client(engine) {
        let f = Fapi::new(engine).await;
        let form = f.redeeming(&f.second, &f.code(&[]).await);
        let answer = f.post("/oauth2/token", &form, Some((&f.second.dpop, &json!({})))).await;
        assert_eq!((answer.status, &answer.json()["error"]), (StatusCode::BAD_REQUEST, &json!("invalid_grant")));
    }
}

both! {
    async fn fapi2_security_profile_final_attempt_reuse_authorization_code_after_one_second(engine) {
        let f = Fapi::new(engine).await;
        let code = f.code(&[]).await;
        let tokens = f.redeem(&code).await.json();
        f.w.t.clock.advance(1);
        let again = f.redeem(&code).await;
        assert_eq!((again.status, &again.json()["error"]), (StatusCode::BAD_REQUEST, &json!("invalid_grant")));
        let revoked = f.userinfo_with("DPoP", tokens["access_token"].as_str().unwrap(), &json!({})).await;
        assert_eq!(revoked.status, StatusCode::UNAUTHORIZED, "what the first use gave is taken back");
    }
}

both! {
    async fn fapi2_security_profile_final_ensure_token_endpoint_fails_with_expired_auth_code(engine) {
        let f = Fapi::new(engine).await;
        let code = f.code(&[]).await;
        f.w.t.clock.advance(61);
        let late = f.redeem(&code).await;
        assert_eq!((late.status, &late.json()["error"]), (StatusCode::BAD_REQUEST, &json!("invalid_grant")));
    }
}

both! {
    async fn fapi2_security_profile_final_ensure_signed_client_assertion_with_rs256_fails(engine) {
        let f = Fapi::new(engine).await;
        let rsa = TestKey::new(Alg::Rs256);
        f.w.register(json!({ "client_id": f.first.id, "redirect_uris": [CALLBACK], "jwks": jwks(&[&f.first.key, &rsa]),
            "token_endpoint_auth_method": "private_key_jwt", "cardea_profile": "fapi2",
            "grant_types": ["authorization_code", "refresh_token"] })).await;
        let code = f.code(&[]).await;
        let mut form = f.redeeming(&f.first, &code);
        let claims = json!({ "iss": f.first.id, "sub": f.first.id, "aud": ISSUER, "jti": f.fresh(), "iat": NOW,
            "exp": NOW + 60 });
        form.insert("client_assertion", rsa.sign(&json!({}), &claims));
        let answer = f.post("/oauth2/token", &form, Some((&f.first.dpop, &json!({})))).await;
        assert_eq!(answer.json()["error"], "invalid_client", "{answer:?}");
    }
}

both! {
    async fn fapi2_security_profile_final_ensure_client_assertion_in_token_endpoint(engine) {
        let f = Fapi::new(engine).await;
        let without = [("client_assertion", ""), ("client_assertion_type", "")];
        assert_eq!(refused(&f, &without, &json!({})).await, "invalid_client");
    }
}

both! {
    async fn fapi2_security_profile_final_ensure_client_assertion_with_exp_is_5_minutes_in_past_fails(engine) {
        let f = Fapi::new(engine).await;
        assert_eq!(refused(&f, &[], &json!({ "exp": NOW - 300 })).await, "invalid_client");
    }
}

both! {
    async fn fapi2_security_profile_final_ensure_client_assertion_with_wrong_aud_fails(engine) {
        let f = Fapi::new(engine).await;
        assert_eq!(refused(&f, &[], &json!({ "aud": "https://other.example.org" })).await, "invalid_client");
    }
}

both! {
    async fn fapi2_security_profile_final_ensure_client_assertion_with_no_sub_fails(engine) {
        let f = Fapi::new(engine).await;
        assert_eq!(refused(&f, &[], &json!({ "sub": null })).await, "invalid_client");
    }
}

both! {
    async fn fapi2_security_profile_final_ensure_pkce_code_verifier_required(engine) {
        let f = Fapi::new(engine).await;
        let error = refused(&f, &[("code_verifier", "")], &json!({})).await;
        assert!(["invalid_grant", "invalid_request"].contains(&error.as_str()), "{error}");
    }
}

both! {
    async fn fapi2_security_profile_final_incorrect_pkce_code_verifier_rejected(engine) {
        let f = Fapi::new(engine).await;
        assert_eq!(refused(&f, &[("code_verifier", &"a".repeat(43))], &json!({})).await, "invalid_grant");
    }
}

both! {
    async fn fapi2_security_profile_final_refresh_token(engine) {
        let f = Fapi::new(engine).await;
        let tokens = f.tokens(&[]).await;
        let refresh_token = tokens["refresh_token"].as_str().unwrap();
        let refreshing = |client: &FapiClient, token: &str| {
            let mut form = f.proven(client, &json!({}));
            form.insert("grant_type", "refresh_token".to_owned());
            form.insert("refresh_token", token.to_owned());
            form
        };
        let first = f.post("/oauth2/token", &refreshing(&f.first, refresh_token), Some((&f.first.dpop, &json!({})))).await;
        assert_eq!(first.status, StatusCode::OK, "{first:?}");
        // FAPI 2.0, section 5.3.2.1: no rotation, so that a lost answer loses no access.
        let lost = f.post("/oauth2/token", &refreshing(&f.first, refresh_token), Some((&f.first.dpop, &json!({})))).await;
        assert_eq!(lost.status, StatusCode::OK, "{lost:?}");
        let id_token = verified(&f.w.jwks().await, first.json()["id_token"].as_str().unwrap(), "JWT");
        assert_eq!((id_token["iss"].as_str(), id_token["sub"].as_str()), (Some(ISSUER), Some("u1")));
        // Bound to the client, and useless without its authentication.
        let other = f.post("/oauth2/token", &refreshing(&f.second, refresh_token), Some((&f.second.dpop, &json!({})))).await;
        assert_eq!(other.json()["error"], "invalid_grant", "{other:?}");
        let bare = f.post("/oauth2/token", &refreshing(&f.first, refresh_token), None).await;
        assert_eq!(bare.status, StatusCode::BAD_REQUEST, "no proof of possession: {bare:?}");
    }
}
