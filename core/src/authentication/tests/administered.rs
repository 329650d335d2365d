//! Passwords that administrators set or reset.

use super::*;
use crate::both;

const SET: &str = "/api/admin/users/id-alice/password";
const RESET: &str = "/api/admin/users/id-alice/password-reset";
const NEW: &str = "Another2Horse";
const INFO: &str = "/api/sys/user/info";

/// Alice and an administrator, both signed in.
async fn world(engine: Engine) -> (App, Browser, Browser) {
    let app = App::new(engine).await;
    app.user("alice").await;
    app.user("boss").await;
    app.role("boss", 1, true).await;
    app.run("UPDATE users SET role_id = 'boss' WHERE id = 'id-boss'").await;
    let (mut alice, mut boss) = (app.browser(), app.browser().header("accept-language", "en"));
    alice.login("alice", PASSWORD).await.ok();
    boss.login("boss", PASSWORD).await.ok();
    (app, alice, boss)
}

/// The key of the link in the latest mail.
async fn key(app: &App) -> String {
    let link = url::Url::parse(&app.latest("link").await).unwrap();
    assert_eq!(link.path(), "/forget");
    link.query_pairs().find(|(name, _)| name == "key").unwrap().1.into_owned()
}

async fn set_by_link(browser: &mut Browser, key: &str, password: &str) -> Answer {
    browser.post("/api/account/forget/link", &json!({ "key": key, "password": password, "rePassword": password })).await
}

both! {
    async fn a_password_that_an_administrator_sets_ends_sessions_and_is_to_be_changed(engine) {
        let (app, mut alice, mut boss) = world(engine).await;
        let set = boss.post(SET, &json!({ "password": NEW })).await;
        let message = set.body["messageId"].clone();
        assert_eq!((set.status, &set.body), (StatusCode::OK, &json!({ "id": "id-alice", "email": "alice@example.org", "sessions": 1, "messageId": message })));
        alice.get(INFO).await.fails("20006");
        app.browser().login("alice", PASSWORD).await.fails("701");
        // In the specification's answer, false means that a change is required.
        assert_eq!(app.browser().login("alice", NEW).await.ok().data()["pwdReset"], false);
        assert_eq!(app.browser().login("boss", PASSWORD).await.ok().data()["pwdReset"], true);
        let mail = app.outbox().await.pop().unwrap();
        assert_eq!((&mail["purpose"], &mail["to"]), (&json!("password-set"), &json!("alice@example.org")));
        assert!(!mail.to_string().contains(NEW));
        let audit = app.audit().await;
        assert!(audit.iter().any(|row| row.0 == "user.password_set" && row.1 == "id-alice"));
        assert_eq!(app.count("SELECT COUNT(*) FROM audit_events WHERE after LIKE '%Another2%'").await, 0);
        let again = boss.post(SET, &json!({ "password": PASSWORD })).await;
        assert!(again.body["errors"]["password"].is_string(), "one that was before: {again:?}");
    }
}

both! {
    async fn the_rule_for_passwords_holds_and_a_recent_proof_is_asked_for(engine) {
        let (app, _, mut boss) = world(engine).await;
        for password in ["", "short1A", "alllowercase1", "NoDigitsHere", "With space 1", "Abcdefghijklmnop1", "Alice12345", "Password123"] {
            let refused = boss.post(SET, &json!({ "password": password })).await;
            assert_eq!((refused.status, refused.body["errors"]["password"].is_string()), (StatusCode::UNPROCESSABLE_ENTITY, true), "{password}");
        }
        let own = boss.post("/api/admin/users/id-boss/password", &json!({ "password": NEW })).await;
        assert_eq!((own.status, &own.body["message"]), (StatusCode::FORBIDDEN, &json!("change your own password in your account")));
        app.t.clock.advance(601);
        let asked = boss.post(SET, &json!({ "password": NEW })).await;
        assert_eq!(asked.body["code"], "recent_proof");
        boss.post("/api/sys/recentProof/password", &json!({ "password": PASSWORD })).await.ok();
        assert_eq!(boss.post(SET, &json!({ "password": NEW })).await.status, StatusCode::OK);
    }
}

both! {
    async fn a_reset_takes_the_password_away_and_its_link_sets_another_once(engine) {
        let (app, mut alice, mut boss) = world(engine).await;
        let reset = boss.post(RESET, &Value::Null).await;
        assert_eq!((reset.status, &reset.body["email"]), (StatusCode::OK, &json!("alice@example.org")), "{reset:?}");
        alice.get(INFO).await.fails("20006");
        app.browser().login("alice", PASSWORD).await.fails("701");
        let key = key(&app).await;
        let mut browser = app.browser();
        let state = browser.get(&format!("/api/account/forget/link?key={key}")).await.ok();
        assert_eq!(state.data(), &json!({ "valid": true, "userName": "alice" }));
        let old = set_by_link(&mut browser, &key, PASSWORD).await;
        assert!(old.data()["errors"]["password"].is_string(), "not the one from before: {old:?}");
        set_by_link(&mut browser, &key, NEW).await.ok();
        set_by_link(&mut browser, &key, "Third3Horse").await.fails("403");
        app.browser().login("alice", NEW).await.ok();
    }
}

both! {
    async fn of_several_links_the_first_that_is_used_counts_and_they_end(engine) {
        let (app, _, mut boss) = world(engine).await;
        boss.post(RESET, &Value::Null).await;
        let first = key(&app).await;
        let soon = boss.post(RESET, &Value::Null).await;
        assert_eq!(soon.status, StatusCode::TOO_MANY_REQUESTS, "right after another");
        app.t.clock.advance(61);
        assert_eq!(boss.post(RESET, &Value::Null).await.status, StatusCode::OK);
        let second = key(&app).await;
        let (mut a, mut b) = (app.browser(), app.browser());
        let (x, y) = tokio::join!(set_by_link(&mut a, &first, NEW), set_by_link(&mut b, &second, "Third3Horse"));
        assert_eq!([&x, &y].iter().filter(|answer| answer.code() == "200").count(), 1, "{x:?} {y:?}");
        app.t.clock.advance(61);
        boss.post("/api/sys/recentProof/password", &json!({ "password": PASSWORD })).await.ok();
        boss.post(RESET, &Value::Null).await;
        let late = key(&app).await;
        app.t.clock.advance(10 * 24 * 3600);
        set_by_link(&mut app.browser(), &late, "Fourth4Horse").await.fails("403");
    }
}

both! {
    async fn accounts_kept_elsewhere_locked_stronger_and_unknown_are_refused(engine) {
        let (app, _, mut boss) = world(engine).await;
        let both = [(SET, json!({ "password": NEW })), (RESET, Value::Null)];
        for (sql, undo) in [
            ("UPDATE users SET org = 'ldap' WHERE id = 'id-alice'", "UPDATE users SET org = 'local' WHERE id = 'id-alice'"),
            ("UPDATE users SET org = 'cloud' WHERE id = 'id-alice'", "UPDATE users SET org = 'local' WHERE id = 'id-alice'"),
        ] {
            app.run(sql).await;
            for (path, body) in &both {
                let refused = boss.post(path, body).await;
                assert_eq!(refused.body["message"], "this account is kept elsewhere and cannot be changed here");
            }
            app.run(undo).await;
        }
        app.run("UPDATE users SET status = 1 WHERE id = 'id-alice'").await;
        assert_eq!(boss.post(RESET, &Value::Null).await.status, StatusCode::CONFLICT);
        for path in ["/api/admin/users/nobody/password-reset", "/api/admin/users/%00/password-reset"] {
            assert_eq!(boss.post(path, &Value::Null).await.status, StatusCode::NOT_FOUND);
        }
        // Support may only change users; the administrator of a tenant has permissions that it lacks.
        app.role("support", 1, false).await;
        app.run("INSERT INTO menus (id, version, name, name_en, description, parent_id, seq, url, icon, status, \
            resource_type, created_at, updated_at) VALUES ('mg', 1, 'g', 'g', '', '0', 0, '', '', 0, 1, 0, 0), \
            ('mu', 1, 'u', 'u', '', 'mg', 1, 'systemManger/user', '', 0, 1, 0, 0)").await;
        app.run("INSERT INTO role_menus (role_id, menu_id, act) VALUES ('support', 'mu', 'edit')").await;
        app.user("help").await;
        app.run("UPDATE users SET role_id = 'support' WHERE id = 'id-help'").await;
        app.role("ten", 2, true).await;
        app.tenant("t1", "One").await;
        app.member("t1", &Id::from("id-alice"), Some("ten")).await;
        let mut help = app.browser();
        help.login("help", PASSWORD).await.ok();
        for (path, body) in &both {
            assert_eq!(help.post(path, body).await.status, StatusCode::FORBIDDEN);
            assert_eq!(app.browser().post(path, body).await.status, StatusCode::UNAUTHORIZED);
        }
    }
}

both! {
    async fn a_new_password_lifts_the_lock_of_too_many_failures(engine) {
        let app = App::with(engine, |config| {
            config.sign_in.captcha_after = 2;
            config.sign_in.lock_after = 3;
        }).await;
        app.user("alice").await;
        app.user("boss").await;
        app.role("boss", 1, true).await;
        app.run("UPDATE users SET role_id = 'boss' WHERE id = 'id-boss'").await;
        let mut boss = app.browser();
        boss.login("boss", PASSWORD).await.ok();
        for _ in 0..3 {
            app.browser().login("alice", "wrong").await;
        }
        let locked = async || {
            let mut cx = Ctx::system(&app.t.kernel, "test");
            app.sessions.locked_until(&mut cx, vec!["Alice".into(), "boss".into()]).await.unwrap()
        };
        let until = locked().await;
        assert_eq!(until.keys().collect::<Vec<_>>(), ["Alice"]);
        assert!(until["Alice"] > app.now());
        assert_eq!(boss.post(SET, &json!({ "password": NEW })).await.status, StatusCode::OK);
        assert!(locked().await.is_empty());
        app.browser().login("alice", NEW).await.ok();
    }
}

both! {
    async fn whether_a_mail_was_handed_over_is_asked_for_by_its_message(engine) {
        let (app, _, mut boss) = world(engine).await;
        let reset = boss.post(RESET, &Value::Null).await;
        let path = format!("/api/admin/deliveries/{}", reset.body["messageId"].as_str().unwrap());
        let waiting = boss.get(&path).await.body;
        assert_eq!((&waiting["state"], &waiting["channel"], &waiting["trouble"]), (&json!("waiting"), &json!("file"), &Value::Null));
        drop(app.outbox().await);
        assert_eq!(boss.get(&path).await.body["state"], "sent");
        app.run("UPDATE messages SET state = 'failed', last_error = 'refused'").await;
        let failed = boss.get(&path).await.body;
        assert_eq!((&failed["state"], &failed["trouble"]), (&json!("failed"), &json!("refused")));
        assert_eq!(boss.get("/api/admin/deliveries/none").await.status, StatusCode::NOT_FOUND);
        // A tenant's administrator gets no delivery state of another tenant's messages, or of those without a tenant.
        app.role("chief", 2, true).await;
        let chief = app.user("chief").await;
        app.tenant("t1", "Here").await;
        app.tenant("t2", "There").await;
        app.member("t1", &chief, Some("chief")).await;
        let mut chief = app.browser();
        chief.login("chief", PASSWORD).await.ok();
        assert_eq!(chief.get(&path).await.status, StatusCode::NOT_FOUND);
        app.run("UPDATE messages SET tenant_id = 't2'").await;
        assert_eq!(chief.get(&path).await.status, StatusCode::NOT_FOUND);
        app.run("UPDATE messages SET tenant_id = 't1'").await;
        assert_eq!(chief.get(&path).await.status, StatusCode::OK);
    }
}
