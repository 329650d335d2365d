//! Tenants are archived and restored.

use super::*;
use crate::kernel::ctx::ReadCtx;
use crate::resources::{members, permissions};

fn why() -> Value {
    json!({ "reason": "the contract is over" })
}

both! {
    async fn an_archived_tenant_gives_nothing_takes_nothing_and_comes_back_whole(engine) {
        let t = engine.kernel().await;
        let (face, admin) = (ready(&t.kernel).await, world::admin());
        let mut cx = world::system(&t.kernel);
        let tenant = world::tenant(&mut cx, "Old").await;
        let role = world::role(&mut cx, "Member", RoleType::Tenant, &[(Permission::Studies, Act::View)]).await;
        let user = world::user(&mut cx, "member", None).await;
        let later = world::user(&mut cx, "later", None).await;
        let new = |user: &Id| json!({ "tenantId": tenant.id, "userIds": [user], "role": role.id, "typeId": "3-cro", "positionId": "2-pm" });
        members::add(&mut cx, serde_json::from_value(new(&user.id)).unwrap()).await.unwrap();
        cx.commit().await.unwrap();
        let may = async || {
            let mut cx = ReadCtx::system(&t.kernel);
            permissions::allowed(cx.db().await.unwrap(), &user.id, None).await.unwrap().1
        };
        let path = |act: &str| format!("{PATH}/{}/{act}", tenant.id);
        let department = json!({ "tenantId": tenant.id, "departmentName": "Data" });
        assert_eq!(may().await.len(), 1);
        let archived = face.send(&admin, "POST", &path("archive"), &why()).await;
        assert_eq!((archived.status.as_u16(), archived.body["archivedAt"].is_string()), (200, true), "{}", archived.body);
        assert!(may().await.is_empty());
        let mut cx = ReadCtx::system(&t.kernel);
        assert!(members::tenant_of(&mut cx, &user.id, &tenant.id).await.unwrap().is_none(), "tokens do not name it");
        assert!(crate::resources::tenants::choices(cx.db().await.unwrap(), None, 10).await.unwrap().is_empty());
        for (path, body) in [("departments", department.clone()), ("tenant-users", new(&later.id))] {
            let refused = face.send(&admin, "POST", &format!("/api/admin/{path}"), &body).await;
            let said = "this tenant is archived; nothing new is made in it";
            assert_eq!((refused.status.as_u16(), refused.body["message"].as_str().unwrap()), (403, said), "{path}");
        }
        assert_eq!(face.send(&admin, "POST", &path("archive"), &why()).await.status, 409);
        assert_eq!(face.get(&admin, &format!("{PATH}/{}", tenant.id)).await.body, archived.body, "it can be read");

        let restored = face.send(&admin, "POST", &path("restore"), &why()).await;
        assert_eq!((restored.status.as_u16(), &restored.body["archivedAt"]), (200, &Value::Null));
        assert_eq!(may().await.len(), 1);
        assert_eq!(face.send(&admin, "POST", "/api/admin/departments", &department).await.status, 201);
        assert_eq!(face.send(&admin, "POST", &path("restore"), &why()).await.status, 409);
        let actions: Vec<_> = world::audited(&t.kernel, "tenants").await.into_iter().map(|row| row.0).collect();
        assert_eq!(actions, ["tenant.created", "tenant.archived", "tenant.restored"]);
    }
}

both! {
    async fn a_tenant_is_archived_by_who_may_with_a_reason_and_a_recent_proof(engine) {
        let t = engine.kernel().await;
        let (face, admin) = (ready(&t.kernel).await, world::admin());
        let mut cx = world::system(&t.kernel);
        let tenant = world::tenant(&mut cx, "Mine").await;
        cx.commit().await.unwrap();
        let path = format!("{PATH}/{}/archive", tenant.id);
        let chief = world::person(&Id::from("c"), Allowed::Nothing, &[(&tenant, Allowed::Everything)]);
        assert_eq!(face.send(&chief, "POST", &path, &why()).await.status, 403, "not by the tenant itself");
        for reason in [json!({}), json!({ "reason": " " }), json!({ "reason": "长".repeat(201) })] {
            assert!(!face.send(&admin, "POST", &path, &reason).await.on("reason").is_empty(), "{reason}");
        }
        assert_eq!(face.send(&admin, "POST", &format!("{PATH}/nothing/archive"), &why()).await.status, 404);
        t.clock.advance(601);
        let late = face.send(&admin, "POST", &path, &why()).await;
        assert_eq!((late.status.as_u16(), &late.body["code"]), (403, &json!("recent_proof")));
        assert_eq!(face.get(&admin, &format!("{PATH}/{}", tenant.id)).await.body["archivedAt"], Value::Null);
    }
}
