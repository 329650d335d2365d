use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::*;
use crate::both;
use crate::kernel::ctx::{Act, Allowed, Permission};
use crate::kernel::id::Id;
use crate::rooms::seed;
use crate::rooms::testing::{self as world, Face};

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
        db.query("UPDATE menus SET status = 1 WHERE url = 'systemManger/user'").execute().await.unwrap();
        let left = BTreeMap::from([set[1]]);
        assert_eq!(allowed(&mut cx, &role.id).await.unwrap(), Allowed::Menus(left));
        let db = cx.db().await.unwrap();
        db.query("UPDATE roles SET status = 1").execute().await.unwrap();
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
        assert_eq!((&all[0]["superAdmin"], &all[0]["roleType"], &all[0]["status"]), (&json!("0"), &json!("1"), &json!("0")));
        let chief = world::person(&Id::from("c"), Allowed::Nothing, &[(&tenant, Allowed::Everything)]);
        assert_eq!(names(&face.list(&chief, "roles", &json!({})).await.body), ["Monitor"]);
        assert_eq!(names(&face.list(&chief, "roles", &json!({ "roleType": "1" })).await.body), Vec::<String>::new());
        assert_eq!(names(&face.list(&world::admin(), "roles", &json!({ "q": "mon" })).await.body), ["Monitor"]);
        assert_eq!(face.list(&world::admin(), "roles", &json!({ "roleType": 1 })).await.status, 400);
    }
}
