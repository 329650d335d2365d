//! An administrator resets a user's second factors.

use super::*;
use crate::both;

const RESET: &str = "/api/admin/users/id-alice/factors/reset";
const STATE: &str = "/api/admin/users/id-alice/factors";

fn why() -> Value {
    json!({ "reason": "Lost phone; identity card seen" })
}

/// Alice with an application, and a signed-in administrator.
async fn world(engine: Engine) -> (App, Phone, Browser) {
    let (app, phone, _) = with_phone(engine).await;
    app.role("boss", 1, true).await;
    app.user("boss").await;
    app.run("UPDATE users SET role_id = 'boss' WHERE id = 'id-boss'").await;
    let mut boss = app.browser();
    boss.login("boss", PASSWORD).await.ok();
    (app, phone, boss)
}

both! {
    async fn a_reset_opens_the_way_ends_sessions_and_tells_the_owner(engine) {
        let (app, phone, mut boss) = world(engine).await;
        let mut alice = app.browser();
        let step = first_step(&mut alice).await;
        second(&mut alice, TOTP, &step, &phone.code(&app)).await.ok();
        let told = app.told().await;
        let before = boss.get(STATE).await;
        assert_eq!(before.body, json!({ "id": "id-alice", "totp": true, "passkeys": 0, "recoveryCodes": 10, "required": false }));
        let after = boss.post(RESET, &why()).await;
        assert_eq!(after.status, StatusCode::OK, "{after:?}");
        assert_eq!(after.body, json!({ "id": "id-alice", "totp": false, "passkeys": 0, "recoveryCodes": 0, "required": false }));
        alice.get(INFO).await.fails("20006");
        assert_eq!(app.told().await, told + 1);
        app.browser().login("alice", PASSWORD).await.ok();
        let mail = app.outbox().await.pop().unwrap();
        assert_eq!((&mail["purpose"], &mail["kind"], &mail["to"]), (&json!("factors-reset"), &json!("email"), &json!("alice@example.org")));
        let (action, record, reason) = {
            let mut tx = app.tx().await;
            let row: (String, String, String) = tx.query(
                "SELECT action, record_id, reason FROM audit_events WHERE action = 'user.factors_reset'").one().await.unwrap();
            row
        };
        assert_eq!((action.as_str(), record.as_str(), reason.as_str()),
            ("user.factors_reset", "id-alice", "Lost phone; identity card seen"));
        assert_eq!(boss.post(RESET, &why()).await.status, StatusCode::NOT_FOUND, "there is none left");
    }
}

both! {
    async fn of_two_resets_at_once_one_counts(engine) {
        let (app, _, boss) = world(engine).await;
        let (mut a, mut b) = (boss.clone(), boss);
        let body = why();
        let (x, y) = tokio::join!(a.post(RESET, &body), b.post(RESET, &body));
        let mut statuses = [x.status.as_u16(), y.status.as_u16()];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 404]);
        assert_eq!(app.count("SELECT COUNT(*) FROM audit_events WHERE action = 'user.factors_reset'").await, 1);
    }
}

both! {
    async fn a_reset_needs_permission_a_reason_and_a_proof_of_the_last_minutes(engine) {
        let (app, _, mut boss) = world(engine).await;
        let mut nobody = app.browser();
        assert_eq!(nobody.post(RESET, &why()).await.status, StatusCode::UNAUTHORIZED);
        app.user("bob").await;
        let mut bob = app.browser();
        bob.login("bob", PASSWORD).await.ok();
        assert_eq!((bob.post(RESET, &why()).await.status, bob.get(STATE).await.status),
            (StatusCode::FORBIDDEN, StatusCode::FORBIDDEN));
        let long = "x".repeat(201);
        for reason in ["", "  ", "a\u{0}b", long.as_str()] {
            let answer = boss.post(RESET, &json!({ "reason": reason })).await;
            assert_eq!((answer.status, answer.body["errors"]["reason"].is_string()), (StatusCode::UNPROCESSABLE_ENTITY, true));
        }
        app.t.clock.advance(601);
        let asked = boss.post(RESET, &why()).await;
        assert_eq!((asked.status, &asked.body["code"]), (StatusCode::FORBIDDEN, &json!("recent_proof")));
        boss.post("/api/sys/recentProof/password", &json!({ "password": PASSWORD })).await.ok();
        assert_eq!(boss.post(RESET, &why()).await.status, StatusCode::OK);
    }
}

both! {
    async fn nobody_resets_themselves_or_somebody_stronger(engine) {
        let (app, _, mut boss) = world(engine).await;
        add_phone(&app, &mut boss).await;
        let own = boss.post("/api/admin/users/id-boss/factors/reset", &why()).await;
        assert_eq!((own.status, &own.body["message"]), (StatusCode::FORBIDDEN, &json!("不能重置自己的两步验证")));
        // Support may only change users.
        app.role("support", 1, false).await;
        app.run("INSERT INTO menus (id, version, name, name_en, description, parent_id, seq, url, icon, status, \
            resource_type, created_at, updated_at) VALUES ('mg', 1, 'g', 'g', '', '0', 0, '', '', 0, 1, 0, 0), \
            ('mu', 1, 'u', 'u', '', 'mg', 1, 'systemManger/user', '', 0, 1, 0, 0)").await;
        app.run("INSERT INTO role_menus (role_id, menu_id, act) VALUES ('support', 'mu', 'edit')").await;
        app.user("help").await;
        app.run("UPDATE users SET role_id = 'support' WHERE id = 'id-help'").await;
        let mut help = app.browser().header("accept-language", "en");
        help.login("help", PASSWORD).await.ok();
        let stronger = json!("nobody changes an account stronger than their own");
        let of_boss = help.post("/api/admin/users/id-boss/factors/reset", &why()).await;
        assert_eq!((of_boss.status, &of_boss.body["message"]), (StatusCode::FORBIDDEN, &stronger));
        // The administrator of a tenant also has permissions that it lacks.
        app.role("ten", 2, true).await;
        app.tenant("t1", "One").await;
        app.member("t1", &Id::from("id-alice"), Some("ten")).await;
        let of_alice = help.post(RESET, &why()).await;
        assert_eq!((of_alice.status, &of_alice.body["message"]), (StatusCode::FORBIDDEN, &stronger));
        assert_eq!(app.count("SELECT COUNT(*) FROM totp_factors").await, 2);
        app.run("UPDATE memberships SET enabled = 1").await;
        assert_eq!(help.post(RESET, &why()).await.status, StatusCode::OK);
        assert_eq!(app.count("SELECT COUNT(*) FROM audit_events WHERE action = 'call.refused'").await, 3);
    }
}
