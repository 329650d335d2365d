//! Roles are made, changed and removed.

use serde_json::{Value, json};

use crate::both;
use crate::kernel::Kernel;
use crate::kernel::ctx::{Act, Allowed, Ctx, Permission, Who};
use crate::kernel::id::Id;
use crate::resources::roles::{self, Role, RoleType};
use crate::resources::testing::{self as world, Answer, Face};
use crate::resources::{permissions, seed, seed_roles};

const PATH: &str = "/api/admin/roles";

async fn seeded(kernel: &Kernel) -> Ctx {
    let mut cx = world::system(kernel);
    seed(&mut cx).await.unwrap();
    cx
}

/// A signed-in person with this permission set on the platform.
fn with(set: &[(Permission, Act)]) -> Who {
    world::person(&Id::from("editor"), Allowed::Menus(set.iter().copied().collect()), &[])
}

fn given(set: &[(&str, &str)]) -> Value {
    set.iter().map(|(id, act)| json!({ "id": id, "act": act })).collect()
}

async fn put(face: &Face, who: &Who, role: &Value, change: Value) -> Answer {
    let mut form = role.clone();
    for (field, value) in change.as_object().unwrap() {
        form[field] = value.clone();
    }
    face.send(who, "PUT", &format!("{PATH}/{}", role["id"].as_str().unwrap()), &form).await
}

both! {
    async fn a_role_is_made_with_the_menus_it_gives_and_groups_follow(engine) {
        let t = engine.kernel().await;
        seeded(&t.kernel).await.commit().await.unwrap();
        let (face, admin) = (Face::over(&t.kernel), world::admin());
        let form = |name: &str, kind: Value, set: Value| json!({ "name": name, "roleType": kind, "resourceIdList": set });
        for (field, name, kind, set, zh, en) in [
            ("name", " ", json!("1"), json!([]), "请输入角色名称", "please enter the role name"),
            ("roleType", "A", Value::Null, json!([]), "请选择角色类型", "please select the role type"),
            ("resourceIdList", "A", json!("1"), given(&[("gone", "view")]), "菜单不存在", "there is no such menu"),
            ("resourceIdList", "A", json!("2"), given(&[("setting-role", "view")]), "租户角色只能使用租户菜单", "a tenant role has menus of tenants alone"),
        ] {
            assert_eq!(face.refused_on(field, &admin, "POST", PATH, &form(name, kind, set)).await, [zh, en]);
        }
        let set = given(&[("setting-menu", "edit"), ("setting", "edit"), ("setting-role", "view"), ("base-sms", "view")]);
        let made = face.send(&admin, "POST", PATH, &form("Auditor", json!("1"), set)).await;
        let kept = given(&[("base-sms", "view"), ("setting-role", "view"), ("setting-menu", "edit")]);
        assert_eq!((made.status.as_u16(), &made.body["resourceIdList"], &made.body["resourceNodeList"]), (201, &kept, &json!(["base", "setting"])));
        let path = format!("{PATH}/{}", made.body["id"].as_str().unwrap());
        assert_eq!(face.get(&admin, &path).await.body, made.body);
        let closed = put(&face, &admin, &made.body, json!({ "status": "1", "resourceIdList": [] })).await.body;
        assert_eq!((&closed["status"], &closed["resourceIdList"], &closed["resourceNodeList"]), (&json!("1"), &json!([]), &json!([])));
        assert_eq!(face.list(&admin, "roles", &json!({ "status": "0" })).await.body, json!([]));
        assert_eq!(face.send(&admin, "DELETE", &path, &json!({})).await.status, 200);
        assert_eq!(face.get(&admin, &path).await.status, 404);
        let actions: Vec<_> = world::audited(&t.kernel, "roles").await.into_iter().map(|row| row.0).collect();
        assert_eq!(actions, ["role.created", "role.updated", "role.deleted"]);
    }
}

both! {
    async fn nobody_makes_a_role_stronger_than_their_own(engine) {
        let t = engine.kernel().await;
        let mut cx = seeded(&t.kernel).await;
        let clerk = world::role(&mut cx, "Clerk", RoleType::System, &[(Permission::Users, Act::View)]).await;
        // A closed menu can be opened again.
        cx.db().await.unwrap().write("UPDATE menus SET status = 1 WHERE url = 'base/sms'").execute().await.unwrap();
        cx.commit().await.unwrap();
        let face = Face::over(&t.kernel);
        let editor = with(&[(Permission::Roles, Act::Edit), (Permission::Users, Act::View)]);
        let clerk = face.get(&world::admin(), &format!("{PATH}/{}", clerk.id)).await.body;
        for change in [
            json!({ "superAdmin": "0" }),
            json!({ "superAdmin": "0", "status": "1" }),
            json!({ "resourceIdList": given(&[("systemManger-user", "edit")]) }),
            json!({ "resourceIdList": given(&[("base-sms", "view")]) }),
        ] {
            let refused = put(&face, &editor, &clerk, change.clone()).await;
            assert_eq!((refused.status.as_u16(), &refused.body["message"]),
                (403, &json!("nobody makes a role stronger than their own")), "{change}");
            let mut form = json!({ "name": "Mine", "roleType": "1" });
            form.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
            assert_eq!(face.send(&editor, "POST", PATH, &form).await.status, 403, "{change}");
        }
        let fine = put(&face, &editor, &clerk, json!({ "name": "Office", "resourceIdList": given(&[("setting-role", "edit")]) })).await;
        assert_eq!((fine.status.as_u16(), &fine.body["name"]), (200, &json!("Office")));
    }
}

both! {
    async fn a_role_gives_more_only_after_a_recent_proof(engine) {
        let t = engine.kernel().await;
        let mut cx = seeded(&t.kernel).await;
        let set = [(Permission::Users, Act::View)];
        let closed = world::role(&mut cx, "Clerk", RoleType::System, &set).await;
        cx.db().await.unwrap().write("UPDATE roles SET status = 1").execute().await.unwrap();
        let mut open = Vec::new();
        for name in ["Chief", "More", "Less"] {
            open.push(world::role(&mut cx, name, RoleType::System, &set).await);
        }
        cx.commit().await.unwrap();
        let (face, admin) = (Face::over(&t.kernel), world::admin());
        let role = async |role: &Role| face.get(&admin, &format!("{PATH}/{}", role.id)).await.body;
        t.clock.advance(601);
        for (changed, change) in [
            (&open[0], json!({ "superAdmin": "0" })),
            (&open[1], json!({ "resourceIdList": given(&[("systemManger-user", "edit")]) })),
            (&closed, json!({ "status": "0" })),
        ] {
            let changed = role(changed).await;
            let late = put(&face, &admin, &changed, change.clone()).await;
            assert_eq!((late.status.as_u16(), &late.body["code"]), (403, &json!("recent_proof")), "{change}");
            let proven = world::proven(&admin, &t.kernel);
            assert_eq!(put(&face, &proven, &changed, change.clone()).await.status, 200, "{change}");
        }
        let chief = json!({ "name": "Chief", "roleType": "1", "superAdmin": "0" });
        assert_eq!(face.send(&admin, "POST", PATH, &chief).await.body["code"], "recent_proof");
        let less = role(&open[2]).await;
        let less = put(&face, &admin, &less, json!({ "resourceIdList": [], "status": "1" })).await;
        assert_eq!(less.status, 200, "to give less needs none");
    }
}

both! {
    async fn a_role_that_somebody_has_stays(engine) {
        let t = engine.kernel().await;
        let mut cx = seeded(&t.kernel).await;
        let plain = async |cx: &mut Ctx, kind| world::role(cx, "Plain", kind, &[(Permission::Studies, Act::View)]).await;
        let [of_user, of_member, invited] =
            [plain(&mut cx, RoleType::System).await, plain(&mut cx, RoleType::Tenant).await, plain(&mut cx, RoleType::Tenant).await];
        let user = world::user(&mut cx, "wang.fang", Some(&of_user)).await;
        let tenant = world::tenant(&mut cx, "Here").await;
        let member = world::member(&mut cx, &tenant, &user).await;
        let db = cx.db().await.unwrap();
        db.write("UPDATE memberships SET").push(" role_id = ", of_member.id.clone()).execute().await.unwrap();
        let sql = "INSERT INTO invitations (id, version, tenant_id, email, email_key, full_name, role_id, type_id, locale, \
                   state, expires_at, sent_at, created_at, updated_at) VALUES ('i', 1, $1, 'q', 'q', 'q', $2, 't', 'zh', 'open', 0, 0, 0, 0)";
        db.write(sql).bind(tenant.id.clone()).bind(invited.id.clone()).execute().await.unwrap();
        cx.commit().await.unwrap();
        let (face, admin) = (Face::over(&t.kernel), world::admin());
        let remove = async |role: &Role| face.send(&admin, "DELETE", &format!("{PATH}/{}", role.id), &json!({})).await;
        for (role, holders) in [(&of_user, "users"), (&of_member, "tenant users"), (&invited, "open invitations")] {
            let refused = remove(role).await;
            let sentence = format!("this role is in use by {holders} and cannot be deleted");
            assert_eq!((refused.status.as_u16(), &refused.body["message"]), (409, &json!(sentence)));
        }
        for path in [format!("tenant-users/{}", member.id), format!("users/{}", user.id)] {
            assert_eq!(face.send(&admin, "DELETE", &format!("/api/admin/{path}"), &json!({})).await.status, 200);
        }
        let mut cx = world::system(&t.kernel);
        cx.db().await.unwrap().write("UPDATE invitations SET state = 'withdrawn'").execute().await.unwrap();
        cx.commit().await.unwrap();
        for role in [&of_user, &of_member, &invited] {
            assert_eq!(remove(role).await.status, 200);
        }
    }
}

both! {
    async fn giving_a_role_and_removing_it_at_once_leaves_nobody_with_a_removed_one(engine) {
        let t = engine.kernel().await;
        seeded(&t.kernel).await.commit().await.unwrap();
        let (face, admin) = (Face::over(&t.kernel), world::admin());
        for round in 0..4 {
            let mut cx = world::system(&t.kernel);
            let role = world::role(&mut cx, "Clerk", RoleType::System, &[(Permission::Users, Act::View)]).await;
            cx.commit().await.unwrap();
            let mut form = serde_json::to_value(json!({ "fullName": "W", "phone": "13800000000", "roleId": role.id })).unwrap();
            (form["userName"], form["email"]) = (json!(format!("wang{round}")), json!(format!("w{round}@example.com")));
            let path = format!("{PATH}/{}", role.id);
            let nothing = json!({});
            let (made, removed) =
                tokio::join!(face.send(&admin, "POST", "/api/admin/users", &form), face.send(&admin, "DELETE", &path, &nothing));
            let outcome = (made.status.as_u16(), removed.status.as_u16());
            assert!([(201, 409), (422, 200)].contains(&outcome), "{outcome:?}: {} {}", made.body, removed.body);
        }
    }
}

both! {
    async fn the_platform_keeps_an_administrator_whatever_becomes_of_roles(engine) {
        let t = engine.kernel().await;
        let mut cx = seeded(&t.kernel).await;
        let mut chiefs = Vec::new();
        for name in ["anna", "bernd"] {
            let role = world::role(&mut cx, name, RoleType::System, &[]).await;
            world::user(&mut cx, name, Some(&role)).await;
            chiefs.push(role.id);
        }
        cx.commit().await.unwrap();
        let (face, admin) = (Face::over(&t.kernel), world::admin());
        let role = async |id: &Id| face.get(&admin, &format!("{PATH}/{id}")).await.body;
        let (one, two) = (role(&chiefs[0]).await, role(&chiefs[1]).await);
        let (weaker, closed) = (json!({ "superAdmin": "1" }), json!({ "status": "1" }));
        let (a, b) = tokio::join!(put(&face, &admin, &one, weaker), put(&face, &admin, &two, closed));
        let mut outcome = [a.status.as_u16(), b.status.as_u16()];
        outcome.sort_unstable();
        assert_eq!(outcome, [200, 403], "{} {}", a.body, b.body);
        let last = role(&chiefs[usize::from(a.status == 200)]).await;
        for change in [json!({ "superAdmin": "1" }), json!({ "status": "1" })] {
            let refused = put(&face, &admin, &last, change).await;
            assert_eq!(refused.body["message"], "the role of the last platform administrator cannot be closed or weakened");
        }
        assert_eq!(put(&face, &admin, &last, json!({ "name": "Chief" })).await.status, 200);
    }
}

both! {
    async fn a_new_server_has_roles_and_what_became_of_them_stays(engine) {
        let t = engine.kernel().await;
        let mut cx = seeded(&t.kernel).await;
        seed_roles(&mut cx).await.unwrap();
        cx.commit().await.unwrap();
        let (face, admin) = (Face::over(&t.kernel), world::admin());
        let all = face.list(&admin, "roles", &json!({})).await.body;
        let named: Vec<_> = all.as_array().unwrap().iter().map(|r| r["desc"].as_str().unwrap()).collect();
        assert_eq!(named, ["Platform support", "Platform administrator", "Study member", "Tenant administrator"]);
        assert_eq!(all[0]["resourceIdList"].as_array().unwrap().len(), Permission::ALL.len());
        let mut cx = world::system(&t.kernel);
        let first = roles::administrator(cx.db().await.unwrap()).await.unwrap();
        assert_eq!(first, Some(Id::from(roles::PLATFORM_ADMINISTRATOR)), "the one that the set-up gives");
        drop(cx);
        let path = format!("{PATH}/{}", roles::STUDY_MEMBER);
        assert_eq!(face.send(&admin, "DELETE", &path, &json!({})).await.status, 200);
        assert_eq!(put(&face, &admin, &all[0], json!({ "nameEn": "Help desk" })).await.status, 200);
        let mut cx = world::system(&t.kernel);
        seed(&mut cx).await.unwrap();
        seed_roles(&mut cx).await.unwrap();
        cx.commit().await.unwrap();
        let after = face.list(&admin, "roles", &json!({})).await.body;
        assert_eq!((after.as_array().unwrap().len(), &after[0]["desc"]), (3, &json!("Help desk")));
    }
}

both! {
    async fn a_closed_group_takes_its_menus_from_who_has_them(engine) {
        let t = engine.kernel().await;
        let mut cx = seeded(&t.kernel).await;
        let set = [(Permission::Users, Act::Edit), (Permission::SmsLog, Act::View)];
        let role = world::role(&mut cx, "Clerk", RoleType::System, &set).await;
        let user = world::user(&mut cx, "clerk", Some(&role)).await;
        cx.db().await.unwrap().write("UPDATE menus SET status = 1 WHERE id = 'base'").execute().await.unwrap();
        let left = Allowed::Menus([set[0]].into());
        assert_eq!(roles::allowed(&mut cx, &role.id).await.unwrap(), left);
        assert_eq!(permissions::allowed(cx.db().await.unwrap(), &user.id, Some(&role.id)).await.unwrap().0, left);
    }
}
