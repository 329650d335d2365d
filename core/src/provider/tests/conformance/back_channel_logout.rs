//! The plan `oidcc-backchannel-rp-initiated-logout-certification-test-plan`.

use super::super::notices::{Receiver, notices};
use super::*;
use crate::both;

both! {
    async fn oidcc_backchannel_logout_discovery_endpoint_verification(engine) {
        let w = World::new(engine).await;
        let metadata = w.get("/.well-known/openid-configuration", &Who::Nobody).await.json();
        assert_eq!(metadata["backchannel_logout_supported"], true);
        assert_eq!(metadata["backchannel_logout_session_supported"], true);
    }
}

both! {
    async fn oidcc_backchannel_rp_initiated_logout(engine) {
        let w = World::new(engine).await;
        let rp = Receiver::start().await;
        let bye = "https://edc.example.org/bye";
        rp.register(&w, "edc", json!({ "post_logout_redirect_uris": [bye], "backchannel_logout_session_required": true })).await;
        let who = w.sign_in("u1", "s1").await;
        let tokens = w.tokens(&who).await;
        let id_token = tokens["id_token"].as_str().unwrap();
        let pairs = [("id_token_hint", id_token), ("post_logout_redirect_uri", bye), ("state", "1")];
        let answer = w.get(&format!("/oauth2/logout?{}", query(&pairs)), &who).await;
        assert_eq!(answer.header("location"), "https://edc.example.org/bye?state=1");

        assert_eq!(notices(&w).run_due().await.unwrap(), 1);
        let [call] = &rp.calls()[..] else { panic!("{:?}", rp.calls()) };
        assert_eq!((call.path.as_str(), call.content_type.as_str()), ("/backchannel?rp=1", "application/x-www-form-urlencoded"));
        let form: Vec<(String, String)> = form_urlencoded::parse(call.body.as_bytes()).into_owned().collect();
        let [(name, token)] = &form[..] else { panic!("{form:?}") };
        assert_eq!(name, "logout_token");
        // The checks of a client (section 2.6).
        let jwks = w.jwks().await;
        let claims = verified(&jwks, token, "logout+jwt");
        let of_id_token = verified(&jwks, id_token, "JWT");
        for same in ["iss", "aud", "sid", "sub"] {
            assert_eq!(claims[same], of_id_token[same], "{same}");
        }
        assert_eq!(claims["events"], json!({ "http://schemas.openid.net/event/backchannel-logout": {} }));
        assert_eq!((&claims["iat"], &claims["exp"]), (&json!(NOW), &json!(NOW + 120)));
        assert!(claims["jti"].as_str().unwrap().len() >= 32);
        let names: Vec<&String> = claims.as_object().unwrap().keys().collect();
        assert_eq!(names, ["aud", "events", "exp", "iat", "iss", "jti", "sid", "sub"], "and no nonce");
    }
}
