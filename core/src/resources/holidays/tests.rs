use chrono::NaiveDate;
use serde_json::{Value, json};

use super::is_working_day;
use crate::both;
use crate::kernel::Kernel;
use crate::kernel::ctx::Allowed;
use crate::kernel::id::Id;
use crate::resources::seed;
use crate::resources::tenants::Tenant;
use crate::resources::testing::{self as world, Face};

async fn ready(kernel: &Kernel) -> (Face, Tenant, String) {
    let mut cx = world::system(kernel);
    seed(&mut cx).await.unwrap();
    let tenant = world::tenant(&mut cx, "Here").await;
    cx.commit().await.unwrap();
    let path = format!("/api/admin/holidays/{}", tenant.id);
    (Face::over(kernel), tenant, path)
}

both! {
    async fn a_day_is_asked_at_the_tenant_then_globally_then_by_the_week(engine) {
        let t = engine.kernel().await;
        let (face, tenant, path) = ready(&t.kernel).await;
        let body = json!({ "version": 0, "lawHolidays": "2026-03-02, 2026-10-10", "extraWorkdays": "2026-10-01,2026-03-07" });
        let saved = face.send(&world::admin(), "PUT", &path, &body).await;
        assert_eq!(saved.status, 200, "{:?}", saved.body);
        let mut cx = world::system(&t.kernel);
        for (day, of_tenant, globally) in [
            ("2026-03-03", true, true),    // a Tuesday
            ("2026-03-02", false, true),   // a Monday that the tenant has off
            ("2026-03-07", true, false),   // a Saturday on which it works
            ("2026-03-08", false, false),  // a Sunday
            ("2026-10-01", true, false),   // National Day, on which it works
            ("2026-10-10", false, true),   // the exchanged Saturday, which it has off
            ("2026-02-28", true, true),    // an exchanged Saturday
            ("2026-02-16", false, false),  // the Monday before Spring Festival
            ("2027-02-05", false, false),
            ("2027-05-04", false, false),  // for the Sunday of 2 May
            ("2027-05-05", true, true),
            ("2028-01-01", false, false),  // a Saturday of a year that no calendar has
            ("2028-01-03", true, true),
        ] {
            let date: NaiveDate = day.parse().unwrap();
            assert_eq!(is_working_day(&mut cx, Some(&tenant.id), date).await.unwrap(), of_tenant, "{day}");
            assert_eq!(is_working_day(&mut cx, None, date).await.unwrap(), globally, "{day}");
        }
        let other = Id::from("another");
        assert!(!is_working_day(&mut cx, Some(&other), "2026-10-01".parse().unwrap()).await.unwrap());
    }
}

both! {
    async fn a_calendar_is_sorted_checked_and_versioned(engine) {
        let t = engine.kernel().await;
        let (face, tenant, path) = ready(&t.kernel).await;
        let admin = world::admin();
        let none = face.get(&admin, &path).await.body;
        assert_eq!(none, json!({ "id": tenant.id, "version": 0, "tenantId": tenant.id, "lawHolidays": "", "extraWorkdays": "", "provisionalYears": [] }));
        let body = json!({ "version": 0, "lawHolidays": "2026-05-02,2026-05-01,,2026-05-02", "extraWorkdays": "" });
        let saved = face.send(&admin, "PUT", &path, &body).await.body;
        assert_eq!((&saved["lawHolidays"], &saved["version"]), (&json!("2026-05-01,2026-05-02"), &json!(1)));
        assert_eq!(face.send(&admin, "PUT", &path, &body).await.status, 409);
        for (field, value, want) in [
            ("lawHolidays", json!("2026-02-30"), "the date must be yyyy-MM-dd: 2026-02-30"),
            ("lawHolidays", json!("2026-5-1"), "the date must be yyyy-MM-dd: 2026-5-1"),
            ("extraWorkdays", json!("a\u{0}b"), "the date must be yyyy-MM-dd: ab"),
            ("extraWorkdays", json!("2026-05-01"), "2026-05-01 cannot be a holiday and a workday"),
            ("version", Value::Null, "the version is missing"),
        ] {
            let mut body = saved.clone();
            body[field] = value;
            let answer = face.send(&admin, "PUT", &path, &body).await;
            assert_eq!((answer.status.as_u16(), answer.on(field)), (422, want));
        }
        let audit = world::audited(&t.kernel, "holidays").await;
        assert_eq!(audit.len(), 1);
        let list = face.list(&admin, "holidays", &json!({ "q": "ER" })).await.body;
        assert_eq!(list, json!([{ "id": tenant.id, "tenantName": "Here", "lawHolidays": "2026-05-01,2026-05-02", "extraWorkdays": "" }]));
    }
}

both! {
    async fn the_global_calendar_is_the_platforms_to_change_and_survives_another_start(engine) {
        let t = engine.kernel().await;
        let (face, tenant, _) = ready(&t.kernel).await;
        let sys = "/api/admin/holidays/sys";
        let chief = world::person(&Id::from("chief"), Allowed::Nothing, &[(&tenant, Allowed::Everything)]);
        let global = face.get(&chief, sys).await;
        assert_eq!((global.status.as_u16(), &global.body["version"]), (200, &json!(1)));
        assert!(global.body["lawHolidays"].as_str().unwrap().contains("2027-10-01"));
        assert_eq!(face.send(&chief, "PUT", sys, &global.body).await.status, 403);
        assert_eq!(global.body["provisionalYears"], json!(["2027"]), "not published yet");
        let mut body = global.body;
        let mut published = body.clone();
        published["extraWorkdays"] = json!(format!("{},2027-10-09", body["extraWorkdays"].as_str().unwrap()));
        let saved = face.send(&world::admin(), "PUT", sys, &published).await.body;
        assert_eq!(saved["provisionalYears"], json!([]), "from the day on which somebody enters what was published");
        assert_eq!(face.get(&world::admin(), sys).await.body["provisionalYears"], json!([]));
        body["version"] = saved["version"].clone();
        body["lawHolidays"] = json!("2026-01-01");
        assert_eq!(face.send(&world::admin(), "PUT", sys, &body).await.status, 200);
        let mut cx = world::system(&t.kernel);
        seed(&mut cx).await.unwrap();
        cx.commit().await.unwrap();
        assert_eq!(face.get(&world::admin(), sys).await.body["lawHolidays"], "2026-01-01");
    }
}
