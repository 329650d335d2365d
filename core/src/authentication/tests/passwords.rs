use super::*;
use crate::both;

const NEW: &str = "Another2horse";

fn signed_in(password: &str, new: &str) -> Value {
    json!({ "password": password, "newPassword": new })
}

both! {
    async fn a_change_ends_all_sessions_and_the_old_password(engine) {
        let app = App::new(engine).await;
        let id = app.user("alice").await;
        let (mut browser, mut other) = (app.browser(), app.browser());
        other.login("alice", PASSWORD).await.ok();
        browser.login("alice", PASSWORD).await.ok();
        let kept = browser.clone();
        let answer = browser.post("/api/sys/user/password", &signed_in(PASSWORD, NEW)).await.ok();
        assert!(answer.cookies()[0].contains("Max-Age=0"), "{:?}", answer.cookies());
        for mut ended in [kept, other] {
            ended.get("/api/sys/user/info").await.fails("20006");
        }
        app.browser().login("alice", PASSWORD).await.fails("701");
        app.browser().login("alice", NEW).await.ok();
        let audit = app.audit().await;
        let row = audit.iter().find(|row| row.0 == "user.password_changed").unwrap();
        assert_eq!((&row.1, &row.4), (&id.to_string(), &id.to_string()));
    }
}

both! {
    async fn the_rules_of_a_change(engine) {
        let app = App::new(engine).await;
        app.user("alice").await;
        app.browser().post("/api/sys/user/password", &signed_in(PASSWORD, NEW)).await.fails("401");
        let mut browser = app.browser().header("accept-language", "en");
        browser.login("alice", PASSWORD).await.ok();
        for (old, new, field, text) in [
            ("", NEW, "password", "Please enter the current password"),
            (PASSWORD, "", "newPassword", "Please enter the new password"),
            (PASSWORD, PASSWORD, "newPassword", "The new password must differ from the current one"),
            (PASSWORD, "short1A", "newPassword", "8 to 16 letters and digits, with upper case, lower case and a digit"),
            (PASSWORD, "alllower1234", "newPassword", "8 to 16 letters and digits, with upper case, lower case and a digit"),
        ] {
            let answer = browser.post("/api/sys/user/password", &signed_in(old, new)).await.fails("400");
            assert_eq!(answer.data()["errors"][field], text, "{old} {new}");
        }
        let wrong = browser.post("/api/sys/user/password", &signed_in("Wrong1horse", NEW)).await.fails("701");
        assert_eq!(wrong.body["message"], "The current password is incorrect");
        browser.get("/api/sys/user/info").await.ok();
        assert_eq!(app.audit().await.last().unwrap().0, "user.password_refused");
    }
}

both! {
    async fn guesses_at_the_current_password_are_counted(engine) {
        let app = App::with(engine, |c| (c.sign_in.lock_after, c.sign_in.captcha_after) = (3, 0)).await;
        app.user("alice").await;
        let mut browser = app.browser();
        browser.login("alice", PASSWORD).await.ok();
        for code in ["701", "701", "701", "423"] {
            let wrong = browser.post("/api/sys/user/password", &signed_in("Wrong1horse", NEW)).await.fails(code);
            assert_ne!(wrong.data()["captchaRequired"], true, "this call judges none");
        }
        browser.post("/api/sys/user/password", &signed_in(PASSWORD, NEW)).await.fails("423");
        app.browser().login("alice", PASSWORD).await.ok();
    }
}

both! {
    async fn an_expired_password_is_changed_by_name(engine) {
        let app = App::new(engine).await;
        app.user("alice").await;
        let mut tx = app.tx().await;
        tx.write("UPDATE users SET password_reset = $1").bind(true).execute().await.unwrap();
        tx.commit().await.unwrap();
        app.t.clock.advance(91 * 86_400);
        app.browser().login("alice", PASSWORD).await.fails("27006");
        let path = "/api/sys/user/username/password";
        let body = |old: &str, new: &str| json!({ "userName": "alice", "password": old, "newPassword": new });
        app.browser().post(path, &body("Wrong1horse", NEW)).await.fails("701");
        app.browser().post(path, &body(PASSWORD, PASSWORD)).await.fails("400");
        app.browser().post(path, &body(PASSWORD, NEW)).await.ok();
        let answer = app.browser().login("alice", NEW).await.ok();
        assert_eq!((&answer.data()["pwdReset"], &answer.data()["nearExpiredDay"]), (&json!(true), &json!(90)));
    }
}

both! {
    async fn changing_by_name_is_counted_like_signing_in(engine) {
        let app = App::new(engine).await;
        let mut browser = app.browser();
        let path = "/api/sys/user/username/password";
        let body = json!({ "userName": "nobody", "password": PASSWORD, "newPassword": NEW });
        for code in ["701", "701", "701", "701", "21018"] {
            browser.post(path, &body).await.fails(code);
        }
        browser.login("nobody", PASSWORD).await.fails("21018");
    }
}

both! {
    async fn changing_by_name_says_nothing_of_who_there_is(engine) {
        let app = App::new(engine).await;
        app.user("alice").await;
        let mut known = Vec::new();
        for name in ["alice", "nobody"] {
            let body = json!({ "userName": name, "password": "Wrong1horse", "newPassword": NEW });
            let mut answers = Vec::new();
            for _ in 0..6 {
                let answer = app.browser().post("/api/sys/user/username/password", &body).await;
                let (status, cookies) = (answer.status, answer.cookies().len());
                answers.push((status, cookies, answer.without_id()));
            }
            known.push(answers);
        }
        assert_eq!(known[0], known[1]);
        assert_eq!((&known[0][0].2["code"], &known[0][5].2["code"]), (&json!("701"), &json!("21018")));
    }
}

both! {
    async fn of_parallel_changes_one_wins(engine) {
        let app = App::new(engine).await;
        app.user("alice").await;
        let mut browser = app.browser();
        browser.login("alice", PASSWORD).await.ok();
        let tries = (0..4).map(|n| {
            let mut browser = browser.clone();
            async move {
                let body = signed_in(PASSWORD, &format!("Another{n}horse"));
                (n, browser.post("/api/sys/user/password", &body).await.code().to_owned())
            }
        });
        let done = futures::future::join_all(tries).await;
        let won: Vec<_> = done.iter().filter(|(_, code)| code == "200").collect();
        assert_eq!(won.len(), 1, "{done:?}");
        app.browser().login("alice", &format!("Another{}horse", won[0].0)).await.ok();
    }
}

both! {
    async fn the_last_five_passwords_do_not_come_again(engine) {
        let app = App::new(engine).await;
        app.user("alice").await;
        let word = |n: i32| format!("Another{n}horse");
        let mut present = PASSWORD.to_owned();
        for n in 1..=5 {
            let mut browser = app.browser();
            browser.login("alice", &present).await.ok();
            browser.post("/api/sys/user/password", &signed_in(&present, &word(n))).await.ok();
            present = word(n);
            app.t.clock.advance(1);
        }
        let mut browser = app.browser();
        browser.login("alice", &present).await.ok();
        for n in 1..5 {
            let answer = browser.post("/api/sys/user/password", &signed_in(&present, &word(n))).await.fails("400");
            assert_eq!(answer.data()["errors"]["newPassword"], "新密码不能与最近5次使用的密码相同", "{n}");
        }
        browser.post("/api/sys/user/password", &signed_in(&present, PASSWORD)).await.ok();
        assert_eq!(app.count("SELECT COUNT(*) FROM password_history").await, 4);
        assert_eq!(app.count("SELECT COUNT(*) FROM password_history WHERE password_hash LIKE '$argon2id$%'").await, 4);
    }
}

both! {
    async fn without_a_history_only_the_present_password_is_compared(engine) {
        let app = App::with(engine, |c| c.sign_in.password_history = 0).await;
        app.user("alice").await;
        for (old, new) in [(PASSWORD, NEW), (NEW, PASSWORD)] {
            let mut browser = app.browser();
            browser.login("alice", old).await.ok();
            browser.post("/api/sys/user/password", &signed_in(old, old)).await.fails("400");
            browser.post("/api/sys/user/password", &signed_in(old, new)).await.ok();
        }
        assert_eq!(app.count("SELECT COUNT(*) FROM password_history").await, 0);
    }
}

both! {
    async fn what_is_easily_guessed_is_refused(engine) {
        let app = App::new(engine).await;
        app.user("alice").await;
        let mut browser = app.browser();
        browser.login("alice", PASSWORD).await.ok();
        for (new, text) in [
            ("Password1", "该密码过于常见，请更换"),
            ("Alice1234", "密码不能包含用户名或系统名称"),
            ("Cardea2026", "密码不能包含用户名或系统名称"),
        ] {
            let answer = browser.post("/api/sys/user/password", &signed_in(PASSWORD, new)).await.fails("400");
            assert_eq!(answer.data()["errors"]["newPassword"], text, "{new}");
        }
    }
}

both! {
    async fn the_nist_profile_wants_length_and_knows_no_expiry(engine) {
        let nist = |c: &mut Config| c.sign_in.password_profile = crate::config::PasswordProfile::Nist;
        let app = App::with(engine, nist).await;
        app.user("alice").await;
        app.t.clock.advance(1000 * 86_400);
        let mut browser = app.browser();
        let answer = browser.login("alice", PASSWORD).await.ok();
        assert_eq!((&answer.data()["isOverdue"], &answer.data()["nearExpiredDay"]), (&json!(false), &json!(null)));
        browser.post("/api/sys/user/password", &signed_in(PASSWORD, NEW)).await.fails("400");
        // Set in one Unicode form, typed in the other: the same password.
        browser.post("/api/sys/user/password", &signed_in(PASSWORD, "cafe\u{301} au lait, s'il vous plaît")).await.ok();
        app.browser().login("alice", "café au lait, s'il vous plaît").await.ok();
        let rules = app.browser().header("accept-language", "en").get("/api/sys/passwordRules").await.ok();
        assert_eq!(rules.data(), &json!({
            "profile": "nist", "minLength": 15, "maxLength": 128, "composed": false, "history": 5,
            "message": "15 to 128 characters of any kind",
        }));
    }
}

both! {
    async fn forms_can_ask_for_the_rules(engine) {
        let app = App::new(engine).await;
        let rules = app.browser().get("/api/sys/passwordRules").await.ok();
        assert_eq!(rules.data(), &json!({
            "profile": "mlps3", "minLength": 8, "maxLength": 16, "composed": true, "history": 5,
            "message": "8-16位,须同时包含大小写字母、数字",
        }));
    }
}
