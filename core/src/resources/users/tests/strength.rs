//! No caller may change an account with permissions that they lack, and the platform keeps an administrator.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{PATH, at, form, ready, to, with};
use crate::both;
use crate::kernel::ctx::{Act, Allowed, Permission};
use crate::kernel::id::Id;
use crate::resources::roles::RoleType;
use crate::resources::testing as world;

both! {
    async fn nobody_changes_their_own_role_or_status_or_removes_themselves(engine) {
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        let mut cx = world::system(&t.kernel);
        world::user(&mut cx, "second.admin", Some(&w.administrator)).await;
        cx.commit().await.unwrap();
        let me = w.face.get(&w.admin, &format!("{PATH}/{}", w.me.id)).await.body;
        let lock = w.face.send(&w.admin, "POST", &to(&me, "lock"), &json!({ "reason": "why not" })).await;
        assert_eq!((lock.status.as_u16(), lock.on("status")), (403, "nobody changes their own status"));
        for (field, value) in [("roleId", json!(w.clerk.id)), ("roleId", Value::Null)] {
            let answer = w.face.send(&w.admin, "PUT", &at(&me), &with(me.clone(), field, value)).await;
            assert_eq!(answer.status, 403, "{field}");
            assert!(!answer.on(field).is_empty());
        }
        assert_eq!(w.face.send(&w.admin, "DELETE", &at(&me), &json!({})).await.status, 403);
        let fine = w.face.send(&w.admin, "PUT", &at(&me), &with(me.clone(), "remark", json!("me"))).await;
        assert_eq!(fine.body["remark"], "me", "what is not a grant stays theirs to change");
    }
}

both! {
    async fn nobody_gives_or_touches_a_role_stronger_than_their_own(engine) {
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        let mut cx = world::system(&t.kernel);
        let viewer = world::role(&mut cx, "Viewer", RoleType::System, &[(Permission::Users, Act::View)]).await;
        let other = world::role(&mut cx, "Licences", RoleType::System, &[(Permission::Licences, Act::View)]).await;
        let tenant = world::role(&mut cx, "Tenant", RoleType::Tenant, &[(Permission::Users, Act::View)]).await;
        cx.commit().await.unwrap();
        let edits = Allowed::Menus(BTreeMap::from([(Permission::Users, Act::Edit)]));
        let clerk = world::person(&Id::from("clerk"), edits, &[]);
        for (name, role, status) in [
            ("with.viewer", &viewer, 201),
            ("with.clerk", &w.clerk, 201),
            ("with.other", &other, 403),
            ("with.admin", &w.administrator, 403),
            ("with.tenant", &tenant, 422),
        ] {
            let answer = w.face.send(&clerk, "POST", PATH, &with(form(name), "roleId", json!(role.id))).await;
            assert_eq!(answer.status.as_u16(), status, "{name}: {}", answer.body);
        }
        let stronger = w.face.get(&clerk, &format!("{PATH}/{}", w.me.id)).await.body;
        let takeover = with(stronger.clone(), "email", json!("clerk@evil.example"));
        assert_eq!(w.face.send(&clerk, "PUT", &to(&stronger, "important"), &takeover).await.status, 403);
        assert_eq!(w.face.send(&clerk, "POST", &to(&stronger, "lock"), &json!({ "reason": "mine" })).await.status, 403);
        assert_eq!(w.face.send(&clerk, "DELETE", &at(&stronger), &json!({})).await.status, 403);
    }
}

both! {
    async fn the_last_administrator_stays_whatever_is_tried_at_once(engine) {
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        let one = w.face.get(&w.admin, &format!("{PATH}/{}", w.me.id)).await.body;
        // A caller with all permissions who is not a user: a command.
        let outside = world::admin();
        let why = json!({ "reason": "on leave" });
        for (method, path, body) in [
            ("POST", to(&one, "lock"), why.clone()),
            ("PUT", at(&one), with(one.clone(), "roleId", Value::Null)),
            ("PUT", at(&one), with(one.clone(), "roleId", json!(w.clerk.id))),
        ] {
            let answer = w.face.send(&outside, method, &path, &body).await;
            assert_eq!(answer.status, 403);
            assert!(answer.body["message"].as_str().unwrap().contains("last platform administrator"), "{}", answer.body);
        }
        assert_eq!(w.face.send(&outside, "DELETE", &at(&one), &json!({})).await.status, 403);

        let mut cx = world::system(&t.kernel);
        let second = world::user(&mut cx, "second.admin", Some(&w.administrator)).await;
        cx.commit().await.unwrap();
        let other = world::person(&second.id, Allowed::Everything, &[]);
        let two = w.face.get(&w.admin, &format!("{PATH}/{}", second.id)).await.body;
        let (path_one, path_two) = (to(&one, "lock"), to(&two, "lock"));
        let (a, b) = tokio::join!(w.face.send(&w.admin, "POST", &path_two, &why), w.face.send(&other, "POST", &path_one, &why));
        let mut statuses = [a.status.as_u16(), b.status.as_u16()];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 403]);
    }
}

both! {
    async fn an_address_belongs_to_who_is_as_strong_in_a_tenant_too(engine) {
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        let made = w.face.send(&w.admin, "POST", PATH, &form("chief")).await.body;
        let mut cx = world::system(&t.kernel);
        let tenant = world::tenant(&mut cx, "Tenant").await;
        let chief = world::role(&mut cx, "Chief", RoleType::Tenant, &[]).await;
        let user = crate::resources::users::get(&mut cx, &Id::from(made["id"].as_str().unwrap())).await.unwrap().unwrap();
        let member = world::member(&mut cx, &tenant, &user).await;
        cx.db().await.unwrap().write("UPDATE memberships SET").push(" role_id = ", chief.id)
            .push(" WHERE id = ", member.id).execute().await.unwrap();
        cx.commit().await.unwrap();
        let edits = Allowed::Menus(BTreeMap::from([(Permission::Users, Act::Edit)]));
        let clerk = world::person(&Id::from("clerk"), edits, &[]);
        let takeover = with(made.clone(), "email", json!("clerk@evil.example"));
        assert_eq!(w.face.send(&clerk, "PUT", &to(&made, "important"), &takeover).await.status, 403);
        assert_eq!(w.face.send(&clerk, "PUT", &at(&made), &with(made.clone(), "remark", json!("fine"))).await.status, 200);
        assert_eq!(w.face.send(&w.admin, "PUT", &to(&made, "important"), &with(takeover, "version", json!(2))).await.status, 200);
    }
}
