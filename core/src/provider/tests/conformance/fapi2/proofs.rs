//! Modules about DPoP (RFC 9449).

use super::*;
use crate::both;
use crate::provider::jose::Jwk;

fn jkt(key: &TestKey) -> String {
    Jwk::parse(key.bare_jwk().as_object().unwrap()).unwrap().thumbprint()
}

/// A code of a request pushed with a proof of this key or with this thumbprint.
async fn bound_code(f: &Fapi, key: Option<&TestKey>, dpop_jkt: Option<&str>) -> String {
    let mut form = Fapi::request();
    form.extend(f.proven(&f.first, &json!({})));
    form.extend(dpop_jkt.map(|jkt| ("dpop_jkt", jkt.to_owned())));
    let nothing = json!({});
    let answer = f.post("/oauth2/par", &form, key.map(|key| (key, &nothing))).await;
    assert_eq!(answer.status, StatusCode::CREATED, "{answer:?}");
    let request_uri = answer.json()["request_uri"].as_str().unwrap().to_owned();
    f.authorize(&f.first, &request_uri).await.location().1["code"].clone()
}

/// Redeems a code of the first client with a proof of this key.
async fn redeem_with(f: &Fapi, code: &str, key: &TestKey) -> Answer {
    f.post("/oauth2/token", &f.redeeming(&f.first, code), Some((key, &json!({})))).await
}

both! {
    async fn fapi2_security_profile_final_access_token_type_header_case_sensitivity(engine) {
        let f = Fapi::new(engine).await;
        let tokens = f.tokens(&[]).await;
        for scheme in ["DPoP", "dpop", "DPOP"] {
            let answer = f.userinfo_with(scheme, tokens["access_token"].as_str().unwrap(), &json!({})).await;
            assert_eq!(answer.status, StatusCode::OK, "{scheme}: {answer:?}");
        }
    }
}

both! {
    async fn fapi2_security_profile_final_check_dpop_proof_nbf_exp(engine) {
        let f = Fapi::new(engine).await;
        let more = json!({ "nbf": NOW, "exp": NOW + 300 });
        let form = f.redeeming(&f.first, &f.code(&[]).await);
        let answer = f.post("/oauth2/token", &form, Some((&f.first.dpop, &more))).await;
        assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
        let token = answer.json()["access_token"].as_str().unwrap().to_owned();
        assert_eq!(f.userinfo_with("DPoP", &token, &more).await.status, StatusCode::OK);
    }
}

both! {
    async fn fapi2_security_profile_final_ensure_dpopproof_with_iat_10seconds_before_succeeds(engine) {
        let f = Fapi::new(engine).await;
        let form = f.redeeming(&f.first, &f.code(&[]).await);
        let answer = f.post("/oauth2/token", &form, Some((&f.first.dpop, &json!({ "iat": NOW - 10 })))).await;
        assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
    }
}

both! {
    async fn fapi2_security_profile_final_ensure_dpopproof_with_iat_10seconds_after_succeeds(engine) {
        let f = Fapi::new(engine).await;
        let form = f.redeeming(&f.first, &f.code(&[]).await);
        let answer = f.post("/oauth2/token", &form, Some((&f.first.dpop, &json!({ "iat": NOW + 10 })))).await;
        assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
    }
}

both! {
    async fn fapi2_security_profile_final_ensure_mismatched_dpop_jkt_fails(engine) {
        let f = Fapi::new(engine).await;
        let mut form = Fapi::request();
        form.extend(f.proven(&f.first, &json!({})));
        form.insert("dpop_jkt", jkt(&f.second.dpop));
        let answer = f.post("/oauth2/par", &form, Some((&f.first.dpop, &json!({})))).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{answer:?}");
        assert!(["invalid_dpop_proof", "invalid_request"].contains(&answer.json()["error"].as_str().unwrap()));
    }
}

both! {
    async fn fapi2_security_profile_final_ensure_token_endpoint_fails_with_mismatched_dpop_proof_jkt(engine) {
        let f = Fapi::new(engine).await;
        let code = bound_code(&f, Some(&f.first.dpop), None).await;
        let answer = redeem_with(&f, &code, &f.second.dpop).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{answer:?}");
        assert!(["invalid_dpop_proof", "invalid_grant"].contains(&answer.json()["error"].as_str().unwrap()));
    }
}

both! {
    async fn fapi2_security_profile_final_ensure_token_endpoint_fails_with_mismatched_dpop_jkt(engine) {
        let f = Fapi::new(engine).await;
        let code = bound_code(&f, None, Some(&jkt(&f.first.dpop))).await;
        let answer = redeem_with(&f, &code, &f.second.dpop).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{answer:?}");
        assert!(["invalid_dpop_proof", "invalid_grant"].contains(&answer.json()["error"].as_str().unwrap()));
    }
}

both! {
    async fn fapi2_security_profile_final_ensure_dpopproof_at_par_endpoint_binding_success(engine) {
        let f = Fapi::new(engine).await;
        let code = bound_code(&f, Some(&f.first.dpop), None).await;
        assert_eq!(redeem_with(&f, &code, &f.first.dpop).await.status, StatusCode::OK);
    }
}

both! {
    async fn fapi2_security_profile_final_ensure_dpop_auth_code_binding_success(engine) {
        let f = Fapi::new(engine).await;
        let code = bound_code(&f, None, Some(&jkt(&f.first.dpop))).await;
        assert_eq!(redeem_with(&f, &code, &f.first.dpop).await.status, StatusCode::OK);
    }
}

both! {
    async fn fapi2_security_profile_final_dpop_negative_tests(engine) {
        let f = Fapi::new(engine).await;
        let tokens = f.tokens(&[]).await;
        let token = tokens["access_token"].as_str().unwrap();
        assert_eq!(f.userinfo_with("DPoP", token, &json!({})).await.status, StatusCode::OK);
        // Never accepted as a bearer token, with or without a proof.
        assert_eq!(f.userinfo("Bearer", token, &[]).await.status, StatusCode::UNAUTHORIZED);
        assert_eq!(f.userinfo_with("Bearer", token, &json!({})).await.status, StatusCode::UNAUTHORIZED);
        assert_eq!(f.userinfo("DPoP", token, &[]).await.status, StatusCode::UNAUTHORIZED);
        // Each required claim, missing and wrong.
        for changes in [
            json!({ "jti": null }), json!({ "htm": null }), json!({ "htu": null }), json!({ "iat": null }),
            json!({ "ath": null }), json!({ "htm": "POST" }), json!({ "htu": format!("{ISSUER}/oauth2/token") }),
            json!({ "htu": "https://other.example.org/oauth2/userinfo" }), json!({ "ath": ath("another token") }),
            json!({ "iat": NOW - 3600 }), json!({ "iat": NOW + 3600 }), json!({ "nbf": NOW + 3600 }), json!({ "exp": NOW - 60 }),
        ] {
            let answer = f.userinfo_with("DPoP", token, &changes).await;
            assert_eq!(answer.status, StatusCode::UNAUTHORIZED, "{changes}: {answer:?}");
        }
        let nonce = f.userinfo("DPoP", token, &[f.proof(&f.first.dpop, "GET", "/oauth2/userinfo", &json!({ "ath": ath(token) }))])
            .await.header("dpop-nonce").to_owned();
        let proof = |key: &TestKey, header: Value| {
            let mut claims = json!({ "jti": f.fresh(), "htm": "GET", "htu": format!("{ISSUER}/oauth2/userinfo"),
                "iat": NOW, "ath": ath(token) });
            if !nonce.is_empty() {
                claims["nonce"] = nonce.as_str().into();
            }
            let mut all = json!({ "typ": "dpop+jwt", "jwk": key.bare_jwk(), "kid": null });
            for (name, value) in header.as_object().unwrap() {
                all[name] = value.clone();
            }
            key.sign(&all, &claims)
        };
        let good = proof(&f.first.dpop, json!({}));
        let twice = [good.clone(), proof(&f.first.dpop, json!({}))];
        let (signed, _) = good.rsplit_once('.').unwrap();
        for (why, proofs) in [
            ("two proofs", twice.to_vec()),
            ("another key", vec![proof(&f.second.dpop, json!({}))]),
            ("a key it was not signed with", vec![proof(&f.first.dpop, json!({ "jwk": f.second.dpop.bare_jwk() }))]),
            ("no type", vec![proof(&f.first.dpop, json!({ "typ": null }))]),
            ("another type", vec![proof(&f.first.dpop, json!({ "typ": "JWT" }))]),
            ("no key", vec![proof(&f.first.dpop, json!({ "jwk": null }))]),
            ("no algorithm", vec![proof(&f.first.dpop, json!({ "alg": null }))]),
            ("algorithm none", vec![proof(&f.first.dpop, json!({ "alg": "none" }))]),
            ("symmetric", vec![proof(&f.first.dpop, json!({ "alg": "HS256" }))]),
            ("no signature", vec![format!("{signed}.")]),
            ("not a JWT", vec!["proof".to_owned()]),
        ] {
            let answer = f.userinfo("DPoP", token, &proofs).await;
            assert!([400, 401].contains(&answer.status.as_u16()), "{why}: {answer:?}");
        }
        assert_eq!(f.userinfo("DPoP", token, std::slice::from_ref(&good)).await.status, StatusCode::OK);
        assert_eq!(f.userinfo("DPoP", token, &[good]).await.status, StatusCode::UNAUTHORIZED, "a proof works once");
    }
}
