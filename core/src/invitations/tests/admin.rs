//! Invitations from the administrators' side.

use super::*;
use crate::both;

fn filter(tenant: &str) -> String {
    format!("{PATH}?filter=%7B%22tenantId%22%3A%22{tenant}%22%7D&sort=%5B%22createdAt%22%2C%22DESC%22%5D")
}

both! {
    async fn an_invitation_is_made_listed_sent_again_and_withdrawn(engine) {
        let w = World::new(engine).await;
        let chief = w.as_chief();
        let (id, first) = w.invite("wang@example.org").await;
        let mail = w.app.outbox().await.pop().unwrap();
        assert!(!mail.to_string().contains("evil"), "the host of a request has no part in the link: {mail}");
        let (_, list) = w.call(&chief, "GET", &filter("t1"), &Value::Null).await;
        let one = &list.as_array().unwrap()[0];
        for (field, want) in [("id", json!(id)), ("email", json!("wang@example.org")), ("state", json!("open")), ("roleName", json!("Monitor")),
            ("tenantName", json!("仁和医药")), ("inviterName", json!("chief 全名")), ("invitedBy", json!(w.chief)), ("language", json!("zh"))] {
            assert_eq!(one[field], want, "{field}: {one}");
        }
        assert!(!list.to_string().contains(&first) && one.get("keyHash").is_none());
        let resend = format!("{PATH}/{id}/resend");
        let (status, soon) = w.call(&chief, "POST", &resend, &Value::Null).await;
        assert_eq!((status, &soon["message"]), (429, &json!("Please wait 60 seconds before asking again")));
        w.app.t.clock.advance(60);
        let (status, again) = w.call(&chief, "POST", &resend, &Value::Null).await;
        assert_eq!((status, again["version"].as_i64()), (200, Some(2)));
        assert_ne!(w.key().await, first);
        let (status, gone) = w.call(&chief, "DELETE", &format!("{PATH}/{id}"), &Value::Null).await;
        assert_eq!((status, &gone["state"]), (200, &json!("withdrawn")));
        w.app.t.clock.advance(60);
        let (_, key) = w.invite("li@example.org").await;
        w.app.t.clock.advance(7 * DAY);
        w.look(&key).await.fails("403");
        let (_, list) = w.call(&chief, "GET", &filter("t1"), &Value::Null).await;
        let shown: Vec<_> = list.as_array().unwrap().iter().map(|it| it["state"].as_str().unwrap()).collect();
        assert_eq!(shown, ["expired", "withdrawn"]);
        let (_, found) = w.call(&chief, "GET", &format!("{PATH}?filter=%7B%22tenantId%22%3A%22t1%22%2C%22q%22%3A%22WA%22%7D"), &Value::Null).await;
        assert_eq!(found.as_array().unwrap().len(), 1);
        let actions: Vec<_> = w.app.audit().await.into_iter().filter(|row| row.1 == id).map(|row| row.0).collect();
        assert_eq!(actions, ["invitation.created", "invitation.sent_again", "invitation.withdrawn"]);
    }
}

both! {
    async fn every_rule_speaks_on_its_field_and_sends_nothing(engine) {
        let w = World::new(engine).await;
        let member = w.app.user("member").await;
        w.app.member("t1", &member, None).await;
        w.app.role("system", 1, false).await;
        for (field, value, want) in [
            ("email", json!(""), "please enter the e-mail"),
            ("email", json!("wang"), "email format error, please re-enter"),
            ("email", json!("a@b.cn,c@d.cn"), "email format error, please re-enter"),
            ("email", json!("a@b.cn\r\nBcc: c@d.cn"), "email format error, please re-enter"),
            ("email", json!("Member@example.org"), "this person is in the tenant already"),
            ("fullName", json!("a\nb"), "the name is not valid"),
            ("role", Value::Null, "please select role"),
            ("role", json!("system"), "there is no such open role"),
            ("typeId", Value::Null, "please select type"),
            ("typeId", json!("2-cra"), "please select type"),
            ("positionId", json!("3-cro"), "please select position"),
            ("language", json!("fr"), "this language is not available"),
        ] {
            let (status, answer) = w.call(&w.as_chief(), "POST", PATH, &with(w.form("wang@example.org"), field, value.clone())).await;
            assert_eq!((status, &answer["errors"][field]), (422, &json!(want)), "{field} = {value}: {answer}");
        }
        let (status, _) = w.call(&w.as_chief(), "POST", PATH, &with(w.form("wang@example.org"), "keyHash", json!("x"))).await;
        assert_eq!(status, 400, "unknown fields are refused");
        assert_eq!(w.app.outbox().await.len(), 0);
        assert_eq!(w.app.count("SELECT COUNT(*) FROM invitations").await, 0);
        // The answer is the same with and without an account of the address.
        w.app.user("alice").await;
        let mut answers = Vec::new();
        for email in ["alice@example.org", "nobody@example.org"] {
            let (_, mut made) = w.call(&w.as_chief(), "POST", PATH, &w.form(email)).await;
            for own in ["id", "email", "messageId"] {
                made[own] = Value::Null;
            }
            answers.push(made);
        }
        assert_eq!(answers[0], answers[1]);
    }
}

both! {
    async fn nobody_invites_beyond_their_own_tenant_and_role(engine) {
        let w = World::new(engine).await;
        let (id, _) = w.invite("wang@example.org").await;
        let clerk = |tenant| person(&Id::from("clerk"), Allowed::Nothing, &[(tenant, menus(&[(Permission::TenantUsers, Act::Edit), (Permission::Studies, Act::View)]))]);
        let full = with(w.form("li@example.org"), "role", json!("chief"));
        let (status, answer) = w.call(&clerk("t1"), "POST", PATH, &full).await;
        assert_eq!((status, &answer["errors"]["role"]), (403, &json!("nobody grants a role stronger than their own")));
        let (status, answer) = w.call(&w.as_chief(), "POST", PATH, &w.form("chief@example.org")).await;
        assert_eq!((status, &answer["errors"]["email"]), (403, &json!("nobody grants themselves a role")));
        let view = person(&Id::from("u1"), menus(&[(Permission::TenantUsers, Act::View)]), &[]);
        let other = person(&Id::from("u1"), menus(&[(Permission::Users, Act::Edit), (Permission::Roles, Act::Edit)]), &[]);
        let tries = [
            ("GET", filter("t1"), Value::Null, 200),
            ("POST", PATH.to_owned(), w.form("li@example.org"), 403),
            ("POST", format!("{PATH}/{id}/resend"), Value::Null, 403),
            ("DELETE", format!("{PATH}/{id}"), Value::Null, 403),
        ];
        for (method, path, body, seen) in &tries {
            assert_eq!(w.call(&Who::Nobody, method, path, body).await.0, 401, "{method} {path}");
            assert_eq!(w.call(&other, method, path, body).await.0, 403, "{method} {path}");
            assert_eq!(w.call(&view, method, path, body).await.0, *seen, "{method} {path}");
            assert_eq!(w.call(&clerk("t2"), method, path, body).await.0, 404, "{method} {path}");
        }
        let (_, api) = admin_router(w.app.sessions.clone()).split_for_parts();
        let api = serde_json::to_value(api).unwrap();
        let here = api["paths"].as_object().unwrap().iter().filter(|(path, _)| path.starts_with(PATH));
        let served: usize = here.map(|(_, methods)| methods.as_object().unwrap().len()).sum();
        assert_eq!(served, tries.len(), "every operation is tried");
        let missing = w.call(&w.as_chief(), "GET", PATH, &Value::Null).await;
        assert_eq!(missing.0, 422);
        assert_eq!(w.call(&w.as_chief(), "DELETE", &format!("{PATH}/none"), &Value::Null).await.0, 404);
        assert!(w.app.audit().await.iter().any(|row| row.0 == "call.refused"));
    }
}

both! {
    async fn of_two_invitations_at_once_one_works(engine) {
        let w = World::new(engine).await;
        let (chief, body) = (w.as_chief(), w.form("wang@example.org"));
        let calls = (0..4).map(|_| w.call(&chief, "POST", PATH, &body));
        let statuses: Vec<_> = futures::future::join_all(calls).await.into_iter().map(|answer| answer.0).collect();
        assert!(statuses.contains(&201) && statuses.iter().all(|s| [201, 409, 429].contains(s)), "{statuses:?}");
        assert_eq!(w.app.count("SELECT COUNT(*) FROM invitations WHERE state = 'open'").await, 1);
        assert_eq!(w.app.outbox().await.len(), 1);
    }
}
