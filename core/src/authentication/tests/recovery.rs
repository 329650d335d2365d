//! Recovery of a forgotten password by phone.

use super::*;
use crate::both;

const PHONE: &str = "13800138000";
const NEW: &str = "Another2horse";
const FIND: &str = "/api/account/forget/find";
const SEND: &str = "/api/account/forget/send/code";
const CHECK: &str = "/api/account/forget/check/auth";

fn name(name: &str) -> Value {
    json!({ "userName": name })
}

fn submit(name: &str, code: &str, password: &str) -> Value {
    json!({ "userName": name, "phone": "*******8000", "authCode": code, "password": password, "rePassword": password })
}

/// An app with alice, and a browser that looked her up and had a code sent.
async fn sent(engine: Engine) -> (App, Browser, String) {
    let app = App::new(engine).await;
    app.user_with_phone("alice", PHONE).await;
    let mut browser = app.browser();
    let found = browser.post(FIND, &name("alice")).await.ok();
    assert_eq!(found.data(), &json!({ "phone": "*******8000" }));
    browser.post(SEND, &name("alice")).await.ok();
    let code = app.latest("code").await;
    (app, browser, code)
}

both! {
    async fn two_steps_lead_to_a_new_password(engine) {
        let (app, mut browser, code) = sent(engine).await;
        let mut elsewhere = app.browser();
        elsewhere.login("alice", PASSWORD).await.ok();
        app.t.clock.advance(1);
        let done = browser.post(CHECK, &submit(" Alice ", &code, NEW)).await.ok();
        assert!(done.cookies().iter().any(|c| c.starts_with("cardea_recovery=;")), "{:?}", done.cookies());
        elsewhere.get("/api/sys/user/info").await.fails("20006");
        app.browser().login("alice", PASSWORD).await.fails("701");
        app.browser().login("alice", NEW).await.ok();
        assert_eq!(app.told().await, 1, "clients hear of the session that ended");
        let told = app.outbox().await.pop().unwrap();
        assert_eq!((&told["kind"], &told["to"], &told["purpose"]), (&json!("email"), &json!("alice@example.org"), &json!("password-recovered")));
        assert!(told["text"].as_str().unwrap().contains("账号 alice 的密码已通过找回密码重置"), "{told}");
        let audit = app.audit().await;
        let row = audit.iter().find(|row| row.0 == "user.password_recovered").unwrap();
        assert_eq!((row.1.as_str(), row.4.as_str()), ("id-alice", "system:recovery"));
        browser.post(CHECK, &submit("alice", &code, "Third3horse")).await.fails("403");
    }
}

both! {
    async fn a_name_that_nobody_has_is_answered_alike(engine) {
        let app = App::new(engine).await;
        app.user_with_phone("alice", PHONE).await;
        app.user_with_phone("locked", "13900139000").await;
        app.user_with_phone("ldap", "13700137000").await;
        app.run("UPDATE users SET status = 1 WHERE user_name = 'locked'").await;
        app.run("UPDATE users SET org = 'ldap' WHERE user_name = 'ldap'").await;
        let mut all = Vec::new();
        for user in ["alice", "nobody", "locked", "ldap"] {
            let mut browser = app.browser();
            let found = browser.post(FIND, &name(user)).await.ok();
            let phone = found.data()["phone"].as_str().unwrap().to_owned();
            assert!(phone.len() == 11 && phone.starts_with("*******") && phone[7..].bytes().all(|b| b.is_ascii_digit()), "{phone}");
            assert_eq!(app.browser().post(FIND, &name(&format!(" {} ", user.to_uppercase()))).await.ok().data()["phone"], phone, "always the same");
            let cookies: Vec<_> = found.cookies().iter().map(|c| (c.split('=').next().unwrap().to_owned(), c.len())).collect();
            let sent = browser.post(SEND, &name(user)).await.ok().without_id();
            let soon = browser.post(SEND, &name(user)).await.without_id();
            let mut body = submit(user, "0000", NEW);
            body["phone"] = json!(phone);
            let wrong = browser.post(CHECK, &body).await.fails("701").without_id();
            all.push((cookies, sent, soon, wrong));
        }
        assert!(all.iter().all(|each| *each == all[0]), "{all:?}");
        assert_eq!(app.outbox().await.len(), 1);
        let digits = |hash: &str| crate::authentication::recovery::imagined_digits(hash);
        assert_ne!(digits(&app.t.kernel.hash("x", "a")), digits(&app.t.kernel.hash("x", "b")));
    }
}

both! {
    async fn no_step_is_skipped(engine) {
        let (app, mut browser, code) = sent(engine).await;
        app.user_with_phone("bob", "13900139000").await;
        let fresh = || app.browser();
        // No account looked up; another account; looked up in another browser.
        fresh().post(SEND, &name("alice")).await.fails("403");
        fresh().post(CHECK, &submit("alice", &code, NEW)).await.fails("403");
        let mut other = fresh();
        other.post(FIND, &name("bob")).await.ok();
        other.post(SEND, &name("alice")).await.fails("403");
        other.post(CHECK, &submit("alice", &code, NEW)).await.fails("403");
        // Looked up, but no code was sent for this browser.
        let mut unsent = fresh();
        unsent.post(FIND, &name("alice")).await.ok();
        unsent.post(CHECK, &submit("alice", &code, NEW)).await.fails("701");
        // Another browser's cookie, in this browser and in the other.
        let mut mixed = unsent.clone();
        mixed.cookies.insert("cardea_recovery".into(), browser.cookies["cardea_recovery"].clone());
        mixed.post(CHECK, &submit("alice", &code, NEW)).await.fails("403");
        let mut altered = browser.clone();
        let value = altered.cookies["cardea_recovery"].replace(|c: char| c.is_ascii_digit(), "A");
        altered.cookies.insert("cardea_recovery".into(), value);
        altered.post(CHECK, &submit("alice", &code, NEW)).await.fails("403");
        for nonsense in ["x", "AAAA", &"A".repeat(3000)] {
            altered.cookies.insert("cardea_recovery".into(), nonsense.into());
            altered.post(SEND, &name("alice")).await.fails("403");
        }
        // Another phone than the one shown.
        let mut body = submit("alice", &code, NEW);
        body["phone"] = json!("*******0000");
        browser.post(CHECK, &body).await.fails("701");
        let mut late = browser.clone();
        body["phone"] = json!("138 0013 8000");
        browser.post(CHECK, &body).await.ok();
        app.t.clock.advance(20 * 60);
        late.post(SEND, &name("alice")).await.fails("403");
    }
}

both! {
    async fn codes_of_the_two_purposes_are_no_good_for_each_other(engine) {
        let (app, mut browser, code) = sent(engine).await;
        browser.login_by_phone(PHONE, &code).await.fails("701");
        app.t.clock.advance(1);
        browser.ask(PHONE).await.ok();
        let sign_in = app.latest("code").await;
        if sign_in != code {
            browser.login_by_phone(PHONE, &code).await.fails("701");
            browser.post(CHECK, &submit("alice", &sign_in, NEW)).await.fails("701");
        }
        browser.post(CHECK, &submit("alice", &code, NEW)).await.ok();
    }
}

both! {
    async fn a_code_is_tried_five_times_and_works_once(engine) {
        let (app, mut browser, code) = sent(engine).await;
        let wrong = if code == "000000" { "000001" } else { "000000" };
        for _ in 0..5 {
            browser.post(CHECK, &submit("alice", wrong, NEW)).await.fails("701");
        }
        browser.post(CHECK, &submit("alice", &code, NEW)).await.fails("701");
        app.t.clock.advance(60);
        browser.post(SEND, &name("alice")).await.ok();
        let code = app.latest("code").await;
        let tries = (0..4).map(|n| {
            let (mut browser, code) = (browser.clone(), code.clone());
            async move { browser.post(CHECK, &submit("alice", &code, &format!("Another{n}horse"))).await.code().to_owned() }
        });
        let mut codes = futures::future::join_all(tries).await;
        codes.sort();
        assert_eq!(codes[0], "200");
        assert!(codes[1..].iter().all(|code| code == "701" || code == "409"), "{codes:?}");
        assert_eq!(app.audit().await.iter().filter(|row| row.0 == "user.password_recovered").count(), 1);
    }
}

both! {
    async fn the_rules_of_the_new_password(engine) {
        let (app, mut browser, code) = sent(engine).await;
        for (password, again, field, text) in [
            ("", "", "password", "新密码不能为空"),
            (NEW, "", "rePassword", "确认密码不能为空"),
            (NEW, "Another3horse", "rePassword", "两次输入的密码不一致"),
            ("short1A", "short1A", "password", "8-16位,须同时包含大小写字母、数字"),
            ("Password1", "Password1", "password", "该密码过于常见，请更换"),
            ("Alice2026x", "Alice2026x", "password", "密码不能包含用户名或系统名称"),
            (PASSWORD, PASSWORD, "password", "新密码不能与最近5次使用的密码相同"),
        ] {
            let mut body = submit("alice", &code, password);
            body["rePassword"] = json!(again);
            let answer = browser.post(CHECK, &body).await.fails("400");
            assert_eq!(answer.data()["errors"][field], text, "{password}");
        }
        for (code, text) in [("", "短信验证码不能为空"), ("123", "短信验证码不正确"), ("123456789", "短信验证码不正确")] {
            let answer = browser.post(CHECK, &submit("alice", code, NEW)).await.fails("400");
            assert_eq!(answer.data()["errors"]["authCode"], text);
        }
        for path in [FIND, SEND] {
            assert_eq!(browser.post(path, &name("  ")).await.fails("400").data()["errors"]["userName"], "用户名不能为空");
        }
        // A refused password does not spend the code.
        browser.post(CHECK, &submit("alice", &code, NEW)).await.ok();
        assert_eq!(app.count("SELECT COUNT(*) FROM password_history").await, 1);
    }
}

both! {
    async fn a_recovery_clears_the_lock_of_too_many_failures(engine) {
        let app = App::with(engine, |c| { c.sign_in.lock_after = 2; c.sign_in.captcha_after = 9; }).await;
        app.user_with_phone("alice", PHONE).await;
        for code in ["701", "701", "423"] {
            app.browser().login("alice", "Wrong1horse").await.fails(code);
        }
        let mut browser = app.browser();
        app.t.clock.advance(1);
        browser.post(FIND, &name("alice")).await.ok();
        browser.post(SEND, &name("alice")).await.ok();
        let code = app.latest("code").await;
        browser.post(CHECK, &submit("alice", &code, NEW)).await.ok();
        app.browser().login("alice", NEW).await.ok();
    }
}

both! {
    async fn an_account_that_is_locked_meanwhile_is_not_recovered(engine) {
        let (app, mut browser, code) = sent(engine).await;
        app.run("UPDATE users SET status = 1").await;
        browser.post(CHECK, &submit("alice", &code, NEW)).await.fails("701");
        app.run("UPDATE users SET status = 0, deleted_at = 1").await;
        browser.post(CHECK, &submit("alice", &code, NEW)).await.fails("701");
        assert_eq!(app.audit().await.iter().filter(|row| row.0 == "user.password_recovered").count(), 0);
    }
}

both! {
    async fn names_are_not_tried_one_after_the_other(engine) {
        let app = App::with(engine, |c| c.codes.per_address_hour = 3).await;
        let mut browser = app.browser().at("203.0.113.7");
        for n in 0..3 {
            browser.post(FIND, &name(&format!("user{n}"))).await.ok();
        }
        assert_eq!(browser.post(FIND, &name("alice")).await.status, StatusCode::TOO_MANY_REQUESTS);
        app.browser().at("203.0.113.8").post(FIND, &name("alice")).await.ok();
    }
}
