//! Irreversible operations, and those that open more than they touch, need a recent proof.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::*;

/// Counts that no call changes without a proof, and every call with one.
const KEPT: &[&str] = &[
    "SELECT COUNT(*) FROM memberships",
    "SELECT COUNT(*) FROM audit_events",
    "SELECT CAST(SUM(version) AS BIGINT) FROM tenants WHERE deleted_at IS NULL",
    "SELECT CAST(SUM(version) AS BIGINT) FROM users WHERE deleted_at IS NULL",
    "SELECT CAST(COALESCE(SUM(version), 0) AS BIGINT) FROM memberships",
];

async fn kept(kernel: &Kernel) -> Vec<i64> {
    let mut cx = world::system(kernel);
    let mut all = Vec::new();
    for sql in KEPT {
        all.push(cx.db().await.unwrap().query(sql).one::<(i64,)>().await.unwrap().0);
    }
    all
}

fn person(name: &str, role: &Role) -> Value {
    json!({ "fullName": "Wang Min", "userName": name, "email": format!("{name}@example.com"), "phone": "13800000000",
        "roleId": role.id })
}

both! {
    async fn dangerous_calls_want_a_recent_proof_and_write_nothing_without(engine) {
        let t = engine.kernel().await;
        let mut cx = world::system(&t.kernel);
        seed(&mut cx).await.unwrap();
        let chief = world::role(&mut cx, "Chief", RoleType::System, &[]).await;
        let clerk = world::role(&mut cx, "Clerk", RoleType::System, &[(Permission::Users, Act::View)]).await;
        let head = world::role(&mut cx, "Head", RoleType::Tenant, &[]).await;
        let (tenant, gone) = (world::tenant(&mut cx, "Here").await, world::tenant(&mut cx, "Gone").await);
        let mut users = Vec::new();
        for name in ["anna", "bernd", "chen", "dora", "erik", "locked", "removed", "leaving", "ordinary", "pulled"] {
            users.push(world::user(&mut cx, name, None).await);
        }
        let [anna, bernd, chen, dora, erik, locked, removed, leaving, ordinary, there] = &users[..] else { unreachable!() };
        let clerked = world::user(&mut cx, "clerked", Some(&clerk)).await;
        let plain = world::role(&mut cx, "Monitor", RoleType::Tenant, &[(Permission::Studies, Act::View)]).await;
        let member = world::member(&mut cx, &tenant, anna).await;
        let (leaving, ordinary) = (world::member(&mut cx, &tenant, leaving).await, world::member(&mut cx, &tenant, ordinary).await);
        for sql in ["UPDATE users SET status = 1 WHERE user_name = 'locked'", "UPDATE users SET deleted_at = 1 WHERE user_name = 'removed'"] {
            cx.db().await.unwrap().write(sql).execute().await.unwrap();
        }
        let mut pulled = person("pulled", &clerk);
        pulled["ucId"] = json!(there.id);
        cx.commit().await.unwrap();
        let users_file = STANDARD.encode("Name,User name,E-mail,Phone,Role\nZ,zhou,z@x.cn,13800,Chief\n");
        let members_file = STANDARD.encode("User name,Role,Type,Position\nchen,Head,CRO,CRA\n");
        let calls = [
            ("POST", "users".to_owned(), person("made.chief", &chief)),
            ("PUT", format!("users/{}", bernd.id), json!({ "version": 1, "fullName": "B", "roleId": chief.id })),
            ("POST", "users/import".to_owned(), json!({ "content": users_file, "dryRun": false })),
            ("DELETE", format!("users/{}", dora.id), json!({})),
            ("POST", "tenant-users".to_owned(), json!({ "tenantId": tenant.id, "userIds": [bernd.id], "role": head.id,
                "typeId": "3-cro", "positionId": "2-cra" })),
            ("PUT", format!("tenant-users/{}/important", member.id), json!({ "version": 1, "role": head.id })),
            ("POST", "tenant-users/import".to_owned(), json!({ "tenantId": tenant.id, "content": members_file })),
            ("DELETE", format!("tenants/{}", gone.id), json!({})),
            ("POST", "users/export".to_owned(), json!({ "all": true })),
            // Operations that give access or take it away.
            ("PUT", format!("users/{}/important", erik.id), json!({ "version": 1, "userName": "erik", "email": "e@x.cn",
                "phone": "13800000001" })),
            ("POST", format!("users/{}/email-verification", erik.id), json!({})),
            ("POST", format!("users/{}/lock", erik.id), json!({ "reason": "away" })),
            ("POST", format!("users/{}/unlock", locked.id), json!({ "reason": "back" })),
            ("POST", format!("users/{}/restore", removed.id), json!({ "reason": "back" })),
            ("PUT", format!("tenant-users/{}/important", ordinary.id), json!({ "version": 1, "role": plain.id,
                "enabled": "1" })),
            ("DELETE", format!("tenant-users/{}", leaving.id), json!({})),
            ("POST", "users".to_owned(), pulled),
            ("PUT", format!("users/{}", clerked.id), json!({ "version": 1, "fullName": "C", "roleId": null })),
        ];
        let (face, admin) = (Face::over(&t.kernel), world::admin());
        t.clock.advance(601);
        let before = kept(&t.kernel).await;
        for (method, path, body) in &calls {
            let answer = face.send(&admin, method, &format!("/api/admin/{path}"), body).await;
            assert_eq!((answer.status.as_u16(), &answer.body["code"]), (403, &json!("recent_proof")), "{method} {path}");
        }
        assert_eq!(kept(&t.kernel).await, before, "{KEPT:?}");

        // Lesser operations need none.
        let plain = [
            ("POST", "users", person("made.clerk", &clerk)),
            ("POST", "users/export", json!({ "userIds": [chen.id] })),
            ("POST", "users/import", json!({ "content": users_file, "dryRun": true })),
        ];
        for (method, path, body) in &plain {
            let answer = face.send(&admin, method, &format!("/api/admin/{path}"), body).await;
            assert!(answer.status.is_success(), "{method} {path}: {}", answer.body);
        }

        let admin = world::proven(&admin, &t.kernel);
        for (method, path, body) in &calls {
            let before = kept(&t.kernel).await;
            let answer = face.send(&admin, method, &format!("/api/admin/{path}"), body).await;
            assert!(answer.status.is_success(), "{method} {path}: {}", answer.body);
            assert_ne!(kept(&t.kernel).await, before, "{method} {path}");
        }
    }
}

both! {
    async fn who_gets_back_what_an_administrator_may_gets_it_after_a_proof(engine) {
        let t = engine.kernel().await;
        let mut cx = world::system(&t.kernel);
        seed(&mut cx).await.unwrap();
        let head = world::role(&mut cx, "Head", RoleType::Tenant, &[]).await;
        let (tenant, anna) = (world::tenant(&mut cx, "Here").await, world::user(&mut cx, "anna", None).await);
        let member = world::member(&mut cx, &tenant, &anna).await;
        cx.commit().await.unwrap();
        let (face, admin) = (Face::over(&t.kernel), world::admin());
        let path = format!("/api/admin/tenant-users/{}/important", member.id);
        let change = async |version: i64, enabled: &str| {
            let body = json!({ "version": version, "role": head.id, "enabled": enabled });
            face.send(&admin, "PUT", &path, &body).await.status.as_u16()
        };
        assert_eq!(change(1, "0").await, 200);
        t.clock.advance(601);
        assert_eq!((change(2, "0").await, change(3, "1").await), (200, 403), "nobody is let in or locked out by the first");
        let mut cx = world::system(&t.kernel);
        cx.db().await.unwrap().write("UPDATE memberships SET enabled = 1").execute().await.unwrap();
        cx.commit().await.unwrap();
        assert_eq!(change(3, "0").await, 403);
    }
}
