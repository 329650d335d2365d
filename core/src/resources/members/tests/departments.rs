//! The departments of a tenant's people.

use serde_json::{Value, json};

use crate::both;
use crate::kernel::ctx::{Act, Allowed, Permission};
use crate::kernel::id::Id;
use crate::resources::seed;
use crate::resources::tenants::Tenant;
use crate::resources::testing::{self as world, Face};

const PATH: &str = "/api/admin/tenant-users";

async fn department(face: &Face, tenant: &Tenant, name: &str) -> String {
    let form = json!({ "tenantId": tenant.id, "parentId": "0", "departmentName": name });
    let made = face.send(&world::admin(), "POST", "/api/admin/departments", &form).await;
    made.body["id"].as_str().unwrap().to_owned()
}

both! {
    async fn a_member_is_in_departments_of_their_tenant_which_stay_meanwhile(engine) {
        let t = engine.kernel().await;
        let mut cx = world::system(&t.kernel);
        seed(&mut cx).await.unwrap();
        let (ours, theirs) = (world::tenant(&mut cx, "Ours").await, world::tenant(&mut cx, "Theirs").await);
        let (anna, bernd) = (world::user(&mut cx, "anna", None).await, world::user(&mut cx, "bernd", None).await);
        let member = world::member(&mut cx, &ours, &anna).await.id;
        world::member(&mut cx, &ours, &bernd).await;
        cx.commit().await.unwrap();
        let face = Face::over(&t.kernel);
        let may = Allowed::Menus([(Permission::UserDepartments, Act::Edit)].into());
        let head = world::person(&Id::from("head"), Allowed::Nothing, &[(&ours, may.clone())]);
        let (clinical, data) = (department(&face, &ours, "Clinical").await, department(&face, &ours, "Data").await);
        let elsewhere = department(&face, &theirs, "Elsewhere").await;
        let path = format!("{PATH}/{member}/departments");
        let form = |version: i64, ids: &str| json!({ "version": version, "departmentId": ids });
        let at_least_one = ["请最少选中一个部门进行设置", "select at least one department"];
        let of_tenant = ["请选择该租户的部门", "please select departments of the tenant"];
        for (ids, message) in [("", at_least_one), (" , ", at_least_one), (&elsewhere, of_tenant), ("gone", of_tenant), ("\u{1}", of_tenant)] {
            assert_eq!(face.refused_on("departmentId", &head, "PUT", &path, &form(1, ids)).await, message, "{ids}");
        }
        let saved = face.send(&head, "PUT", &path, &form(1, &format!("{data},{clinical},{data}"))).await;
        let mut both = [clinical.clone(), data.clone()];
        both.sort();
        assert_eq!(saved.body, json!({ "id": member, "version": 2, "value": both.join(",") }));
        assert_eq!(face.get(&head, &path).await.body, saved.body);
        assert_eq!(face.send(&head, "PUT", &path, &form(1, &data)).await.status, 409, "an old version");
        let stranger = world::person(&Id::from("stranger"), Allowed::Nothing, &[(&theirs, may)]);
        assert_eq!(face.send(&stranger, "PUT", &path, &form(2, &elsewhere)).await.status, 404);

        let found = face.list(&head, "tenant-users", &json!({ "tenantId": ours.id, "departmentId": data })).await.body;
        let rows: Vec<_> = found.as_array().unwrap().iter().map(|row| (&row["userName"], &row["departmentName"])).collect();
        assert_eq!(rows, [(&json!("anna"), &json!("Clinical, Data"))]);
        let none = json!({ "tenantId": ours.id, "departmentId": data, "userName": "bernd" });
        assert_eq!(face.list(&head, "tenant-users", &none).await.body, json!([]));

        let remove = async |id: &str| face.send(&world::admin(), "DELETE", &format!("/api/admin/departments/{id}"), &json!({})).await;
        assert_eq!(remove(&data).await.body["message"], "this department is in use by users and cannot be deleted");
        assert_eq!(face.send(&head, "PUT", &path, &form(2, &clinical)).await.status, 200);
        assert_eq!(remove(&data).await.status, 200);
        assert_eq!(face.send(&world::admin(), "DELETE", &format!("{PATH}/{member}"), &json!({})).await.status, 200);
        assert_eq!(remove(&clinical).await.status, 200, "who left is in no department");
        let noted = world::audited(&t.kernel, "tenant-users").await;
        let of = |action: &str| noted.iter().filter(|row| row.0 == action).cloned().collect::<Vec<_>>();
        assert_eq!(of("tenant_user.departments_updated").len(), 2);
        assert!(of("tenant_user.deleted")[0].1.as_ref().unwrap().contains("Clinical"), "{noted:?}");
    }
}

both! {
    async fn a_department_removed_while_somebody_joins_it_has_nobody(engine) {
        let t = engine.kernel().await;
        let mut cx = world::system(&t.kernel);
        seed(&mut cx).await.unwrap();
        let tenant = world::tenant(&mut cx, "Ours").await;
        let anna = world::user(&mut cx, "anna", None).await;
        let member = world::member(&mut cx, &tenant, &anna).await.id;
        cx.commit().await.unwrap();
        let (face, admin) = (Face::over(&t.kernel), world::admin());
        let path = format!("{PATH}/{member}/departments");
        for round in 0..4 {
            let id = department(&face, &tenant, &format!("D{round}")).await;
            let version: Value = face.get(&admin, &path).await.body["version"].clone();
            let (form, gone) = (json!({ "version": version, "departmentId": id }), format!("/api/admin/departments/{id}"));
            let nothing = json!({});
            let (joined, removed) =
                tokio::join!(face.send(&admin, "PUT", &path, &form), face.send(&admin, "DELETE", &gone, &nothing));
            let outcome = (joined.status.as_u16(), removed.status.as_u16());
            assert!([(200, 409), (422, 200)].contains(&outcome), "{outcome:?}: {} {}", joined.body, removed.body);
        }
    }
}
