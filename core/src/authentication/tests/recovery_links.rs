//! Recovery of a forgotten password by e-mail, and of a forgotten login name by SMS.

use super::*;
use crate::both;

const PHONE: &str = "13800138000";
const NEW: &str = "Another2horse";
const EMAIL: &str = "/api/account/forget/email/find";
const LINK: &str = "/api/account/forget/link";

fn submit(key: &str, password: &str) -> Value {
    json!({ "key": key, "password": password, "rePassword": password })
}

/// The key of the latest link.
async fn key(app: &App) -> String {
    let link = url::Url::parse(&app.latest("link").await).unwrap();
    assert_eq!((link.origin().ascii_serialization().as_str(), link.path()), (ORIGIN, "/forget"));
    link.query_pairs().find(|(name, _)| name == "key").unwrap().1.into_owned()
}

async fn asked(engine: Engine) -> (App, String) {
    let app = App::new(engine).await;
    app.user_with_phone("alice", PHONE).await;
    app.browser().post(EMAIL, &json!({ "email": " Alice@Example.org " })).await.ok();
    let key = key(&app).await;
    app.t.clock.advance(1);
    (app, key)
}

both! {
    async fn a_link_sets_a_new_password_once(engine) {
        let (app, key) = asked(engine).await;
        let mail = app.outbox().await.pop().unwrap();
        assert_eq!((&mail["kind"], &mail["to"], &mail["subject"]), (&json!("email"), &json!("alice@example.org"), &json!("【账户中心】设置新密码")));
        let look = format!("{LINK}?key={key}");
        // Mail scanners open links: that spends nothing.
        for _ in 0..3 {
            let state = app.browser().get(&look).await.ok();
            assert_eq!(state.data(), &json!({ "valid": true, "userName": "alice" }));
        }
        let mut browser = app.browser();
        browser.login("alice", PASSWORD).await.ok();
        // From any browser: holding the link proves the mailbox.
        app.browser().post(LINK, &submit(&key, NEW)).await.ok();
        browser.get("/api/sys/user/info").await.fails("20006");
        app.browser().login("alice", NEW).await.ok();
        app.browser().post(LINK, &submit(&key, "Third3horse")).await.fails("403");
        assert_eq!(app.browser().get(&look).await.ok().data(), &json!({ "valid": false, "userName": null }));
        let told = app.outbox().await.pop().unwrap();
        assert_eq!((&told["kind"], &told["to"], &told["purpose"]), (&json!("sms"), &json!(PHONE), &json!("password-recovered")));
        assert_eq!(app.count("SELECT COUNT(*) FROM users WHERE email_valid").await, 1);
    }
}

both! {
    async fn the_host_of_a_request_has_no_part_in_the_link(engine) {
        let app = App::new(engine).await;
        app.user_with_phone("alice", PHONE).await;
        let mut browser = app.browser().header("host", "evil.example").header("x-forwarded-host", "evil.example");
        browser.post(EMAIL, &json!({ "email": "alice@example.org" })).await.ok();
        let mail = app.outbox().await.pop().unwrap();
        assert!(!mail.to_string().contains("evil"), "{mail}");
        key(&app).await;
    }
}

both! {
    async fn a_link_is_over_after_its_time_or_another_password(engine) {
        let (app, first) = asked(engine).await;
        app.t.clock.advance(60);
        app.browser().post(EMAIL, &json!({ "email": "alice@example.org" })).await.ok();
        let second = key(&app).await;
        app.browser().post(LINK, &submit(&second, NEW)).await.ok();
        app.browser().post(LINK, &submit(&first, "Third3horse")).await.fails("403");

        app.t.clock.advance(60);
        app.browser().post(EMAIL, &json!({ "email": "alice@example.org" })).await.ok();
        let late = key(&app).await;
        app.t.clock.advance(30 * 60);
        app.browser().post(LINK, &submit(&late, "Third3horse")).await.fails("403");

        app.browser().post(EMAIL, &json!({ "email": "alice@example.org" })).await.ok();
        let moved = key(&app).await;
        app.run("UPDATE users SET email = 'other@example.org', email_key = 'other@example.org'").await;
        app.browser().post(LINK, &submit(&moved, "Third3horse")).await.fails("403");
    }
}

both! {
    async fn a_link_of_a_locked_or_removed_account_is_dead(engine) {
        let (app, key) = asked(engine).await;
        for (sql, undo) in [
            ("UPDATE users SET status = 1", "UPDATE users SET status = 0"),
            ("UPDATE users SET deleted_at = 1", "UPDATE users SET deleted_at = NULL"),
            ("UPDATE users SET org = 'ldap'", "UPDATE users SET org = 'local'"),
        ] {
            app.run(sql).await;
            app.browser().post(LINK, &submit(&key, NEW)).await.fails("403");
            app.run(undo).await;
        }
        app.browser().post(LINK, &submit(&key, NEW)).await.ok();
    }
}

both! {
    async fn an_altered_or_invented_key_is_none(engine) {
        let (app, key) = asked(engine).await;
        let mut altered = key.clone().into_bytes();
        altered[60] = if altered[60] == b'A' { b'B' } else { b'A' };
        let captcha = app.browser().get("/api/sys/captcha").await.ok().data()["key"].as_str().unwrap().to_owned();
        for bad in ["", "x", "not base64 !", std::str::from_utf8(&altered).unwrap(), &captcha, &"A".repeat(5000)] {
            app.browser().post(LINK, &submit(bad, NEW)).await.fails("403");
        }
        app.browser().post(LINK, &submit(&key, NEW)).await.ok();
    }
}

both! {
    async fn of_parallel_uses_of_one_link_one_wins(engine) {
        let (app, key) = asked(engine).await;
        let tries = (0..4).map(|n| {
            let (mut browser, key) = (app.browser(), key.clone());
            async move { browser.post(LINK, &submit(&key, &format!("Another{n}horse"))).await.code().to_owned() }
        });
        let mut codes = futures::future::join_all(tries).await;
        codes.sort();
        assert_eq!(codes[0], "200");
        assert!(codes[1..].iter().all(|code| code == "403" || code == "409"), "{codes:?}");
        assert_eq!(app.audit().await.iter().filter(|row| row.0 == "user.password_recovered").count(), 1);
    }
}

both! {
    async fn a_mailbox_or_phone_that_nobody_has_is_answered_alike(engine) {
        let app = App::new(engine).await;
        app.user_with_phone("alice", PHONE).await;
        let mut all = Vec::new();
        for (email, phone) in [("alice@example.org", PHONE), ("nobody@example.org", "13700137000")] {
            let mail = app.browser().post(EMAIL, &json!({ "email": email })).await.ok().without_id();
            let sms = app.browser().post("/api/account/forget/phone/find", &json!({ "phone": phone })).await.ok().without_id();
            let again = app.browser().post(EMAIL, &json!({ "email": email })).await.without_id();
            all.push((mail, sms, again));
        }
        assert_eq!(all[0], all[1]);
        assert_eq!(app.count("SELECT COUNT(*) FROM messages").await, 4);
        let sent = app.outbox().await;
        assert_eq!(sent.len(), 2);
        let sms = sent.iter().find(|m| m["kind"] == "sms").unwrap();
        assert_eq!((&sms["to"], &sms["values"]["userName"]), (&json!(PHONE), &json!("alice")));
        for (email, text) in [("", "邮箱不能为空"), ("alice", "邮箱格式错误，请重新输入")] {
            let answer = app.browser().post(EMAIL, &json!({ "email": email })).await.fails("400");
            assert_eq!(answer.data()["errors"]["email"], text);
        }
    }
}
