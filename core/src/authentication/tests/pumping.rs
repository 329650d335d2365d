//! The limits of messages: by number, block, address, tenant, and in total.

use super::*;
use crate::authentication::captcha;
use crate::both;

const PHONE: &str = "13800138000";

/// A number for this index, each in its own block.
fn apart(n: u32) -> String {
    format!("1{:06}0000", 380_000 + n)
}

#[track_caller]
fn too_many(answer: &Answer) {
    assert_eq!((answer.status, answer.code()), (StatusCode::TOO_MANY_REQUESTS, "429"), "{}", answer.body);
}

both! {
    async fn the_next_code_waits_sixty_seconds(engine) {
        let app = App::new(engine).await;
        app.user_with_phone("alice", PHONE).await;
        app.browser().ask(PHONE).await.ok();
        app.t.clock.advance(50);
        // From another browser, with another spelling of the number.
        let answer = app.browser().ask("138 0013 8000").await;
        too_many(&answer);
        assert_eq!((answer.body["message"].as_str(), &answer.headers[header::RETRY_AFTER]), (Some("请10秒后再获取"), &"10".parse().unwrap()));
        app.t.clock.advance(10);
        app.browser().ask(PHONE).await.ok();
        assert_eq!(app.outbox().await.len(), 2);
    }
}

both! {
    async fn of_parallel_wishes_for_one_phone_one_is_granted(engine) {
        let app = App::new(engine).await;
        app.user_with_phone("alice", PHONE).await;
        let tries = (0..10).map(|_| {
            let mut browser = app.browser();
            async move { browser.ask(PHONE).await.code().to_owned() }
        });
        let mut codes = futures::future::join_all(tries).await;
        codes.sort();
        assert_eq!(codes, [vec!["200"], vec!["429"; 9]].concat());
        assert_eq!(app.outbox().await.len(), 1);
    }
}

both! {
    async fn thirty_codes_a_day_are_the_limit(engine) {
        let app = App::with(engine, |c| c.codes.captcha_after = 100).await;
        for _ in 0..30 {
            app.browser().ask(PHONE).await.ok();
            app.t.clock.advance(60);
        }
        let answer = app.browser().ask(PHONE).await;
        too_many(&answer);
        assert_eq!(answer.body["message"], "您获取的验证码已超过当日上限（30次），请明天再试");
        let english = app.browser().header("accept-language", "en").ask(PHONE).await;
        assert_eq!(
            english.body["message"],
            "The number of verification codes you obtained exceeds the limit of the day (30 times). Please try again tomorrow"
        );
        app.t.clock.advance(86_400 - 30 * 60 - 1);
        too_many(&app.browser().ask(PHONE).await);
        app.t.clock.advance(1);
        app.browser().ask(PHONE).await.ok();
        app.t.clock.advance(2 * 86_400);
        app.sessions.sweep().await.unwrap();
        assert_eq!(app.count("SELECT COUNT(*) FROM request_counts").await, 0);
        assert_eq!(app.count("SELECT COUNT(*) FROM codes").await, 0);
    }
}

both! {
    async fn a_captcha_is_asked_for_after_repeated_codes(engine) {
        let app = App::with(engine, |c| c.codes.captcha_after = 2).await;
        let mut browser = app.browser();
        for _ in 0..2 {
            browser.ask(PHONE).await.ok();
            app.t.clock.advance(60);
        }
        let wanted = browser.ask(PHONE).await.fails("21018");
        assert_eq!(wanted.data()["captchaRequired"], true);
        let body = |given: &str, key: &str| json!({ "phone": PHONE, "captcha": given, "checkKey": key });
        let path = "/api/sys/login/sendAuthCode";

        let shown = browser.get("/api/sys/captcha").await.ok().data()["key"].as_str().unwrap().to_owned();
        let answer = captcha::answer(&app.t.kernel, &shown);
        browser.post(path, &body("wrong", &shown)).await.fails("21018");
        browser.post(path, &body(&answer, &shown)).await.fails("21018");
        let shown = browser.get("/api/sys/captcha").await.ok().data()["key"].as_str().unwrap().to_owned();
        browser.post(path, &body(&captcha::answer(&app.t.kernel, &shown), &shown)).await.ok();
        app.t.clock.advance(60);

        // Or proof of work instead of a picture.
        let work = browser.get("/api/sys/captcha/work").await.ok();
        let (challenge, key) = (work.data()["challenge"].as_str().unwrap(), work.data()["key"].as_str().unwrap());
        let bits = u32::try_from(work.data()["bits"].as_u64().unwrap()).unwrap();
        assert_eq!(bits, 10);
        let done = captcha::worked(challenge, bits);
        app.browser().post(path, &body(&done, key)).await.fails("21018");
        browser.post(path, &body(&done, key)).await.fails("21018");
        let work = browser.get("/api/sys/captcha/work").await.ok();
        let (challenge, key) = (work.data()["challenge"].as_str().unwrap(), work.data()["key"].as_str().unwrap());
        let done = captcha::worked(challenge, bits);
        browser.post(path, &body(&done, key)).await.ok();
        app.t.clock.advance(60);
        browser.post(path, &body(&done, key)).await.fails("21018");
    }
}

both! {
    async fn one_address_does_not_ask_for_many_phones(engine) {
        let app = App::with(engine, |c| c.codes.per_address_hour = 3).await;
        for n in 0..3 {
            app.browser().at("203.0.113.7").ask(&apart(n)).await.ok();
        }
        let answer = app.browser().at("203.0.113.7").ask(&apart(9)).await;
        too_many(&answer);
        assert_eq!(answer.headers[header::RETRY_AFTER], "3600");
        too_many(&app.browser().at("::ffff:203.0.113.7").ask(&apart(9)).await);
        app.browser().at("203.0.113.8").ask(&apart(9)).await.ok();
        // An IPv6 network counts as one caller, however many addresses it has.
        for n in 0..3 {
            app.browser().at(&format!("2001:db8:1:2::{n}")).ask(&apart(20 + n)).await.ok();
        }
        too_many(&app.browser().at("2001:db8:1:2:ffff::1").ask(&apart(30)).await);
        app.browser().at("2001:db8:1:3::1").ask(&apart(30)).await.ok();
        app.t.clock.advance(3600);
        app.browser().at("203.0.113.7").ask(&apart(40)).await.ok();
    }
}

both! {
    async fn a_block_of_numbers_is_not_asked_for_one_after_the_other(engine) {
        let app = App::with(engine, |c| c.codes.per_block_hour = 3).await;
        for n in 0..3 {
            app.browser().at(&format!("203.0.113.{n}")).ask(&format!("1380013800{n}")).await.ok();
        }
        too_many(&app.browser().at("203.0.113.9").ask("13800138009").await);
        app.browser().ask("13800148009").await.ok();
    }
}

both! {
    async fn the_deployment_as_a_whole_has_a_bound(engine) {
        let app = App::with(engine, |c| c.codes.total_hour = 3).await;
        for n in 0..3 {
            app.browser().at(&format!("203.0.113.{n}")).ask(&apart(n)).await.ok();
        }
        too_many(&app.browser().at("203.0.113.9").ask(&apart(9)).await);
        // Refused requests do not count.
        assert_eq!(app.count("SELECT MAX(total) FROM request_counts").await, 3);
        assert_eq!(app.audit().await.last().unwrap().3, "too many in all");
    }
}

both! {
    async fn the_people_of_one_tenant_get_no_more_than_its_share(engine) {
        let app = App::with(engine, |c| c.codes.per_tenant_hour = 2).await;
        app.tenant("t1", "Tenant One").await;
        app.tenant("t2", "Tenant Two").await;
        for (n, tenant) in [(1, "t1"), (2, "t1"), (3, "t1"), (4, "t2")] {
            let id = app.user_with_phone(&format!("user{n}"), &apart(n)).await;
            app.member(tenant, &id, None).await;
        }
        for n in 1..=4 {
            // The answer does not tell: the limit applies when the message leaves.
            app.browser().ask(&apart(n)).await.ok();
            app.outbox().await;
            app.t.clock.advance(1);
        }
        let to: Vec<_> = app.outbox().await.iter().map(|m| m["to"].as_str().unwrap().to_owned()).collect();
        assert_eq!(to, [apart(1), apart(2), apart(4)]);
        assert_eq!(app.count("SELECT COUNT(*) FROM messages WHERE tenant_id = 't1'").await, 2);
    }
}

both! {
    async fn a_phone_that_several_purposes_reach_gets_no_more_than_the_days_share(engine) {
        let app = App::with(engine, |c| { c.codes.per_target_day = 2; }).await;
        app.user_with_phone("alice", PHONE).await;
        let mut browser = app.browser();
        browser.ask(PHONE).await.ok();
        browser.post("/api/account/forget/phone/find", &json!({ "phone": PHONE })).await.ok();
        browser.post("/api/account/forget/find", &json!({ "userName": "alice" })).await.ok();
        assert_eq!(app.outbox().await.len(), 2);
        browser.post("/api/account/forget/send/code", &json!({ "userName": "alice" })).await.ok();
        assert_eq!(app.outbox().await.len(), 2);
    }
}
