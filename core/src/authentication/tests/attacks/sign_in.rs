//! Attacks on sign-in, on passwords that must be replaced, on PINs and on tokens.

use super::*;
use crate::attack::refused;
use crate::both;

const PHONE: &str = "13800138000";
const NEW: &str = "Another2horse";
const INFO: &str = "/api/sys/user/info";
const BY_NAME: &str = "/api/sys/user/username/password";

/// Counts a try, and whether it was kept out.
fn count(tried: &mut usize, out: &mut usize, is_out: bool) {
    *tried += 1;
    *out += usize::from(is_out);
}

async fn find_and_send(browser: &mut Browser, name: &str) {
    for path in ["/api/account/forget/find", "/api/account/forget/send/code"] {
        browser.post(path, &json!({ "userName": name })).await.ok();
    }
}

fn recovery(name: &str, code: &str) -> Value {
    json!({ "userName": name, "phone": PHONE, "authCode": code, "password": NEW, "rePassword": NEW })
}

both! {
    async fn a_phone_that_its_owner_never_verified(engine) {
        let app = App::new(engine).await;
        let (mut tried, mut out) = (0, 0);
        // Only an administrator, an invitee or a file entered the number: no message goes there.
        app.user_who_names("alice", PHONE).await;
        let mut thief = app.browser();
        thief.ask(PHONE).await.ok();
        find_and_send(&mut thief, "alice").await;
        thief.post("/api/account/forget/phone/find", &json!({ "phone": PHONE })).await.ok();
        thief.post("/api/account/forget/email/find", &json!({ "email": "alice@example.org" })).await.ok();
        for _ in 0..4 {
            count(&mut tried, &mut out, app.outbox().await.is_empty());
        }
        // Phone and mailbox are verified when the messages leave, and no longer when the codes come back.
        app.run("UPDATE users SET phone_valid = TRUE, email_valid = TRUE").await;
        app.t.clock.advance(60);
        thief.ask(PHONE).await.ok();
        let sign_in = app.latest("code").await;
        app.t.clock.advance(1);
        find_and_send(&mut thief, "alice").await;
        let code = app.latest("code").await;
        app.t.clock.advance(1);
        thief.post("/api/account/forget/email/find", &json!({ "email": "alice@example.org" })).await.ok();
        let link = url::Url::parse(&app.latest("link").await).unwrap();
        let key = link.query_pairs().next().unwrap().1.into_owned();
        app.run("UPDATE users SET phone_valid = FALSE, email_valid = FALSE").await;
        let answer = thief.login_by_phone(PHONE, &sign_in).await;
        count(&mut tried, &mut out, answer.code() == "701");
        let answer = thief.post("/api/account/forget/check/auth", &recovery("alice", &code)).await;
        count(&mut tried, &mut out, answer.code() == "701");
        let body = json!({ "key": key, "password": NEW, "rePassword": NEW });
        let answer = thief.post("/api/account/forget/link", &body).await;
        count(&mut tried, &mut out, answer.code() == "403");
        app.browser().login("alice", PASSWORD).await.ok();
        refused("an unverified phone or mailbox signs in or recovers", engine, tried, out);
    }
}

both! {
    async fn a_number_that_somebody_else_plants(engine) {
        let app = App::new(engine).await;
        app.user_with_phone("alice", PHONE).await;
        let (mut tried, mut out) = (0, 0);
        for (name, number) in [("mallory", PHONE), ("mallet", "+86 138 0013 8000"), ("trudy", "0086-13800138000")] {
            app.user_who_names(name, number).await;
            app.t.clock.advance(61);
            let mut owner = app.browser();
            owner.ask(PHONE).await.ok();
            let code = app.latest("code").await;
            count(&mut tried, &mut out, owner.login_by_phone(PHONE, &code).await.code() == "200");
            count(&mut tried, &mut out, owner.get(INFO).await.data()["userName"] == "alice");
            // Even a holder of the number cannot verify it, as after it was passed on: it belongs to one account.
            let mut other = app.browser();
            other.login(name, PASSWORD).await.ok();
            app.t.clock.advance(61);
            other.post("/api/account/phone/code", &json!({})).await.ok();
            let code = app.latest("code").await;
            let verified = other.post("/api/account/phone/verify", &json!({ "code": code })).await;
            count(&mut tried, &mut out, verified.code() == "409");
        }
        assert_eq!(app.count("SELECT COUNT(*) FROM users WHERE phone_valid").await, 1);
        refused("a planted number disables or takes its owner's sign-in by SMS", engine, tried, out);
    }
}

both! {
    async fn a_password_replaced_beside_the_second_factor(engine) {
        let (app, phone, _) = factors::with_phone(engine).await;
        let (mut tried, mut out) = (0, 0);
        let body = json!({ "userName": "alice", "password": PASSWORD, "newPassword": NEW });
        // A valid password is not replaced by this call.
        count(&mut tried, &mut out, app.browser().post(BY_NAME, &body).await.code() == "403");
        for sql in ["UPDATE users SET password_reset = TRUE", "UPDATE users SET password_changed_at = 0"] {
            app.run(sql).await;
            let mut thief = app.browser();
            let asked = thief.post(BY_NAME, &body).await.fails("20011");
            let step = asked.data()["continuation"].as_str().unwrap().to_owned();
            // The continuation of the second step is not one of a change, in either call.
            for continuation in [step.as_str(), "", "x"] {
                let body = json!({ "continuation": continuation, "newPassword": NEW });
                count(&mut tried, &mut out, thief.post(BY_NAME, &body).await.code() == "20014");
            }
            let wrong = factors::second(&mut thief, factors::TOTP, &step, &phone.wrong(&app)).await;
            count(&mut tried, &mut out, wrong.code() == "20013");
            count(&mut tried, &mut out, app.count("SELECT COUNT(*) FROM password_history").await == 0);
        }
        // The owner completes it with both factors; it begins no session.
        app.t.clock.advance(30);
        let mut owner = app.browser();
        let asked = owner.post(BY_NAME, &body).await.fails("20011");
        let step = asked.data()["continuation"].as_str().unwrap().to_owned();
        let proved = factors::second(&mut owner, factors::TOTP, &step, &phone.code(&app)).await.ok();
        count(&mut tried, &mut out, owner.get(INFO).await.code() == "401");
        let change = json!({ "continuation": proved.data()["continuation"], "newPassword": NEW });
        count(&mut tried, &mut out, app.browser().post(BY_NAME, &change).await.code() == "20014");
        owner.post(BY_NAME, &change).await.ok();
        count(&mut tried, &mut out, owner.get(INFO).await.code() == "401");
        owner.post(BY_NAME, &change).await.fails("20014");
        app.browser().login("alice", PASSWORD).await.fails("701");
        refused("a password is replaced without the second factor", engine, tried, out);
    }
}

/// Every operation: its method, and its path with the parameters filled in.
fn addresses(app: &App) -> Vec<(Method, String)> {
    let (all, admin) = (calls(app.sessions.clone()), operations(app.sessions.clone()));
    let described = serde_json::to_value(all.merge(admin).split_for_parts().1).unwrap();
    let mut found = Vec::new();
    for (path, operations) in described["paths"].as_object().unwrap() {
        let path = path.replace("{id}", "id-alice");
        for method in [Method::GET, Method::POST, Method::PUT, Method::DELETE] {
            if operations.get(method.as_str().to_lowercase()).is_some() {
                found.push((method, path.clone()));
            }
        }
    }
    found
}

both! {
    async fn what_a_password_of_somebody_else_opens(engine) {
        let app = App::new(engine).await;
        app.user_with_phone("alice", PHONE).await;
        app.role("boss", 1, true).await;
        app.run("UPDATE users SET password_reset = TRUE, role_id = 'boss'").await;
        let mut program = app.browser().program();
        let answer = program.login("alice", PASSWORD).await.ok();
        let given: Vec<String> = program.cookies.values().cloned().collect();
        let continuation = answer.data()["continuation"].as_str().unwrap().to_owned();
        let (mut tried, mut out) = (0, 0);
        count(&mut tried, &mut out, answer.data()["token"].is_null());
        count(&mut tried, &mut out, app.count("SELECT COUNT(*) FROM sessions").await == 0);
        let all = addresses(&app);
        assert!(all.len() > 60, "{}", all.len());
        for (method, path) in all {
            // Each of the given values, as session cookie or token, gets the answer of an anonymous caller.
            let mut stranger = app.browser();
            let body = || Body::from("{}");
            let before = stranger.send(method.clone(), &path, body()).await;
            for credential in given.iter().chain([&continuation]) {
                let mut holder = app.browser();
                holder.cookies.clone_from(&program.cookies);
                holder.cookies.insert("cardea_session".into(), credential.clone());
                let by_cookie = holder.send(method.clone(), &path, body()).await;
                let mut holder = app.browser();
                holder.headers.insert("authorization", format!("Bearer {credential}").parse().unwrap());
                let by_token = holder.send(method.clone(), &path, body()).await;
                for answer in [by_cookie, by_token] {
                    let same = (answer.status, answer.code()) == (before.status, before.code());
                    count(&mut tried, &mut out, same);
                    assert!(same, "{method} {path}: {before:?} {answer:?}");
                }
            }
        }
        // It is no proof in another session either.
        let mut owner = app.browser();
        owner.ask(PHONE).await.ok();
        let code = app.latest("code").await;
        owner.login_by_phone(PHONE, &code).await.ok();
        let proof = owner.post("/api/sys/recentProof/password", &json!({ "password": PASSWORD })).await;
        count(&mut tried, &mut out, proof.code() == "20012");
        refused("a password that somebody else set opens something", engine, tried, out);
    }
}

both! {
    async fn a_pin_from_a_session_that_was_left_open(engine) {
        let app = App::new(engine).await;
        app.tenant("t1", "One").await;
        let id = app.user("alice").await;
        app.member("t1", &id, None).await;
        let mut session = app.browser();
        session.login("alice", PASSWORD).await.ok();
        app.t.clock.advance(601);
        session.post("/api/account/pins/code", &json!({ "tenantId": "t1" })).await.ok();
        let code = app.latest("code").await;
        let body = json!({ "tenantId": "t1", "code": code, "pin": "135792", "rePin": "135792" });
        let (mut tried, mut out) = (0, 0);
        for _ in 0..3 {
            count(&mut tried, &mut out, session.post("/api/account/pins", &body).await.code() == "20012");
            count(&mut tried, &mut out, app.count("SELECT COUNT(*) FROM user_pins").await == 0);
        }
        session.post("/api/sys/recentProof/password", &json!({ "password": PASSWORD })).await.ok();
        session.post("/api/account/pins", &body).await.ok();
        refused("a signature PIN is set from an old session", engine, tried, out);
    }
}

both! {
    async fn a_token_where_a_script_reads_it(engine) {
        let (app, phone, _) = factors::with_phone(engine).await;
        let (mut tried, mut out) = (0, 0);
        let marks: [(&'static str, &'static str); 3] =
            [("origin", ORIGIN), ("sec-fetch-site", "same-origin"), ("sec-fetch-mode", "cors")];
        let login = json!({ "userName": "alice", "password": PASSWORD });
        // A script cannot remove any of these headers from its browser; no other header gives it a token.
        for (name, value) in marks {
            for (more, said) in [("x-program", "1"), ("accept", "application/json"), ("authorization", "program")] {
                let mut page = app.browser().program().header(name, value).header(more, said);
                let step = page.post("/api/sys/login", &login).await.fails("20011");
                let step = step.data()["continuation"].as_str().unwrap().to_owned();
                app.t.clock.advance(30);
                let answer = factors::second(&mut page, factors::TOTP, &step, &phone.code(&app)).await.ok();
                let token = page.token();
                count(&mut tried, &mut out, answer.data()["token"].is_null() && !answer.body.to_string().contains(&token));
                page.headers.remove("authorization");
                let mut page = page.header("origin", ORIGIN).header("x-requested-with", "cardea");
                app.t.clock.advance(30);
                let proof = json!({ "code": phone.code(&app) });
                let answer = page.post("/api/sys/recentProof/totp", &proof).await.ok();
                let token = page.token();
                count(&mut tried, &mut out, answer.data()["token"].is_null() && !answer.body.to_string().contains(&token));
            }
        }
        // A program still gets a token.
        let mut program = app.browser().program();
        let step = program.post("/api/sys/login", &login).await.fails("20011");
        let step = step.data()["continuation"].as_str().unwrap().to_owned();
        app.t.clock.advance(30);
        let answer = factors::second(&mut program, factors::TOTP, &step, &phone.code(&app)).await.ok();
        assert_eq!(answer.data()["token"], program.token().as_str());
        refused("a script reads the session's token", engine, tried, out);
    }
}
