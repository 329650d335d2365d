use super::*;
use crate::both;

const DAY: i64 = 24 * 3600;

both! {
    async fn whoever_has_a_password_that_expires_soon_is_reminded_once(engine) {
        let app = App::new(engine).await;
        app.run("UPDATE security_strategy SET expired_day = 90, remind_day = 7").await;
        for name in ["alice", "bob", "carol", "dave"] {
            app.user(name).await;
        }
        // Bob's mailbox is not verified, carol is locked, and dave has no password here.
        app.run("UPDATE users SET email_valid = TRUE WHERE user_name <> 'bob'").await;
        app.run("UPDATE users SET status = 1 WHERE user_name = 'carol'").await;
        app.run("UPDATE users SET password_hash = NULL WHERE user_name = 'dave'").await;
        app.run("UPDATE users SET language = 'en' WHERE user_name = 'alice'").await;
        app.t.clock.advance(83 * DAY - 60);
        assert_eq!(app.sessions.remind_of_passwords().await.unwrap(), 0, "not yet");
        app.t.clock.advance(DAY);
        let nodes = (0..4).map(|_| app.sessions.remind_of_passwords());
        let reminded: usize = futures::future::join_all(nodes).await.into_iter().map(Result::unwrap).sum();
        assert_eq!(reminded, 1);
        app.t.clock.advance(DAY);
        assert_eq!(app.sessions.remind_of_passwords().await.unwrap(), 0, "once");
        let sent = app.outbox().await;
        assert_eq!(sent.len(), 1, "{sent:?}");
        assert_eq!((&sent[0]["to"], &sent[0]["purpose"]), (&json!("alice@example.org"), &json!("password-expiring")));
        let text = sent[0]["text"].as_str().unwrap();
        assert!(text.starts_with("The password of the account alice expires in 7 days."), "{text}");
        // Another password has another end.
        app.run("UPDATE users SET password_changed_at = password_changed_at + 86400000 WHERE user_name = 'alice'").await;
        assert_eq!(app.sessions.remind_of_passwords().await.unwrap(), 1);
        // Whose password has expired is told at the next sign-in, and passwords that do not expire are not spoken of.
        app.t.clock.advance(30 * DAY);
        assert_eq!(app.sessions.remind_of_passwords().await.unwrap(), 0);
        app.run("UPDATE security_strategy SET expired_day = 0").await;
        assert_eq!(app.sessions.remind_of_passwords().await.unwrap(), 0);
    }
}

both! {
    async fn many_are_reminded_in_parts(engine) {
        let app = App::new(engine).await;
        app.run("UPDATE security_strategy SET expired_day = 90, remind_day = 7").await;
        app.user("alice").await;
        app.run("UPDATE users SET email_valid = TRUE").await;
        app.run(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 250) \
             INSERT INTO users (id, version, user_name, user_name_key, full_name, full_name_key, email, email_key, \
             email_valid, phone, phone_valid, password_hash, password_changed_at, password_reset, status, user_type, \
             remark, language, org, created_at, updated_at) SELECT 'many-' || i, 1, 'many' || i, 'many' || i, 'm', 'm', \
             'm' || i || '@example.org', 'm' || i || '@example.org', TRUE, '', FALSE, password_hash, password_changed_at, \
             FALSE, 0, 0, '', 'zh', 'local', created_at, updated_at FROM n, users WHERE user_name = 'alice'",
        )
        .await;
        app.t.clock.advance(89 * DAY);
        assert_eq!(app.sessions.remind_of_passwords().await.unwrap(), 251);
        assert_eq!(app.sessions.remind_of_passwords().await.unwrap(), 0);
        assert_eq!(app.count("SELECT COUNT(*) FROM messages WHERE purpose = 'password-expiring'").await, 251);
    }
}
