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
