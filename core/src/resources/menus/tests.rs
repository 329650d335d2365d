use std::collections::BTreeMap;

use super::*;
use crate::both;
use crate::kernel::ctx::{Act, Allowed, Ctx, Permission, Person};
use crate::kernel::id::Id;
use crate::testing::START;

fn person(system: Allowed, tenant: Allowed) -> Person {
    Person {
        id: Id::from("u"),
        user_name: "u".into(),
        full_name: "U".into(),
        session_id: Id::from("s"),
        tenant_id: None,
        auth_time: START,
        acr: "password".into(),
        amr: vec!["pwd".into()],
        system,
        tenants: BTreeMap::from([(Id::from("t"), tenant)]),
    }
}

fn urls(groups: &[MenuItem]) -> Vec<&str> {
    groups.iter().flat_map(|g| g.list.iter().map(|i| i.url.as_str())).collect()
}

fn acts(groups: &[MenuItem]) -> Vec<MenuAct> {
    assert!(groups.iter().all(|g| g.act.is_none()), "a group opens nothing");
    groups.iter().flat_map(|g| g.list.iter().filter_map(|i| i.act)).collect()
}

both! {
    async fn every_permission_has_one_menu_and_seeding_twice_changes_nothing(engine) {
        let t = engine.kernel().await;
        let mut cx = Ctx::system(&t.kernel, "test");
        seed(&mut cx).await.unwrap();
        let once = list(&mut cx).await.unwrap();
        seed(&mut cx).await.unwrap();
        let twice = list(&mut cx).await.unwrap();
        assert_eq!(once.len(), twice.len());
        let mut items: Vec<_> = once.iter().filter_map(|m| Permission::from_url(&m.url)).collect();
        items.sort_unstable();
        assert_eq!(items, Permission::ALL);
        for menu in &once {
            assert!(!menu.name.is_empty() && !menu.name_en.is_empty() && !menu.icon.is_empty(), "{menu:?}");
            let parent = menu.parent_id.as_str();
            assert!(parent == ROOT || once.iter().any(|g| g.id == menu.parent_id && g.url.is_empty()), "{menu:?}");
        }
    }
}

both! {
    async fn each_menu_has_an_icon_of_its_own_that_the_console_draws(engine) {
        let t = engine.kernel().await;
        let mut cx = Ctx::system(&t.kernel, "test");
        seed(&mut cx).await.unwrap();
        let drawn = include_str!("../../../../admin-ui/src/admin/layout/menuIcons.json");
        let drawn: BTreeMap<String, String> = serde_json::from_str(drawn).unwrap();
        let mut icons = std::collections::BTreeSet::new();
        for menu in list(&mut cx).await.unwrap() {
            assert!(drawn.contains_key(&menu.icon), "nobody draws {menu:?}");
            assert!(icons.insert(menu.icon.clone()), "another menu has the icon of {menu:?}");
        }
    }
}

both! {
    async fn a_side_menu_shows_what_the_roles_name_and_no_empty_group(engine) {
        let t = engine.kernel().await;
        let mut cx = Ctx::system(&t.kernel, "test");
        seed(&mut cx).await.unwrap();
        let all = tree(&mut cx, &person(Allowed::Everything, Allowed::Nothing)).await.unwrap();
        assert_eq!(urls(&all).len(), Permission::ALL.len());
        assert_eq!(all[0].name, "系统信息");

        let some = Allowed::Menus(BTreeMap::from([(Permission::Users, Act::View), (Permission::Studies, Act::Edit)]));
        let mine = tree(&mut cx, &person(some.clone(), Allowed::Nothing)).await.unwrap();
        assert_eq!(urls(&mine), ["systemManger/user", "tenantManager/tenantPorject"]);
        assert_eq!(acts(&mine), [MenuAct::View, MenuAct::Edit]);
        let both = Allowed::Menus(BTreeMap::from([(Permission::Studies, Act::View)]));
        let both = tree(&mut cx, &person(both, some.clone())).await.unwrap();
        assert_eq!(acts(&both), [MenuAct::Edit], "what may be changed in a tenant is no screen to look at only");
        let tenant = tree(&mut cx, &person(Allowed::Nothing, some)).await.unwrap();
        assert_eq!(urls(&tenant), ["tenantManager/tenantPorject"], "a tenant role opens no system screen");
        assert!(tree(&mut cx, &person(Allowed::Nothing, Allowed::Nothing)).await.unwrap().is_empty());
    }
}

mod rules {
    use serde_json::{Value, json};

    use super::*;
    use crate::resources::roles::RoleType;
    use crate::resources::seed as seed_all;
    use crate::resources::testing::{self as world, Answer, Face};

    const PATH: &str = "/api/admin/menus";

    async fn put(face: &Face, who: &crate::kernel::ctx::Who, id: &str, change: Value) -> Answer {
        let mut form = face.get(&world::admin(), &format!("{PATH}/{id}")).await.body;
        for (field, value) in change.as_object().unwrap() {
            form[field] = value.clone();
        }
        face.send(who, "PUT", &format!("{PATH}/{id}"), &form).await
    }

    both! {
        async fn a_removed_menu_leaves_its_roles_and_does_not_come_back(engine) {
            let t = engine.kernel().await;
            let mut cx = world::system(&t.kernel);
            seed_all(&mut cx).await.unwrap();
            let set = [(Permission::SmsLog, Act::View), (Permission::Users, Act::Edit)];
            let role = world::role(&mut cx, "Clerk", RoleType::System, &set).await;
            cx.commit().await.unwrap();
            let (face, admin) = (Face::over(&t.kernel), world::admin());
            assert_eq!(face.send(&admin, "DELETE", &format!("{PATH}/base"), &json!({})).await.body["message"],
                "this menu is in use by menus below it and cannot be deleted");
            let form = json!({ "name": "短信", "parentId": "base", "url": "base/sms", "seq": 1, "icon": "sms" });
            let twice = ["该请求地址已有菜单", "this request address has a menu already"];
            assert_eq!(face.refused_on("url", &admin, "POST", PATH, &form).await, twice);
            assert_eq!(face.send(&admin, "DELETE", &format!("{PATH}/base-sms"), &json!({})).await.status, 200);
            let noted = world::audited(&t.kernel, "roles").await;
            let (action, before, after, _) = noted.last().unwrap();
            assert_eq!(action, "role.updated");
            assert!(before.as_ref().unwrap().contains("base-sms") && !after.as_ref().unwrap().contains("base-sms"));
            let kept = face.get(&admin, &format!("/api/admin/roles/{}", role.id)).await.body;
            assert_eq!((&kept["resourceIdList"], &kept["version"]), (&json!([{ "id": "systemManger-user", "act": "edit" }]), &json!(2)));

            let mut cx = world::system(&t.kernel);
            seed_all(&mut cx).await.unwrap();
            assert!(!all(&mut cx).await.unwrap().iter().any(|menu| menu.url == "base/sms"));
            cx.commit().await.unwrap();
            let made = face.send(&admin, "POST", PATH, &form).await;
            assert_eq!((made.status.as_u16(), &made.body["nameEn"], &made.body["resourceType"]), (201, &json!(""), &json!("1")));
            let mut cx = world::system(&t.kernel);
            let tree = tree(&mut cx, &person(Allowed::Everything, Allowed::Nothing)).await.unwrap();
            assert!(tree.iter().flat_map(|group| &group.list).any(|menu| menu.name == "短信"));
        }
    }

    both! {
        async fn a_menu_is_a_group_or_the_one_of_its_screen_below_one(engine) {
            let t = engine.kernel().await;
            let mut cx = world::system(&t.kernel);
            seed_all(&mut cx).await.unwrap();
            cx.db().await.unwrap().write("UPDATE menus SET deleted_at = 1 WHERE url = 'base/sms'").execute().await.unwrap();
            cx.commit().await.unwrap();
            let (face, admin) = (Face::over(&t.kernel), world::admin());
            let form = json!({ "name": "SMS", "parentId": "base", "url": "base/sms", "seq": 1, "icon": "sms" });
            for (field, value, zh, en) in [
                ("name", json!(""), "请输入菜单名称", "please enter the menu name"),
                ("parentId", Value::Null, "请选择上级菜单", "please select the parent menu"),
                ("parentId", json!("base-email"), "请选择一级菜单", "please select a menu of the first level"),
                ("parentId", json!("gone"), "请选择一级菜单", "please select a menu of the first level"),
                ("url", json!(""), "请选择请求地址", "please select the request address"),
                ("url", json!("made/up"), "请选择请求地址", "please select the request address"),
                ("icon", json!(""), "请选择图标", "please select an icon"),
                ("icon", json!("unicorn"), "请选择图标", "please select an icon"),
                ("seq", json!(0), "请输入数字", "please enter a number"),
                ("resourceType", json!("2"), "该页面只供平台使用", "this screen is for the platform alone"),
            ] {
                let mut wrong = form.clone();
                wrong[field] = value;
                assert_eq!(face.refused_on(field, &admin, "POST", PATH, &wrong).await, [zh, en]);
            }
            let group = json!({ "name": "Mine", "parentId": "0", "url": "base/sms", "seq": 1, "icon": "sms" });
            assert_eq!(face.send(&admin, "POST", PATH, &group).await.on("url"), "a menu of the first level has no request address");
            let level = put(&face, &admin, "base-email", json!({ "parentId": "0" })).await;
            assert_eq!(level.on("parentId"), "a menu keeps its level");
            let moved = put(&face, &admin, "base-email", json!({ "parentId": "software", "url": "base/sms" })).await;
            assert_eq!((moved.status.as_u16(), &moved.body["url"]), (200, &json!("base/email")), "the address stays");
        }
    }

    both! {
        async fn nobody_is_locked_out_of_menus_and_roles_and_only_some_open_one_again(engine) {
            let t = engine.kernel().await;
            let mut cx = world::system(&t.kernel);
            seed_all(&mut cx).await.unwrap();
            cx.commit().await.unwrap();
            let (face, admin) = (Face::over(&t.kernel), world::admin());
            let kept = "the menus that manage menus and roles can be neither closed nor removed";
            let closed = json!({ "status": "1" });
            for id in ["setting-menu", "setting-role", "setting"] {
                assert_eq!(put(&face, &admin, id, closed.clone()).await.body["message"], kept, "{id}");
            }
            assert_eq!(face.send(&admin, "DELETE", &format!("{PATH}/setting-menu"), &json!({})).await.body["message"], kept);
            assert_eq!(put(&face, &admin, "base", closed.clone()).await.status, 200);
            assert_eq!(put(&face, &admin, "setting-menu", json!({ "parentId": "base" })).await.body["message"], kept);

            let editor = Allowed::Menus([(Permission::Menus, Act::Edit)].into());
            let editor = world::person(&Id::from("editor"), editor, &[]);
            assert_eq!(put(&face, &editor, "systemManger-site", closed.clone()).await.status, 200);
            let only = "only a super administrator opens a menu again";
            for (id, change) in [
                ("systemManger-site", json!({ "status": "0" })),
                ("base-sms", json!({ "parentId": "software" })),
                ("base", json!({ "status": "0" })),
                ("systemManger-dictionary", json!({ "resourceType": "2" })),
            ] {
                let refused = put(&face, &editor, id, change.clone()).await;
                assert_eq!((refused.status.as_u16(), &refused.body["message"]), (403, &json!(only)), "{id}");
                assert_eq!(put(&face, &admin, id, change).await.status, 200, "{id}");
            }
        }
    }

    both! {
        async fn a_group_closed_while_the_menu_of_menus_moves_there_locks_nobody_out(engine) {
            let t = engine.kernel().await;
            let mut cx = world::system(&t.kernel);
            seed_all(&mut cx).await.unwrap();
            cx.commit().await.unwrap();
            let (face, admin) = (Face::over(&t.kernel), world::admin());
            let (closed, moved) = (json!({ "status": "1" }), json!({ "parentId": "base" }));
            let (a, b) = tokio::join!(put(&face, &admin, "base", closed), put(&face, &admin, "setting-menu", moved));
            let mut outcome = [a.status.as_u16(), b.status.as_u16()];
            outcome.sort_unstable();
            assert_eq!(outcome, [200, 403], "{} {}", a.body, b.body);
        }
    }
}
