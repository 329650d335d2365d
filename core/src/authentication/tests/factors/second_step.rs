use super::*;
use crate::both;

both! {
    async fn whoever_has_a_factor_gets_no_session_before_it_is_proved(engine) {
        let (app, phone, _) = with_phone(engine).await;
        let mut browser = app.browser();
        let asked = browser.login("alice", PASSWORD).await.fails("20011");
        assert_eq!(asked.data()["ways"], json!(["totp", "recovery"]));
        assert_eq!(asked.data()["enrol"], json!([]));
        assert_eq!(asked.cookies().len(), 1, "{:?}", asked.cookies());
        assert!(asked.cookies()[0].starts_with("cardea_factor=") && asked.cookies()[0].contains("; HttpOnly; Max-Age="));
        assert!(asked.data().get("token").is_none());
        assert_eq!(app.count("SELECT COUNT(*) FROM sessions WHERE ended_at IS NULL").await, 0);
        browser.get(INFO).await.fails("401");

        let continuation = asked.data()["continuation"].as_str().unwrap();
        let answer = second(&mut browser, TOTP, continuation, &phone.code(&app)).await.ok();
        assert!(answer.cookies().iter().any(|c| c.starts_with("cardea_session=")));
        assert!(!browser.cookies.contains_key("cardea_factor"));
        assert_eq!(answer.data()["nearExpiredDay"], 90);
        browser.get(INFO).await.ok();
        let mut tx = app.tx().await;
        let (acr, amr): (String, sqlx::types::Json<Vec<String>>) =
            tx.query("SELECT acr, amr FROM sessions WHERE ended_at IS NULL").one().await.unwrap();
        assert_eq!((acr.as_str(), amr.0), ("2", vec!["pwd".to_owned(), "otp".into(), "mfa".into()]));
        drop(tx);
        let audit = app.audit().await;
        let last: Vec<_> = audit[audit.len() - 2..].iter().map(|row| row.0.as_str()).collect();
        assert_eq!(last, ["session.factor_asked", "session.started"]);
        let leaked = app.count("SELECT COUNT(*) FROM audit_events WHERE after LIKE '%continuation%'").await;
        assert_eq!(leaked, 0);
    }
}

both! {
    async fn a_code_works_once_also_in_another_sign_in(engine) {
        let (app, phone, _) = with_phone(engine).await;
        let code = phone.code(&app);
        let mut one = app.browser();
        let step = first_step(&mut one).await;
        second(&mut one, TOTP, &step, &code).await.ok();
        let mut two = app.browser();
        let step = first_step(&mut two).await;
        second(&mut two, TOTP, &step, &code).await.fails("20013");
        app.next_code();
        let newer = phone.code(&app);
        second(&mut two, TOTP, &step, &newer).await.ok();
        // A code of an earlier step is refused after one of a later step.
        let mut three = app.browser();
        let step = first_step(&mut three).await;
        second(&mut three, TOTP, &step, &code).await.fails("20013");
    }
}

both! {
    async fn of_two_at_once_one_gets_in(engine) {
        let (app, phone, codes) = with_phone(engine).await;
        let sessions = "SELECT COUNT(*) FROM sessions WHERE ended_at IS NULL";
        // One code, two sign-ins.
        let (mut a, mut b) = (app.browser(), app.browser());
        let (step_a, step_b) = (first_step(&mut a).await, first_step(&mut b).await);
        let code = phone.code(&app);
        let (x, y) = tokio::join!(second(&mut a, TOTP, &step_a, &code), second(&mut b, TOTP, &step_b, &code));
        let mut outcomes = [x.code().to_owned(), y.code().to_owned()];
        outcomes.sort();
        assert_eq!(outcomes, ["200", "20013"]);
        // One recovery code, two sign-ins.
        let (mut a, mut b) = (app.browser(), app.browser());
        let (step_a, step_b) = (first_step(&mut a).await, first_step(&mut b).await);
        let (x, y) =
            tokio::join!(second(&mut a, RECOVERY, &step_a, &codes[0]), second(&mut b, RECOVERY, &step_b, &codes[0]));
        let mut outcomes = [x.code().to_owned(), y.code().to_owned()];
        outcomes.sort();
        assert_eq!(outcomes, ["200", "20013"]);
        // One continuation, two valid codes.
        let before = app.count(sessions).await;
        let mut a = app.browser();
        let step = first_step(&mut a).await;
        let mut b = a.clone();
        let (x, y) = tokio::join!(second(&mut a, RECOVERY, &step, &codes[1]), second(&mut b, RECOVERY, &step, &codes[2]));
        let mut outcomes = [x.code().to_owned(), y.code().to_owned()];
        outcomes.sort();
        assert_eq!(outcomes, ["200", "20014"]);
        assert_eq!(app.count(sessions).await, before + 1);
        // The losing request is rolled back: its code is still valid.
        let kept = if x.code() == "200" { &codes[2] } else { &codes[1] };
        let mut again = app.browser();
        let step = first_step(&mut again).await;
        second(&mut again, RECOVERY, &step, kept).await.ok();
    }
}

both! {
    async fn a_continuation_is_for_one_browser_one_sign_in_and_some_minutes(engine) {
        let (app, phone, _) = with_phone(engine).await;
        let mut browser = app.browser();
        let step = first_step(&mut browser).await;
        // A thief with the continuation, without a cookie and with one of their own.
        let mut thief = app.browser();
        second(&mut thief, TOTP, &step, &phone.code(&app)).await.fails("20014");
        first_step(&mut thief).await;
        second(&mut thief, TOTP, &step, &phone.code(&app)).await.fails("20014");
        for altered in ["", "x", &step[1..], &step.replace('A', "B"), &"A".repeat(20_000)] {
            second(&mut browser, TOTP, altered, &phone.code(&app)).await.fails("20014");
        }
        assert_eq!(app.count("SELECT COUNT(*) FROM factor_attempts").await, 0, "none of it was a try");
        let mut copy = browser.clone();
        second(&mut browser, TOTP, &step, &phone.code(&app)).await.ok();
        app.next_code();
        second(&mut copy, TOTP, &step, &phone.code(&app)).await.fails("20014");

        let mut late = app.browser();
        let step = first_step(&mut late).await;
        app.t.clock.advance(901);
        second(&mut late, TOTP, &step, &phone.code(&app)).await.fails("20014");
    }
}

both! {
    async fn what_happens_to_the_account_between_the_steps_counts(engine) {
        let (app, phone, codes) = with_phone(engine).await;
        let mut browser = app.browser();
        let step = first_step(&mut browser).await;
        app.run("UPDATE users SET status = 1").await;
        second(&mut browser, TOTP, &step, &phone.code(&app)).await.fails("423");
        app.run("UPDATE users SET status = 0, deleted_at = 1").await;
        second(&mut browser, TOTP, &step, &phone.code(&app)).await.fails("20014");
        app.run("UPDATE users SET deleted_at = NULL").await;
        let mut other = app.browser();
        let own = first_step(&mut other).await;
        second(&mut other, RECOVERY, &own, &codes[1]).await.ok();
        let change = json!({ "password": PASSWORD, "newPassword": "Another2horse" });
        other.post("/api/sys/user/password", &change).await.ok();
        second(&mut browser, TOTP, &step, &phone.code(&app)).await.fails("20014");
        assert_eq!(app.count("SELECT COUNT(*) FROM sessions WHERE ended_at IS NULL").await, 0);
        // Nothing of it was spent.
        let answer = browser.login("alice", "Another2horse").await.fails("20011");
        let step = answer.data()["continuation"].as_str().unwrap();
        second(&mut browser, RECOVERY, step, &codes[0].to_lowercase().replace('-', " ")).await.ok();
    }
}

both! {
    async fn wrong_tries_are_bounded_over_browsers_and_ways(engine) {
        let (app, phone, codes) = with_phone(engine).await;
        let wrong = phone.wrong(&app);
        let mut browser = app.browser();
        let step = first_step(&mut browser).await;
        for _ in 0..3 {
            second(&mut browser, TOTP, &step, &wrong).await.fails("20013");
        }
        let mut other = app.browser();
        let elsewhere = first_step(&mut other).await;
        second(&mut other, RECOVERY, &elsewhere, "AAAAA-AAAAA").await.fails("20013");
        second(&mut other, RECOVERY, &elsewhere, &"9".repeat(500)).await.fails("20013");
        let locked = second(&mut other, TOTP, &elsewhere, &phone.code(&app)).await.fails("423");
        assert_eq!(locked.headers[header::RETRY_AFTER], "901");
        second(&mut browser, RECOVERY, &step, &codes[0]).await.fails("423");
        // A new sign-in does not help: the password is still accepted, and its answer does not mention the lock.
        let step = first_step(&mut browser).await;
        second(&mut browser, TOTP, &step, &phone.code(&app)).await.fails("423");

        app.t.clock.advance(901);
        let step = first_step(&mut browser).await;
        for _ in 0..5 {
            second(&mut browser, TOTP, &step, &phone.wrong(&app)).await.fails("20013");
        }
        let locked = second(&mut browser, TOTP, &step, &phone.code(&app)).await.fails("423");
        assert_eq!(locked.headers[header::RETRY_AFTER], "1801", "twice as long");
        app.t.clock.advance(1801);
        let step = first_step(&mut browser).await;
        second(&mut browser, TOTP, &step, &phone.code(&app)).await.ok();
        assert_eq!(app.count("SELECT COUNT(*) FROM factor_attempts").await, 0, "a right one clears the count");
        let refused = app.count("SELECT COUNT(*) FROM audit_events WHERE action = 'session.factor_refused'").await;
        assert_eq!(refused, 14, "every refusal is noted");
    }
}

both! {
    async fn a_hundred_guesses_at_once_are_judged_no_more_often_than_the_limit(engine) {
        let (app, phone, _) = with_phone(engine).await;
        let wrong = phone.wrong(&app);
        let mut browser = app.browser();
        let step = first_step(&mut browser).await;
        let guesses = (0..100).map(|_| {
            let (mut browser, step, wrong) = (browser.clone(), step.clone(), wrong.clone());
            async move { second(&mut browser, TOTP, &step, &wrong).await.code().to_owned() }
        });
        let outcomes = futures::future::join_all(guesses).await;
        assert_eq!(outcomes.iter().filter(|code| *code == "20013").count(), 5);
        assert_eq!(outcomes.iter().filter(|code| *code == "423").count(), 95);
    }
}

both! {
    async fn no_token_of_before_lives_on_after_the_second_step(engine) {
        let (app, phone, _) = with_phone(engine).await;
        app.user("mallory").await;
        // A session that an attacker planted, and one of the person's own.
        let mut planted = app.browser();
        planted.login("mallory", PASSWORD).await.ok();
        let before = planted.cookies["cardea_session"].clone();
        let mut victim = app.browser();
        victim.cookies.insert("cardea_session".into(), before.clone());
        let step = first_step(&mut victim).await;
        assert_eq!(victim.cookies["cardea_session"], before, "nothing changes before the second step");
        second(&mut victim, TOTP, &step, &phone.code(&app)).await.ok();
        let mut watcher = app.browser();
        watcher.cookies.insert("cardea_session".into(), before);
        watcher.get(INFO).await.fails("20006");

        let own = victim.cookies["cardea_session"].clone();
        app.next_code();
        let step = first_step(&mut victim).await;
        second(&mut victim, TOTP, &step, &phone.code(&app)).await.ok();
        assert_ne!(victim.cookies["cardea_session"], own);
        watcher.cookies.insert("cardea_session".into(), own);
        watcher.get(INFO).await.fails("401");
        assert_eq!(app.count("SELECT COUNT(*) FROM sessions WHERE ended_at IS NULL").await, 1, "renewed, not doubled");
    }
}

both! {
    async fn the_address_to_go_on_to_survives_the_second_step(engine) {
        let (app, phone, _) = with_phone(engine).await;
        let mut browser = app.browser();
        for (return_to, redirect) in [
            ("/oauth2/authorize?cardea_interaction=x", json!("/oauth2/authorize?cardea_interaction=x")),
            ("https://evil.example/", Value::Null),
        ] {
            let body = json!({ "userName": "alice", "password": PASSWORD, "returnTo": return_to });
            let asked = browser.post("/api/sys/login", &body).await.fails("20011");
            let step = asked.data()["continuation"].as_str().unwrap();
            let answer = second(&mut browser, TOTP, step, &phone.code(&app)).await.ok();
            assert_eq!(answer.data()["redirect"], redirect);
            app.next_code();
        }
    }
}

both! {
    async fn the_steps_are_not_for_other_sites_pages(engine) {
        let (app, phone, _) = with_phone(engine).await;
        let mut browser = app.browser();
        let step = first_step(&mut browser).await;
        for (name, value) in [("origin", "https://evil.example"), ("sec-fetch-site", "cross-site")] {
            let mut foreign = browser.clone().header(name, value);
            let answer = second(&mut foreign, TOTP, &step, &phone.code(&app)).await;
            assert_eq!((answer.status, answer.code()), (StatusCode::FORBIDDEN, "403"));
        }
        // A program keeps the cookie and sends no browser headers.
        let mut program = browser.header("origin", "").header("sec-fetch-site", "").header("x-requested-with", "");
        second(&mut program, TOTP, &step, &phone.code(&app)).await.ok();
    }
}
