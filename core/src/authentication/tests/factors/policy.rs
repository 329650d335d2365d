use super::*;
use crate::both;

both! {
    async fn a_role_or_a_tenant_requires_a_factor_of_its_people(engine) {
        let app = App::new(engine).await;
        let id = app.user("alice").await;
        app.role("sys", 1, false).await;
        app.role("ten", 2, false).await;
        app.tenant("t1", "One").await;
        app.member("t1", &id, Some("ten")).await;
        app.run("UPDATE users SET role_id = 'sys'").await;
        let asks = || async { app.browser().login("alice", PASSWORD).await.code().to_owned() };
        assert_eq!(asks().await, "200");
        for (on, off) in [
            ("UPDATE roles SET mfa_required = TRUE WHERE id = 'sys'", "UPDATE roles SET mfa_required = FALSE"),
            ("UPDATE roles SET mfa_required = TRUE WHERE id = 'ten'", "UPDATE roles SET mfa_required = FALSE"),
            ("UPDATE tenants SET mfa_required = TRUE", "UPDATE tenants SET mfa_required = FALSE"),
        ] {
            app.run(on).await;
            assert_eq!(asks().await, "20011", "{on}");
            app.run(off).await;
            assert_eq!(asks().await, "200", "{off}");
        }
        // Closed roles and the like require nothing either.
        app.run("UPDATE roles SET mfa_required = TRUE, status = 1").await;
        assert_eq!(asks().await, "200", "closed roles");
        app.run("UPDATE tenants SET mfa_required = TRUE").await;
        app.run("UPDATE memberships SET enabled = 1").await;
        assert_eq!(asks().await, "200", "a disabled membership");
        app.run("UPDATE memberships SET enabled = 0").await;
        assert_eq!(asks().await, "20011");
        app.run("UPDATE tenants SET deleted_at = 1").await;
        assert_eq!(asks().await, "200", "a deleted tenant");
    }
}

both! {
    async fn the_last_factor_stays_while_one_is_required(engine) {
        let app = App::named(engine).await;
        app.user("alice").await;
        app.role("sys", 1, false).await;
        app.run("UPDATE users SET role_id = 'sys'").await;
        let mut browser = app.named_browser();
        browser.login("alice", PASSWORD).await.ok();
        add_phone(&app, &mut browser).await;
        let options = browser.post("/api/account/passkeys/begin", &json!({})).await.ok().data()["options"].clone();
        let mut key = authenticator::Authenticator::new(1);
        let body = json!({ "credential": key.create(&options), "name": "key" });
        browser.post("/api/account/passkeys", &body).await.ok();
        let passkey = browser.get("/api/account/factors").await.ok().data()["passkeys"][0]["id"].clone();
        app.run("UPDATE roles SET mfa_required = TRUE").await;
        assert_eq!(browser.get("/api/account/factors").await.ok().data()["required"], true);
        // Both are removed at once: one of them is the last factor.
        let (mut a, mut b) = (browser.clone(), browser.clone());
        let (totp, key) = (json!({}), json!({ "id": passkey }));
        let (x, y) = tokio::join!(
            a.post("/api/account/factors/totp/remove", &totp),
            b.post("/api/account/passkeys/remove", &key),
        );
        let mut outcomes = [x.code().to_owned(), y.code().to_owned()];
        outcomes.sort();
        assert_eq!(outcomes, ["200", "403"]);
        assert_eq!(app.count("SELECT (SELECT COUNT(*) FROM totp_factors) + (SELECT COUNT(*) FROM passkeys)").await, 1);
        assert_eq!(app.count("SELECT COUNT(*) FROM recovery_codes").await, 10);
        app.run("UPDATE roles SET mfa_required = FALSE").await;
        a.post("/api/account/factors/totp/remove", &totp).await;
        b.post("/api/account/passkeys/remove", &key).await;
        let left = browser.get("/api/account/factors").await.ok();
        assert_eq!(
            (&left.data()["totp"], &left.data()["passkeys"], &left.data()["recoveryCodes"]),
            (&Value::Null, &json!([]), &json!(0)),
            "recovery codes go with the last factor"
        );
        app.browser().header("origin", authenticator::ORIGIN).login("alice", PASSWORD).await.ok();
    }
}

both! {
    async fn a_system_that_asks_for_more_than_one_factor_gets_it(engine) {
        let app = App::new(engine).await;
        app.user("alice").await;
        let mut browser = app.browser();
        let wished = "/oauth2/authorize?cardea_interaction=x&acr_values=2";
        let body = json!({ "userName": "alice", "password": PASSWORD, "returnTo": wished });
        let asked = browser.post("/api/sys/login", &body).await.fails("20011");
        assert_eq!(asked.data()["enrol"], json!(["totp"]));
        browser.login("alice", PASSWORD).await.ok();
    }
}
