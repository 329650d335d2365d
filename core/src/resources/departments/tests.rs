use axum::http::StatusCode;
use serde_json::json;

use crate::both;
use crate::resources::seed;
use crate::resources::testing::{self as world, Face};

both! {
    async fn a_tree_belongs_to_one_tenant_and_is_taken_down_from_its_leaves(engine) {
        let t = engine.kernel().await;
        let mut cx = world::system(&t.kernel);
        seed(&mut cx).await.unwrap();
        let [ours, theirs] = [world::tenant(&mut cx, "Ours").await.id, world::tenant(&mut cx, "Theirs").await.id];
        cx.commit().await.unwrap();
        let (face, admin, path) = (Face::over(&t.kernel), world::admin(), "/api/admin/departments");
        let make = async |tenant: &str, parent: &str, name: &str| {
            let form = json!({ "tenantId": tenant, "parentId": parent, "departmentName": name });
            face.send(&admin, "POST", path, &form).await
        };
        let top = make(ours.as_str(), "0", "医学部").await.body["id"].as_str().unwrap().to_owned();
        let below = make(ours.as_str(), &top, "监查").await.body["id"].as_str().unwrap().to_owned();
        for (tenant, parent, name, field) in [
            (ours.as_str(), "0", " ", "departmentName"),
            (ours.as_str(), "0", "医学部", "departmentName"),
            (ours.as_str(), "nowhere", "数据", "parentId"),
            (theirs.as_str(), &top, "数据", "parentId"),
            ("gone", "0", "数据", "tenantId"),
        ] {
            let refused = make(tenant, parent, name).await;
            assert!(refused.body["errors"][field].is_string(), "{name} in {parent}: {}", refused.body);
        }
        assert!(make(theirs.as_str(), "0", "医学部").await.status.is_success(), "elsewhere the name is free");

        let moved = json!({ "version": 1, "parentId": "0", "tenantId": theirs, "departmentName": "稽查" });
        assert!(face.send(&admin, "PUT", &format!("{path}/{below}"), &moved).await.status.is_success());
        let tree = face.list(&admin, "departments", &json!({ "tenantId": ours })).await.body;
        let stays = json!({ "id": below, "version": 2, "tenantId": ours, "parentId": top, "departmentName": "稽查" });
        assert_eq!((tree.as_array().unwrap().len(), &tree[1]), (2, &stays));

        for (id, status) in [(&top, StatusCode::CONFLICT), (&below, StatusCode::OK), (&top, StatusCode::OK)] {
            assert_eq!(face.send(&admin, "DELETE", &format!("{path}/{id}"), &json!({})).await.status, status);
        }
        assert!(make(ours.as_str(), "0", "医学部").await.status.is_success(), "a removed one's name is free again");
    }
}
