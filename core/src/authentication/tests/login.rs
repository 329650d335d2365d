use super::*;
use crate::both;

both! {
    async fn a_sign_in_sets_the_cookies_and_answers_a_token(engine) {
        let app = App::new(engine).await;
        let id = app.user("alice").await;
        let mut browser = app.browser();
        browser.get("/api/sys/user/info").await.fails("401");
        let answer = browser.login("  ALICE ", PASSWORD).await.ok();
        assert_eq!(answer.data()["isOverdue"], false);
        assert_eq!(answer.data()["nearExpiredDay"], 90);
        assert_eq!(answer.data()["pwdReset"], true);
        assert_eq!(answer.data()["redirect"], Value::Null);
        assert_eq!(answer.headers[header::CACHE_CONTROL], "no-store");
        assert_eq!(answer.data()["token"], Value::Null, "a script could read it");
        let token = browser.token();
        assert_eq!(token.len(), 43);
        let cookies = answer.cookies();
        assert_eq!(cookies[0], format!("cardea_session={token}; Path=/; SameSite=Lax; HttpOnly"));
        assert!(cookies[1].starts_with("cardea_marker=") && !cookies[1].contains("HttpOnly"), "{cookies:?}");

        let info = browser.get("/api/sys/user/info").await.ok();
        assert_eq!(info.data()["id"], id.as_str());
        assert_eq!(info.data()["userName"], "alice");
        assert_eq!(info.data()["menuList"], json!([]));
        for value in [token.clone(), format!("Bearer {token}"), format!("bearer {token}")] {
            let mut program = app.browser();
            program.headers.insert("authorization", value.parse().unwrap());
            program.get("/api/sys/user/info").await.ok();
        }
        let stored = app.count("SELECT COUNT(*) FROM sessions WHERE token_hash LIKE '%-%' OR token_hash <> ''").await;
        assert_eq!(stored, 1);
        let mut tx = app.tx().await;
        let (hash,): (String,) = tx.query("SELECT token_hash FROM sessions").one().await.unwrap();
        assert_ne!(hash, token, "only a keyed hash is kept");
        drop(tx);
        let audit = app.audit().await;
        assert_eq!(audit.len(), 1);
        assert_eq!((audit[0].0.as_str(), audit[0].2.as_str(), audit[0].4.as_str()), ("session.started", "ok", id.as_str()));
    }
}

both! {
    async fn an_unknown_name_and_a_wrong_password_answer_alike(engine) {
        let app = App::new(engine).await;
        let id = app.user("alice").await;
        let mut browser = app.browser().header("accept-language", "en");
        let wrong = browser.login("alice", "Wrong1horse").await.fails("701");
        let unknown = browser.login("hunter2password", "Wrong1horse").await.fails("701");
        let without = |mut answer: Answer| {
            answer.body["requestId"] = Value::Null;
            answer.body
        };
        assert_eq!(wrong.data(), &json!({ "captchaRequired": false }));
        assert_eq!(wrong.cookies().len(), 0);
        assert_eq!(without(wrong), without(unknown));
        let audit = app.audit().await;
        assert_eq!((audit[0].0.as_str(), audit[0].1.as_str(), audit[0].2.as_str()), ("session.refused", id.as_str(), "refused"));
        assert_eq!(audit[1].1, "", "what was typed for a name may be a password");
        let leaked = app.count("SELECT COUNT(*) FROM audit_events WHERE after LIKE '%hunter2%' OR after LIKE '%horse%'").await;
        assert_eq!(leaked, 0);
    }
}

both! {
    async fn an_account_without_a_password_cannot_be_signed_in_to(engine) {
        let app = App::new(engine).await;
        app.user("alice").await;
        app.run("UPDATE users SET password_hash = NULL").await;
        app.browser().login("alice", PASSWORD).await.fails("701");
    }
}

both! {
    async fn a_deleted_account_is_nobody(engine) {
        let app = App::new(engine).await;
        app.user("alice").await;
        app.run("UPDATE users SET deleted_at = 1").await;
        app.browser().login("alice", PASSWORD).await.fails("701");
    }
}

both! {
    async fn only_the_right_password_hears_that_the_account_is_locked(engine) {
        let app = App::new(engine).await;
        app.user("alice").await;
        app.run("UPDATE users SET status = 1").await;
        let mut browser = app.browser();
        browser.login("alice", "Wrong1horse").await.fails("701");
        let answer = browser.login("alice", PASSWORD).await.fails("423");
        assert!(answer.cookies().is_empty());
        assert_eq!(app.count("SELECT COUNT(*) FROM sessions").await, 0);
        assert_eq!(app.audit().await[1].3, "locked by an administrator");
    }
}

both! {
    async fn a_password_is_reminded_of_and_then_expires(engine) {
        let app = App::new(engine).await;
        app.user("alice").await;
        let day = 86_400;
        app.t.clock.advance(82 * day);
        let at_82 = app.browser().login("alice", PASSWORD).await.ok();
        assert_eq!((&at_82.data()["isOverdue"], &at_82.data()["nearExpiredDay"]), (&json!(false), &json!(8)));
        app.t.clock.advance(day);
        let at_83 = app.browser().login("alice", PASSWORD).await.ok();
        assert_eq!((&at_83.data()["isOverdue"], &at_83.data()["nearExpiredDay"]), (&json!(true), &json!(7)));
        app.t.clock.advance(7 * day - 1);
        let last = app.browser().login("alice", PASSWORD).await.ok();
        assert_eq!(last.data()["nearExpiredDay"], 1);
        app.t.clock.advance(1);
        let over = app.browser().login("alice", PASSWORD).await.fails("27006");
        assert!(over.cookies().is_empty());
        app.browser().login("alice", "Wrong1horse").await.fails("701");
        app.run("UPDATE security_strategy SET expired_day = 0").await;
        let never = app.browser().login("alice", PASSWORD).await.ok();
        assert_eq!((&never.data()["isOverdue"], &never.data()["nearExpiredDay"]), (&json!(false), &json!(null)));
    }
}

both! {
    async fn a_password_set_by_somebody_else_is_to_be_changed(engine) {
        let app = App::new(engine).await;
        app.user("alice").await;
        let mut tx = app.tx().await;
        tx.write("UPDATE users SET password_reset = $1").bind(true).execute().await.unwrap();
        tx.commit().await.unwrap();
        let mut browser = app.browser();
        let answer = browser.login("alice", PASSWORD).await.ok();
        assert_eq!((&answer.data()["pwdReset"], &answer.data()["token"]), (&json!(false), &Value::Null));
        assert_eq!(app.count("SELECT COUNT(*) FROM sessions").await, 0);
        let change = json!({ "continuation": answer.data()["continuation"], "newPassword": "Another2horse" });
        browser.post("/api/sys/user/username/password", &change).await.ok();
        browser.get("/api/sys/user/info").await.fails("401");
        assert_eq!(browser.login("alice", "Another2horse").await.ok().data()["pwdReset"], true);
        browser.get("/api/sys/user/info").await.ok();
    }
}

both! {
    async fn the_answer_repeats_where_to_go_on_to(engine) {
        let app = App::new(engine).await;
        app.user("alice").await;
        let good = "/oauth2/authorize?client_id=edc&state=a%2Fb";
        for (given, want) in [(json!(good), json!(good)), (json!("https://evil.example/"), json!(null)), (json!(null), json!(null))] {
            let body = json!({ "userName": "alice", "password": PASSWORD, "returnTo": given });
            let answer = app.browser().post("/api/sys/login", &body).await.ok();
            assert_eq!(answer.data()["redirect"], want);
        }
    }
}

both! {
    async fn the_session_id_changes_at_sign_in(engine) {
        let app = App::new(engine).await;
        app.user("alice").await;
        let mut browser = app.browser();
        browser.cookies.insert("cardea_session".into(), "A".repeat(43));
        browser.login("alice", PASSWORD).await.ok();
        let first = browser.token();
        let marker = browser.cookies["cardea_marker"].clone();
        assert_ne!(first, "A".repeat(43), "a planted id is not taken over");
        let mut old = browser.clone();
        browser.login("alice", PASSWORD).await.ok();
        let second = browser.token();
        assert_ne!(first, second);
        assert_ne!(browser.cookies["cardea_marker"], marker);
        old.get("/api/sys/user/info").await.fails("401");
        browser.get("/api/sys/user/info").await.ok();
    }
}

both! {
    async fn the_same_person_goes_on_with_their_session_and_somebody_else_does_not(engine) {
        let app = App::new(engine).await;
        let alice = app.user("alice").await;
        app.user("bob").await;
        let mut browser = app.browser();
        browser.login("alice", PASSWORD).await.ok();
        app.t.clock.advance(60);
        browser.login("alice", PASSWORD).await.ok();
        assert_eq!(app.count("SELECT COUNT(*) FROM sessions").await, 1);
        assert_eq!(app.count("SELECT auth_time FROM sessions").await, app.now().0, "proved anew");
        assert_eq!(app.count("SELECT expires_at - auth_time FROM sessions").await, 12 * 3_600_000);
        assert_eq!(app.told().await, 0, "nothing ended");
        let mut old = browser.clone();
        browser.login("bob", PASSWORD).await.ok();
        old.get("/api/sys/user/info").await.fails("20006");
        assert_eq!(app.count("SELECT COUNT(*) FROM sessions WHERE end_reason = 'replaced'").await, 1);
        assert_eq!(app.told().await, 1);
        // A session that has ended is not renewed.
        let mut again = old.clone();
        again.login("alice", PASSWORD).await.ok();
        let audit = app.audit().await;
        let actions: Vec<_> = audit.iter().map(|row| row.0.as_str()).collect();
        assert_eq!(actions, ["session.started", "session.renewed", "session.started", "session.started"]);
        assert_eq!((audit[0].1.as_str(), audit[1].4.as_str()), (audit[1].1.as_str(), alice.as_str()));
    }
}

both! {
    async fn a_hash_of_other_parameters_is_made_anew(engine) {
        let app = App::with(engine, |c| c.sign_in.hash_passes = 2).await;
        app.user("alice").await;
        let weak = App::new(Engine::Sqlite).await.sessions.hasher().hash(&Secret::new(PASSWORD)).await.unwrap();
        let mut tx = app.tx().await;
        tx.write("UPDATE users SET password_hash = $1").bind(weak.clone()).execute().await.unwrap();
        tx.commit().await.unwrap();
        app.browser().login("alice", "Wrong1horse").await.fails("701");
        app.browser().login("alice", PASSWORD).await.ok();
        let mut tx = app.tx().await;
        let (hash, version): (String, i64) = tx.query("SELECT password_hash, version FROM users").one().await.unwrap();
        assert!(hash.contains("t=2") && weak.contains("t=1"));
        assert_eq!(version, 1, "nobody edited the record");
        drop(tx);
        app.browser().login("alice", PASSWORD).await.ok();
    }
}

both! {
    async fn input_that_makes_no_sense_is_refused_clearly(engine) {
        let app = App::new(engine).await;
        let mut browser = app.browser();
        for (body, field) in [
            (json!({ "userName": "", "password": "x" }), "userName"),
            (json!({ "userName": "   ", "password": "x" }), "userName"),
            (json!({ "userName": "a\u{0}b", "password": "x" }), "userName"),
            (json!({ "userName": "a".repeat(300), "password": "x" }), "userName"),
            (json!({ "userName": "alice", "password": " " }), "password"),
            (json!({ "userName": "alice", "password": "x".repeat(5000) }), "password"),
            (json!({ "userName": "alice", "password": "eyJx.a.b.c.d" }), "password"),
        ] {
            let answer = browser.post("/api/sys/login", &body).await.fails("400");
            assert!(answer.data()["errors"][field].is_string(), "{body}: {}", answer.body);
            assert!(answer.body["requestId"].is_string());
        }
        for (body, status) in [
            ("", 400), ("{", 400), ("[]", 400), ("null", 400), ("\"x\"", 400), ("{}", 400),
            (r#"{"userName":"a"}"#, 400),
            (r#"{"userName":1,"password":"x"}"#, 400),
            (r#"{"userName":"alice","password":["x"]}"#, 400),
            (r#"{"userName":"alice","password":"x","captcha":5}"#, 400),
            (r#"{"userName":"alice","password":"x"} trailing"#, 400),
            ("\u{feff}{}", 400),
        ] {
            let answer = browser.send(Method::POST, "/api/sys/login", Body::from(body)).await;
            assert_eq!(answer.status.as_u16(), status, "{body}");
            assert_eq!((answer.code(), &answer.body["success"]), ("400", &json!(false)), "{body}");
            assert!(answer.body["message"].is_string() && answer.body["requestId"].is_string());
        }
        let mut plain = app.browser().header("content-type", "text/plain");
        assert_eq!(plain.login("alice", PASSWORD).await.status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
        assert_eq!(browser.get("/api/sys/login").await.status, StatusCode::METHOD_NOT_ALLOWED);
        let other = browser.get("/api/sys/nothing").await;
        assert_eq!((other.status, other.code()), (StatusCode::NOT_FOUND, "404"));
        assert_eq!(app.count("SELECT COUNT(*) FROM login_attempts").await, 0, "nothing of this was an attempt");
    }
}

both! {
    async fn https_cookies_are_host_bound_and_secure(engine) {
        let app = App::with(engine, |c| c.http.public_url = "https://id.example.org".into()).await;
        app.user("alice").await;
        let mut browser = app.browser().header("origin", "https://id.example.org");
        let answer = browser.login("alice", PASSWORD).await.ok();
        let cookie = answer.cookies()[0].to_owned();
        assert!(cookie.starts_with("__Host-cardea_session="), "{cookie}");
        assert!(cookie.contains("; Secure") && cookie.contains("; HttpOnly") && cookie.contains("; Path=/;"));
        assert!(!cookie.to_ascii_lowercase().contains("domain"));
        browser.get("/api/sys/user/info").await.ok();
    }
}

both! {
    async fn a_full_line_answers_busy_and_counts_nothing(engine) {
        let app = App::with(engine, |c| { c.sign_in.hash_permits = 1; c.sign_in.hash_queue = 0; }).await;
        app.user("alice").await;
        let permit = app.sessions.hasher().enter(&Ctx::system(&app.t.kernel, "test")).unwrap();
        let answer = app.browser().login("alice", PASSWORD).await;
        assert_eq!((answer.status, answer.code()), (StatusCode::SERVICE_UNAVAILABLE, "503"));
        assert_eq!(answer.headers[header::RETRY_AFTER], "2");
        assert_eq!(app.count("SELECT COUNT(*) FROM login_attempts").await, 0);
        drop(permit);
        app.browser().login("alice", PASSWORD).await.ok();
    }
}
