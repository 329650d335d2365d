use serde_json::json;

use crate::both;
use crate::kernel::ctx::{Act, Allowed, Permission};
use crate::kernel::id::Id;
use crate::resources::seed;
use crate::resources::testing::{self as world, Face};

both! {
    async fn rules_of_a_role_agree(engine) {
        let t = engine.kernel().await;
        let mut cx = world::system(&t.kernel);
        seed(&mut cx).await.unwrap();
        let [ours, theirs] = [world::tenant(&mut cx, "Ours").await, world::tenant(&mut cx, "Theirs").await];
        let edc = world::edc(&mut cx).await;
        cx.commit().await.unwrap();
        let (face, admin, path) = (Face::over(&t.kernel), world::admin(), "/api/admin/blinding-rules");
        let rule = |tenant: &str, role: &str, side: &str| {
            json!({ "tenantId": tenant, "softwareId": edc.id, "columnKey": "role", "roleId": role,
                    "roleName": role, "side": side })
        };
        let made = face.send(&admin, "POST", path, &rule("0", "statistician", "unblinded")).await;
        assert_eq!((made.status.as_u16(), &made.body["softwareName"]), (201, &json!("EDC")), "{}", made.body);
        // A tenant's rule may say the same again, and nothing else.
        let contrary = face.send(&admin, "POST", path, &rule(ours.id.as_str(), "statistician", "blinded")).await;
        assert!(contrary.body["errors"]["side"].is_string(), "{}", contrary.body);
        let same = face.send(&admin, "POST", path, &rule(ours.id.as_str(), "statistician", "unblinded")).await;
        assert_eq!(same.status.as_u16(), 201);
        let twice = face.send(&admin, "POST", path, &rule("0", "statistician", "unblinded")).await;
        assert!(twice.body["errors"]["roleId"].is_string(), "{}", twice.body);
        // Two tenants may differ; the platform must agree with both.
        for (tenant, side) in [(&ours, "blinded"), (&theirs, "unblinded")] {
            let made = face.send(&admin, "POST", path, &rule(tenant.id.as_str(), "monitor", side)).await;
            assert_eq!(made.status.as_u16(), 201, "{}", made.body);
        }
        for side in ["blinded", "unblinded"] {
            let refused = face.send(&admin, "POST", path, &rule("0", "monitor", side)).await;
            assert!(refused.body["errors"]["side"].is_string(), "{}", refused.body);
        }
        // The role of a rule stays.
        let id = made.body["id"].as_str().unwrap();
        let other = json!({ "version": 1, "roleId": "other", "roleName": "Stat", "side": "unblinded" });
        let changed = face.send(&admin, "PUT", &format!("{path}/{id}"), &other).await;
        assert_eq!((&changed.body["roleId"], &changed.body["roleName"]), (&json!("statistician"), &json!("Stat")));
        let turned = json!({ "version": 2, "roleName": "Stat", "side": "blinded" });
        let refused = face.send(&admin, "PUT", &format!("{path}/{id}"), &turned).await;
        assert!(refused.body["errors"]["side"].is_string(), "a tenant says the contrary: {}", refused.body);
        for (what, field) in [
            (json!({ "softwareId": "gone", "columnKey": "c", "roleId": "r", "roleName": "r", "side": "blinded" }), "softwareId"),
            (json!({ "softwareId": edc.id, "columnKey": " \u{0}", "roleId": "r", "roleName": "r", "side": "blinded" }), "columnKey"),
            (json!({ "softwareId": edc.id, "columnKey": "c", "roleId": "", "roleName": "r", "side": "blinded" }), "roleId"),
            (json!({ "softwareId": edc.id, "columnKey": "c", "roleId": "r", "roleName": "r" }), "side"),
        ] {
            let refused = face.send(&admin, "POST", path, &what).await;
            assert!(refused.body["errors"][field].is_string(), "{field}: {}", refused.body);
        }
    }
}

both! {
    async fn a_tenant_reads_the_platforms_rules_and_changes_its_own(engine) {
        let t = engine.kernel().await;
        let mut cx = world::system(&t.kernel);
        seed(&mut cx).await.unwrap();
        let [ours, theirs] = [world::tenant(&mut cx, "Ours").await, world::tenant(&mut cx, "Theirs").await];
        let edc = world::edc(&mut cx).await;
        cx.commit().await.unwrap();
        let (face, admin, path) = (Face::over(&t.kernel), world::admin(), "/api/admin/blinding-rules");
        let allowed = Allowed::Menus([(Permission::BlindingRules, Act::Edit)].into());
        let own = world::person(&Id::from("own"), Allowed::Nothing, &[(&ours, allowed)]);
        let rule = |tenant: &str, role: &str| {
            json!({ "tenantId": tenant, "softwareId": edc.id, "columnKey": "role", "roleId": role,
                    "roleName": role, "side": "blinded" })
        };
        let shared = face.send(&admin, "POST", path, &rule("0", "a")).await.body["id"].as_str().unwrap().to_owned();
        face.send(&admin, "POST", path, &rule(theirs.id.as_str(), "b")).await;
        assert_eq!(face.send(&own, "POST", path, &rule("0", "c")).await.status.as_u16(), 403);
        assert_eq!(face.send(&own, "POST", path, &rule(theirs.id.as_str(), "c")).await.status.as_u16(), 404);
        assert_eq!(face.send(&own, "POST", path, &rule(ours.id.as_str(), "c")).await.status.as_u16(), 201);
        let seen = face.list(&own, "blinding-rules", &json!({})).await.body;
        let roles: Vec<_> = seen.as_array().unwrap().iter().map(|r| r["roleId"].as_str().unwrap()).collect();
        assert_eq!(roles, ["a", "c"], "the platform's and its own");
        assert_eq!(face.send(&own, "DELETE", &format!("{path}/{shared}"), &json!({})).await.status.as_u16(), 403);
    }
}
