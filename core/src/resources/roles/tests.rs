mod rules;

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::*;
use crate::both;
use crate::kernel::ctx::{Act, Allowed, Permission};
use crate::kernel::id::Id;
use crate::resources::seed;
use crate::resources::testing::{self as world, Face};

both! {
    async fn a_role_allows_its_open_menus_and_nothing_once_it_is_closed(engine) {
        let t = engine.kernel().await;
        let mut cx = world::system(&t.kernel);
        seed(&mut cx).await.unwrap();
        let set = [(Permission::Users, Act::Edit), (Permission::Studies, Act::View)];
        let role = world::role(&mut cx, "Clerk", RoleType::System, &set).await;
        assert_eq!(allowed(&mut cx, &role.id).await.unwrap(), Allowed::Menus(BTreeMap::from(set)));
        let all = world::role(&mut cx, "All", RoleType::Tenant, &[]).await;
        assert_eq!(allowed(&mut cx, &all.id).await.unwrap(), Allowed::Everything);

        let db = cx.db().await.unwrap();
        db.write("UPDATE menus SET status = 1 WHERE url = 'systemManger/user'").execute().await.unwrap();
        let left = BTreeMap::from([set[1]]);
        assert_eq!(allowed(&mut cx, &role.id).await.unwrap(), Allowed::Menus(left));
        let db = cx.db().await.unwrap();
        db.write("UPDATE roles SET status = 1").execute().await.unwrap();
        for id in [&role.id, &all.id, &Id::from("none")] {
            assert_eq!(allowed(&mut cx, id).await.unwrap(), Allowed::Nothing);
        }
    }
}

both! {
    async fn a_list_of_roles_shows_system_roles_to_the_platform_alone(engine) {
        let t = engine.kernel().await;
        let mut cx = world::system(&t.kernel);
        seed(&mut cx).await.unwrap();
        world::role(&mut cx, "Administrator", RoleType::System, &[]).await;
        world::role(&mut cx, "Monitor", RoleType::Tenant, &[(Permission::Studies, Act::View)]).await;
        let tenant = world::tenant(&mut cx, "Here").await;
        cx.commit().await.unwrap();
        let face = Face::over(&t.kernel);
        let names = |body: &Value| -> Vec<String> {
            body.as_array().unwrap().iter().map(|r| r["name"].as_str().unwrap().to_owned()).collect()
        };
        let all = face.list(&world::admin(), "roles", &json!({})).await.body;
        assert_eq!(names(&all), ["Administrator", "Monitor"]);
        assert_eq!((&all[0]["code"], &all[0]["desc"]), (&all[0]["id"], &json!("Administrator")));
        assert_eq!((&all[0]["superAdmin"], &all[0]["roleType"], &all[0]["status"]), (&json!("0"), &json!("1"), &json!("0")));
        let chief = world::person(&Id::from("c"), Allowed::Nothing, &[(&tenant, Allowed::Everything)]);
        assert_eq!(names(&face.list(&chief, "roles", &json!({})).await.body), ["Monitor"]);
        assert_eq!(names(&face.list(&chief, "roles", &json!({ "roleType": "1" })).await.body), Vec::<String>::new());
        for q in ["mon", "ITO"] {
            assert_eq!(names(&face.list(&world::admin(), "roles", &json!({ "q": q })).await.body), ["Monitor"], "{q}");
        }
        assert_eq!(face.list(&world::admin(), "roles", &json!({ "roleType": 1 })).await.status, 400);
        let mut cx = world::system(&t.kernel);
        for n in 0..11 {
            world::role(&mut cx, &format!("Role {n}"), RoleType::Tenant, &[(Permission::Studies, Act::View)]).await;
        }
        cx.commit().await.unwrap();
        let whole = face.get(&world::admin(), "/api/admin/roles").await;
        assert_eq!((names(&whole.body).len(), &whole.headers["x-total-count"]), (13, &"13".parse().unwrap()), "without a range");
        let part = face.get(&world::admin(), "/api/admin/roles?range=%5B0%2C4%5D").await;
        assert_eq!((names(&part.body).len(), &part.headers["x-total-count"]), (5, &"13".parse().unwrap()));
    }
}

both! {
    async fn what_a_role_requires_is_changed_by_who_may_and_is_not_weaker(engine) {
        let t = engine.kernel().await;
        let mut cx = world::system(&t.kernel);
        seed(&mut cx).await.unwrap();
        let role = world::role(&mut cx, "Clerk", RoleType::System, &[(Permission::Users, Act::Edit)]).await;
        cx.commit().await.unwrap();
        let face = Face::over(&t.kernel);
        let path = format!("/api/admin/roles/{}", role.id);
        let on = json!({ "version": 1, "name": "Clerk", "mfaRequired": true, "roleType": "2" });
        let changed = face.send(&world::admin(), "PUT", &path, &on).await;
        assert_eq!((changed.status.as_u16(), &changed.body["mfaRequired"], &changed.body["version"]), (200, &json!(true), &json!(2)));
        assert_eq!((&changed.body["roleType"], &changed.body["superAdmin"]), (&json!("1"), &json!("1")), "its type stays");
        assert_eq!(changed.body["resourceIdList"], json!([{ "id": "systemManger-user", "act": "edit" }]), "left out, it stays");
        assert_eq!(face.get(&world::admin(), &path).await.body, changed.body);
        assert_eq!(face.send(&world::admin(), "PUT", &path, &on).await.status, 409, "an old version");
        assert_eq!(face.send(&world::admin(), "PUT", &path, &json!({ "mfaRequired": false })).await.on("version"), "the version is missing");
        assert_eq!(face.send(&world::admin(), "PUT", "/api/admin/roles/none", &on).await.status, 404);

        let may = |act| Allowed::Menus([(Permission::Roles, act)].into());
        let (reader, editor) = (world::person(&Id::from("r"), may(Act::View), &[]), world::person(&Id::from("e"), may(Act::Edit), &[]));
        let off = json!({ "version": 2, "name": "Clerk", "mfaRequired": false });
        assert_eq!(face.send(&reader, "PUT", &path, &off).await.status, 403);
        let stronger = face.send(&editor, "PUT", &path, &off).await;
        assert_eq!((stronger.status.as_u16(), stronger.body["message"].as_str().unwrap()),
            (403, "nobody changes a role stronger than their own"));
        assert_eq!(face.send(&editor, "DELETE", &path, &json!({})).await.status, 403);
        assert_eq!(face.get(&reader, &path).await.body["mfaRequired"], true);
        let noted = world::audited(&t.kernel, "roles").await;
        let (action, before, after, _) = noted.last().unwrap();
        assert_eq!(action, "role.updated");
        assert!(before.as_ref().unwrap().contains(r#""mfaRequired":false"#) && after.as_ref().unwrap().contains(r#""mfaRequired":true"#));

        t.clock.advance(601);
        let late = face.send(&world::admin(), "PUT", &path, &off).await;
        assert_eq!((late.status.as_u16(), &late.body["code"]), (403, &json!("recent_proof")));
        let still = face.send(&world::admin(), "PUT", &path, &json!({ "version": 2, "name": "Clerk", "mfaRequired": true })).await;
        assert_eq!((still.status.as_u16(), &still.body["mfaRequired"]), (200, &json!(true)), "to require it needs none");
    }
}

both! {
    async fn a_role_is_called_by_its_name_in_the_language_of_who_asks(engine) {
        let t = engine.kernel().await;
        let mut cx = world::system(&t.kernel);
        seed(&mut cx).await.unwrap();
        let new = |name: &str, role_type, menus| NewRole {
            name: name.into(), description: String::new(), role_type, super_admin: false, menus,
        };
        let menus = vec![(Permission::Studies, Act::View)];
        let auditor = create_named(&mut cx, new("审计员", RoleType::System, menus.clone()), "Auditor").await.unwrap();
        let monitor = create(&mut cx, new("监查员", RoleType::Tenant, menus)).await.unwrap();
        let tenant = world::tenant(&mut cx, "Here").await;
        let user = world::user(&mut cx, "wang.fang", Some(&auditor)).await;
        cx.commit().await.unwrap();
        let (face, admin) = (Face::over(&t.kernel), world::admin());
        let path = format!("/api/admin/roles/{}", auditor.id);
        let (en, zh) = (face.get(&admin, &path).await.body, face.send_in_chinese(&admin, "GET", &path, &json!({})).await.body);
        assert_eq!((&en["desc"], &zh["desc"], &en["name"], &en["nameEn"]), (&json!("Auditor"), &json!("审计员"), &json!("审计员"), &json!("Auditor")));
        let user = format!("/api/admin/users/{}", user.id);
        assert_eq!(face.get(&admin, &user).await.body["roleName"], "Auditor");
        assert_eq!(face.send_in_chinese(&admin, "GET", &user, &json!({})).await.body["roleName"], "审计员");
        let people = face.list(&admin, "users", &json!({ "q": "ang" })).await.body;
        assert_eq!(people[0]["roleName"], "Auditor");
        for q in ["dito", "审计"] {
            assert_eq!(face.list(&admin, "roles", &json!({ "q": q })).await.body[0]["id"], json!(auditor.id), "{q}");
        }

        let added = json!({ "tenantId": tenant.id, "userIds": [people[0]["id"]], "role": monitor.id, "typeId": "3-cro", "positionId": "2-cra" });
        let member = face.send(&admin, "POST", "/api/admin/tenant-users", &added).await;
        assert_eq!(member.body["members"][0]["roleName"], "监查员", "who has no English name keeps the other");
        let renamed = json!({ "version": 1, "name": "监查员", "nameEn": "Monitor" });
        let path = format!("/api/admin/roles/{}", monitor.id);
        assert_eq!(face.send(&admin, "PUT", &path, &renamed).await.body["desc"], "Monitor");
        assert_eq!(face.list(&admin, "tenant-users", &json!({})).await.body[0]["roleName"], "Monitor");
        let wrong = face.send(&admin, "PUT", &path, &json!({ "version": 2, "name": "监查员", "nameEn": "x".repeat(300) })).await;
        assert_eq!(wrong.status, 422, "{:?}", wrong.body);
        let mut cx = world::system(&t.kernel);
        let names = named_of(&mut cx).await;
        assert_eq!((&names["Monitor"], &names["监查员"]), (&monitor.id, &monitor.id), "a file names it in either");
    }
}

async fn named_of(cx: &mut crate::kernel::ctx::ReadCtx) -> BTreeMap<String, Id> {
    named(cx, RoleType::Tenant).await.unwrap()
}
