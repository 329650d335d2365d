//! The ownership of phones and mailboxes, and wrong codes in the sign-in history.

use super::*;
use crate::both;

const PHONE: &str = "13800138000";
const CONTACTS: &str = "/api/account/contacts";
const CODE: &str = "/api/account/phone/code";
const VERIFY: &str = "/api/account/phone/verify";
const MAIL: &str = "/api/account/email/verification";
const FIND: &str = "/api/account/forget/find";

/// Alice, signed in, with an unverified phone.
async fn world(engine: Engine) -> (App, Browser) {
    let app = App::new(engine).await;
    app.user_who_names("alice", "138 0013-8000").await;
    let mut alice = app.browser().header("accept-language", "en");
    alice.login("alice", PASSWORD).await.ok();
    (app, alice)
}

fn typed(code: &str) -> Value {
    json!({ "code": code })
}

both! {
    async fn a_phone_is_verified_by_a_code_from_the_own_account_and_signs_in_then(engine) {
        let (app, mut alice) = world(engine).await;
        assert_eq!(alice.get(CONTACTS).await.ok().data(), &json!({ "email": "alice@example.org", "emailVerified": false,
            "phone": "138 0013-8000", "phoneVerified": false, "phoneReachable": true, "emailReachable": true }));
        alice.post(CODE, &json!({})).await.ok();
        let sms = app.outbox().await.pop().unwrap();
        assert_eq!((&sms["purpose"], &sms["kind"], &sms["to"]), (&json!("phone-code"), &json!("sms"), &json!("138 0013-8000")));
        let code = sms["values"]["code"].as_str().unwrap().to_owned();
        assert_eq!(alice.post(CODE, &json!({})).await.status, StatusCode::TOO_MANY_REQUESTS);
        alice.post(VERIFY, &typed(if code == "000000" { "000001" } else { "000000" })).await.fails("701");
        alice.post(VERIFY, &typed("x")).await.fails("400");
        alice.post(VERIFY, &typed(&code)).await.ok();
        alice.post(VERIFY, &typed(&code)).await.fails("701");
        alice.post(CODE, &json!({})).await.fails("409");
        assert_eq!(alice.get(CONTACTS).await.ok().data()["phoneVerified"], true);
        assert!(app.audit().await.iter().any(|row| row.0 == "user.phone_verified" && row.1 == "id-alice"));
        app.t.clock.advance(60);
        let mut browser = app.browser();
        browser.ask(PHONE).await.ok();
        let code = app.latest("code").await;
        browser.login_by_phone(PHONE, &code).await.ok();
    }
}

both! {
    async fn a_code_for_one_number_is_none_for_the_next_and_a_session_alone_is_not_enough(engine) {
        let (app, mut alice) = world(engine).await;
        alice.post(CODE, &json!({})).await.ok();
        let code = app.latest("code").await;
        app.run("UPDATE users SET phone = '13900139000', phone_key = '13900139000'").await;
        alice.post(VERIFY, &typed(&code)).await.fails("701");
        app.run("UPDATE users SET phone = '13800138000', phone_key = '13800138000'").await;
        app.t.clock.advance(601);
        for path in [CODE, MAIL] {
            alice.post(path, &json!({})).await.fails("20012");
        }
        alice.post(VERIFY, &typed(&code)).await.fails("20012");
        app.browser().post(CODE, &json!({})).await.fails("401");
        alice.post("/api/sys/recentProof/password", &json!({ "password": PASSWORD })).await.ok();
        app.run("UPDATE users SET phone = 'none at all', phone_key = ''").await;
        alice.post(CODE, &json!({})).await.fails("501");
        assert_eq!(app.count("SELECT COUNT(*) FROM users WHERE phone_valid").await, 0);
    }
}

both! {
    async fn of_two_who_have_a_number_at_once_one_verifies_it(engine) {
        let (app, mut alice) = world(engine).await;
        app.user_who_names("bob", PHONE).await;
        let mut bob = app.browser();
        bob.login("bob", PASSWORD).await.ok();
        alice.post(CODE, &json!({})).await.ok();
        let hers = app.latest("code").await;
        bob.post(CODE, &json!({})).await.ok();
        let all = app.outbox().await;
        let of = |name: &str| all.iter().find(|m| m["values"]["userName"] == name).unwrap()["values"]["code"].as_str().unwrap();
        assert_eq!(of("alice"), hers);
        let (one, other) = (typed(of("alice")), typed(of("bob")));
        let (a, b) = tokio::join!(alice.post(VERIFY, &one), bob.post(VERIFY, &other));
        let mut codes = [a.code().to_owned(), b.code().to_owned()];
        codes.sort();
        assert_eq!(codes, ["200", "409"]);
        assert_eq!(app.count("SELECT COUNT(*) FROM users WHERE phone_valid").await, 1);
        // A removed account does not block the number for its present owner.
        let (mut left, name) = if a.code() == "200" { (bob, "bob") } else { (alice, "alice") };
        app.run("UPDATE users SET deleted_at = 1 WHERE phone_valid").await;
        app.t.clock.advance(61);
        left.post(CODE, &json!({})).await.ok();
        let code = app.latest("code").await;
        left.post(VERIFY, &typed(&code)).await.ok();
        assert_eq!(left.get("/api/sys/user/info").await.ok().data()["userName"], name);
        assert_eq!(app.count("SELECT COUNT(*) FROM users WHERE phone_valid AND deleted_at IS NULL").await, 1);
    }
}

both! {
    async fn a_mailbox_is_verified_from_the_own_account_and_recovers_then(engine) {
        let (app, mut alice) = world(engine).await;
        let forgotten = json!({ "email": "alice@example.org" });
        app.browser().post("/api/account/forget/email/find", &forgotten).await.ok();
        assert_eq!(app.outbox().await.len(), 0, "nobody has shown that it is theirs");
        alice.post(MAIL, &json!({})).await.ok();
        let link = url::Url::parse(&app.latest("link").await).unwrap();
        let key = link.query_pairs().next().unwrap().1.into_owned();
        app.browser().get(&format!("/api/account/email/valid?key={key}")).await.ok();
        assert_eq!(alice.get(CONTACTS).await.ok().data()["emailVerified"], true);
        app.t.clock.advance(60);
        alice.post(MAIL, &json!({})).await.fails("409");
        app.browser().post("/api/account/forget/email/find", &forgotten).await.ok();
        assert_eq!(app.outbox().await.pop().unwrap()["purpose"], "recovery-link");
    }
}

both! {
    async fn a_phone_that_is_not_verified_or_no_number_is_masked_like_nobodys(engine) {
        let (app, _) = world(engine).await;
        app.user("bob").await;
        let mut shown = Vec::new();
        for name in ["alice", "bob", "nobody"] {
            let phone = app.browser().post(FIND, &json!({ "userName": name })).await.ok().data()["phone"].clone();
            let phone = phone.as_str().unwrap().to_owned();
            let digits = phone.strip_prefix("*******").unwrap_or_else(|| panic!("{phone}"));
            assert!(digits.len() == 4 && digits.bytes().all(|b| b.is_ascii_digit()), "{phone}");
            shown.push(phone);
        }
        assert_ne!(shown[0], "*******8000");
    }
}

both! {
    async fn where_the_operator_prefers_it_a_recovery_says_who_does_not_exist(engine) {
        let app = App::with(engine, |c| c.sign_in.recovery_tells_unknown = true).await;
        app.user_with_phone("alice", PHONE).await;
        app.user_who_names("bob", "13900139000").await;
        let browser = || app.browser().header("accept-language", "en");
        assert_eq!(browser().post(FIND, &json!({ "userName": "alice" })).await.ok().data()["phone"], "*******8000");
        let nobody = browser().post(FIND, &json!({ "userName": "nobody" })).await.fails("404");
        assert_eq!(nobody.body["message"], "The user does not exist");
        let bob = browser().post(FIND, &json!({ "userName": "bob" })).await.fails("404");
        assert_eq!(bob.body["message"], "This account has no verified phone; use your e-mail, or ask an administrator");
        for (path, known, unknown) in [
            ("/api/account/forget/email/find", json!({ "email": "alice@example.org" }), json!({ "email": "bob@example.org" })),
            ("/api/account/forget/phone/find", json!({ "phone": PHONE }), json!({ "phone": "13900139000" })),
        ] {
            browser().post(path, &known).await.ok();
            assert_eq!(browser().post(path, &unknown).await.fails("404").body["message"], "The user does not exist");
        }
    }
}

both! {
    async fn wrong_codes_and_ways_are_in_the_history_as_what_they_were(engine) {
        let app = App::new(engine).await;
        app.user_with_phone("alice", PHONE).await;
        app.user_who_names("bob", "13900139000").await;
        let mut browser = app.browser();
        browser.ask(PHONE).await.ok();
        let code = app.latest("code").await;
        let wrong = if code == "000000" { "000001" } else { "000000" };
        browser.login_by_phone(PHONE, wrong).await.fails("701");
        browser.login_by_phone("13900139000", "123456").await.fails("701");
        browser.login_by_phone(PHONE, &code).await.ok();
        let history = browser.get("/api/account/signIns").await.ok();
        let rows: Vec<_> = history.data()["rows"].as_array().unwrap().iter().map(|r| (r["outcome"].clone(), r["amr"].clone())).collect();
        assert_eq!(rows, [(json!("signed_in"), json!(["sms"])), (json!("wrong_code"), json!(["sms"]))]);
        app.run("UPDATE users SET password_reset = TRUE WHERE id = 'id-alice'").await;
        app.browser().login("alice", PASSWORD).await.ok();
        let history = browser.get("/api/account/signIns").await.ok();
        assert_eq!(history.data()["rows"][0]["outcome"], "password_asked");
    }
}
