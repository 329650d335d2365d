//! Attacks that must fail.

use super::*;
use crate::both;

/// Asserts that a key is invalid, both for showing and for accepting.
async fn is_dead(w: &World, key: &str) -> (Value, Value) {
    let look = w.look(key).await.fails("403").without_id();
    let used = w.app.browser().post(ACCEPT, &registration(key)).await.fails("403").without_id();
    (look, used)
}

both! {
    async fn guessed_edited_and_foreign_keys_are_answered_alike(engine) {
        let w = World::new(engine).await;
        let (_, key) = w.invite("wang@example.org").await;
        let edited = |at: usize| {
            let mut bytes = key.clone().into_bytes();
            bytes[at] = if bytes[at] == b'A' { b'B' } else { b'A' };
            String::from_utf8(bytes).unwrap()
        };
        w.app.user_with_phone("alice", "13800138000").await;
        w.app.t.clock.advance(1);
        w.app.browser().post("/api/account/forget/email/find", &json!({ "email": "alice@example.org" })).await.ok();
        let recovery = key_of(&w.app.latest("link").await, "/forget");
        let setup = url::Url::parse(&w.app.sessions.setup_link().await.unwrap().unwrap()).unwrap();
        let setup = setup.query_pairs().next().unwrap().1.into_owned();
        let mut alice = w.app.browser();
        alice.login("alice", PASSWORD).await.ok();
        let session = alice.token();
        let first = is_dead(&w, "x").await;
        for bad in ["", &edited(0), &edited(42), &key[..42], &format!("{key}A"), &"A".repeat(43), &"A".repeat(5000), &recovery, &setup, &session] {
            assert_eq!(is_dead(&w, bad).await, first, "{bad:.60}");
        }
        // It does not work in place of other keys either.
        let body = json!({ "key": key, "password": "Another2horse", "rePassword": "Another2horse" });
        w.app.browser().post("/api/account/forget/link", &body).await.fails("403");
        w.app.browser().get(&format!("/api/account/email/valid?key={key}")).await.fails("403");
        // The database has a keyed hash, and the audit nothing.
        w.app.outbox().await;
        let mut tx = w.app.tx().await;
        let kept: Vec<(String,)> = tx.query("SELECT key_hash FROM invitations").all().await.unwrap();
        assert_ne!(kept[0].0, key);
        let said: Vec<(Option<String>,)> = tx.query("SELECT after FROM audit_events").all().await.unwrap();
        assert!(said.iter().flat_map(|row| &row.0).all(|text| !text.contains(&key) && !text.contains(&kept[0].0)));
        drop(tx);
        assert_eq!(w.app.count("SELECT COUNT(*) FROM messages WHERE content IS NOT NULL").await, 0);
        w.app.browser().post(ACCEPT, &registration(&key)).await.ok();
    }
}

both! {
    async fn used_expired_withdrawn_and_replaced_keys_are_answered_alike(engine) {
        let w = World::new(engine).await;
        let dead = is_dead(&w, "x").await;
        let (_, used) = w.invite("one@example.org").await;
        w.app.browser().post(ACCEPT, &registration(&used)).await.ok();
        assert_eq!(is_dead(&w, &used).await, dead, "used");

        let (id, withdrawn) = w.invite("two@example.org").await;
        let path = format!("{PATH}/{id}");
        assert_eq!(w.call(&w.as_chief(), "DELETE", &path, &Value::Null).await.0, 200);
        assert_eq!(is_dead(&w, &withdrawn).await, dead, "withdrawn");
        assert_eq!(w.call(&w.as_chief(), "DELETE", &path, &Value::Null).await.0, 409);
        assert_eq!(w.call(&w.as_chief(), "POST", &format!("{path}/resend"), &Value::Null).await.0, 409);

        let (id, first) = w.invite("three@example.org").await;
        w.app.t.clock.advance(60);
        let (_, second) = w.invite("THREE@example.org").await;
        assert_eq!(is_dead(&w, &first).await, dead, "replaced by a new one");
        assert_eq!(w.call(&w.as_chief(), "POST", &format!("{PATH}/{id}/resend"), &Value::Null).await.0, 409);
        w.look(&second).await.ok();

        let (id, first) = w.invite("four@example.org").await;
        w.app.t.clock.advance(60);
        assert_eq!(w.call(&w.as_chief(), "POST", &format!("{PATH}/{id}/resend"), &Value::Null).await.0, 200);
        let again = w.key().await;
        assert_eq!(is_dead(&w, &first).await, dead, "replaced by its repetition");
        w.look(&again).await.ok();

        w.app.t.clock.advance(7 * DAY - 1);
        w.look(&again).await.ok();
        w.app.t.clock.advance(1);
        assert_eq!(is_dead(&w, &again).await, dead, "expired");
        assert_eq!(w.names("t1").await, ["chief", "wang.min"]);
    }
}

both! {
    async fn of_parallel_submissions_one_wins(engine) {
        let w = World::new(engine).await;
        let (_, key) = w.invite("wang@example.org").await;
        let tries = (0..4).map(|n| {
            let (mut browser, body) = (w.app.browser(), with(registration(&key), "username", json!(format!("wang.min{n}"))));
            async move { browser.post(ACCEPT, &body).await.code().to_owned() }
        });
        let mut codes = futures::future::join_all(tries).await;
        codes.sort();
        assert_eq!(codes[0], "200", "{codes:?}");
        assert!(codes[1..].iter().all(|code| code == "403" || code == "409"), "{codes:?}");
        assert_eq!(w.names("t1").await.len(), 2);
        assert_eq!(w.app.count("SELECT COUNT(*) FROM users").await, 2);
        let accepted = w.app.audit().await.iter().filter(|row| row.0 == "invitation.accepted").count();
        assert_eq!(accepted, 1);

        // The same for a person with an account: without hashing, the requests meet in the database.
        w.app.user("alice").await;
        let (_, key) = w.invite("alice@example.org").await;
        let body = registration(&key);
        let tries = (0..4).map(|_| {
            let (mut browser, body) = (w.app.browser(), &body);
            async move { browser.post(ACCEPT, body).await.code().to_owned() }
        });
        let codes = futures::future::join_all(tries).await;
        assert_eq!(codes.iter().filter(|code| *code == "200").count(), 1, "{codes:?}");
        assert_eq!(w.names("t1").await.len(), 3);
    }
}

both! {
    async fn the_body_changes_neither_address_nor_tenant_nor_role(engine) {
        let w = World::new(engine).await;
        w.app.user("victim").await;
        let (_, key) = w.invite("wang@example.org").await;
        let mut body = registration(&key);
        for (field, value) in [("email", "victim@example.org"), ("tenantId", "t2"), ("tenantName", "Other"), ("role", "chief"),
            ("roleId", "chief"), ("isUser", "true"), ("userId", "id-victim"), ("status", "1")] {
            body[field] = json!(value);
        }
        // A login name in use is refused, and does not select that account.
        let taken = w.app.browser().post(ACCEPT, &with(body.clone(), "username", json!("Victim"))).await.fails("400");
        assert_eq!(taken.data()["errors"]["username"], "用户名已存在");
        w.app.browser().post(ACCEPT, &body).await.ok();
        assert_eq!(w.members("t1").await[1], ("wang.min".into(), Some(w.role.to_string()), Some("2-cra".into())));
        assert_eq!(w.names("t2").await, Vec::<String>::new());
        assert_eq!(w.app.count("SELECT COUNT(*) FROM users WHERE user_name = 'wang.min' AND email = 'wang@example.org' AND role_id IS NULL AND status = 0").await, 1);
        w.app.browser().login("victim", PASSWORD).await.ok();
    }
}

both! {
    async fn a_signed_in_stranger_gains_nothing(engine) {
        let w = World::new(engine).await;
        w.app.user("stranger").await;
        for email in ["wang@example.org", "alice@example.org"] {
            if email.starts_with("alice") {
                w.app.user("alice").await;
            }
            let (_, key) = w.invite(email).await;
            let mut browser = w.app.browser();
            browser.login("stranger", PASSWORD).await.ok();
            let seen = browser.get(&format!("{LOOK}?key={key}")).await.ok();
            assert_eq!(seen.data()["signedIn"], json!({ "userName": "stranger", "fullName": "stranger 全名", "invited": false }));
            let refused = browser.post(ACCEPT, &registration(&key)).await.fails("403");
            let message = refused.body["message"].as_str().unwrap();
            assert!(message.contains("stranger 全名") && message.contains(email), "{message}");
            assert_eq!(w.app.count("SELECT COUNT(*) FROM invitations WHERE state = 'open'").await, 1);
            // A page of another site cannot accept it in their name either.
            let mut crossing = browser.clone().header("origin", "https://evil.example");
            assert_eq!(crossing.post(ACCEPT, &registration(&key)).await.status, 403);
            browser.post("/api/sys/logout", &json!({})).await.ok();
            browser.post(ACCEPT, &registration(&key)).await.ok();
        }
        assert_eq!(w.names("t1").await, ["alice", "chief", "wang.min"]);
        let refused: Vec<_> = w.app.audit().await.into_iter().filter(|row| row.0 == "invitation.refused").collect();
        assert_eq!(refused.len(), 2);
        assert_eq!((refused[0].2.as_str(), refused[0].4.as_str()), ("refused", "id-stranger"));
    }
}

both! {
    async fn an_account_that_is_locked_removed_or_a_member_already_is_refused_without_a_word(engine) {
        let w = World::new(engine).await;
        let dead = is_dead(&w, "x").await;
        w.app.user("alice").await;
        let (_, key) = w.invite("alice@example.org").await;
        for (sql, undo) in [
            ("UPDATE users SET status = 1 WHERE user_name = 'alice'", "UPDATE users SET status = 0"),
            ("UPDATE users SET deleted_at = 1 WHERE user_name = 'alice'", "UPDATE users SET deleted_at = NULL"),
            ("UPDATE tenants SET deleted_at = 1 WHERE id = 't1'", "UPDATE tenants SET deleted_at = NULL"),
            ("UPDATE roles SET status = 1 WHERE role_type = 2 AND NOT super_admin", "UPDATE roles SET status = 0"),
            ("INSERT INTO memberships (id, version, tenant_id, user_id, enabled, join_date, updated_at) VALUES ('m', 1, 't1', 'id-alice', 1, 0, 0)",
             "DELETE FROM memberships WHERE id = 'm'"),
        ] {
            w.app.run(sql).await;
            assert_eq!(is_dead(&w, &key).await, dead, "{sql}");
            w.app.run(undo).await;
        }
        // Inviting a locked or removed account reveals nothing of that either.
        w.app.run("UPDATE users SET status = 1 WHERE user_name = 'alice'").await;
        w.app.t.clock.advance(60);
        let (_, key) = w.invite("alice@example.org").await;
        assert_eq!(is_dead(&w, &key).await, dead);
        w.app.run("UPDATE users SET status = 0").await;
        w.app.browser().post(ACCEPT, &registration(&key)).await.ok();
    }
}

both! {
    async fn an_invitation_is_as_strong_as_whoever_sent_it_is_when_it_is_accepted(engine) {
        let w = World::new(engine).await;
        let dead = is_dead(&w, "x").await;
        let (_, key) = w.invite("wang@example.org").await;
        for (sql, undo) in [
            ("UPDATE users SET status = 1 WHERE user_name = 'chief'", "UPDATE users SET status = 0"),
            ("UPDATE users SET deleted_at = 1 WHERE user_name = 'chief'", "UPDATE users SET deleted_at = NULL"),
            ("UPDATE memberships SET enabled = 1", "UPDATE memberships SET enabled = 0"),
            ("UPDATE memberships SET tenant_id = 't2'", "UPDATE memberships SET tenant_id = 't1'"),
            ("UPDATE memberships SET role_id = NULL", "UPDATE memberships SET role_id = 'chief'"),
            // The sender's role has fewer permissions than the one they gave.
            ("UPDATE roles SET super_admin = FALSE WHERE id = 'chief'", "UPDATE roles SET super_admin = TRUE WHERE id = 'chief'"),
        ] {
            w.app.run(sql).await;
            assert_eq!(is_dead(&w, &key).await, dead, "{sql}");
            w.app.run(undo).await;
        }
        // The sender cannot take over an address that they invited before.
        w.app.run("UPDATE users SET email = 'wang@example.org', email_key = 'wang@example.org'").await;
        w.app.run("DELETE FROM memberships").await;
        w.app.role("all", 1, true).await;
        w.app.run("UPDATE users SET role_id = 'all'").await;
        w.look(&key).await.fails("403");
    }
}

both! {
    async fn an_invitation_of_a_tenant_reaches_no_account_of_the_platform(engine) {
        let w = World::new(engine).await;
        w.app.role("root", 1, true).await;
        w.app.role("desk", 1, false).await;
        w.app.user("root").await;
        w.app.user("desk").await;
        w.app.run("UPDATE users SET role_id = user_name WHERE user_name IN ('root', 'desk')").await;
        let (_, key) = w.invite("root@example.org").await;
        is_dead(&w, &key).await;
        let mut root = w.app.browser();
        root.login("root", PASSWORD).await.ok();
        let signed_in = root.post(ACCEPT, &registration(&key)).await.code() == "403";
        assert_eq!(w.names("t1").await, ["chief"]);
        // An account that got platform permissions after being invited counts, too.
        w.app.user("later").await;
        let (_, early) = w.invite("later@example.org").await;
        w.look(&early).await.ok();
        w.app.run("UPDATE users SET role_id = 'root' WHERE user_name = 'later'").await;
        is_dead(&w, &early).await;
        // A platform role without permissions is no obstacle, and the platform may invite its own people.
        let (_, key) = w.invite("desk@example.org").await;
        w.app.browser().post(ACCEPT, &registration(&key)).await.ok();
        assert_eq!(w.names("t1").await, ["chief", "desk"]);
        crate::attack::refused("a tenant's invitation of an account of the platform", engine, 3, 2 + usize::from(signed_in));
    }
}
