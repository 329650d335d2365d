//! Attacks of a tenant's administrator that must fail: adding people, and reaching an account of the platform.

use super::*;
use crate::attack;
use crate::kernel::ctx::Who;

/// A tenant's administrator, and a platform administrator who is a member of the tenant.
async fn world(kernel: &Kernel) -> (World, Who, User, Value) {
    let w = ready(kernel).await;
    let mut cx = world::system(kernel);
    let all = world::role(&mut cx, "All", RoleType::System, &[]).await;
    let root = world::user(&mut cx, "root", Some(&all)).await;
    cx.commit().await.unwrap();
    let body = with(w.batch(&[0]), "userIds", json!([root.id, w.people[0].id]));
    let added = w.face.send(&world::admin(), "POST", PATH, &body).await.body;
    let member = added["members"].as_array().unwrap().iter().find(|m| m["userName"] == "root").unwrap().clone();
    let chief = world::person(&Id::from("chief"), Allowed::Nothing, &[(&w.here, Allowed::Everything)]);
    (w, chief, root, member)
}

both! {
    async fn a_tenant_takes_nobody_in_who_was_not_asked(engine) {
        use base64::Engine as _;
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        let mut cx = world::system(&t.kernel);
        let all = world::role(&mut cx, "All", RoleType::System, &[]).await;
        let root = world::user(&mut cx, "root", Some(&all)).await;
        cx.commit().await.unwrap();
        let chief = world::person(&Id::from("chief"), Allowed::Nothing, &[(&w.here, Allowed::Everything)]);
        // A platform role with this menu may add people, but nobody with more permissions.
        let state = Allowed::Menus(BTreeMap::from([(Permission::TenantUsers, Act::Edit), (Permission::Studies, Act::View)]));
        let state = world::person(&Id::from("state"), state, &[]);
        let file = |name: &str| {
            let rows = format!("User name,Role,Type,Position\n{name},Monitor,CRO,CRA\n");
            json!({ "tenantId": w.here.id, "content": base64::engine::general_purpose::STANDARD.encode(rows), "dryRun": false })
        };
        let (mut tried, mut refused) = (0, 0);
        for (who, people) in [(&chief, json!([w.people[0].id])), (&chief, json!([root.id])), (&state, json!([root.id])),
            (&state, json!([w.people[1].id, root.id]))] {
            tried += 1;
            let answer = w.face.send(who, "POST", PATH, &with(w.batch(&[0]), "userIds", people)).await;
            refused += usize::from(answer.status == 403);
        }
        for (who, name) in [(&chief, "anna"), (&chief, "root"), (&chief, "nobody"), (&state, "root")] {
            tried += 1;
            let answer = w.face.send(who, "POST", &format!("{PATH}/import"), &file(name)).await;
            refused += usize::from(answer.status == 403 || answer.body["errors"][0]["field"] == "userName");
        }
        for q in ["root", "root@example.com", "nobody@example.com"] {
            tried += 1;
            let answer = w.face.list(&chief, "unselected-users", &json!({ "tenantId": w.here.id, "q": q })).await;
            refused += usize::from(answer.status == 403);
        }
        assert_eq!(w.names(json!({ "tenantId": w.here.id })).await, Vec::<String>::new());
        assert_eq!(w.face.send(&state, "POST", PATH, &w.batch(&[0])).await.status, 201, "the platform takes people in");
        attack::refused("somebody taken into a tenant unasked", engine, tried, refused);
    }
}

both! {
    async fn a_tenant_neither_sees_nor_finds_how_the_platforms_people_are_reached(engine) {
        let t = engine.kernel().await;
        let (w, chief, root, member) = world(&t.kernel).await;
        let tenant = json!({ "tenantId": w.here.id });
        let list = w.face.list(&chief, "tenant-users", &tenant).await.body;
        let of = |name: &str| list.as_array().unwrap().iter().find(|m| m["userName"] == name).unwrap();
        assert_eq!((&of("anna")["email"], &of("anna")["ofPlatform"]), (&json!("anna@example.com"), &json!(false)));
        let shown = w.face.get(&chief, &at(&member)).await.body;
        let (mut tried, mut refused) = (0, 0);
        for record in [of("root"), &shown] {
            tried += 1;
            refused += usize::from(record["email"] == "" && record["phone"] == "" && record["ofPlatform"] == true);
        }
        // Nor by searching letter by letter.
        let mut cx = world::system(&t.kernel);
        for sql in ["UPDATE users SET email = 'zeta@secret.example', email_key = 'zeta@secret.example' WHERE user_name = 'root'",
            "UPDATE memberships SET email_key = 'zeta@secret.example' WHERE user_name_key = 'root'"] {
            cx.db().await.unwrap().write(sql).execute().await.unwrap();
        }
        cx.commit().await.unwrap();
        for q in ["z", "ze", "zeta@", "zeta@secret.example"] {
            tried += 1;
            let found = w.face.list(&chief, "tenant-users", &with(tenant.clone(), "q", json!(q))).await.body;
            refused += usize::from(found.as_array().unwrap().is_empty());
        }
        let by_name = w.face.list(&chief, "tenant-users", &with(tenant.clone(), "q", json!("roo"))).await.body;
        assert_eq!(by_name[0]["userId"], json!(root.id));
        let by_mail = w.face.list(&chief, "tenant-users", &with(tenant.clone(), "q", json!("anna@"))).await.body;
        assert_eq!(by_mail[0]["userName"], "anna");
        let platform = w.face.list(&world::admin(), "tenant-users", &with(tenant, "q", json!("zeta"))).await.body;
        assert_eq!(platform[0]["email"], "zeta@secret.example");
        attack::refused("contact data of the platform's people seen by a tenant", engine, tried, refused);
    }
}

both! {
    async fn no_act_of_a_tenant_reaches_an_account_of_the_platform(engine) {
        let t = engine.kernel().await;
        let (w, chief, root, member) = world(&t.kernel).await;
        let mut cx = world::system(&t.kernel);
        cx.db().await.unwrap()
            .write("INSERT INTO sessions (id, token_hash, user_id, auth_time, amr, acr, address, user_agent, created_at, seen_at, expires_at, tenant_id) \
                SELECT 's' || id, 'h' || id, ").push("", root.id.clone()).sql(", 0, '[]', '', '', '', 0, 0, 0, id FROM tenants").execute().await.unwrap();
        cx.commit().await.unwrap();
        let base = with(member.clone(), "address", json!("elsewhere"));
        let disabled = with(member.clone(), "enabled", json!("1"));
        let (mut tried, mut refused) = (0, 0);
        for (method, path, body) in [
            ("PUT", at(&member), &base),
            ("PUT", format!("{}/important", at(&member)), &disabled),
            ("PUT", format!("{}/important", at(&member)), &member),
            ("DELETE", at(&member), &json!({})),
        ] {
            tried += 1;
            let answer = w.face.send(&chief, method, &path, body).await;
            refused += usize::from(answer.status == 403);
        }
        let sessions = || async {
            let mut cx = world::system(&t.kernel);
            cx.db().await.unwrap().query("SELECT count(*) FROM sessions WHERE ended_at IS NULL").one::<(i64,)>().await.unwrap().0
        };
        assert_eq!((sessions().await, &w.face.get(&world::admin(), &at(&member)).await.body), (2, &member));
        // The platform removes them from the tenant; their sessions elsewhere continue.
        assert_eq!(w.face.send(&world::admin(), "DELETE", &at(&member), &json!({})).await.status, 200);
        assert_eq!(sessions().await, 1);
        attack::refused("acts of a tenant on an account of the platform", engine, tried, refused);
    }
}
