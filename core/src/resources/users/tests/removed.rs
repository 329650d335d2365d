//! Removed users, and their restoration; locks after too many failures.

use serde_json::{Value, json};

use super::{PATH, at, form, ready, to, with};
use crate::both;
use crate::resources::testing as world;

both! {
    async fn somebody_removed_is_found_told_of_and_put_back_as_they_were(engine) {
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        let made = w.face.send(&w.admin, "POST", PATH, &form("zhang.wei")).await.body;
        let mut cx = world::system(&t.kernel);
        let tenant = world::tenant(&mut cx, "Tenant").await;
        let user = crate::resources::users::get(&mut cx, &made["id"].as_str().unwrap().into()).await.unwrap().unwrap();
        world::member(&mut cx, &tenant, &user).await;
        cx.db().await.unwrap().write("UPDATE users SET password_hash = 'x', email_valid = TRUE, phone_valid = TRUE WHERE user_name = 'zhang.wei'")
            .execute().await.unwrap();
        cx.commit().await.unwrap();
        let why = json!({ "reason": "they came back" });
        assert_eq!(w.face.send(&w.admin, "POST", &to(&made, "restore"), &why).await.status, 404, "nobody was removed");
        assert_eq!(w.face.send(&w.admin, "DELETE", &at(&made), &json!({})).await.status, 200);
        for (field, value, zh, en) in [
            ("email", json!("ZHANG.wei@example.com"), "该邮箱属于已删除的用户，可在“已删除”中恢复该用户",
                "this e-mail belongs to a removed user, who can be restored from the list of removed users"),
            ("userName", json!("Zhang.Wei"), "该用户名属于已删除的用户，可在“已删除”中恢复该用户",
                "this user name belongs to a removed user, who can be restored from the list of removed users"),
        ] {
            let said = w.face.refused_on(field, &w.admin, "POST", PATH, &with(form("another"), field, value)).await;
            assert_eq!(said, [zh, en]);
        }
        let list = |filter: Value| {
            let w = &w;
            async move { w.face.list(&w.admin, "users", &filter).await.body.as_array().unwrap().clone() }
        };
        assert!(list(json!({ "q": "zhang" })).await.is_empty());
        for filter in [json!({ "deleted": true }), json!({ "deleted": true, "q": "zhang" }), json!({ "deleted": true, "userName": "z" })] {
            let found = list(filter.clone()).await;
            assert_eq!((found.len(), &found[0]["id"], found[0]["deletedAt"].is_string()), (1, &made["id"], true), "{filter}");
        }
        for reason in ["", "x\u{0}"] {
            let refused = w.face.send(&w.admin, "POST", &to(&made, "restore"), &json!({ "reason": reason })).await;
            assert!(!refused.on("reason").is_empty());
        }
        let back = w.face.send(&w.admin, "POST", &to(&made, "restore"), &why).await;
        assert_eq!(back.status, 200, "{}", back.body);
        for (field, want) in [("id", &made["id"]), ("email", &made["email"]), ("roleId", &json!("plain")), ("emailValid", &json!("1")),
            ("phoneValid", &json!("1")), ("deletedAt", &Value::Null)] {
            assert_eq!(&back.body[field], want, "{field}");
        }
        assert_eq!(w.face.get(&w.admin, &at(&made)).await.body, back.body);
        assert_eq!(list(json!({ "deleted": true })).await.len(), 0);
        let members = w.face.list(&w.admin, "tenant-users", &json!({ "tenantId": tenant.id, "searchAll": true })).await.body;
        assert_eq!(members[0]["userId"], made["id"], "they are in their tenants again");
        let mut cx = world::system(&t.kernel);
        let (passwords,): (i64,) = cx.db().await.unwrap()
            .query("SELECT count(*) FROM users WHERE user_name = 'zhang.wei' AND password_hash IS NOT NULL").one().await.unwrap();
        assert_eq!(passwords, 0);
        drop(cx);
        let actions: Vec<_> = world::audited(&t.kernel, "users").await.into_iter().map(|row| row.0).collect();
        assert_eq!(actions[actions.len() - 2..], ["user.deleted", "user.restored"]);
    }
}

both! {
    async fn a_lock_of_too_many_failures_is_shown_with_its_end_and_lifted(engine) {
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        let made = w.face.send(&w.admin, "POST", PATH, &form("zhang.wei")).await.body;
        assert_eq!(made["lockedUntil"], Value::Null);
        let mut cx = world::system(&t.kernel);
        cx.db().await.unwrap().write("INSERT INTO settings (name, value, created_at) VALUES ('zhang.wei', '', 1767600900000)")
            .execute().await.unwrap();
        cx.commit().await.unwrap();
        let locked = w.face.get(&w.admin, &at(&made)).await.body;
        assert_eq!((&locked["lockedUntil"], &locked["status"]), (&json!("2026-01-05T08:15:00.000Z"), &json!("0")));
        let list = w.face.list(&w.admin, "users", &json!({ "q": "zhang" })).await.body;
        assert_eq!(list[0]["lockedUntil"], locked["lockedUntil"]);
        let lifted = w.face.send(&w.admin, "POST", &to(&made, "unlock"), &json!({ "reason": "it was them" })).await;
        assert_eq!((lifted.status.as_u16(), &lifted.body["lockedUntil"]), (200, &Value::Null));
        assert_eq!(w.face.get(&w.admin, &at(&made)).await.body["lockedUntil"], Value::Null);
        let again = w.face.send(&w.admin, "POST", &to(&made, "unlock"), &json!({ "reason": "it was them" })).await;
        assert_eq!((again.status.as_u16(), &again.body["message"]), (409, &json!("this account is not locked")));
        let actions: Vec<_> = world::audited(&t.kernel, "users").await.into_iter().map(|row| row.0).collect();
        assert_eq!(actions.last().unwrap(), "user.lock_lifted");
    }
}
