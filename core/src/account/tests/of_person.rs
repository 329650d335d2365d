//! Administrators see a person's sessions and sign-ins, and end a session.

use super::*;
use crate::both;

const SESSIONS: &str = "/api/admin/users/id-alice/sessions";
const SIGN_INS: &str = "/api/admin/users/id-alice/sign-ins";

/// Alice, and an administrator who is signed in.
async fn world(engine: Engine) -> (App, Browser) {
    let app = App::new(engine).await;
    app.user("alice").await;
    app.role("boss", 1, true).await;
    app.user("boss").await;
    app.run("UPDATE users SET role_id = 'boss' WHERE id = 'id-boss'").await;
    let mut boss = app.browser();
    boss.login("boss", PASSWORD).await.ok();
    (app, boss)
}

async fn end(who: &mut Browser, session: &str) -> Answer {
    who.send(Method::DELETE, &format!("{SESSIONS}/{session}"), Body::empty()).await
}

both! {
    async fn a_session_is_ended_by_an_administrator_at_once_and_told(engine) {
        let (app, mut boss) = world(engine).await;
        let mut alice = app.browser();
        alice.login("alice", "wrong").await;
        alice.login("alice", PASSWORD).await.ok();
        alice.get("/api/sys/user/info").await.ok();
        let seen = boss.get(SESSIONS).await.body;
        assert_eq!((seen.as_array().unwrap().len(), &seen[0]["current"]), (1, &json!(false)), "{seen}");
        let session = seen[0]["id"].as_str().unwrap().to_owned();
        let rows = boss.get(SIGN_INS).await.body["rows"].clone();
        assert_eq!((&rows[0]["outcome"], &rows[1]["outcome"]), (&json!("signed_in"), &json!("wrong_credentials")), "{rows}");
        let told = app.told().await;
        let left = end(&mut boss, &session).await;
        assert_eq!((left.status, &left.body), (StatusCode::OK, &json!([])));
        assert_eq!(app.told().await, told + 1);
        alice.get("/api/sys/user/info").await.fails("20006");
        assert_eq!(end(&mut boss, &session).await.status, StatusCode::NOT_FOUND, "it has ended");
        let audited = "SELECT COUNT(*) FROM audit_events WHERE action = 'user.session_ended' AND record_id = 'id-alice' \
                       AND actor = 'id-boss'";
        assert_eq!(app.count(audited).await, 1);
    }
}

both! {
    async fn a_session_is_ended_by_nobody_who_may_not(engine) {
        let (app, mut boss) = world(engine).await;
        let mut alice = app.browser();
        alice.login("alice", PASSWORD).await.ok();
        let session = boss.get(SESSIONS).await.body[0]["id"].as_str().unwrap().to_owned();
        let own = boss.get("/api/admin/users/id-boss/sessions").await.body[0]["id"].as_str().unwrap().to_owned();
        for path in [SESSIONS, SIGN_INS] {
            assert_eq!(app.browser().get(path).await.status, StatusCode::UNAUTHORIZED);
            assert_eq!(alice.get(path).await.status, StatusCode::FORBIDDEN);
            assert_eq!(boss.get(&path.replace("alice", "nobody")).await.status, StatusCode::NOT_FOUND);
        }
        assert_eq!(end(&mut alice, &session).await.status, StatusCode::FORBIDDEN);
        assert_eq!(end(&mut boss, &own).await.status, StatusCode::FORBIDDEN, "not the present one, and not another's");
        assert_eq!(end(&mut boss, "nothing").await.status, StatusCode::NOT_FOUND);
        app.t.clock.advance(601);
        let late = end(&mut boss, &session).await;
        assert_eq!((late.status, late.code()), (StatusCode::FORBIDDEN, "recent_proof"));
        app.run("UPDATE roles SET super_admin = FALSE WHERE id = 'boss'").await;
        assert_eq!(end(&mut boss, &session).await.status, StatusCode::FORBIDDEN, "without the menu");
        assert_eq!(app.count("SELECT COUNT(*) FROM sessions WHERE user_id = 'id-alice' AND ended_at IS NULL").await, 1);
    }
}
