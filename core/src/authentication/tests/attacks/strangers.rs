//! Attacks of strangers on another person's name, on the queue for hashes, and on codes by SMS.

use super::*;
use crate::authentication::captcha;
use crate::authentication::tests::factors::authenticator::Authenticator;
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::{attack, both};

const WRONG: &str = "Wrong1horse";
/// The address of the attacker, and two unrelated ones.
const ATTACKER: &str = "203.0.113.7";
const NEIGHBOUR: &str = "203.0.113.200";
const ELSEWHERE: &str = "198.51.100.9";

/// Signs in with proof of work at the level that the browser was told.
async fn with_work(browser: &mut Browser, name: &str, password: &str) -> Answer {
    let work = browser.get("/api/sys/captcha/work").await.ok();
    let (challenge, key) = (work.data()["challenge"].as_str().unwrap(), work.data()["key"].as_str().unwrap());
    let bits = u32::try_from(work.data()["bits"].as_u64().unwrap()).unwrap();
    let done = captcha::worked(challenge, bits);
    let body = json!({ "userName": name, "password": password, "captcha": done, "checkKey": key });
    browser.post("/api/sys/login", &body).await
}

/// Fails until the name is locked for this network; returns how many passwords were judged.
async fn lock(browser: &mut Browser, name: &str) -> usize {
    for judged in 0..100 {
        match with_work(browser, name, WRONG).await.code() {
            "701" => {}
            "423" => return judged,
            other => panic!("{other}"),
        }
    }
    panic!("never locked");
}

both! {
    async fn a_stranger_keeps_nobody_else_out(engine) {
        let app = App::named(engine).await;
        let alice = app.user("alice").await;
        let mut known = app.named_browser().at(ELSEWHERE);
        known.login("alice", PASSWORD).await.ok();
        let offer = known.post("/api/account/passkeys/begin", &json!({})).await.ok().data()["options"].clone();
        let mut key = Authenticator::new(1);
        let added = json!({ "credential": key.create(&offer), "name": "key" });
        known.post("/api/account/passkeys", &added).await.ok();
        known.post("/api/sys/logout", &json!({})).await.ok();

        let mut attacker = app.named_browser().at(ATTACKER);
        assert_eq!(lock(&mut attacker, "alice").await, 10);
        let mut cx = ReadCtx::system(&app.t.kernel);
        let lock_of = app.sessions.lock_of(&mut cx, &alice).await.unwrap().unwrap();
        drop(cx);
        assert_eq!((lock_of.places, lock_of.until), (1, app.now().plus_seconds(900)));
        // Only this network is locked; the captcha is harder there now.
        app.named_browser().at(NEIGHBOUR).login("alice", PASSWORD).await.fails("423");
        let mut elsewhere = app.named_browser().at("192.0.2.1");
        let asked = elsewhere.login("alice", PASSWORD).await.fails("21018");
        assert!(asked.cookies().iter().any(|set| set.starts_with("cardea_captcha=1; ")), "{:?}", asked.cookies());
        // A passkey, a known device (without a captcha), and a password from elsewhere.
        let asked = |way: &Answer| assert_eq!(way.code(), "20011", "{way:?}");
        let begun = elsewhere.post("/api/sys/login/passkey/begin", &json!({})).await.ok().data()["options"].clone();
        let mut by_key = elsewhere.clone();
        by_key.post("/api/sys/login/passkey", &json!({ "credential": key.get(&begun) })).await.ok();
        asked(&known.login("alice", PASSWORD).await);
        asked(&with_work(&mut elsewhere, "alice", PASSWORD).await);
        // Even in the attacker's own network.
        let mut moved = known.clone().at(NEIGHBOUR);
        asked(&moved.login("alice", PASSWORD).await);

        let tried = 20;
        let mut refused = 0;
        for _ in 0..tried {
            refused += usize::from(with_work(&mut attacker, "alice", PASSWORD).await.code() == "423");
        }
        attack::refused("guesses after a lock, from the network that is locked", engine, tried, refused);
        // An administrator lifts the lock.
        let mut cx = Ctx::system(&app.t.kernel, "test");
        assert!(app.sessions.lift_lock(&mut cx, &alice).await.unwrap());
        assert_eq!(app.sessions.lock_of(&mut cx, &alice).await.unwrap(), None);
        cx.commit().await.unwrap();
        asked(&attacker.login("alice", PASSWORD).await);
    }
}

both! {
    async fn guesses_from_many_networks_cost_more_and_more(engine) {
        let app = App::with(engine, |c| c.sign_in.lock_after = 5).await;
        app.user("alice").await;
        let (mut bits, mut tried, mut refused) = (Vec::new(), 0, 0);
        for network in 0..6 {
            let mut browser = app.browser().at(&format!("10.0.{network}.1"));
            // A level belongs to its browser; a browser that claims a lower one gets a captcha that does not count.
            browser.login("alice", WRONG).await;
            let cheap = with_work(&mut app.browser().at(&format!("10.0.{network}.1")), "alice", PASSWORD).await;
            if network > 1 {
                tried += 1;
                refused += usize::from(cheap.code() == "21018");
            }
            lock(&mut browser, "alice").await;
            bits.push(browser.get("/api/sys/captcha/work").await.ok().data()["bits"].as_u64().unwrap());
        }
        attack::refused("cheap captchas for a name that is guessed at from everywhere", engine, tried, refused);
        assert!(bits.is_sorted() && bits[0] < bits[3] && bits[5] == 15, "{bits:?}");
    }
}

both! {
    async fn passwords_that_are_being_checked_are_no_failures(engine) {
        // A hash takes long enough to be given up in the middle.
        let app = App::with(engine, |c| {
            c.sign_in.hash_queue = 200;
            (c.sign_in.hash_memory_kib, c.sign_in.hash_passes) = (8192, 8);
        })
        .await;
        app.user("alice").await;
        let all = (0..20).map(|_| {
            let mut browser = app.browser().at(ELSEWHERE);
            async move { browser.login("alice", PASSWORD).await.code().to_owned() }
        });
        assert_eq!(futures::future::join_all(all).await, ["200"; 20]);
        // Abandoned sign-ins leave nothing behind.
        for _ in 0..10 {
            let mut browser = app.browser().at(ELSEWHERE);
            let mut given_up = Box::pin(browser.login("alice", WRONG));
            for _ in 0..3 {
                assert!(futures::poll!(&mut given_up).is_pending());
                tokio::task::yield_now().await;
            }
        }
        assert_eq!(app.count("SELECT COUNT(*) FROM login_attempts").await, 0);
        app.browser().at(ELSEWHERE).login("alice", PASSWORD).await.ok();
    }
}

both! {
    async fn one_network_does_not_fill_the_line_for_hashes(engine) {
        let app = App::with(engine, |c| (c.sign_in.hash_permits, c.sign_in.hash_queue) = (1, 7)).await;
        app.user("alice").await;
        let mut flood = ReadCtx::system(&app.t.kernel);
        let about = crate::kernel::http::About { address: Some(ATTACKER.parse().unwrap()), ..(*flood.request).clone() };
        flood.request = about.into();
        let held: Vec<_> = (0..100).map(|_| app.sessions.hasher().enter(&flood)).collect();
        let refused = held.iter().filter(|permit| permit.is_err()).count();
        assert_eq!(held.len() - refused, 4, "half of the places");
        let mut browser = app.browser().at(NEIGHBOUR);
        assert_eq!(browser.login("alice", PASSWORD).await.status, StatusCode::SERVICE_UNAVAILABLE);
        app.browser().at(ELSEWHERE).login("alice", PASSWORD).await.ok();
        attack::refused("places in the line for hashes beyond a network's share", engine, held.len() - 4, refused);
    }
}

both! {
    async fn codes_are_not_guessed_over_many_accounts(engine) {
        let app = App::with(engine, |c| {
            (c.codes.wrong_per_address_hour, c.codes.wrong_per_network_hour, c.codes.wrong_total_hour) = (4, 6, 9);
        })
        .await;
        let phone = |n: usize| format!("138{n:02}138000");
        for n in 0..20 {
            app.user_with_phone(&format!("user{n}"), &phone(n)).await;
        }
        let (mut tried, mut refused, mut judged) = (0, 0, Vec::new());
        for (n, address) in (0..18).zip([ATTACKER; 6].into_iter().chain([NEIGHBOUR; 6]).chain([ELSEWHERE; 6])) {
            let mut browser = app.browser().at(address);
            if browser.ask(&phone(n)).await.code() != "200" {
                break;
            }
            let answer = browser.login_by_phone(&phone(n), "000000").await;
            match answer.code() {
                "429" => refused += 1,
                code => judged.push((address, code.to_owned())),
            }
            tried += 1;
        }
        let of = |address: &str| judged.iter().filter(|(at, _)| *at == address).count();
        assert_eq!((of(ATTACKER), of(NEIGHBOUR), of(ELSEWHERE)), (4, 2, 3), "{judged:?}");
        attack::refused("codes by SMS, a few at each of many accounts", engine, tried - judged.len(), refused);
        // More wrong codes than ordinary mistakes: every request needs a captcha, and codes are longer.
        app.t.clock.advance(1);
        let mut honest = app.browser().at("192.0.2.1");
        honest.ask(&phone(19)).await.fails("21018");
        let work = honest.get("/api/sys/captcha/work").await.ok();
        let done = captcha::worked(work.data()["challenge"].as_str().unwrap(), 10);
        let body = json!({ "phone": phone(19), "captcha": done, "checkKey": work.data()["key"] });
        honest.post("/api/sys/login/sendAuthCode", &body).await.ok();
        let code = app.latest("code").await;
        assert_eq!(code.len(), 8);
        honest.login_by_phone(&phone(19), &code).await.ok();
        app.t.clock.advance(3601);
        let mut later = app.browser().at(ATTACKER);
        later.ask(&phone(18)).await.ok();
        assert_eq!(app.latest("code").await.len(), 6);
    }
}
