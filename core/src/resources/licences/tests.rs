use serde_json::json;

use crate::both;
use crate::kernel::ctx::Allowed;
use crate::kernel::id::Id;
use crate::resources::seed;
use crate::resources::testing::{self as world, Face};

both! {
    async fn systems_of_tenants_are_listed_with_what_is_used(engine) {
        let t = engine.kernel().await;
        let mut cx = world::system(&t.kernel);
        seed(&mut cx).await.unwrap();
        let (here, there) = (world::tenant(&mut cx, "Here").await, world::tenant(&mut cx, "There").await);
        let edc = world::edc(&mut cx).await;
        let days = Some(("2026-01-01".to_owned(), "2026-12-31".to_owned()));
        world::give_licence(&mut cx, crate::resources::licences::NewLicence { days, max_study: Some(3), ..world::licence(&here, &edc) }).await;
        world::give_licence(&mut cx, world::licence(&there, &edc)).await;
        let domain = world::domain(&mut cx, &here, &edc).await;
        for code in ["A", "B"] {
            let study = world::study(&mut cx, &here, &format!("Study {code}"), code).await;
            let binding = world::bind(&mut cx, &study, &domain).await;
            for name in ["anna", "bernd"] {
                let id = format!("{name}{code}");
                let user = if code == "A" { world::user(&mut cx, name, None).await.id } else {
                    let found: (Id,) = cx.db().await.unwrap().query("SELECT id FROM users WHERE").push(" user_name_key = ", name).one().await.unwrap();
                    found.0
                };
                let sql = "INSERT INTO grants (id, version, tenant_id, study_id, software_id, study_software_id, user_id, \
                     user_role, user_type_id, selection, claims, plugin_digest, created_at, updated_at) \
                     VALUES ($1, 1, $2, $3, $4, $5, $6, '', '', '[]', '[]', '', 0, 0)";
                cx.db().await.unwrap().write(sql).bind(id).bind(here.id.clone()).bind(study.id.clone()).bind(edc.id.clone())
                    .bind(binding.id.clone()).bind(user).execute().await.unwrap();
            }
        }
        cx.commit().await.unwrap();
        let face = Face::over(&t.kernel);
        let all = face.list(&world::admin(), "tenant-software", &json!({})).await.body;
        let first = &all[0];
        for (field, want) in [
            ("tenantName", json!("Here")), ("softwareName", json!("EDC")), ("timeEnable", json!(true)), ("startTime", json!("2026-01-01")),
            ("endTime", json!("2026-12-31")), ("studyEnable", json!(true)), ("maxStudy", json!(3)), ("nowStudyNum", json!(2)),
            ("userEnable", json!(false)), ("maxUser", json!(null)), ("nowUserNum", json!(2)), ("isEnable", json!(true)),
        ] {
            assert_eq!(first[field], want, "{field}");
        }
        assert_eq!((&all[1]["tenantName"], &all[1]["nowStudyNum"], &all[1]["nowUserNum"]), (&json!("There"), &json!(0), &json!(0)));
        let chief = world::person(&Id::from("chief"), Allowed::Nothing, &[(&there, Allowed::Everything)]);
        let theirs = face.list(&chief, "tenant-software", &json!({ "softwareId": edc.id })).await;
        assert_eq!((theirs.body.as_array().unwrap().len(), &theirs.body[0]["tenantName"]), (1, &json!("There")));
        assert_eq!(face.list(&chief, "tenant-software", &json!({ "tenantId": here.id })).await.status, 404);
        let none = face.list(&world::admin(), "tenant-software", &json!({ "softwareId": "other" })).await;
        assert_eq!(none.headers["x-total-count"], "0");
        let choices = face.get(&chief, "/api/admin/tenant-software/choices").await.body;
        assert_eq!(choices, json!([{ "id": edc.id, "softwareName": "EDC" }]));
    }
}
