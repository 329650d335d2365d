//! An attacker's code or ticket, in an address that the victim opens: login CSRF.

use axum::body::Body;
use axum::http::Method;

use super::world::{Answer, Browser, ORIGIN, PROGRAM, yes};
use super::*;
use crate::testing::Engine;

const SSO: &str = "/api/sys/ssoLogin";
const TICKET: &str = "/api/sys/loginByTicket";
const JSON: (&str, &str) = ("content-type", "application/json");
const APPLICATION: (&str, &str) = ("x-requested-with", "cardea");

async fn post(browser: &mut Browser, path: &str, body: &Value, headers: &[(&str, &str)]) -> Answer {
    browser.send_with(Method::POST, path, Body::from(body.to_string()), headers).await
}

/// A code and a bare ticket of Mallory's, each as the page would submit it.
async fn planted(engine: Engine) -> (World, [(&'static str, Value); 2]) {
    planted_in(World::new(engine).await).await
}

async fn planted_in(w: World) -> (World, [(&'static str, Value); 2]) {
    w.linked("wecom:corp", "mallory").await;
    w.run("UPDATE users SET user_name = 'mallory', user_name_key = 'mallory', full_name = '马洛里'").await;
    let code = json!({ "code": w.code("mallory").await });
    (w, [(SSO, code), (TICKET, json!({ "ticket": "good-mallory", "loginType": "wecom" }))])
}

impl World {
    async fn nobody_is_in(&self) {
        assert_eq!(self.count("SELECT COUNT(*) FROM sessions").await, 0);
        assert_eq!(self.count("SELECT COUNT(*) FROM sso_codes WHERE consumed_at IS NOT NULL").await, 0);
    }
}

both! {
    async fn nobody_is_signed_in_before_they_said_yes(engine) {
        let (w, both) = planted(engine).await;
        for (path, body) in both {
            let mut reader = w.browser();
            let asked = reader.post(path, &body).await.fails("409");
            let subject = json!({ "userName": "m**", "fullName": "马**" });
            assert_eq!((&asked.data()["subject"], &asked.data()["current"]), (&subject, &Value::Null), "{path}");
            let issuer = if path == SSO { "trusted (zh)" } else { "wecom" };
            assert_eq!(asked.data()["issuer"], issuer);
            assert!(!reader.cookies.contains_key("cardea_session"));
            w.nobody_is_in().await;
            reader.post(path, &yes(&body, &asked)).await.ok();
            assert_eq!(reader.user().await, "id-alice");
            // Signing in again as the same person needs no confirmation.
            w.run("DELETE FROM sessions").await;
            w.run("UPDATE sso_codes SET consumed_at = NULL").await;
        }
    }
}

both! {
    async fn where_the_operator_prefers_it_they_sign_in_without_a_question(engine) {
        let (w, both) = planted_in(World::with(engine, |config| config.federation.ask_before_sign_in = false).await).await;
        for (path, body) in both {
            let mut reader = w.browser();
            reader.post(path, &body).await.ok();
            assert_eq!(reader.user().await, "id-alice", "{path}");
            // Another site's page still cannot submit it.
            let foreign = post(&mut w.browser(), path, &body, &[JSON, ("origin", "https://evil.example")]).await;
            assert_eq!(foreign.status.as_u16(), 403, "{path}");
        }
    }
}

both! {
    async fn a_yes_counts_in_the_browser_that_was_asked_and_to_that_question(engine) {
        let (w, both) = planted(engine).await;
        for (path, body) in both {
            let mut mallory = w.browser();
            let asked = mallory.post(path, &body).await.fails("409");
            let yes = yes(&body, &asked);
            // Mallory's confirmation, sent to a victim who was never asked, only asks the victim.
            let mut reader = w.browser();
            let again = reader.post(path, &yes).await.fails("409");
            assert_eq!(again.data()["kind"], "confirm", "{path}");
            // A question about something else.
            let other = json!({ "code": w.code("mallory").await });
            let mut elsewhere = w.browser();
            elsewhere.post(SSO, &other).await.fails("409");
            elsewhere.post(path, &yes).await.fails("409");
            // A question asked too long ago.
            let mut late = mallory.clone();
            w.t.clock.advance(600);
            let over = late.post(path, &yes).await;
            assert!(["409", "701"].contains(&over.body["code"].as_str().unwrap()), "{:?}", over.body);
            w.nobody_is_in().await;
            w.t.clock.advance(-600);
            late.cookies.insert("cardea_question".into(), "AAAA".into());
            late.post(path, &yes).await.fails("409");
            w.nobody_is_in().await;
        }
    }
}

both! {
    async fn another_sites_page_gets_nowhere(engine) {
        let (w, both) = planted(engine).await;
        let evil = ("origin", "https://evil.example");
        let ours = ("origin", ORIGIN);
        let attacks: [(&[(&str, &str)], u16); 9] = [
            (&[JSON, evil], 403),
            (&[JSON, evil, APPLICATION], 403),
            (&[JSON, ("origin", "null"), APPLICATION], 403),
            (&[JSON, ours, APPLICATION, ("sec-fetch-site", "same-site")], 403),
            (&[JSON, APPLICATION, ("sec-fetch-site", "cross-site")], 403),
            // Nothing marks these as requests of this server's own page.
            (&[JSON, ours], 403),
            (&[JSON, ("referer", "https://evil.example/")], 403),
            (&[("content-type", "text/plain"), ours, APPLICATION], 415),
            (&[("content-type", "application/x-www-form-urlencoded"), evil], 403),
        ];
        for (path, body) in both {
            for (headers, status) in attacks {
                for confirm in [false, true] {
                    let mut reader = w.browser();
                    let mut body = body.clone();
                    body["confirm"] = json!(confirm);
                    let answer = post(&mut reader, path, &body, headers).await;
                    assert_eq!((answer.status.as_u16(), reader.cookies.len()), (status, 0), "{path} {headers:?}");
                }
            }
            w.nobody_is_in().await;
            // With the cookie of a question that the page did ask.
            let mut reader = w.browser();
            let asked = reader.post(path, &body).await.fails("409");
            for (headers, status) in attacks {
                assert_eq!(post(&mut reader, path, &yes(&body, &asked), headers).await.status.as_u16(), status);
            }
            w.nobody_is_in().await;
        }
    }
}

both! {
    async fn a_program_hands_in_what_it_was_given(engine) {
        let (w, both) = planted(engine).await;
        for (path, body) in both {
            let mut program = w.browser();
            let answer = post(&mut program, path, &body, PROGRAM).await.ok();
            assert_eq!(answer.data()["token"].as_str().unwrap().len(), 43, "{path}");
        }
        assert_eq!(w.count("SELECT COUNT(*) FROM sessions").await, 2);
    }
}

both! {
    async fn a_sign_in_that_another_sites_page_began_asks(engine) {
        let (w, _) = planted(engine).await;
        for site in ["cross-site", "same-site"] {
            let mut reader = w.browser();
            let out = ("sec-fetch-site", site);
            let there = reader.send_with(Method::GET, "/api/sys/federation/start/wecom", Body::empty(), &[out]).await;
            let state = there.location().1["state"].clone();
            let asked = reader.back("wecom", "good-mallory", &state).await.fails("409");
            assert_eq!((&asked.data()["kind"], &asked.data()["issuer"]), (&json!("confirm"), &json!("wecom")), "{site}");
            w.nobody_is_in().await;
            reader.post(TICKET, &yes(&Value::Null, &asked)).await.ok();
            w.run("DELETE FROM sessions").await;
            w.run("DELETE FROM consumed").await;
            w.provider.say(provider::Said::forget);
        }
    }
}

both! {
    async fn what_was_sent_out_from_here_comes_back_without_a_question(engine) {
        let (w, _) = planted(engine).await;
        let mut reader = w.browser();
        let sent = reader.start("wecom").await;
        // A planted ticket cannot use a sign-in that the victim began: its state is another's.
        let planted = json!({ "ticket": "good-mallory", "loginType": "wecom" });
        reader.post(TICKET, &planted).await.fails("409");
        w.nobody_is_in().await;
        w.run("DELETE FROM consumed").await;
        w.provider.say(provider::Said::forget);
        reader.back("wecom", "good-mallory", &sent["state"]).await.ok();
    }
}
