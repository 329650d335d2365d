//! Attacks that must fail: exports in slices, locking and removing people with more permissions, phones of others.

use serde_json::{Value, json};

use super::{PATH, at, form, ready, to, with};
use crate::attack;
use crate::both;
use crate::kernel::ctx::{Act, Allowed, Permission};
use crate::kernel::id::Id;
use crate::resources::roles::RoleType;
use crate::resources::testing as world;

const EXPORT: &str = "/api/admin/users/export";

both! {
    async fn many_are_not_exported_a_few_at_a_time_by_an_old_session(engine) {
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        let mut cx = world::system(&t.kernel);
        world::crowd(&mut cx).await;
        cx.commit().await.unwrap();
        let slice = |n: usize| {
            let ids: Vec<_> = (0..25).map(|i| format!("c{}", 10_001 + n * 25 + i)).collect();
            json!({ "userIds": ids })
        };
        t.clock.advance(601);
        // Ordinary amounts are exported without a proof.
        for n in 0..4 {
            assert_eq!(w.face.send(&w.admin, "POST", EXPORT, &slice(n)).await.status, 200);
        }
        let bodies: Vec<_> = (4..24).map(slice).chain([json!({ "userIds": ["c10001"] }), json!({ "all": true })]).collect();
        let mut refused = 0;
        for body in &bodies[..10] {
            refused += usize::from(w.face.send(&w.admin, "POST", EXPORT, body).await.body["code"] == "recent_proof");
        }
        let at_once = bodies[10..].iter().map(|body| w.face.send(&w.admin, "POST", EXPORT, body));
        let answers = futures::future::join_all(at_once).await;
        refused += answers.iter().filter(|answer| answer.body["code"] == "recent_proof").count();
        let noted = world::audited(&t.kernel, "users").await.iter().filter(|row| row.0 == "user.exported").count();
        assert_eq!(noted, 4, "nothing went out that is not noted");
        // Another person has a count of their own, and a recent proof lifts the limit of the window.
        let other = world::person(&Id::from("another"), Allowed::Everything, &[]);
        assert_eq!(w.face.send(&other, "POST", EXPORT, &slice(5)).await.status, 200);
        assert_eq!(w.face.send(&world::proven(&w.admin, &t.kernel), "POST", EXPORT, &slice(5)).await.status, 200);
        t.clock.advance(24 * 3600);
        assert_eq!(w.face.send(&w.admin, "POST", EXPORT, &slice(6)).await.status, 200);
        attack::refused("a register of people taken out in slices", engine, bodies.len(), refused);
    }
}

both! {
    async fn at_once_no_more_slices_come_through_than_one_after_the_other(engine) {
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        t.clock.advance(601);
        let body = json!({ "userIds": (0..30).map(|n| format!("u{n}")).collect::<Vec<_>>() });
        let tries = (0..10).map(|_| w.face.send(&w.admin, "POST", EXPORT, &body));
        let refused = futures::future::join_all(tries).await.iter().filter(|a| a.body["code"] == "recent_proof").count();
        // Three of thirty rows stay within a hundred.
        attack::refused("slices of an export sent at once", engine, 7, refused);
    }
}

both! {
    async fn nobody_locks_or_ends_somebody_who_can_do_more_anywhere(engine) {
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        let mut cx = world::system(&t.kernel);
        let tenant = world::tenant(&mut cx, "Tenant").await;
        let chief = world::role(&mut cx, "Chief", RoleType::Tenant, &[]).await;
        let mut strong = Vec::new();
        for name in ["chief.there", "chief.locked", "chief.gone"] {
            let user = world::user(&mut cx, name, None).await;
            let member = world::member(&mut cx, &tenant, &user).await;
            cx.db().await.unwrap().write("UPDATE memberships SET").push(" role_id = ", chief.id.clone())
                .push(" WHERE id = ", member.id).execute().await.unwrap();
            strong.push(user.id);
        }
        for sql in ["UPDATE users SET status = 1 WHERE user_name = 'chief.locked'", "UPDATE users SET deleted_at = 1 WHERE user_name = 'chief.gone'"] {
            cx.db().await.unwrap().write(sql).execute().await.unwrap();
        }
        strong.push(w.me.id.clone());
        cx.commit().await.unwrap();
        let clerk = world::person(&Id::from("clerk"), Allowed::Menus([(Permission::Users, Act::Edit)].into()), &[]);
        let important = json!({ "version": 1, "userName": "mine", "email": "mine@evil.example", "phone": "13911111111" });
        let (mut tried, mut refused) = (0, 0);
        let why = json!({ "reason": "mine" });
        for (person, method, act, body) in [
            (&strong[0], "POST", "/lock", &why),
            (&strong[0], "DELETE", "", &why),
            (&strong[0], "PUT", "/important", &important),
            (&strong[1], "POST", "/unlock", &why),
            (&strong[2], "POST", "/restore", &why),
            (&strong[3], "POST", "/lock", &why),
            (&strong[3], "DELETE", "", &why),
            (&strong[3], "PUT", "/important", &important),
            (&strong[3], "PUT", "", &json!({ "version": 1, "fullName": "Nobody", "roleId": null })),
        ] {
            tried += 1;
            let answer = w.face.send(&clerk, method, &format!("{PATH}/{person}{act}"), body).await;
            refused += usize::from(answer.status == 403 && answer.body["message"].as_str().unwrap().contains("stronger"));
        }
        // They may lock and unlock a person without permissions that they lack.
        let made = w.face.send(&w.admin, "POST", PATH, &form("ordinary")).await.body;
        assert_eq!(w.face.send(&clerk, "POST", &to(&made, "lock"), &why).await.status, 200);
        assert_eq!(w.face.send(&clerk, "DELETE", &at(&made), &why).await.status, 200);
        attack::refused("lock, end and takeover of somebody stronger", engine, tried, refused);
    }
}

both! {
    async fn a_phone_that_somebody_verified_is_not_entered_for_another(engine) {
        use base64::Engine as _;
        let t = engine.kernel().await;
        let w = ready(&t.kernel).await;
        let owner = w.face.send(&w.admin, "POST", PATH, &with(form("owner"), "phone", json!("13912345678"))).await.body;
        assert_eq!((&owner["phoneValid"], &owner["phoneShared"]), (&json!("1"), &json!(false)));
        // Until somebody has verified it, it may be a clinic's switchboard: shared, not refused.
        let shared = w.face.send(&w.admin, "POST", PATH, &with(form("shared"), "phone", json!("+86 139-1234-5678"))).await.body;
        assert_eq!((&shared["phoneShared"], &w.face.get(&w.admin, &at(&owner)).await.body["phoneShared"]), (&json!(true), &json!(true)));
        let mut cx = world::system(&t.kernel);
        cx.db().await.unwrap().write("UPDATE users SET phone_valid = TRUE WHERE user_name = 'owner'").execute().await.unwrap();
        cx.commit().await.unwrap();
        let other = w.face.send(&w.admin, "POST", PATH, &form("other")).await.body;
        let file = "Name,User name,E-mail,Phone,Role\nX,xeno,x@x.cn,+8613912345678,Plain\n";
        let file = json!({ "content": base64::engine::general_purpose::STANDARD.encode(file), "dryRun": false });
        let want = "another account has verified this phone as its own";
        let mut refused = 0;
        for (method, path, body) in [
            ("POST", PATH.to_owned(), with(form("thief"), "phone", json!("139 1234 5678"))),
            ("PUT", to(&other, "important"), with(other.clone(), "phone", json!("008613912345678"))),
        ] {
            let answer = w.face.send(&w.admin, method, &path, &body).await;
            refused += usize::from(answer.status == 422 && answer.on("phone") == want);
        }
        let read = w.face.send(&w.admin, "POST", "/api/admin/users/import", &file).await.body;
        refused += usize::from(read["applied"] == false && read["errors"][0]["message"] == want);
        // An account with the unverified number keeps it through other changes.
        let renamed = with(w.face.get(&w.admin, &at(&shared)).await.body, "userName", json!("renamed"));
        assert_eq!(w.face.send(&w.admin, "PUT", &to(&shared, "important"), &renamed).await.status, 200);
        // Changes are notified, and end the verification of the previous value.
        let verified = w.face.get(&w.admin, &at(&owner)).await.body;
        assert_eq!(verified["phoneValid"], "0");
        let moved = with(with(verified, "phone", json!("13900000001")), "email", json!("moved@example.com"));
        let moved = w.face.send(&w.admin, "PUT", &to(&owner, "important"), &moved).await.body;
        assert_eq!((&moved["phoneValid"], &moved["emailValid"], &moved["phoneShared"]), (&json!("1"), &json!("1"), &json!(false)));
        let told: Vec<Value> = world::audited(&t.kernel, "told").await.into_iter()
            .map(|row| serde_json::from_str(&row.1.unwrap()).unwrap()).collect();
        assert_eq!(told.last().unwrap(), &json!(["owner@example.com", "13912345678"]));
        attack::refused("a verified phone entered for another account", engine, 3, refused);
    }
}
