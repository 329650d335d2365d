//! The plan `oidcc-frontchannel-rp-initiated-logout-certification-test-plan`.

use super::*;
use crate::both;

both! {
    async fn oidcc_frontchannel_logout_discovery_endpoint_verification(engine) {
        let w = World::new(engine).await;
        let metadata = w.get("/.well-known/openid-configuration", &Who::Nobody).await.json();
        assert_eq!(metadata["frontchannel_logout_supported"], true);
        assert_eq!(metadata["frontchannel_logout_session_supported"], true);
    }
}

both! {
    async fn oidcc_frontchannel_rp_initiated_logout(engine) {
        let w = World::new(engine).await;
        let bye = "https://rp.example.org/bye";
        w.register(json!({ "client_id": "edc", "client_secret": SECRET,
            "redirect_uris": [CALLBACK, "https://rp.example.org:8443/cb"],
            "post_logout_redirect_uris": [bye], "frontchannel_logout_session_required": true,
            "frontchannel_logout_uri": "https://rp.example.org:8443/front?a=1" })).await;
        let who = w.sign_in("u1", "s1").await;
        let id_token = w.tokens(&who).await["id_token"].as_str().unwrap().to_owned();
        let pairs = [("id_token_hint", id_token.as_str()), ("post_logout_redirect_uri", bye), ("state", "a\"b")];
        let answer = w.get(&format!("/oauth2/logout?{}", query(&pairs)), &who).await;
        assert_eq!(answer.status, StatusCode::OK);
        let page = answer.page();
        let frame = "<iframe src=\"https://rp.example.org:8443/front?a=1&amp;iss=https%3A%2F%2Fid.example.org&amp;sid=s1\"";
        assert!(page.contains(frame), "{page}");
        // When the frames have loaded, the browser goes on automatically.
        assert!(page.contains("<a id=\"onward\" href=\"https://rp.example.org/bye?state=a%22b\">"), "{page}");
        let policy = answer.header("content-security-policy");
        assert!(policy.contains("; frame-src https://rp.example.org:8443;"), "{policy}");
        assert!(policy.contains("; script-src 'sha256-") && !policy.contains("unsafe"), "{policy}");
        assert_eq!(w.count("SELECT COUNT(*) FROM sessions WHERE ended_at IS NOT NULL").await, 1);
    }
}
