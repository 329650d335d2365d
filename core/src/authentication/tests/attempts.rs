use super::*;
use crate::authentication::captcha;
use crate::both;

const WRONG: &str = "Wrong1horse";

/// Signs in with the answer to a picture.
async fn with_captcha(browser: &mut Browser, password: &str, captcha: &str, key: &str) -> Answer {
    let body = json!({ "userName": "alice", "password": password, "captcha": captcha, "checkKey": key });
    browser.post("/api/sys/login", &body).await
}

/// A picture's key and its answer.
async fn picture(app: &App, browser: &mut Browser) -> (String, String) {
    let shown = browser.get("/api/sys/captcha").await.ok();
    assert!(shown.data()["image"].as_str().unwrap().starts_with("data:image/png;base64,iVBOR"));
    let key = shown.data()["key"].as_str().unwrap().to_owned();
    let answer = captcha::answer(&app.t.kernel, &key);
    (key, answer)
}

/// An app where alice has failed often enough for a captcha.
async fn after_four_failures(engine: Engine) -> (App, Browser) {
    let app = App::new(engine).await;
    app.user("alice").await;
    let mut browser = app.browser();
    for required in [false, false, false, true] {
        let answer = browser.login("alice", WRONG).await.fails("701");
        assert_eq!(answer.data()["captchaRequired"], required);
    }
    (app, browser)
}

both! {
    async fn a_captcha_is_asked_for_after_more_than_three_failures(engine) {
        let (app, mut browser) = after_four_failures(engine).await;
        let asked = browser.login("alice", PASSWORD).await.fails("21018");
        assert_eq!(asked.data()["captchaRequired"], true);
        let (key, answer) = picture(&app, &mut browser).await;
        with_captcha(&mut browser, PASSWORD, &format!(" {} ", answer.to_lowercase()), &key).await.ok();
        // Success resets the count.
        browser.login("alice", WRONG).await.fails("701");
        browser.login("alice", PASSWORD).await.ok();
    }
}

both! {
    async fn a_captcha_works_once_for_its_browser_and_its_time(engine) {
        let (app, mut browser) = after_four_failures(engine).await;
        let (key, answer) = picture(&app, &mut browser).await;
        with_captcha(&mut browser, PASSWORD, "wrong", &key).await.fails("21018");
        with_captcha(&mut browser, PASSWORD, &answer, &key).await.fails("21018");

        let (key, answer) = picture(&app, &mut browser).await;
        let mut elsewhere = app.browser();
        picture(&app, &mut elsewhere).await;
        with_captcha(&mut elsewhere, PASSWORD, &answer, &key).await.fails("21018");

        let (key, answer) = picture(&app, &mut browser).await;
        with_captcha(&mut app.browser(), PASSWORD, &answer, &key).await.fails("21018");

        let (key, answer) = picture(&app, &mut browser).await;
        app.t.clock.advance(300);
        with_captcha(&mut browser, PASSWORD, &answer, &key).await.fails("21018");

        for bad in ["", "x", "AAAA", "not base64 !", &"A".repeat(5000)] {
            with_captcha(&mut browser, PASSWORD, &answer, bad).await.fails("21018");
        }
        let (key, answer) = picture(&app, &mut browser).await;
        let mut altered = key.clone().into_bytes();
        altered[40] = if altered[40] == b'A' { b'B' } else { b'A' };
        with_captcha(&mut browser, PASSWORD, &answer, std::str::from_utf8(&altered).unwrap()).await.fails("21018");
        // A refused captcha is no guess at the password: the count stays the same.
        assert_eq!(app.count("SELECT failures FROM login_attempts").await, 4);
        with_captcha(&mut browser, PASSWORD, &answer, &key).await.ok();
    }
}

both! {
    async fn of_parallel_uses_of_one_captcha_one_is_judged(engine) {
        let (app, mut browser) = after_four_failures(engine).await;
        let (key, answer) = picture(&app, &mut browser).await;
        let tries = (0..8).map(|_| {
            let (mut browser, key, answer) = (browser.clone(), key.clone(), answer.clone());
            async move { with_captcha(&mut browser, WRONG, &answer, &key).await.code().to_owned() }
        });
        let mut codes = futures::future::join_all(tries).await;
        codes.sort();
        assert_eq!(codes, [vec!["21018"; 7], vec!["701"]].concat());
    }
}

both! {
    async fn parallel_guesses_do_not_get_past_the_lock(engine) {
        let app = App::with(engine, |c| { c.sign_in.lock_after = 5; c.sign_in.captcha_after = 100; }).await;
        app.user("alice").await;
        let tries = (0..20).map(|_| {
            let mut browser = app.browser();
            async move { browser.login("alice", WRONG).await.code().to_owned() }
        });
        let mut codes = futures::future::join_all(tries).await;
        codes.sort();
        assert_eq!(codes, [vec!["423"; 15], vec!["701"; 5]].concat());
        let answer = app.browser().login("alice", PASSWORD).await.fails("423");
        assert_eq!(answer.headers[header::RETRY_AFTER], "901");
        let audit = app.audit().await;
        assert_eq!(audit.iter().filter(|row| row.3 == "locked for a time").count(), 16);
    }
}

both! {
    async fn a_lock_runs_out_and_success_clears_the_count(engine) {
        let app = App::with(engine, |c| { c.sign_in.lock_after = 3; c.sign_in.captcha_after = 100; }).await;
        app.user("alice").await;
        for code in ["701", "701", "701", "423"] {
            app.browser().login("alice", WRONG).await.fails(code);
        }
        app.t.clock.advance(15 * 60);
        // One more failure locks again: a guesser does not get three tries each time.
        app.browser().login("alice", WRONG).await.fails("701");
        app.browser().login("alice", PASSWORD).await.fails("423");
        app.t.clock.advance(15 * 60);
        app.browser().login("alice", PASSWORD).await.ok();
        assert_eq!(app.count("SELECT COUNT(*) FROM login_attempts").await, 0);
    }
}

both! {
    async fn a_name_that_nobody_has_is_counted_and_locked_alike(engine) {
        let app = App::with(engine, |c| { c.sign_in.lock_after = 6; }).await;
        let mut browser = app.browser();
        for required in [false, false, false, true] {
            let answer = browser.login("nobody", WRONG).await.fails("701");
            assert_eq!(answer.data()["captchaRequired"], required);
        }
        browser.login("ＮＯＢＯＤＹ ", WRONG).await.fails("21018");
        for code in ["701", "701", "423"] {
            let (key, answer) = picture(&app, &mut browser).await;
            let body = json!({ "userName": "nobody", "password": WRONG, "captcha": answer, "checkKey": key });
            browser.post("/api/sys/login", &body).await.fails(code);
        }
        let mut tx = app.tx().await;
        let (name,): (String,) = tx.query("SELECT name_hash FROM login_attempts").one().await.unwrap();
        assert!(!name.contains("nobody"), "the name itself is not kept");
    }
}

both! {
    async fn what_has_no_effect_any_more_is_swept_away(engine) {
        let (app, mut browser) = after_four_failures(engine).await;
        let (key, _) = picture(&app, &mut browser).await;
        with_captcha(&mut browser, PASSWORD, "wrong", &key).await.fails("21018");
        assert_eq!(app.sessions.sweep().await.unwrap(), 0);
        app.t.clock.advance(86_401);
        assert_eq!(app.sessions.sweep().await.unwrap(), 3, "a captcha, and the failures of the name and its place");
        browser.login("alice", PASSWORD).await.ok();
    }
}

both! {
    async fn the_owner_is_told_of_a_lock_once(engine) {
        let app = App::with(engine, |c| { c.sign_in.lock_after = 3; c.sign_in.captcha_after = 100; }).await;
        app.user("alice").await;
        for name in ["alice", "nobody"] {
            let tries = (0..10).map(|_| {
                let mut browser = app.browser().header("accept-language", "en");
                async move { browser.login(name, WRONG).await.code().to_owned() }
            });
            let codes = futures::future::join_all(tries).await;
            assert_eq!(codes.iter().filter(|code| *code == "701").count(), 3);
        }
        assert_eq!(app.count("SELECT COUNT(*) FROM messages").await, 2, "a name that nobody has costs the same");
        let told = app.outbox().await;
        assert_eq!(told.len(), 1);
        assert_eq!((&told[0]["to"], &told[0]["purpose"]), (&json!("alice@example.org"), &json!("account-locked")));
        // In the owner's language, not the guesser's.
        assert!(told[0]["text"].as_str().unwrap().contains("账号 alice 在某一网络多次登录失败，该网络的密码登录已锁定 15 分钟"), "{}", told[0]);
        app.t.clock.advance(15 * 60);
        app.browser().login("alice", WRONG).await.fails("701");
        assert_eq!(app.outbox().await.len(), 2, "and of the next");
    }
}

both! {
    async fn a_hundred_parallel_guesses_are_no_more_than_the_limit(engine) {
        let app = App::with(engine, |c| { c.sign_in.captcha_after = 100; c.sign_in.hash_queue = 200; }).await;
        app.user("alice").await;
        let tries = (0..100).map(|_| {
            let mut browser = app.browser();
            async move { browser.login("alice", WRONG).await.code().to_owned() }
        });
        let mut codes = futures::future::join_all(tries).await;
        codes.sort();
        assert_eq!(codes, [vec!["423"; 90], vec!["701"; 10]].concat());
    }
}

both! {
    async fn work_does_in_the_place_of_a_picture(engine) {
        let (_app, mut browser) = after_four_failures(engine).await;
        let work = browser.get("/api/sys/captcha/work").await.ok();
        let (challenge, key) = (work.data()["challenge"].as_str().unwrap(), work.data()["key"].as_str().unwrap());
        let done = captcha::worked(challenge, 10);
        with_captcha(&mut browser, PASSWORD, "", key).await.fails("21018");
        with_captcha(&mut browser, PASSWORD, &done, key).await.fails("21018");
        let work = browser.get("/api/sys/captcha/work").await.ok();
        let (challenge, key) = (work.data()["challenge"].as_str().unwrap(), work.data()["key"].as_str().unwrap());
        let done = captcha::worked(challenge, 10);
        with_captcha(&mut browser, PASSWORD, &done, key).await.ok();
    }
}
