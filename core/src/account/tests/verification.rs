//! The verification of e-mail addresses.

use super::*;
use crate::both;
use crate::resources::users;

const VALID: &str = "/api/account/email/valid";

async fn sent(app: &App, user: &Id) -> Result<String, Error> {
    let mut cx = Ctx::system(&app.t.kernel, "test");
    let user = users::get(&mut cx, user).await?.unwrap();
    app.sessions.send_verification(&mut cx, &user).await?;
    cx.commit().await?;
    Ok(key_of(&app.latest("link").await, "/checkEmail"))
}

async fn verified(app: &App) -> i64 {
    app.count("SELECT COUNT(*) FROM users WHERE email_valid").await
}

both! {
    async fn a_key_verifies_the_address_once_and_says_so_until_its_end(engine) {
        let app = App::new(engine).await;
        let alice = app.user("alice").await;
        let key = sent(&app, &alice).await.unwrap();
        let mail = app.outbox().await.pop().unwrap();
        assert_eq!((&mail["to"], &mail["subject"], &mail["values"]["hours"]), (&json!("alice@example.org"), &json!("【账户中心】验证邮箱"), &json!("24")));
        let path = format!("{VALID}?key={key}");
        // HEAD changes nothing.
        assert_eq!(app.browser().send(Method::HEAD, &path, Body::empty()).await.status, 200);
        assert_eq!(verified(&app).await, 0);
        for (locale, said) in [("zh", "邮箱验证成功"), ("en", "The e-mail address is verified"), ("zh", "邮箱验证成功")] {
            let answer = app.browser().header("accept-language", locale).get(&path).await.ok();
            assert_eq!(answer.body["message"], said);
            assert_eq!(answer.data(), &json!({ "email": "alice@example.org", "userName": "alice" }));
            assert!(answer.cookies().is_empty(), "nobody is signed in by it");
            assert_eq!(verified(&app).await, 1);
        }
        let noted = app.audit().await.into_iter().filter(|row| row.0 == "user.email_verified").collect::<Vec<_>>();
        assert_eq!((noted.len(), noted[0].4.as_str()), (1, "system:email-verification"));
        app.t.clock.advance(24 * 3600 - 1);
        app.browser().get(&path).await.ok();
        app.t.clock.advance(1);
        app.browser().get(&path).await.fails("403");
    }
}

both! {
    async fn a_used_key_verifies_nothing_again(engine) {
        let app = App::new(engine).await;
        let alice = app.user("alice").await;
        let key = sent(&app, &alice).await.unwrap();
        let path = format!("{VALID}?key={key}");
        // Any number of concurrent calls get the same answer, and the audit has one event.
        let opened = futures::future::join_all((0..10).map(|_| {
            let mut browser = app.browser();
            let path = &path;
            async move { browser.get(path).await.ok() }
        })).await;
        assert_eq!(opened.len(), 10);
        let noted = app.audit().await.into_iter().filter(|row| row.0 == "user.email_verified").count();
        assert_eq!((verified(&app).await, noted), (1, 1));
        // The address was given up and taken again: that needs another mail.
        app.run("UPDATE users SET email_valid = FALSE").await;
        app.browser().get(&path).await.fails("403");
        assert_eq!(verified(&app).await, 0);
        app.t.clock.advance(60);
        let another = sent(&app, &alice).await.unwrap();
        app.browser().get(&format!("{VALID}?key={another}")).await.ok();
        assert_eq!(verified(&app).await, 1);
    }
}

both! {
    async fn keys_that_do_not_work_are_answered_alike_and_verify_nothing(engine) {
        let app = App::new(engine).await;
        let (alice, _) = (app.user("alice").await, app.user("bernd").await);
        let key = sent(&app, &alice).await.unwrap();
        app.t.clock.advance(1);
        app.run("UPDATE users SET email_valid = TRUE WHERE user_name = 'bernd'").await;
        app.browser().post("/api/account/forget/email/find", &json!({ "email": "bernd@example.org" })).await.ok();
        let recovery = key_of(&app.latest("link").await, "/forget");
        app.run("UPDATE users SET email_valid = FALSE WHERE user_name = 'bernd'").await;
        let mut edited = key.clone().into_bytes();
        edited[60] = if edited[60] == b'A' { b'B' } else { b'A' };
        let edited = String::from_utf8(edited).unwrap();
        let dead = app.browser().get(VALID).await.fails("403").without_id();
        for bad in ["x", &edited, &recovery, &"A".repeat(5000)] {
            assert_eq!(app.browser().get(&format!("{VALID}?key={bad}")).await.without_id(), dead);
        }
        for (sql, undo) in [
            ("UPDATE users SET status = 1", "UPDATE users SET status = 0"),
            ("UPDATE users SET deleted_at = 1", "UPDATE users SET deleted_at = NULL"),
            ("UPDATE users SET email_key = 'other@example.org' WHERE user_name = 'alice'",
             "UPDATE users SET email_key = 'alice@example.org' WHERE user_name = 'alice'"),
        ] {
            app.run(sql).await;
            assert_eq!(app.browser().get(&format!("{VALID}?key={key}")).await.without_id(), dead, "{sql}");
            app.run(undo).await;
        }
        assert_eq!(verified(&app).await, 0);
        // The key opens nothing else.
        let body = json!({ "key": key, "password": "Another2horse", "rePassword": "Another2horse" });
        app.browser().post("/api/account/forget/link", &body).await.fails("403");
        app.browser().get(&format!("{LOOK}?key={key}")).await.fails("403");
    }
}

both! {
    async fn mails_to_one_address_are_bounded(engine) {
        let app = App::with(engine, |config| config.codes.per_target_day = 2).await;
        let alice = app.user("alice").await;
        sent(&app, &alice).await.unwrap();
        assert_eq!(sent(&app, &alice).await.unwrap_err().retry_after, Some(60));
        app.t.clock.advance(60);
        sent(&app, &alice).await.unwrap();
        app.t.clock.advance(60);
        assert_eq!(sent(&app, &alice).await.unwrap_err().code, crate::kernel::error::Code::TooMany);
        app.t.clock.advance(DAY);
        sent(&app, &alice).await.unwrap();
    }
}
