//! Signing in by SMS.

use super::*;
use crate::both;

const PHONE: &str = "13800138000";

/// A wrong code.
fn other_than(code: &str) -> &'static str {
    if code == "000000" { "000001" } else { "000000" }
}

/// An app with alice, and a browser that asked for a code to her phone.
async fn asked(engine: Engine) -> (App, Browser, String) {
    let app = App::new(engine).await;
    app.user_with_phone("alice", "138 0013-8000").await;
    let mut browser = app.browser();
    browser.ask(PHONE).await.ok();
    let code = app.latest("code").await;
    (app, browser, code)
}

both! {
    async fn a_code_signs_in_once(engine) {
        let (app, mut browser, code) = asked(engine).await;
        assert_eq!((code.len(), code.bytes().all(|b| b.is_ascii_digit())), (6, true), "{code}");
        let mut again = browser.clone();
        // Any spelling of the number works.
        let answer = browser.login_by_phone("+86 138 0013 8000", &code).await.ok();
        assert_eq!((&answer.data()["token"], browser.token().len()), (&Value::Null, 43));
        let info = browser.get("/api/sys/user/info").await.ok();
        assert_eq!(info.data()["userName"], "alice");
        let mut tx = app.tx().await;
        let (amr, acr, valid): (sqlx::types::Json<Vec<String>>, String, bool) =
            tx.query("SELECT s.amr, s.acr, u.phone_valid FROM sessions s JOIN users u ON u.id = s.user_id").one().await.unwrap();
        assert_eq!((amr.0, acr.as_str(), valid), (vec!["sms".to_owned()], "1", true));
        drop(tx);
        again.login_by_phone(PHONE, &code).await.fails("701");
        browser.login_by_phone(PHONE, &code).await.fails("701");
        let audit = app.audit().await;
        assert!(audit.iter().any(|row| row.0 == "session.started" && row.4 == "id-alice"));
        assert!(audit.iter().any(|row| row.0 == "message.sent"));
    }
}

both! {
    async fn an_answer_says_when_another_code_may_be_asked_for(engine) {
        let app = App::with(engine, |c| c.codes.resend_seconds = 90).await;
        app.user_with_phone("alice", PHONE).await;
        let mut browser = app.browser();
        let want = json!({ "resendSeconds": 90 });
        for phone in [PHONE, "13700137000"] {
            assert_eq!(browser.ask(phone).await.ok().data(), &want);
            assert_eq!(browser.post("/api/account/forget/phone/find", &json!({ "phone": phone })).await.ok().data(), &want);
        }
        for name in ["alice", "nobody"] {
            let named = json!({ "userName": name });
            browser.post("/api/account/forget/find", &named).await.ok();
            assert_eq!(browser.post("/api/account/forget/send/code", &named).await.ok().data(), &want);
            let mail = json!({ "email": format!("{name}@example.org") });
            assert_eq!(browser.post("/api/account/forget/email/find", &mail).await.ok().data(), &want);
        }
        app.t.clock.advance(89);
        let early = browser.ask(PHONE).await;
        assert_eq!((early.status.as_u16(), early.headers["retry-after"].to_str().unwrap()), (429, "1"));
        app.t.clock.advance(1);
        browser.ask(PHONE).await.ok();
    }
}

both! {
    async fn the_message_says_it_in_the_callers_language(engine) {
        let app = App::new(engine).await;
        app.user_with_phone("alice", PHONE).await;
        app.browser().header("accept-language", "en").ask(PHONE).await.ok();
        app.t.clock.advance(60);
        app.browser().ask(PHONE).await.ok();
        let all = app.outbox().await;
        let of = |at: usize| (all[at]["values"]["code"].as_str().unwrap(), all[at]["text"].as_str().unwrap());
        let (code, text) = of(0);
        assert_eq!(text, format!("[Cardea] {code} is your sign-in code. It is good for 5 minutes. Do not share it; nobody of ours will ask for it."));
        let (code, text) = of(1);
        assert_eq!(text, format!("【账户中心】您的登录验证码为 {code}，5 分钟内有效。请勿告知他人，工作人员不会向您索取。"));
        assert_eq!((&all[1]["to"], &all[1]["kind"], &all[1]["purpose"]), (&json!(PHONE), &json!("sms"), &json!("sign-in-code")));
    }
}

both! {
    async fn no_code_is_kept_that_could_be_read(engine) {
        let (app, _, code) = asked(engine).await;
        let mut tx = app.tx().await;
        let (hash, target): (String, String) = tx.query("SELECT code_hash, target_hash FROM codes").one().await.unwrap();
        assert!(!hash.contains(&code) && !target.contains("138"));
        let (state, content): (String, Option<Vec<u8>>) = tx.query("SELECT state, content FROM messages").one().await.unwrap();
        assert_eq!((state.as_str(), content), ("sent", None), "wiped");
        drop(tx);
        assert_eq!(app.count("SELECT COUNT(*) FROM audit_events WHERE after LIKE '%1380013%'").await, 0);
    }
}

both! {
    async fn a_phone_that_nobody_has_is_answered_alike(engine) {
        let app = App::new(engine).await;
        app.user_with_phone("alice", PHONE).await;
        app.user_who_names("bob", "13900139000").await;
        app.user_who_names("carol", "139-0013-9000").await;
        let mut bodies = Vec::new();
        // Alice's number, an unknown one, and one of two accounts.
        for phone in [PHONE, "13700137000", "13900139000"] {
            let mut browser = app.browser().header("accept-language", "en");
            let sent = browser.ask(phone).await.ok();
            let kinds: Vec<_> = sent.cookies().iter().map(|c| c.split('=').next().unwrap().to_owned()).collect();
            let soon = browser.ask(phone).await;
            let checked = browser.post("/api/sys/login/checkAuthCode", &json!({ "phone": phone, "code": "0000" })).await.fails("701");
            let wrong = browser.login_by_phone(phone, "0000").await.fails("701");
            let status = soon.status;
            bodies.push((sent.without_id(), kinds, status, soon.without_id(), checked.without_id(), wrong.without_id()));
        }
        assert_eq!(bodies[0], bodies[1]);
        assert_eq!(bodies[0], bodies[2]);
        // The server writes the same for each; when the message leaves, it has no recipient.
        assert_eq!(app.count("SELECT COUNT(*) FROM codes").await, 3);
        assert_eq!(app.count("SELECT COUNT(*) FROM messages WHERE address = ''").await, 3);
        assert_eq!(app.outbox().await.len(), 1);
        assert_eq!(app.count("SELECT COUNT(*) FROM messages").await, 1);
    }
}

both! {
    async fn a_code_does_not_do_for_another_phone_browser_or_time(engine) {
        let (app, mut browser, code) = asked(engine).await;
        app.user_with_phone("bob", "13900139000").await;
        browser.ask("13900139000").await.ok();
        let bobs = app.outbox().await.iter().find(|m| m["to"] == "13900139000").unwrap()["values"]["code"].clone();
        if bobs != json!(code) {
            browser.login_by_phone("13900139000", &code).await.fails("701");
        }
        let mut elsewhere = app.browser();
        elsewhere.get("/api/sys/captcha").await.ok();
        elsewhere.login_by_phone(PHONE, &code).await.fails("701");
        app.browser().login_by_phone(PHONE, &code).await.fails("701");
        let mut over = browser.clone();
        browser.login_by_phone(PHONE, &code).await.ok();
        app.t.clock.advance(60);
        over.ask(PHONE).await.ok();
        let code = app.latest("code").await;
        app.t.clock.advance(300);
        over.login_by_phone(PHONE, &code).await.fails("701");
    }
}

both! {
    async fn a_new_code_ends_the_one_before(engine) {
        let (app, mut browser, first) = asked(engine).await;
        app.t.clock.advance(60);
        browser.ask(PHONE).await.ok();
        let second = app.latest("code").await;
        if first != second {
            browser.login_by_phone(PHONE, &first).await.fails("701");
        }
        browser.login_by_phone(PHONE, &second).await.ok();
    }
}

both! {
    async fn a_code_bears_five_wrong_tries(engine) {
        let (app, mut browser, code) = asked(engine).await;
        for _ in 0..5 {
            browser.login_by_phone(PHONE, other_than(&code)).await.fails("701");
        }
        browser.login_by_phone(PHONE, &code).await.fails("701");
        app.t.clock.advance(60);
        browser.ask(PHONE).await.ok();
        let code = app.latest("code").await;
        browser.login_by_phone(PHONE, &code).await.ok();
        assert_eq!(app.count("SELECT COUNT(*) FROM login_attempts").await, 0, "success clears the count");
    }
}

both! {
    async fn failures_over_several_codes_lock_the_phone_for_a_time(engine) {
        let app = App::with(engine, |c| c.sign_in.lock_after = 7).await;
        app.user_with_phone("alice", PHONE).await;
        let mut browser = app.browser();
        browser.ask(PHONE).await.ok();
        for _ in 0..5 {
            browser.login_by_phone(PHONE, "0000").await.fails("701");
        }
        app.t.clock.advance(60);
        browser.ask(PHONE).await.ok();
        let code = app.latest("code").await;
        for _ in 0..2 {
            browser.login_by_phone(PHONE, "0000").await.fails("701");
        }
        let locked = browser.login_by_phone(PHONE, &code).await.fails("423");
        assert_eq!(locked.headers[header::RETRY_AFTER], "901");
        // A browser that asked for no code cannot lock a phone.
        app.user_with_phone("bob", "13900139000").await;
        let mut stranger = app.browser();
        stranger.get("/api/sys/captcha").await.ok();
        for _ in 0..20 {
            stranger.login_by_phone("13900139000", "123456").await.fails("701");
        }
        assert_eq!(app.count("SELECT COUNT(*) FROM login_attempts").await, 1);
    }
}

both! {
    async fn of_parallel_uses_of_one_code_one_signs_in(engine) {
        let (app, browser, code) = asked(engine).await;
        let tries = (0..5).map(|_| {
            let (mut browser, code) = (browser.clone(), code.clone());
            async move { browser.login_by_phone(PHONE, &code).await.code().to_owned() }
        });
        let mut codes = futures::future::join_all(tries).await;
        codes.sort();
        assert_eq!(codes, ["200", "701", "701", "701", "701"]);
        assert_eq!(app.count("SELECT COUNT(*) FROM sessions").await, 1);
    }
}

both! {
    async fn parallel_guesses_at_one_code_are_no_more_than_its_tries(engine) {
        let (app, browser, code) = asked(engine).await;
        let wrong = other_than(&code);
        let tries = (0..100).map(|_| {
            let mut browser = browser.clone();
            async move { browser.login_by_phone(PHONE, wrong).await.code().to_owned() }
        });
        let codes = futures::future::join_all(tries).await;
        assert!(codes.iter().all(|code| code == "701"), "{codes:?}");
        assert_eq!(app.count("SELECT failures FROM login_attempts").await, 5, "so many were judged");
        let audit = app.audit().await;
        assert_eq!(audit.iter().filter(|row| row.0 == "code.wrong" && row.3 == "wrong code").count(), 5);
        assert_eq!(audit.iter().filter(|row| row.0 == "code.wrong").count(), 100);
    }
}

both! {
    async fn checking_a_code_leaves_it_for_the_sign_in(engine) {
        let (app, mut browser, code) = asked(engine).await;
        let check = |code: &str| json!({ "phone": PHONE, "code": code });
        let path = "/api/sys/login/checkAuthCode";
        browser.post(path, &check(other_than(&code))).await.fails("701");
        browser.post(path, &check(&code)).await.ok();
        browser.post(path, &check(&code)).await.ok();
        app.browser().post(path, &check(&code)).await.fails("701");
        browser.login_by_phone(PHONE, &code).await.ok();
        browser.post(path, &check(&code)).await.fails("701");
    }
}

both! {
    async fn a_locked_or_removed_account_does_not_come_in_by_sms(engine) {
        let (app, browser, code) = asked(engine).await;
        app.run("UPDATE users SET status = 1").await;
        browser.clone().login_by_phone(PHONE, &code).await.fails("423");
        app.run("UPDATE users SET status = 0").await;
        assert_eq!(app.count("SELECT COUNT(*) FROM sessions").await, 0);

        app.t.clock.advance(60);
        let mut browser = browser;
        browser.ask(PHONE).await.ok();
        let code = app.latest("code").await;
        app.run("UPDATE users SET deleted_at = 1").await;
        browser.login_by_phone(PHONE, &code).await.fails("701");
        app.t.clock.advance(60);
        let before = app.outbox().await.len();
        browser.ask(PHONE).await.ok();
        assert_eq!(app.outbox().await.len(), before, "nothing is sent to whom is gone");
    }
}

both! {
    async fn the_lock_of_wrong_passwords_is_of_passwords(engine) {
        let app = App::with(engine, |c| { c.sign_in.lock_after = 2; c.sign_in.captcha_after = 9; }).await;
        app.user_with_phone("alice", PHONE).await;
        let mut browser = app.browser();
        for code in ["701", "701", "423"] {
            browser.login("alice", "Wrong1horse").await.fails(code);
        }
        browser.ask(PHONE).await.ok();
        let code = app.outbox().await.iter().find(|m| m["kind"] == "sms").unwrap()["values"]["code"].clone();
        browser.login_by_phone(PHONE, code.as_str().unwrap()).await.ok();
    }
}

both! {
    async fn beside_a_name_the_phone_must_be_that_persons(engine) {
        let (app, mut browser, code) = asked(engine).await;
        app.user_with_phone("bob", "13900139000").await;
        let body = |name: &str| json!({ "phone": PHONE, "phoneCaptcha": code, "userName": name });
        browser.clone().post("/api/sys/login", &body("bob")).await.fails("701");
        assert_eq!(app.count("SELECT COUNT(*) FROM sessions").await, 0);
        app.t.clock.advance(60);
        browser.ask(PHONE).await.ok();
        let code = app.latest("code").await;
        let body = json!({ "phone": PHONE, "phoneCaptcha": code, "userName": " ALICE ", "returnTo": "/device" });
        let answer = browser.post("/api/sys/login", &body).await.ok();
        assert_eq!(answer.data()["redirect"], "/device");
    }
}

both! {
    async fn what_makes_no_sense_is_refused_clearly(engine) {
        let app = App::new(engine).await;
        let mut browser = app.browser();
        for (phone, text) in [("", "手机号不能为空"), (" ", "手机号不能为空"), ("1234", "手机号格式不正确"), ("abc", "手机号格式不正确"), ("1380013800\u{0}", "手机号格式不正确")] {
            let answer = browser.ask(phone).await.fails("400");
            assert_eq!(answer.data()["errors"]["phone"], text, "{phone:?}");
            browser.login_by_phone(phone, "123456").await.fails("400");
        }
        for (code, text) in [("", "短信验证码不能为空"), ("123", "短信验证码不正确"), ("123456789", "短信验证码不正确"), ("12a456", "短信验证码不正确"), ("１２３４５６", "短信验证码不正确")] {
            let answer = browser.login_by_phone(PHONE, code).await.fails("400");
            assert_eq!(answer.data()["errors"]["phoneCaptcha"], text, "{code:?}");
            let answer = browser.post("/api/sys/login/checkAuthCode", &json!({ "phone": PHONE, "code": code })).await.fails("400");
            assert_eq!(answer.data()["errors"]["code"], text, "{code:?}");
        }
        assert_eq!(app.count("SELECT COUNT(*) FROM request_counts").await, 0);
    }
}

both! {
    async fn without_a_gateway_there_is_no_sms(engine) {
        let app = App::with(engine, |c| {
            c.notify.channel = Channel::Live;
            c.notify.email.host = "mail.example.org".into();
            c.notify.email.from = "noreply@example.org".into();
        }).await;
        app.browser().ask(PHONE).await.fails("501");
    }
}
