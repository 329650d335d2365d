//! Recent proofs for administrators' actions: after an old sign-in the action is refused; after a proof it succeeds.

use super::*;
use crate::resources::roles::{NewRole, RoleType};
use crate::{both, resources};

const INVITATIONS: &str = "/api/admin/invitations";

both! {
    async fn an_administrator_is_invited_after_a_recent_proof_alone(engine) {
        let app = App::new(engine).await;
        let mut cx = Ctx::system(&app.t.kernel, "test");
        resources::seed(&mut cx).await.unwrap();
        let new = NewRole { name: "Head".into(), description: String::new(), role_type: RoleType::Tenant, super_admin: true, menus: vec![] };
        let head = resources::roles::create(&mut cx, new).await.unwrap().id;
        cx.commit().await.unwrap();
        app.tenant("t1", "Here").await;
        let chief = app.user("chief").await;
        app.role("chief", 2, true).await;
        app.member("t1", &chief, Some("chief")).await;
        let mut browser = app.browser();
        browser.login("chief", PASSWORD).await.ok();
        let form = |email: &str| json!({ "tenantId": "t1", "email": email, "role": head, "typeId": "3-cro", "positionId": "2-cra" });
        let made = browser.post(INVITATIONS, &form("a@example.org")).await;
        assert_eq!(made.status, 201, "{}", made.body);
        let resend = format!("{INVITATIONS}/{}/resend", made.body["id"].as_str().unwrap());

        app.t.clock.advance(601);
        let (mails, audit) = (app.outbox().await.len(), app.audit().await.len());
        for (path, body) in [(INVITATIONS, form("b@example.org")), (&resend, json!({}))] {
            let asked = browser.post(path, &body).await;
            assert_eq!((asked.status.as_u16(), asked.code(), &asked.data()["ways"]), (403, "recent_proof", &json!(["password"])));
        }
        assert_eq!((app.outbox().await.len(), app.audit().await.len()), (mails, audit));

        browser.post("/api/sys/recentProof/password", &json!({ "password": PASSWORD })).await.ok();
        assert_eq!(browser.post(INVITATIONS, &form("b@example.org")).await.status, 201);
        assert_eq!(browser.post(&resend, &json!({})).await.status, 200);
    }
}
