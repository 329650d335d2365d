//! Attacks that must fail: through an administrator's old session, a stranger's phone, a tenant's requirement.

use super::*;
use crate::resources::users;
use crate::{attack, both};

async fn boss(app: &App) -> Browser {
    app.user("boss").await;
    app.role("boss", 1, true).await;
    app.run("UPDATE users SET role_id = 'boss' WHERE id = 'id-boss'").await;
    let mut boss = app.browser().header("accept-language", "en");
    boss.login("boss", PASSWORD).await.ok();
    boss
}

both! {
    async fn an_old_session_takes_no_password_away_and_sets_none(engine) {
        let app = App::new(engine).await;
        app.user("alice").await;
        let mut boss = boss(&app).await;
        let mut alice = app.browser();
        alice.login("alice", PASSWORD).await.ok();
        app.t.clock.advance(601);
        let mails = app.outbox().await.len();
        let tries = [
            ("/api/admin/users/id-alice/password-reset", json!({})),
            ("/api/admin/users/id-alice/password", json!({ "password": "Another2Horse" })),
            ("/api/admin/users/id-alice/factors/reset", json!({ "reason": "mine" })),
        ];
        let mut refused = 0;
        for (path, body) in &tries {
            let answer = boss.post(path, body).await;
            refused += usize::from(answer.status == 403 && answer.code() == "recent_proof");
        }
        alice.get("/api/sys/user/info").await.ok();
        app.browser().login("alice", PASSWORD).await.ok();
        assert_eq!(app.outbox().await.len(), mails);
        attack::refused("an administrator's old session on somebody's password", engine, tries.len(), refused);
    }
}

both! {
    async fn whoever_types_somebodys_phone_takes_nothing_from_them(engine) {
        let app = App::new(engine).await;
        app.user_with_phone("owner", "13912345678").await;
        app.run("UPDATE users SET phone_valid = TRUE, email_valid = TRUE WHERE id = 'id-owner'").await;
        let mut tried = 0;
        let mut kept = 0;
        for name in ["stranger", "another"] {
            app.user_who_names(name, "+86 139-1234-5678").await;
            app.t.clock.advance(120);
            let mut browser = app.browser();
            browser.ask("13912345678").await.ok();
            let code = app.latest("code").await;
            browser.login_by_phone("13912345678", &code).await.ok();
            let info = browser.get("/api/sys/user/info").await.ok();
            tried += 1;
            kept += usize::from(info.data()["userName"] == "owner");
        }
        attack::refused("a stranger's entry of a verified phone", engine, tried, kept);
    }
}

both! {
    async fn a_tenant_forces_no_second_factor_on_the_platforms_people(engine) {
        let app = App::new(engine).await;
        drop(boss(&app).await);
        app.tenant("t1", "Here").await;
        app.run("UPDATE tenants SET mfa_required = TRUE").await;
        app.member("t1", &Id::from("id-boss"), None).await;
        let clerk = app.user("clerk").await;
        app.member("t1", &clerk, None).await;
        let refused = usize::from(app.browser().login("boss", PASSWORD).await.code() == "200");
        assert_ne!(app.browser().login("clerk", PASSWORD).await.code(), "200", "of the tenant's own it is required");
        // A requirement of their own role does apply.
        app.run("UPDATE roles SET mfa_required = TRUE WHERE id = 'boss'").await;
        assert_ne!(app.browser().login("boss", PASSWORD).await.code(), "200");
        attack::refused("a second factor forced on an account of the platform", engine, 1, refused);
    }
}

both! {
    async fn leaving_a_tenant_ends_what_was_in_it_and_nothing_else(engine) {
        let app = App::new(engine).await;
        let alice = app.user("alice").await;
        for tenant in ["t1", "t2"] {
            app.tenant(tenant, tenant).await;
            app.member(tenant, &alice, None).await;
        }
        let mut browsers = Vec::new();
        for tenant in [Some("t1"), Some("t2"), None] {
            let mut browser = app.browser();
            browser.login("alice", PASSWORD).await.ok();
            let mut tx = app.tx().await;
            let query = tx.write("UPDATE sessions SET").push(" tenant_id = ", tenant.map(Id::from));
            query.sql(" WHERE id = (SELECT MAX(id) FROM sessions)").execute().await.unwrap();
            tx.commit().await.unwrap();
            browsers.push(browser);
            app.t.clock.advance(1);
        }
        let mut cx = Ctx::system(&app.t.kernel, "test");
        let ended = app.sessions.end_in(&mut cx, &alice, &Id::from("t1"), crate::authentication::EndReason::Disabled).await.unwrap();
        cx.commit().await.unwrap();
        assert_eq!((ended, app.told().await), (1, 1));
        browsers[0].get("/api/sys/user/info").await.fails("20006");
        let mut stand = 0;
        for browser in &mut browsers[1..] {
            stand += usize::from(browser.get("/api/sys/user/info").await.code() == "200");
        }
        attack::refused("sessions in other tenants ended by one tenant", engine, 2, stand);
    }
}

both! {
    async fn owners_hear_of_a_change_at_every_address_and_old_codes_die(engine) {
        let app = App::new(engine).await;
        app.user_with_phone("alice", "13912345678").await;
        app.run("UPDATE users SET phone_valid = TRUE, email_valid = TRUE").await;
        // A recovery code is on its way to the previous phone.
        let mut thief = app.browser();
        thief.post("/api/account/forget/find", &json!({ "userName": "alice" })).await.ok();
        thief.post("/api/account/forget/send/code", &json!({ "userName": "alice" })).await.ok();
        assert_eq!(app.count("SELECT COUNT(*) FROM codes WHERE purpose = 'recovery'").await, 1);
        drop(app.outbox().await);
        let mut cx = Ctx::system(&app.t.kernel, "test");
        let before = users::get(&mut cx, &Id::from("id-alice")).await.unwrap().unwrap();
        let after = users::User { email: "new@example.org".into(), phone: "13900000009".into(), ..before.clone() };
        app.t.clock.advance(1);
        app.sessions.tell_contact_changed(&mut cx, &before, &after).await.unwrap();
        cx.commit().await.unwrap();
        let told: Vec<_> = app.outbox().await.into_iter().filter(|m| m["purpose"] == "contact-changed")
            .map(|m| (m["kind"].as_str().unwrap().to_owned(), m["to"].as_str().unwrap().to_owned())).collect();
        let mut want: Vec<(String, String)> = [("email", "alice@example.org"), ("email", "new@example.org"), ("sms", "13912345678"), ("sms", "13900000009")]
            .map(|(kind, to)| (kind.to_owned(), to.to_owned())).into();
        want.sort();
        let mut sorted = told;
        sorted.sort();
        assert_eq!(sorted, want);
        assert_eq!(app.count("SELECT COUNT(*) FROM codes WHERE purpose = 'recovery'").await, 0);
    }
}
