use serde_json::json;

use super::*;
use crate::both;
use crate::kernel::ctx::Allowed;
use crate::kernel::id::Id;
use crate::rooms::testing::{self as world, Face};

both! {
    async fn items_come_in_order_in_the_callers_language_and_within_their_tenants(engine) {
        let t = engine.kernel().await;
        let mut cx = world::system(&t.kernel);
        seed(&mut cx).await.unwrap();
        seed(&mut cx).await.unwrap();
        let (mine, other) = (world::tenant(&mut cx, "Mine").await, world::tenant(&mut cx, "Other").await);
        for tenant in [&mine, &other] {
            let id = Id::from_text(format!("own-{}", tenant.tenant_name));
            cx.db().await.unwrap()
                .query("INSERT INTO dictionary_items (id, version, category_id, tenant_id, parent_id, dic_name, dic_name_en, dic_code, sort, created_at, updated_at) SELECT ")
                .push("", id).push(", 1, '2', ", tenant.id.clone()).sql(", '0', '自有', 'Own', 'OWN', 1, 0, 0")
                .execute().await.unwrap();
        }
        let own = Id::from("own-Mine");
        assert!(exists(&mut cx, Category::Positions, &own, Some(&mine.id)).await.unwrap());
        assert!(!exists(&mut cx, Category::Positions, &own, Some(&other.id)).await.unwrap());
        assert!(!exists(&mut cx, Category::Positions, &own, None).await.unwrap());
        assert!(!exists(&mut cx, Category::UserTypes, &own, Some(&mine.id)).await.unwrap());
        assert_eq!(names(&mut cx, [Id::from("1-cro")]).await.unwrap()[&Id::from("1-cro")], "合同研究组织");
        cx.commit().await.unwrap();

        let face = Face::over(&t.kernel);
        let chief = world::person(&Id::from("c"), Allowed::Nothing, &[(&mine, Allowed::Everything)]);
        let shared = face.list(&chief, "dictionary-items", &json!({ "categoryId": "1", "tenantId": "0" })).await;
        let codes: Vec<_> = shared.body.as_array().unwrap().iter().map(|i| i["dicCode"].as_str().unwrap()).collect();
        assert_eq!(codes, ["SPONSOR", "CRO", "SMO", "SITE"]);
        assert_eq!(shared.body[0]["dicName"], "Sponsor");
        let seen = face.list(&chief, "dictionary-items", &json!({ "id": ["own-Mine", "own-Other", "2-pm"] })).await;
        assert_eq!(seen.body.as_array().unwrap().len(), 2);
        let foreign = face.list(&chief, "dictionary-items", &json!({ "tenantId": other.id })).await;
        assert_eq!(foreign.status, 404);
    }
}
