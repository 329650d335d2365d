use axum::body::Body;
use axum::http::Method;

use super::*;

impl World {
    /// A program's request for a code.
    async fn ask(&self, proof: &str, user_name: &str) -> world::Answer {
        let body = Body::from(json!({ "userName": user_name }).to_string());
        self.browser().send(Method::POST, "/api/sys/ssoCode", body, Some(proof)).await
    }

    pub async fn code(&self, user_name: &str) -> Value {
        let answer = self.ask("Basic trusted", user_name).await.ok();
        let code = answer.data()["code"].clone();
        assert_eq!(answer.data()["url"], format!("http://127.0.0.1:8080/signIn?code={}", code.as_str().unwrap()));
        code
    }
}

both! {
    async fn a_code_signs_in_once_within_a_minute(engine) {
        let w = World::new(engine).await;
        let alice = w.user("alice").await;
        let code = w.code(" Alice ").await;
        let mut browser = w.browser();
        browser.confirmed("/api/sys/ssoLogin", &json!({ "code": code })).await.ok();
        assert_eq!(browser.user().await, alice.as_str());
        assert!(!browser.cookies.contains_key("cardea_question"));
        assert_eq!(w.last_audit().await.0, "session.started");
        w.browser().post("/api/sys/ssoLogin", &json!({ "code": code })).await.fails("701");
        assert_eq!(w.last_audit().await, ("session.refused".into(), "refused".into(), "a code that does not stand".into()));
        let late = w.code("alice").await;
        w.t.clock.advance(60);
        w.browser().post("/api/sys/ssoLogin", &json!({ "code": late })).await.fails("701");
        w.run("UPDATE sso_codes SET consumed_at = NULL, expires_at = expires_at + 600000, audience = 'https://another'").await;
        w.browser().post("/api/sys/ssoLogin", &json!({ "code": late })).await.fails("701");
        assert_eq!(w.count("SELECT COUNT(*) FROM sso_codes WHERE code_hash LIKE '%=%'").await, 0);
    }
}

both! {
    async fn of_many_at_once_one_gets_in(engine) {
        let w = World::new(engine).await;
        w.user("alice").await;
        let code = w.code("alice").await;
        let mut asked = w.browser();
        asked.post("/api/sys/ssoLogin", &json!({ "code": code })).await.fails("409");
        let tries = (0..8).map(|_| {
            let (mut browser, yes) = (asked.clone(), json!({ "code": code, "confirm": true }));
            async move { browser.post("/api/sys/ssoLogin", &yes).await.body["code"].clone() }
        });
        let codes = futures::future::join_all(tries).await;
        assert_eq!(codes.iter().filter(|code| **code == "200").count(), 1, "{codes:?}");
        assert_eq!(w.count("SELECT COUNT(*) FROM sessions").await, 1);
    }
}

both! {
    async fn only_a_trusted_program_gets_codes_and_learns_nothing_of_accounts(engine) {
        let w = World::new(engine).await;
        w.user("alice").await;
        w.ask("", "alice").await.fails("401");
        w.ask("Basic stranger", "alice").await.fails("401");
        w.ask("Basic other", "alice").await.fails("403");
        assert_eq!(w.last_audit().await.2, "the program may not ask for codes");
        assert_eq!(w.count("SELECT COUNT(*) FROM sso_codes").await, 0);
        let nobodys = w.code("nobody.at.all").await;
        w.browser().post("/api/sys/ssoLogin", &json!({ "code": nobodys })).await.fails("701");
        let code = w.code("alice").await;
        w.run("UPDATE users SET status = 1").await;
        w.browser().confirmed("/api/sys/ssoLogin", &json!({ "code": code })).await.fails("423");
        assert_eq!(w.last_audit().await.2, "locked");
        w.run("UPDATE users SET status = 0").await;
        let code = w.code("alice").await;
        w.run("UPDATE users SET deleted_at = 1").await;
        w.browser().post("/api/sys/ssoLogin", &json!({ "code": code })).await.fails("701");
        assert_eq!(w.count("SELECT COUNT(*) FROM sessions").await, 0);
    }
}

both! {
    async fn a_code_does_not_swap_somebody_elses_session_without_a_word(engine) {
        let w = World::new(engine).await;
        let (alice, bob) = (w.user("alice").await, w.user("bob").await);
        let code = w.code("alice").await;
        let mut browser = w.browser();
        browser.login("bob").await;
        let asked = browser.post("/api/sys/ssoLogin", &json!({ "code": code })).await.fails("409");
        let (bobs, alices) =
            (json!({ "userName": "bob", "fullName": "bob" }), json!({ "userName": "a**", "fullName": "a**" }));
        let question = json!({ "kind": "confirm", "issuer": "trusted (zh)", "subject": alices, "current": bobs });
        assert_eq!(asked.data(), &question);
        assert_eq!(browser.user().await, bob.as_str());
        browser.post("/api/sys/ssoLogin", &json!({ "code": code, "confirm": true })).await.ok();
        assert_eq!(browser.user().await, alice.as_str());
        // The person's own code needs no confirmation.
        let again = w.code("alice").await;
        browser.post("/api/sys/ssoLogin", &json!({ "code": again })).await.ok();
    }
}
