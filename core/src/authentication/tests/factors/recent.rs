use super::*;
use crate::both;

const PROOF: &str = "/api/sys/recentProof";
const RENEW: &str = "/api/account/factors/recovery";

both! {
    async fn a_change_of_factors_needs_a_proof_of_the_last_minutes(engine) {
        let app = App::new(engine).await;
        app.user("alice").await;
        let mut browser = app.browser();
        browser.login("alice", PASSWORD).await.ok();
        app.t.clock.advance(601);
        for path in [
            "/api/account/factors/totp/begin", "/api/account/factors/totp/remove", RENEW,
            "/api/account/passkeys/begin", "/api/account/sessions/revokeOthers",
        ] {
            let asked = browser.post(path, &json!({})).await.fails("20012");
            assert_eq!(asked.data()["ways"], json!(["password"]), "{path}");
        }
        browser.get("/api/account/factors").await.ok();
        let before = browser.cookies["cardea_session"].clone();
        browser.post(&format!("{PROOF}/password"), &json!({ "password": "Wrong1horse" })).await.fails("701");
        let renewed = browser.post(&format!("{PROOF}/password"), &json!({ "password": PASSWORD })).await.ok();
        assert_eq!(renewed.data()["token"], Value::Null, "a script could read it");
        assert_ne!(browser.cookies["cardea_session"], before, "a new token");
        let mut old = app.browser();
        old.cookies.insert("cardea_session".into(), before);
        old.get(INFO).await.fails("401");
        browser.post("/api/account/factors/totp/begin", &json!({})).await.ok();
        assert_eq!(app.count("SELECT COUNT(*) FROM sessions").await, 1, "the session goes on");
        assert_eq!(app.audit().await.last().unwrap().0, "session.renewed");
    }
}

both! {
    async fn whoever_has_a_factor_proves_it_and_not_the_password(engine) {
        let app = App::new(engine).await;
        app.user("alice").await;
        let mut browser = app.browser();
        let mut older = app.browser();
        older.login("alice", PASSWORD).await.ok();
        browser.login("alice", PASSWORD).await.ok();
        let (phone, codes) = add_phone(&app, &mut browser).await;
        assert_eq!(app.count("SELECT COUNT(*) FROM sessions WHERE acr = '2'").await, 1, "adding it proved it");
        browser.post(RENEW, &json!({})).await.ok();
        // The session from before the factor is recent, but has only one factor.
        let asked = older.post(RENEW, &json!({})).await.fails("20012");
        assert_eq!(asked.data()["ways"], json!(["totp", "recovery"]));
        older.post(&format!("{PROOF}/password"), &json!({ "password": PASSWORD })).await.fails("20012");
        older.post(&format!("{PROOF}/recovery"), &json!({ "code": codes[0] })).await.fails("20013");
        older.post(&format!("{PROOF}/totp"), &json!({ "code": phone.code(&app) })).await.fails("20013");
        app.next_code();
        older.post(&format!("{PROOF}/totp"), &json!({ "code": phone.code(&app) })).await.ok();
        let renewed = older.post(RENEW, &json!({})).await.ok();
        let fresh = super::codes(&renewed);
        assert_eq!(fresh.len(), 10);
        let told = app.count("SELECT COUNT(*) FROM messages WHERE purpose = 'factors-changed'").await;
        assert_eq!(told, 3, "the owner is told of each change");
        app.t.clock.advance(601);
        older.post(RENEW, &json!({})).await.fails("20012");
        older.post(&format!("{PROOF}/recovery"), &json!({ "code": fresh[3] })).await.ok();
        older.post(&format!("{PROOF}/recovery"), &json!({ "code": fresh[3] })).await.fails("20013");
        older.post(RENEW, &json!({})).await.ok();
        let stored = app.count("SELECT COUNT(*) FROM recovery_codes WHERE LENGTH(code_hash) <> 43").await;
        assert_eq!(stored, 0, "only keyed hashes");
    }
}

both! {
    async fn a_passkey_gives_a_recent_proof(engine) {
        let app = App::named(engine).await;
        app.user("alice").await;
        let mut browser = app.named_browser();
        browser.login("alice", PASSWORD).await.ok();
        let options = browser.post("/api/account/passkeys/begin", &json!({})).await.ok().data()["options"].clone();
        let mut key = authenticator::Authenticator::new(1);
        browser.post("/api/account/passkeys", &json!({ "credential": key.create(&options), "name": "k" })).await.ok();
        app.t.clock.advance(601);
        browser.post(RENEW, &json!({})).await.fails("20012");
        let options = browser.post(&format!("{PROOF}/passkey/begin"), &json!({})).await.ok().data()["options"].clone();
        browser.post(&format!("{PROOF}/passkey"), &json!({ "credential": key.get(&options) })).await.ok();
        browser.post(RENEW, &json!({})).await.ok();
    }
}

both! {
    async fn proofs_share_the_bound_of_the_second_step(engine) {
        let (app, phone, _) = with_phone(engine).await;
        let mut browser = app.browser();
        let step = first_step(&mut browser).await;
        second(&mut browser, TOTP, &step, &phone.code(&app)).await.ok();
        for _ in 0..5 {
            browser.post(&format!("{PROOF}/totp"), &json!({ "code": phone.wrong(&app) })).await.fails("20013");
        }
        app.next_code();
        browser.post(&format!("{PROOF}/totp"), &json!({ "code": phone.code(&app) })).await.fails("423");
        let mut other = app.browser();
        let step = first_step(&mut other).await;
        second(&mut other, TOTP, &step, &phone.code(&app)).await.fails("423");
        browser.get(INFO).await.ok();
    }
}

both! {
    async fn without_a_session_there_is_nothing_to_prove_or_to_see(engine) {
        let app = App::new(engine).await;
        let mut browser = app.browser();
        for path in ["password", "totp", "recovery", "passkey/begin", "passkey"] {
            let body = json!({ "password": PASSWORD, "code": "123456", "credential": {} });
            browser.post(&format!("{PROOF}/{path}"), &body).await.fails("401");
        }
        for path in ["factors", "sessions", "signIns"] {
            browser.get(&format!("/api/account/{path}")).await.fails("401");
        }
        for path in ["factors/totp/begin", "factors/totp/remove", "factors/recovery", "passkeys/begin", "sessions/revokeOthers"] {
            browser.post(&format!("/api/account/{path}"), &json!({})).await.fails("401");
        }
    }
}
