use super::authenticator::Authenticator;
use super::*;
use crate::both;

/// A fault of an authenticator, and its reason in the audit.
type Spoilt = (fn(&mut Authenticator), &'static str);

const SIGN_IN: &str = "/api/sys/login/passkey";

/// Begins a ceremony; returns its options.
async fn begin(browser: &mut Browser, path: &str, body: &Value) -> Value {
    browser.post(path, body).await.ok().data()["options"].clone()
}

/// Adds a passkey to the signed-in account.
async fn add(browser: &mut Browser, authenticator: &mut Authenticator, name: &str) -> Answer {
    let options = begin(browser, "/api/account/passkeys/begin", &json!({})).await;
    let body = json!({ "credential": authenticator.create(&options), "name": name });
    browser.post("/api/account/passkeys", &body).await
}

/// An account with a passkey, on an app with a host name. Nobody is signed in.
async fn with_passkey(engine: Engine) -> (App, Authenticator) {
    let app = App::named(engine).await;
    app.user("alice").await;
    let mut browser = app.named_browser();
    browser.login("alice", PASSWORD).await.ok();
    let mut authenticator = Authenticator::new(1);
    authenticator.counter = 1;
    add(&mut browser, &mut authenticator, "笔记本").await.ok();
    browser.post("/api/sys/logout", &json!({})).await.ok();
    (app, authenticator)
}

async fn sign_in(browser: &mut Browser, authenticator: &Authenticator) -> Answer {
    let options = begin(browser, &format!("{SIGN_IN}/begin"), &json!({})).await;
    browser.post(SIGN_IN, &json!({ "credential": authenticator.get(&options) })).await
}

async fn proved(app: &App) -> (String, Vec<String>) {
    let mut tx = app.tx().await;
    let sql = "SELECT acr, amr FROM sessions WHERE ended_at IS NULL ORDER BY created_at DESC, id DESC LIMIT 1";
    let (acr, amr): (String, sqlx::types::Json<Vec<String>>) = tx.query(sql).one().await.unwrap();
    (acr, amr.0)
}

both! {
    async fn a_passkey_is_kept_under_a_random_handle_and_signs_in_alone(engine) {
        let app = App::named(engine).await;
        let id = app.user("alice").await;
        let mut browser = app.named_browser();
        browser.login("alice", PASSWORD).await.ok();
        let options = begin(&mut browser, "/api/account/passkeys/begin", &json!({})).await;
        assert_eq!(options["rp"]["id"], "localhost");
        assert_eq!(options["authenticatorSelection"]["residentKey"], "required");
        assert_eq!(options["authenticatorSelection"]["userVerification"], "required");
        assert_eq!(options["attestation"], "none");
        assert_eq!(options["user"]["name"], "alice");
        assert_eq!(options["user"]["id"].as_str().unwrap().len(), 22, "sixteen octets that say nothing");
        let mut authenticator = Authenticator::new(1);
        authenticator.synced = true;
        let body = json!({ "credential": authenticator.create(&options), "name": " 手机 " });
        let added = browser.post("/api/account/passkeys", &body).await.ok();
        assert_eq!(codes(&added).len(), 10, "a first factor brings recovery codes");
        let shown = browser.get("/api/account/factors").await.ok();
        assert_eq!((&shown.data()["passkeys"][0]["name"], &shown.data()["passkeys"][0]["synced"]), (&json!("手机"), &json!(true)));
        let leaked = app.count("SELECT COUNT(*) FROM passkey_users WHERE handle LIKE '%alice%'").await;
        assert_eq!(leaked, 0);

        app.t.clock.advance(1);
        let mut elsewhere = app.named_browser();
        let options = begin(&mut elsewhere, "/api/sys/login/passkey/begin", &json!({})).await;
        assert_eq!(options["allowCredentials"], json!([]), "whose it is, the passkey says");
        let body = json!({ "credential": authenticator.get(&options), "returnTo": "/device" });
        let mut copy = elsewhere.clone();
        let answer = elsewhere.post(SIGN_IN, &body).await.ok();
        assert_eq!(answer.data()["redirect"], "/device");
        assert!(!elsewhere.cookies.contains_key("cardea_ceremony"));
        let info = elsewhere.get(INFO).await.ok();
        assert_eq!(info.data()["id"], id.as_str());
        assert_eq!(proved(&app).await, ("2".into(), vec!["swk".into(), "user".into(), "mfa".into()]));
        // The same answer again, with the previous cookie.
        copy.post(SIGN_IN, &body).await.fails("20014");
    }
}

both! {
    async fn a_passkey_is_a_second_step_too(engine) {
        let (app, mut authenticator) = with_passkey(engine).await;
        let mut browser = app.named_browser();
        let asked = browser.login("alice", PASSWORD).await.fails("20011");
        assert_eq!(asked.data()["ways"], json!(["passkey", "recovery"]));
        let step = asked.data()["continuation"].clone();
        let options = begin(&mut browser, "/api/sys/login/factor/passkey/begin", &json!({ "continuation": step })).await;
        assert_eq!(options["allowCredentials"].as_array().unwrap().len(), 1);
        assert_eq!(options["userVerification"], "required");
        authenticator.counter = 2;
        let credential = authenticator.get(&options);
        // A ceremony of the second step cannot sign in alone.
        browser.clone().post(SIGN_IN, &json!({ "credential": credential })).await.fails("20014");
        let body = json!({ "continuation": step, "credential": credential });
        browser.post("/api/sys/login/factor/passkey", &body).await.ok();
        assert_eq!(proved(&app).await, ("2".into(), vec!["pwd".into(), "hwk".into(), "user".into(), "mfa".into()]));
    }
}

both! {
    async fn a_passkey_alone_says_nothing_of_a_password_that_it_did_not_need(engine) {
        let (app, mut authenticator) = with_passkey(engine).await;
        app.run("UPDATE users SET password_reset = TRUE").await;
        app.t.clock.advance(85 * 86_400);
        authenticator.counter = 2;
        let alone = sign_in(&mut app.named_browser(), &authenticator).await.ok();
        let told = |answer: &Answer| {
            let data = answer.data();
            (data["pwdReset"].clone(), data["isOverdue"].clone(), data["nearExpiredDay"].clone())
        };
        assert_eq!(told(&alone), (json!(true), json!(false), Value::Null));

        let mut browser = app.named_browser();
        let asked = browser.login("alice", PASSWORD).await.fails("20011");
        let step = asked.data()["continuation"].clone();
        let options = begin(&mut browser, "/api/sys/login/factor/passkey/begin", &json!({ "continuation": step })).await;
        authenticator.counter = 3;
        let body = json!({ "continuation": step, "credential": authenticator.get(&options) });
        let both = browser.post("/api/sys/login/factor/passkey", &body).await.ok();
        assert_eq!(told(&both), (json!(false), json!(false), Value::Null), "the password was needed");
        assert!(both.data()["continuation"].is_string(), "and opens nothing before it is changed");
    }
}

both! {
    async fn somebody_elses_passkey_is_no_second_step(engine) {
        let (app, _) = with_passkey(engine).await;
        app.user("mallory").await;
        let mut mallory = app.named_browser();
        mallory.login("mallory", PASSWORD).await.ok();
        let mut theirs = Authenticator::new(9);
        add(&mut mallory, &mut theirs, "key").await.ok();
        let mut browser = app.named_browser();
        let step = first_step(&mut browser).await;
        let options = begin(&mut browser, "/api/sys/login/factor/passkey/begin", &json!({ "continuation": step })).await;
        let body = json!({ "continuation": step, "credential": theirs.get(&options) });
        browser.post("/api/sys/login/factor/passkey", &body).await.fails("20013");
        browser.get(INFO).await.fails("401");
    }
}

both! {
    async fn an_answer_that_is_not_in_order_is_refused_and_noted(engine) {
        let (app, mut authenticator) = with_passkey(engine).await;
        let mut browser = app.named_browser();
        authenticator.counter = 5;
        let right = |a: &mut Authenticator| { a.counter += 1; };
        let spoil: [Spoilt; 5] = [
            (|a| a.origin = "http://localhost:8081", "a passkey answer of another site"),
            (|a| a.origin = "https://evil.example", "a passkey answer of another site"),
            (|a| a.rp_id = "evil.example".into(), "a passkey answer of another site"),
            (|a| a.verified = false, "the user was not verified"),
            (|a| a.id = vec![7; 16], "unknown passkey"),
        ];
        for (spoil, reason) in spoil {
            let (origin, rp_id, verified, id) =
                (authenticator.origin, authenticator.rp_id.clone(), authenticator.verified, authenticator.id.clone());
            spoil(&mut authenticator);
            sign_in(&mut browser, &authenticator).await.fails("20013");
            assert_eq!(app.audit().await.last().unwrap().3, reason);
            (authenticator.origin, authenticator.rp_id, authenticator.verified, authenticator.id) =
                (origin, rp_id, verified, id);
            right(&mut authenticator);
        }
        // An answer to another challenge.
        let stale = begin(&mut browser, "/api/sys/login/passkey/begin", &json!({})).await;
        let credential = authenticator.get(&stale);
        begin(&mut browser, "/api/sys/login/passkey/begin", &json!({})).await;
        browser.post(SIGN_IN, &json!({ "credential": credential })).await.fails("20013");
        assert_eq!(app.audit().await.last().unwrap().3, "a passkey answer to another challenge");
        // In another browser, without a ceremony, after its expiry.
        app.named_browser().post(SIGN_IN, &json!({ "credential": credential })).await.fails("20014");
        let options = begin(&mut browser, "/api/sys/login/passkey/begin", &json!({})).await;
        app.t.clock.advance(301);
        browser.post(SIGN_IN, &json!({ "credential": authenticator.get(&options) })).await.fails("20014");
        let malformed = browser.post(SIGN_IN, &json!({ "credential": { "id": 1 } })).await;
        assert_eq!(malformed.status, StatusCode::OK);
        assert_eq!(app.count("SELECT COUNT(*) FROM sessions WHERE ended_at IS NULL").await, 0);
        sign_in(&mut browser, &authenticator).await.ok();
    }
}

both! {
    async fn a_counter_that_does_not_grow_is_refused(engine) {
        let (app, mut authenticator) = with_passkey(engine).await;
        let mut browser = app.named_browser();
        authenticator.counter = 10;
        sign_in(&mut browser, &authenticator).await.ok();
        for counter in [10, 9, 1, 0] {
            authenticator.counter = counter;
            sign_in(&mut app.named_browser(), &authenticator).await.fails("20013");
            assert_eq!(app.audit().await.last().unwrap().3, "the passkey's counter did not grow");
        }
        // Two concurrent uses with one counter value: there is a copy.
        authenticator.counter = 11;
        let (mut a, mut b) = (app.named_browser(), app.named_browser());
        let (x, y) = tokio::join!(sign_in(&mut a, &authenticator), sign_in(&mut b, &authenticator));
        let mut outcomes = [x.code().to_owned(), y.code().to_owned()];
        outcomes.sort();
        assert_eq!(outcomes, ["200", "20013"]);
        let stored = app.count("SELECT counter FROM passkeys").await;
        assert_eq!(stored, 11);
    }
}

both! {
    async fn a_passkey_belongs_to_one_account_and_is_added_once(engine) {
        let (app, mut authenticator) = with_passkey(engine).await;
        app.user("mallory").await;
        let mut mallory = app.named_browser();
        mallory.login("mallory", PASSWORD).await.ok();
        let refused = add(&mut mallory, &mut authenticator, "copied").await.fails("409");
        assert_eq!(refused.body["message"], "该通行密钥已添加过");
        let mut unverified = Authenticator::new(3);
        unverified.verified = false;
        add(&mut mallory, &mut unverified, "no pin").await.fails("20013");
        add(&mut mallory, &mut Authenticator::new(4), &"长".repeat(51)).await.fails("400");
        add(&mut mallory, &mut Authenticator::new(4), " ").await.fails("400");
        // Mallory cannot complete a registration that alice's page began.
        let options = begin(&mut mallory, "/api/account/passkeys/begin", &json!({})).await;
        let ceremony = mallory.cookies["cardea_ceremony"].clone();
        let mut other = app.named_browser();
        app.user("carol").await;
        other.login("carol", PASSWORD).await.ok();
        other.cookies.insert("cardea_ceremony".into(), ceremony);
        let body = json!({ "credential": Authenticator::new(5).create(&options), "name": "x" });
        other.post("/api/account/passkeys", &body).await.fails("20014");
        assert_eq!(app.count("SELECT COUNT(*) FROM passkeys").await, 1);
    }
}

both! {
    async fn the_account_of_a_passkey_must_stand(engine) {
        let (app, mut authenticator) = with_passkey(engine).await;
        let mut browser = app.named_browser();
        app.run("UPDATE users SET status = 1").await;
        authenticator.counter = 2;
        sign_in(&mut browser, &authenticator).await.fails("423");
        app.run("UPDATE users SET status = 0, deleted_at = 1").await;
        sign_in(&mut browser, &authenticator).await.fails("20013");
        app.run("UPDATE users SET deleted_at = NULL").await;
        sign_in(&mut browser, &authenticator).await.ok();
    }
}

both! {
    async fn a_server_without_a_name_takes_no_passkeys(engine) {
        let app = App::new(engine).await;
        app.user("alice").await;
        let mut browser = app.browser();
        let answer = browser.post("/api/sys/login/passkey/begin", &json!({})).await.fails("501");
        assert_eq!(answer.body["message"], "本服务地址不支持通行密钥");
        browser.login("alice", PASSWORD).await.ok();
        browser.post("/api/account/passkeys/begin", &json!({})).await.fails("501");
        assert_eq!(browser.get("/api/account/factors").await.ok().data()["passkeysAvailable"], false);
    }
}

both! {
    async fn a_server_that_lost_its_name_lets_nobody_put_a_factor_in_a_passkeys_place(engine) {
        let app = App::new(engine).await;
        app.user("alice").await;
        app.run("INSERT INTO passkeys (id, user_id, credential_id, credential, counter, synced, name, created_at) \
                 VALUES ('p', 'id-alice', 'c', '{}', 0, FALSE, 'n', 0)").await;
        let answer = app.browser().login("alice", PASSWORD).await.fails("501");
        assert!(answer.cookies().is_empty());
    }
}

both! {
    async fn a_passkey_can_be_set_up_on_the_way_in(engine) {
        let app = App::with(engine, |c| {
            c.http.public_url = authenticator::ORIGIN.into();
            c.sign_in.factor_policy = crate::config::FactorPolicy::Required;
        }).await;
        app.user("alice").await;
        let mut browser = app.named_browser();
        let asked = browser.login("alice", PASSWORD).await.fails("20011");
        assert_eq!(asked.data()["enrol"], json!(["totp", "passkey"]));
        let step = asked.data()["continuation"].clone();
        let options = begin(&mut browser, "/api/sys/login/factor/enrol/passkey/begin", &json!({ "continuation": step })).await;
        let mut authenticator = Authenticator::new(1);
        let body = json!({ "continuation": step, "credential": authenticator.create(&options), "name": "YubiKey" });
        let done = browser.post("/api/sys/login/factor/enrol/passkey", &body).await.ok();
        assert_eq!(codes(&done).len(), 10);
        browser.get(INFO).await.ok();
        sign_in(&mut app.named_browser(), &authenticator).await.ok();
    }
}
