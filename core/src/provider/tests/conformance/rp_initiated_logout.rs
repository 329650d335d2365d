//! The plan `oidcc-rp-initiated-logout-certification-test-plan`.

use super::*;
use crate::both;

const BYE: &str = "https://edc.example.org/bye";
const STATE: &str = "s&1=é";

/// A person who signed in at a client.
struct SignedIn {
    w: World,
    who: Who,
    id_token: String,
}

impl SignedIn {
    async fn new(engine: Engine) -> Self {
        let w = World::new(engine).await;
        let who = w.sign_in("u1", "s1").await;
        let id_token = w.tokens(&who).await["id_token"].as_str().unwrap().to_owned();
        Self { w, who, id_token }
    }

    async fn end_session(&self, pairs: &[(&str, &str)]) -> Answer {
        self.w.get(&format!("/oauth2/logout?{}", query(pairs)), &self.who).await
    }

    /// Whether the browser's session is still valid.
    async fn is_signed_in(&self) -> bool {
        self.w.count("SELECT COUNT(*) FROM sessions WHERE id = 's1' AND ended_at IS NULL").await == 1
    }

    /// No redirect, and the person is still signed in; the page gives the reason.
    async fn refused(&self, answer: &Answer) {
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{answer:?}");
        assert!(answer.page().contains("请求编号"));
        assert!(answer.headers.get(header::SET_COOKIE).is_none());
        assert!(self.is_signed_in().await);
    }

    /// No redirect; the person is asked, and signed out after confirming.
    async fn asked(&self, answer: &Answer) {
        assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
        assert!(answer.page().contains("是否退出当前账号"));
        assert!(self.is_signed_in().await);
        let sealed = answer.body.split("name=\"confirm\" value=\"").nth(1).unwrap().split('"').next().unwrap();
        let confirmed = self.w.post("/oauth2/logout", query(&[("confirm", sealed)]), None, &self.who).await;
        self.signed_out(&confirmed).await;
    }

    /// No redirect, and the person is signed out.
    async fn signed_out(&self, answer: &Answer) {
        assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
        assert!(answer.page().contains("已安全退出"));
        self.is_over(answer).await;
    }

    /// The session has ended: a silent sign-in with it fails.
    async fn is_over(&self, answer: &Answer) {
        assert_eq!(answer.headers.get_all(header::SET_COOKIE).iter().count(), 2);
        assert!(!self.is_signed_in().await);
        let silent = self.w.authorize(&request(&[("prompt", Some("none"))]), &Who::Nobody).await;
        assert_eq!(silent.sent_error(), "login_required");
    }
}

both! {
    async fn oidcc_rp_initiated_logout_discovery_endpoint_verification(engine) {
        let w = World::new(engine).await;
        let metadata = w.get("/.well-known/openid-configuration", &Who::Nobody).await.json();
        assert_eq!(metadata["end_session_endpoint"], format!("{ISSUER}/oauth2/logout"));
    }
}

both! {
    async fn oidcc_rp_initiated_logout(engine) {
        let s = SignedIn::new(engine).await;
        let pairs = [("id_token_hint", s.id_token.as_str()), ("post_logout_redirect_uri", BYE), ("state", STATE)];
        let answer = s.end_session(&pairs).await;
        let (address, query) = answer.location();
        assert_eq!((address.as_str(), query), (BYE, BTreeMap::from([("state".to_owned(), STATE.to_owned())])));
        s.is_over(&answer).await;
    }
}

both! {
    async fn oidcc_rp_initiated_logout_bad_id_token_hint(engine) {
        let s = SignedIn::new(engine).await;
        for bad in ["bad_id_token_hint", "a.b.c", "eyJhbGciOiJub25lIn0.eyJzdWIiOiJ1MSJ9."] {
            let answer = s.end_session(&[("id_token_hint", bad), ("post_logout_redirect_uri", BYE), ("state", STATE)]).await;
            s.refused(&answer).await;
        }
    }
}

both! {
    async fn oidcc_rp_initiated_logout_modified_id_token_hint(engine) {
        let s = SignedIn::new(engine).await;
        let parts: Vec<&str> = s.id_token.split('.').collect();
        let other = s.w.tokens(&s.w.sign_in("u2", "s2").await).await;
        let others: Vec<&str> = other["id_token"].as_str().unwrap().split('.').collect();
        let shortened = &s.id_token[..s.id_token.len() - 4];
        for modified in [
            format!("{}.{}.{}", parts[0], others[1], parts[2]),
            format!("{}.{}.{}", parts[0], parts[1], others[2]),
            format!("{}.{}.", parts[0], parts[1]),
            shortened.to_owned(),
        ] {
            let pairs = [("id_token_hint", modified.as_str()), ("post_logout_redirect_uri", BYE), ("state", STATE)];
            s.refused(&s.end_session(&pairs).await).await;
        }
    }
}

both! {
    async fn oidcc_rp_initiated_logout_no_id_token_hint(engine) {
        let s = SignedIn::new(engine).await;
        // Without a hint or a client_id the address belongs to no client.
        let pairs = [("post_logout_redirect_uri", BYE), ("state", STATE)];
        s.refused(&s.end_session(&pairs).await).await;
    }
}

both! {
    async fn oidcc_rp_initiated_logout_no_params(engine) {
        let s = SignedIn::new(engine).await;
        s.asked(&s.end_session(&[]).await).await;
    }
}

both! {
    async fn oidcc_rp_initiated_logout_no_post_logout_redirect_uri(engine) {
        let s = SignedIn::new(engine).await;
        let answer = s.end_session(&[("id_token_hint", s.id_token.as_str()), ("state", STATE)]).await;
        s.signed_out(&answer).await;
    }
}

both! {
    async fn oidcc_rp_initiated_logout_no_state(engine) {
        let s = SignedIn::new(engine).await;
        let answer = s.end_session(&[("id_token_hint", s.id_token.as_str()), ("post_logout_redirect_uri", BYE)]).await;
        assert_eq!(answer.header("location"), BYE);
        s.is_over(&answer).await;
    }
}

both! {
    async fn oidcc_rp_initiated_logout_only_state(engine) {
        let s = SignedIn::new(engine).await;
        s.asked(&s.end_session(&[("state", STATE)]).await).await;
    }
}

both! {
    async fn oidcc_rp_initiated_logout_bad_post_logout_redirect_uri(engine) {
        let s = SignedIn::new(engine).await;
        for bad in ["https://evil.example/bye", "https://edc.example.org/bad", CALLBACK, "javascript:alert(1)"] {
            let pairs = [("id_token_hint", s.id_token.as_str()), ("post_logout_redirect_uri", bad), ("state", STATE)];
            s.refused(&s.end_session(&pairs).await).await;
        }
    }
}

both! {
    async fn oidcc_rp_initiated_logout_query_added_to_post_logout_redirect_uri(engine) {
        let s = SignedIn::new(engine).await;
        let added = format!("{BYE}?foo=bar");
        let pairs = [("id_token_hint", s.id_token.as_str()), ("post_logout_redirect_uri", added.as_str()), ("state", STATE)];
        s.refused(&s.end_session(&pairs).await).await;
    }
}
